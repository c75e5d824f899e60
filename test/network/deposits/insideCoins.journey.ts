import { expect } from "chai";
import { startAuditedWorld, troublesOf, type AuditedWorld } from "../auditWorld.ts";
import { balance, createPayees, evmQuote, family, listOfCalls, sweepOf, walk, type ListedCall, type Walk } from "../evmRoutes.ts"; // prettier-ignore
import type { Wallet } from "../evmWorld.ts";
import type { World } from "../world.ts";

const COIN = 10n ** 17n; // 300 dollars

/** Smart wallets and batch payouts: a contract sends native coins on in the middle of a call, and no log tells of them. */
describe("native coins that a contract sends to a deposit address", () => {
  const payee = createPayees();
  let audited: AuditedWorld;
  let world: World;
  let user: Wallet;
  let stranger: Wallet;

  before(async () => {
    audited = await startAuditedWorld({ twoChains: true });
    world = audited.world;
    user = await world.evm.wallet(10);
    stranger = await world.evm.wallet(11);
  });
  after(() => audited.close());
  afterEach(async () => {
    world.tamper = undefined;
    expect(troublesOf(await audited.audit()), "the books agree with the chains").to.deep.equal([]);
  });

  const quoted = (changes: Readonly<Record<string, unknown>> = {}) =>
    evmQuote(world, user, { useDepositAddress: true, refundTo: user.address, recipient: payee(), ...changes }); // prettier-ignore
  const payInside = (...payments: readonly ListedCall[]) =>
    stranger.send(listOfCalls(world.evm, stranger, payments));
  /** Six blocks, as one look finds them, and what is found then. */
  const deepen = async () => {
    await world.tick();
    await world.evm.client.mine({ blocks: 6 });
    await world.tick(3);
  };
  const statusOf = ({ requestId }: Walk) => world.status(requestId);
  const inputs = async ({ address }: Walk) =>
    (await family(world, address)).map(({ data }) => data.metadata.currencyIn?.amount);

  it("are credited and bridged by themselves, with the transaction where the node shows calls", async () => {
    const recipient = payee();
    const quote = await quoted({ recipient });
    const hash = await payInside({ to: quote.address, value: COIN });
    await world.tick(3);
    expect(await statusOf(quote), "not deep enough yet").to.include({ status: "waiting" });
    await deepen();
    expect(await statusOf(quote)).to.deep.include({ status: "success", inTxHashes: [hash] });
    const native = "0x0000000000000000000000000000000000000000";
    expect((await balance(world.other, native, recipient)) >= quote.minimum).to.equal(true);
    expect(await inputs(quote)).to.deep.equal([String(COIN)]);
  });

  it("are credited without their transaction where the node does not", async () => {
    const isTrace = (one: unknown) => (one as { method: string }).method.startsWith("debug_");
    world.tamper = (asked, answer) =>
      [asked].flat().some(isTrace)
        ? { jsonrpc: "2.0", id: 0, error: { code: -32601, message: "the method does not exist" } }
        : answer;
    const quote = await quoted();
    await payInside({ to: quote.address, value: COIN });
    await deepen();
    expect(await statusOf(quote)).to.deep.include({ status: "success", inTxHashes: [] });
  });

  it("are credited once each, beside what blocks show, whatever is swept and however often it is restarted", async () => {
    const quote = await quoted();
    await walk(user, quote.steps);
    await payInside({ to: quote.address, value: COIN * 2n });
    await world.tick(3);
    await stranger.send(sweepOf(world, quote.address, quote.requestId)); // takes both away before anybody has noticed
    await world.restart();
    await deepen();
    expect(await inputs(quote)).to.deep.equal([String(COIN * 2n), String(COIN)]);
    await payInside({ to: quote.address, value: COIN * 3n });
    await deepen();
    await world.restart();
    await deepen();
    expect(await inputs(quote)).to.deep.equal([String(COIN * 3n), String(COIN * 2n), String(COIN)]);
    const rows = await family(world, quote.address);
    expect(new Set(rows.map(({ status }) => status))).to.deep.equal(new Set(["success"]));
  });

  it("are found at every address that one transaction pays, and at one that was quoted weeks ago", async () => {
    const old = await quoted();
    world.now += 20 * 86_400_000;
    const quotes = [old];
    for (let made = 0; made < 4; made++) quotes.push(await quoted());
    await payInside(...quotes.map(({ address }) => ({ to: address, value: COIN })));
    await deepen();
    const words = await Promise.all(quotes.map(async (quote) => (await statusOf(quote)).status));
    expect(new Set(words)).to.deep.equal(new Set(["success"]));
  });

  it("are nothing while a reorganisation may take them away, and then once", async () => {
    const quote = await quoted();
    const { client } = world.evm;
    await world.tick();
    const snapshot = await client.snapshot();
    await payInside({ to: quote.address, value: COIN });
    await world.tick(2);
    await client.mine({ blocks: 3 });
    await world.tick(2);
    expect(await statusOf(quote)).to.include({ status: "waiting" });
    await client.revert({ id: snapshot });
    await client.mine({ blocks: 12 });
    await world.tick(4);
    expect(await statusOf(quote), "it never came").to.include({ status: "waiting" });
    await payInside({ to: quote.address, value: COIN });
    await deepen();
    expect(await inputs(quote)).to.deep.equal([String(COIN)]);
  });

  it("cost one question a block where nothing has come", async () => {
    await quoted();
    await world.tick(3);
    await deepen();
    const before = world.rpcRequests;
    await world.evm.client.mine({ blocks: 1 });
    await world.tick(1);
    const withBlock = world.rpcRequests - before;
    await world.tick(1);
    expect(world.rpcRequests - before - withBlock, "and none without a block").to.be.below(withBlock);
  });
});
