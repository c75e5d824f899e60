import { expect } from "chai";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../src/intents/identifiers.ts";
import { held, PAYEE, topUp } from "../bitcoinSpending.ts";
import { balance, createPayees, evmQuote, family, transferOf, walk, type Walk } from "../evmRoutes.ts";
import type { Wallet } from "../evmWorld.ts";
import { draftOf, draftWrites, observe } from "../../../src/network/observe.ts";
import { requestById } from "../../../src/network/persistence/requests.ts";
import { connectStream, EVENT } from "../streamClient.ts";
import { startAuditedWorld, troublesOf, type AuditedWorld } from "../auditWorld.ts";
import { usualCases } from "../../support/sizes.ts";
import type { World } from "../world.ts";

const COIN = 10n ** 17n; // 300 dollars
const DOLLAR = 1_000_000n;

describe("the request that was quoted, when its money came in another coin or on another chain", () => {
  const prices: Record<string, bigint> = { BTC: 80_000n, ETH: 3_000n, WETH: 3_000n };
  const payee = createPayees();
  let audited: AuditedWorld;
  let world: World;
  let user: Wallet;
  let abroad: Wallet; // the same account on the other chain

  before(async () => {
    const priceSource = { price: async (symbol: string) => (prices[symbol] ?? 1n) * 100_000_000n };
    audited = await startAuditedWorld({ twoChains: true, priceSource });
    world = audited.world;
    await topUp(world, 50_000_000);
    user = await world.evm.wallet(10);
    abroad = await world.other.wallet(10);
    world.now += 60_000; // the books of Bitcoin are opened at the next look
    await world.tick(3);
  });
  after(() => audited.close());
  beforeEach(() => void (prices["ETH"] = 3_000n));
  afterEach(async () => {
    expect(troublesOf(await audited.audit()), "the books agree with the chains").to.deep.equal([]);
  });

  const quoted = (changes: Readonly<Record<string, unknown>> = {}) =>
    evmQuote(world, user, {
      ...{ useDepositAddress: true, refundTo: payee(), recipient: payee() },
      ...{ amount: String(COIN), destinationCurrency: world.other.usdc },
      ...changes,
    });
  const statusOf = ({ requestId }: Walk) => world.status(requestId);
  const rowsOf = async ({ address, requestId }: Walk) => {
    const rows = await family(world, address);
    const root = rows.find(({ id }) => id === requestId)!;
    return { root, children: rows.filter((row) => row !== root).toReversed() }; // the oldest first
  };
  /** The status, and the request to follow that the status and the list name. */
  const namedBy = async (quote: Walk) => {
    const { status, supersededByRequestId: inStatus } = await statusOf(quote);
    return { status, inStatus, inList: (await rowsOf(quote)).root.supersededByRequestId };
  };
  const sendDollars = ({ address }: Walk, dollars: bigint) =>
    user.send(transferOf(world.evm.usdc, address, dollars * DOLLAR));
  /** As `crosstill network refund` does it. */
  const orderRefund = async (requestId: string, to: string) => {
    const { store } = audited.parts;
    const request = await requestById(store, requestId);
    const { draft } = observe(draftOf(request!), { kind: "refund-ordered", to, at: world.now });
    await store.commit(draftWrites(store, draft));
  };
  const dollarsOf = (owner: string) => balance(world.other, world.other.usdc, owner);

  it("in another coin: it ends with the child's success, and names the child and its transactions", async () => {
    const quote = await quoted();
    const hash = await sendDollars(quote, 100n);
    await world.tick(3);
    const { root, children } = await rowsOf(quote);
    const [child] = children;
    const own = await world.status(child!.id);
    expect(own).to.include({ status: "success" });
    const { details, ...status } = await statusOf(quote);
    expect(status).to.deep.include({
      ...{ status: "success", supersededByRequestId: child!.id },
      ...{ inTxHashes: [hash], txHashes: own["txHashes"], failReason: "N/A" },
    });
    expect(details).to.contain(child!.id);
    expect(root).to.include({ status: "success", supersededByRequestId: child!.id });
    const ids = async (status: string) => {
      const filter = `depositAddress=${quote.address}&status=${status}`;
      const { body } = await world.get(`/requests/v2?${filter}`);
      return (body["requests"] as { id: string }[]).map(({ id }) => id);
    };
    expect([await ids("success"), await ids("waiting")]).to.deep.equal([[quote.requestId], []]);
  });

  it("on another chain: the same, and it is pending while the child is", async () => {
    const quote = await quoted({ destinationChainId: BITCOIN_CHAIN_ID, destinationCurrency: BTC_CURRENCY, recipient: PAYEE }); // prettier-ignore
    const before = held(world, PAYEE);
    await abroad.send({ to: quote.address, value: COIN });
    await world.tick(3);
    expect(await statusOf(quote)).to.include({ status: "pending" });
    await world.mine();
    await world.tick(3);
    expect(await statusOf(quote)).to.include({ status: "success" });
    expect(held(world, PAYEE) > before).to.equal(true);
  });

  it("when the child goes back it is a refund, and without refundTo a failure until somebody refunds it", async () => {
    const strict = await quoted({ strict: true });
    await sendDollars(strict, 100n);
    await world.tick(3);
    expect(await statusOf(strict)).to.include({ status: "refund", failReason: "INCORRECT_DEPOSIT_CURRENCY" });
    const quote = await quoted({ refundTo: undefined });
    const { other } = world;
    const before = await other.balanceOf(other.usdc, world.network.solver.evm);
    await other.setUsdc(world.network.solver.evm, 0n);
    await sendDollars(quote, 100n);
    await world.tick(3);
    await other.setUsdc(world.network.solver.evm, before);
    const failed = { status: "failure", failReason: "SOLVER_BALANCE_TOO_LOW" };
    expect(await statusOf(quote)).to.include({ ...failed, refundFailReason: "MANUAL_REFUND_REQUIRED" });
    const [child] = (await rowsOf(quote)).children;
    await orderRefund(child!.id, payee());
    await world.tick(3);
    expect(await statusOf(quote)).to.include({ status: "refund", supersededByRequestId: child!.id });
  });

  it("a stranger's dust does not end it: less than a hundredth of the quoted worth", async () => {
    const quote = await quoted();
    await sendDollars(quote, 2n);
    await world.tick(3);
    expect(await namedBy(quote)).to.deep.equal({ status: "waiting", inStatus: null, inList: null });
    await walk(user, quote.steps);
    await world.tick(3);
    expect(await namedBy(quote)).to.deep.equal({ status: "success", inStatus: null, inList: null });
  });

  const kinds = { "an open quote": {}, "a strict order": { strict: true } };
  const exact = { strict: true, tradeType: "EXACT_OUTPUT", amount: "290000000" };
  for (const [name, changes] of usualCases<[string, object]>(Object.entries(kinds), [
    ["a strict order of an exact output", exact],
  ])) {
    it(`a later deposit as quoted is still bridged as ${name} promised, and a third is not`, async () => {
      const recipient = payee();
      const quote = await quoted({ recipient, ...changes });
      await sendDollars(quote, 100n);
      await world.tick(3);
      const { status } = await statusOf(quote);
      const before = await dollarsOf(recipient);
      await walk(user, quote.steps);
      await world.tick(3);
      const [, heir] = (await rowsOf(quote)).children;
      expect(heir).to.include({ status: "success", parentRequestId: quote.requestId });
      expect((await dollarsOf(recipient)) - before >= quote.minimum).to.equal(true);
      expect((await statusOf(quote)).status, "an end stays").to.equal(status);
      if (!("strict" in changes)) return;
      await walk(user, quote.steps);
      await world.tick(3);
      const [, , third] = (await rowsOf(quote)).children;
      expect(third).to.include({ status: "refund" });
      expect(third?.data.failReason).to.equal("DOUBLE_SPEND");
    });
  }

  it("a later deposit as quoted is bound by the quoted minimum: it goes back when the price has fallen", async () => {
    const recipient = payee();
    const quote = await quoted({ recipient });
    await sendDollars(quote, 100n);
    await world.tick(3);
    prices["ETH"] = 2_000n;
    await walk(user, quote.steps);
    await world.tick(3);
    const [, heir] = (await rowsOf(quote)).children;
    expect(heir).to.include({ status: "refund" });
    expect(heir?.data.failReason).to.equal("SLIPPAGE");
  });

  it("waits again when a reorganisation takes the other coin away, and then takes what was quoted", async () => {
    const quote = await quoted();
    const { client } = world.evm;
    const snapshot = await client.snapshot();
    await sendDollars(quote, 100n);
    const isTrial = (one: unknown) => (one as { method: string }).method === "eth_estimateGas";
    world.tamper = (asked, answer) => ([asked].flat().some(isTrial) ? { odd: true } : answer); // priced, and never signed
    await world.tick(2);
    expect(await statusOf(quote)).to.include({ status: "pending" });
    await client.revert({ id: snapshot });
    await client.mine({ blocks: 3 });
    world.tamper = undefined;
    await world.tick(2);
    expect(await namedBy(quote)).to.deep.equal({ status: "waiting", inStatus: null, inList: null });
    await walk(user, quote.steps);
    await world.tick(3);
    expect(await namedBy(quote)).to.deep.equal({ status: "success", inStatus: null, inList: null });
  });

  it("tells the stream of the child's end", async () => {
    const quote = await quoted();
    const client = await connectStream(`${world.url.replace("http", "ws")}/stream`);
    await client.next();
    await client.subscribe(quote.requestId);
    await sendDollars(quote, 100n);
    await world.tick(3);
    const told = (await client.rest()).filter(({ event }) => event === EVENT).map(({ data }) => data);
    client.socket.terminate();
    expect(told.map(({ requestId }) => requestId)).to.include(quote.requestId);
    expect(told.at(-1)).to.deep.equal({ ...(await statusOf(quote)), requestId: quote.requestId });
    expect(told.at(-1)).to.include({ status: "success" });
  });
});
