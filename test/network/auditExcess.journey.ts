import { expect } from "chai";
import type { EvmAddress } from "../../src/evm/codec/address.ts";
import { startAuditedWorld, troublesOf, type AuditedWorld } from "./auditWorld.ts";
import { held, PAYEE, payUsdc, quoteToBitcoin, topUp } from "./bitcoinSpending.ts";
import { createPayees, evmQuote, family, transferOf } from "./evmRoutes.ts";
import { EVM_CHAIN_ID, type Quoted, type World } from "./world.ts";

const MINUTE = 60_000;
const DOLLAR = 1_000_000n; // of 6 decimals

describe("what an exact output leaves over of its deposit", () => {
  let audited: AuditedWorld;
  let world: World;
  const payee = createPayees();

  before(async () => {
    audited = await startAuditedWorld({ twoChains: true });
    world = audited.world;
    await topUp(world, 50_000_000, 50_000_000);
    world.now += MINUTE; // the books of Bitcoin are opened at the next look
    await world.tick(3);
  });
  after(() => audited.close());
  beforeEach(() => {
    world.failures.length = 0;
    world.swallowSends = false;
  });
  afterEach(async function () {
    if (this.currentTest?.state === "failed") console.error(world.failures);
    expect(troublesOf(await audited.audit()), "the books agree with the chains").to.deep.equal([]);
  });

  const exactly = (amount: bigint) =>
    ({ useDepositAddress: true, strict: true, tradeType: "EXACT_OUTPUT", amount: String(amount) }) as const;
  const statuses = async (address: string) => (await family(world, address)).map(({ status }) => status);
  /** Time passes, blocks come, and every job has its turns, until the request has come to this end. */
  const ends = async ({ requestId }: Readonly<{ requestId: string }>, status: string) => {
    for (let done = 0; done < 10 && (await world.status(requestId)).status !== status; done++) {
      world.now += 2 * MINUTE;
      await world.tick(2);
      await world.mine();
    }
    await world.tick(3);
    expect(await world.status(requestId)).to.include({ status });
  };
  /** A fill of dollars on EVM_CHAIN_ID is signed, and then the solver's dollars are gone for a moment. */
  const fillThatReverts = async (pay: () => Promise<unknown>) => {
    const solver = world.network.solver.evm;
    await pay();
    world.swallowSends = true;
    await world.tick(2);
    world.swallowSends = false;
    const had = await world.received(solver);
    await world.evm.setUsdc(solver, 0n);
    await world.tick();
    await world.evm.client.mine({ blocks: 1 });
    await world.evm.setUsdc(solver, had);
  };

  it("is nothing when the fill reverts: the whole deposit on an EVM chain goes back, once", async () => {
    const refundTo = payee();
    const abroad = await world.other.wallet(10);
    const quote = await evmQuote(world, abroad, {
      ...{ originChainId: world.other.id, originCurrency: world.other.usdc },
      ...{ destinationChainId: EVM_CHAIN_ID, destinationCurrency: world.usdc, recipient: payee() },
      ...{ ...exactly(100n * DOLLAR), refundTo },
    });
    await fillThatReverts(() => abroad.send(transferOf(world.other.usdc, quote.address, 160n * DOLLAR)));
    await ends(quote, "refund");
    await world.tick(3);
    const back = await world.other.balanceOf(world.other.usdc, refundTo as EvmAddress);
    expect(back > 155n * DOLLAR && back < 160n * DOLLAR, `${back} came back`).to.equal(true);
    expect(await statuses(quote.address)).to.deep.equal(["refund"]);
  });

  it("is nothing when the fill reverts: the whole deposit on Bitcoin goes back, once", async () => {
    const { quote, sats } = await bitcoinQuote();
    await fillThatReverts(async () => {
      await world.pay(quote.address, sats);
      await world.mine();
    });
    const before = held(world, PAYEE);
    await ends(quote, "refund");
    await world.mine();
    await world.tick(3);
    const back = Number(held(world, PAYEE) - before);
    expect(back)
      .to.be.greaterThan(sats - 1_000)
      .and.lessThan(sats);
    expect(await statuses(quote.address)).to.deep.equal(["refund"]);
  });

  it("goes back once, although the fill's block leaves Bitcoin and the fill is included again", async () => {
    const refundTo = payee();
    const quote = await quoteToBitcoin(world, 0n, { ...exactly(50_000n), refundTo });
    await payUsdc(world, quote.address, quote.input + 60n * DOLLAR);
    await world.tick(3);
    expect(await statuses(quote.address), "nothing is over before the fill is in a block").to.deep.equal([
      "pending",
    ]);
    await world.mine();
    await world.tick(2);
    await world.ledger.reorg(1);
    await world.tick();
    await ends(quote, "success");
    await world.ledger.reorg(1);
    world.now += 2 * MINUTE;
    await world.tick(2);
    await world.mine();
    await world.tick(3);
    expect(await statuses(quote.address)).to.have.members(["success", "refund"]);
    const back = await world.received(refundTo);
    expect(back > 55n * DOLLAR && back < 60n * DOLLAR, `${back} came back`).to.equal(true);
    expect(world.failures).to.deep.equal([]);
  });

  it("waits for a person when the deposit's block is gone at the moment of the fill", async () => {
    const { quote, sats } = await bitcoinQuote();
    await world.pay(quote.address, sats);
    await world.mine();
    world.swallowSends = true;
    await world.tick(2);
    await world.ledger.reorg(1);
    await world.tick();
    world.swallowSends = false;
    const before = held(world, PAYEE);
    await world.tick(3);
    expect(await statuses(quote.address)).to.have.members(["success", "failure"]);
    await world.mine(); // the deposit is back
    await world.tick(3);
    expect(held(world, PAYEE)).to.equal(before);
    const { refundsOwed } = await audited.audit();
    expect(refundsOwed.map(({ amount }) => amount)).to.include(40_000n);
  });

  /** A quote from Bitcoin for 50 dollars, and 40,000 sats more than it asks for. */
  async function bitcoinQuote(): Promise<{ quote: Quoted; sats: number }> {
    const quote = await world.quote({ ...exactly(50n * DOLLAR), recipient: payee(), refundTo: PAYEE });
    return { quote, sats: Number(quote.input) + 40_000 };
  }
});
