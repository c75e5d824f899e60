import { expect } from "chai";
import { and, eq } from "drizzle-orm";
import { ZERO_ADDRESS } from "../../../src/evm/codec/address.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../src/intents/identifiers.ts";
import { startAuditedWorld, troublesOf, type AuditedWorld } from "../auditWorld.ts";
import { held, PAYEE, topUp } from "../bitcoinSpending.ts";
import { balance, createPayees, evmQuote, family, transferOf, walk, type Walk } from "../evmRoutes.ts";
import type { Wallet } from "../evmWorld.ts";
import type { World } from "../world.ts";

const COIN = 10n ** 17n; // 300 dollars
const DOLLAR = 1_000_000n;

describe("another currency than the quoted one at a deposit address", () => {
  let audited: AuditedWorld;
  let world: World;
  let user: Wallet;
  const payee = createPayees();

  before(async () => {
    const prices: Record<string, bigint> = { BTC: 80_000n, ETH: 3_000n, WETH: 3_000n };
    const priceSource = { price: async (symbol: string) => (prices[symbol] ?? 1n) * 100_000_000n };
    audited = await startAuditedWorld({ twoChains: true, priceSource });
    world = audited.world;
    user = await world.evm.wallet(10);
    await topUp(world, 50_000_000);
    world.now += 60_000; // the books of Bitcoin are opened at the next look
    await world.tick(3);
  });
  after(() => audited.close());
  afterEach(async function () {
    if (this.currentTest?.state === "failed") console.error(world.failures);
    expect(troublesOf(await audited.audit()), "the books agree with the chains").to.deep.equal([]);
  });

  const quoted = (changes: Readonly<Record<string, unknown>> = {}) =>
    evmQuote(world, user, {
      ...{ useDepositAddress: true, refundTo: payee(), recipient: payee() },
      ...{ amount: String(COIN), destinationCurrency: world.other.usdc },
      ...changes,
    });
  const sendDust = ({ address }: Walk, amount: bigint) =>
    user.send(transferOf(world.evm.usdc, address, amount));
  const childOf = async ({ address }: Walk) => {
    const child = (await family(world, address)).find(({ parentRequestId }) => parentRequestId);
    const id = child?.id ?? "";
    const { status, failReason } = await world.status(id);
    return { id, status, failReason };
  };
  /** What is owed under a request, by the books. */
  const owedUnder = async (requestId: string) => {
    const { ledger } = audited.parts.store.tables;
    const lines = await audited.parts.store.db
      .select()
      .from(ledger)
      .where(and(eq(ledger.requestId, requestId), eq(ledger.account, "owed")));
    return lines.reduce((total, { amount }) => total - amount, 0n);
  };

  it("goes on as a request of its own, and the quote's own deposit is filled as if nothing had come", async () => {
    const recipient = payee();
    const quote = await quoted({ recipient });
    await sendDust(quote, 2n * DOLLAR);
    await world.tick(4);
    expect(await world.status(quote.requestId)).to.include({ status: "waiting" });
    const child = await childOf(quote);
    expect(child.status).to.be.oneOf(["success", "failure", "refund"]);
    expect(await owedUnder(quote.requestId)).to.equal(0n);
    const before = await balance(world.other, world.other.usdc, recipient);
    await walk(user, quote.steps);
    await world.tick(4);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    const paid = (await balance(world.other, world.other.usdc, recipient)) - before;
    expect(paid >= quote.minimum, `${paid} of at least ${quote.minimum}`).to.equal(true);
  });

  it("does so too where the quote goes to Bitcoin, and for a strict order, which it must not spend", async () => {
    const toBitcoin = {
      ...{ destinationChainId: BITCOIN_CHAIN_ID, destinationCurrency: BTC_CURRENCY, recipient: PAYEE },
      ...{ strict: true, originCurrency: ZERO_ADDRESS },
    };
    const quote = await quoted(toBitcoin);
    await sendDust(quote, DOLLAR);
    await world.tick(4);
    expect(await world.status(quote.requestId)).to.include({ status: "waiting" });
    expect(await childOf(quote)).to.include({ status: "refund", failReason: "INCORRECT_DEPOSIT_CURRENCY" });
    const before = held(world, PAYEE);
    await walk(user, quote.steps);
    await world.tick(3);
    await world.mine();
    await world.tick(2);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    expect(held(world, PAYEE) - before >= quote.minimum).to.equal(true);
  });

  for (const [name, changes] of Object.entries({
    "an open quote": {},
    "a strict order": { strict: true },
    "a strict order of an exact output": { strict: true, tradeType: "EXACT_OUTPUT", amount: "290000000" },
  })) {
    it(`in a block just ahead of the payer's deposit it leaves ${name} to the payer`, async () => {
      const recipient = payee();
      const quote = await quoted({ recipient, ...changes });
      await sendDust(quote, 1n);
      await walk(user, quote.steps);
      await world.tick(4);
      expect(await world.status(quote.requestId)).to.include({ status: "success" });
      expect((await balance(world.other, world.other.usdc, recipient)) >= quote.minimum).to.equal(true);
    });
  }

  it("a reorganisation that moves it to another block finds it with its owner", async () => {
    const quote = await quoted();
    const { client } = world.evm;
    const snapshot = await client.snapshot();
    const hash = await sendDust(quote, DOLLAR);
    const raw = await client.request({ method: "eth_getRawTransactionByHash", params: [hash] } as never);
    world.swallowSends = true; // nothing of ours is in the blocks that go
    await world.tick(3);
    const { id } = await childOf(quote);
    await client.revert({ id: snapshot });
    await client.mine({ blocks: 1 });
    await client.request({ method: "eth_sendRawTransaction", params: [raw] });
    await client.mine({ blocks: 2 });
    world.swallowSends = false;
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.include({ status: "waiting" });
    const rows = await family(world, quote.address);
    expect(rows.map((row) => row.id).toSorted()).to.deep.equal([quote.requestId, id].toSorted());
  });
});
