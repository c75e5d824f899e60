import { expect } from "chai";
import { ZERO_ADDRESS } from "../../../src/evm/codec/address.ts";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { startAuditedWorld, troublesOf, type AuditedWorld } from "../auditWorld.ts";
import { balance, createPayees, evmQuote, walk } from "../evmRoutes.ts";
import type { Wallet } from "../evmWorld.ts";
import { lie, staleNonces, type Lie } from "../histories/lies.ts";
import { alarmLog } from "../solverAlarms.ts";
import type { World } from "../world.ts";

const BETWEEN_LOOKS = 2; // minutes
const BELIEVED =
  "says for longer that a fill reverted, and shows nothing else: it is believed, the deposit goes back, and the operator is called once it tells the truth";

describe("a node that lies about what became of the service's transactions", () => {
  const { log, events } = alarmLog();
  let audited: AuditedWorld;
  let world: World;
  let user: Wallet;
  const payee = createPayees();

  before(async () => {
    audited = await startAuditedWorld({ twoChains: true, log });
    world = audited.world;
    user = await world.evm.wallet(10);
  });
  after(() => audited.close());
  beforeEach(() => void (events.length = 0));
  afterEach(async function () {
    if (this.currentTest?.title === BELIEVED) return; // which tells itself what the books say
    world.tamper = undefined;
    await world.tick(2);
    expect(troublesOf(await audited.audit()), "the books agree with the chains").to.deep.equal([]);
  });

  const paidQuote = async (destinationCurrency: string = ZERO_ADDRESS) => {
    const recipient = payee();
    const quote = await evmQuote(world, user, { recipient, destinationCurrency });
    await walk(user, quote.steps);
    const currency = destinationCurrency === "USDC" ? world.other.usdc : ZERO_ADDRESS;
    return { ...quote, got: () => balance(world.other, currency, recipient) };
  };
  /** The node lies while a fill is sent and for so many minutes after; twelve blocks stand on it from the first one on. */
  const lyingFor = async (minutes: number, kind: Lie) => {
    world.tamper = lie(world, kind);
    await world.tick(2);
    await world.other.client.mine({ blocks: 12 });
    for (let left = minutes; left > 0; left -= BETWEEN_LOOKS) {
      world.now += Math.min(left, BETWEEN_LOOKS) * MINUTE_MS;
      await world.tick();
    }
  };
  const expectPaidOnce = async (quote: Awaited<ReturnType<typeof paidQuote>>) => {
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    const paid = await quote.got();
    expect(paid >= quote.minimum && paid < quote.minimum * 2n, `${paid} was paid`).to.equal(true);
  };

  it("hides a fill's receipt for ten minutes: the request stays pending, and is not filled twice", async () => {
    const quote = await paidQuote();
    await lyingFor(10, "hidden");
    expect(await world.status(quote.requestId)).to.include({ status: "pending" });
    world.tamper = undefined;
    await world.tick(3);
    await expectPaidOnce(quote);
  });

  it("says for less than five minutes that a fill reverted: the request stays pending, and is not refunded", async () => {
    const quote = await paidQuote();
    await lyingFor(4, "reverted");
    expect(await world.status(quote.requestId)).to.include({ status: "pending" });
    world.tamper = undefined;
    await world.tick(3);
    await expectPaidOnce(quote);
  });

  it("is behind with the account's nonce: each fill has a nonce of its own, and is paid once", async () => {
    const first = await paidQuote();
    await world.tick(3);
    world.tamper = staleNonces(2);
    const more = [await paidQuote(), await paidQuote()];
    await world.tick(3);
    world.now += 2 * MINUTE_MS;
    await world.tick(3);
    world.tamper = undefined;
    await world.tick(3);
    for (const quote of [first, ...more]) await expectPaidOnce(quote);
    expect(events).to.not.include("network.foreign_nonce");
  });

  for (const destinationCurrency of ["USDC", ZERO_ADDRESS]) {
    const shown = destinationCurrency === "USDC" ? "its logs show" : "its trace shows";
    it(`says for longer that a fill reverted, and ${shown} the payment: the request stays pending, and the operator is called`, async () => {
      const quote = await paidQuote(destinationCurrency);
      await lyingFor(7, "reverted");
      expect(await world.status(quote.requestId)).to.include({ status: "pending" });
      expect(events).to.deep.equal(["network.receipt_disputed"]);
      world.tamper = undefined;
      await world.tick(3);
      await expectPaidOnce(quote);
    });
  }

  it("says that a fill of a token succeeded which reverted: nothing is called paid, the operator is called, and the deposit goes back once it tells the truth", async () => {
    const { other, network } = world;
    const solver = network.solver.evm;
    const quote = await paidQuote("USDC");
    world.swallowSends = true;
    await world.tick(2); // it is signed, and does not arrive
    world.swallowSends = false;
    const held = await other.balanceOf(other.usdc, solver);
    await other.setTokens(other.usdc, solver, 0n);
    await lyingFor(7, "successful");
    await other.setTokens(other.usdc, solver, held);
    expect(await world.status(quote.requestId)).to.include({ status: "pending" });
    expect(events).to.include("network.receipt_disputed");
    world.tamper = undefined;
    await world.tick();
    world.now += 6 * MINUTE_MS;
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.include({ status: "refund" });
    expect(await quote.got()).to.equal(0n);
  });

  it(BELIEVED, async () => {
    const quote = await paidQuote();
    await lyingFor(7, "reverted and untraced");
    world.tamper = undefined;
    world.now += MINUTE_MS; // payments that reverted are read again
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.include({
      ...{ status: "refund", failReason: "TRANSACTION_REVERTED" },
    });
    const paid = await quote.got();
    expect(paid >= quote.minimum && paid < quote.minimum * 2n, `${paid} was paid`).to.equal(true);
    expect(events).to.include("network.reverted_payment_paid");
    expect(troublesOf(await audited.audit()), "what was paid, and is not in the books").to.deep.equal([
      `${world.other.id} ${ZERO_ADDRESS} inventory:solver unexplained -${paid}`,
    ]);
  });
});
