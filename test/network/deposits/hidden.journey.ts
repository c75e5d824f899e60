import { expect } from "chai";
import { BTC_CURRENCY } from "../../../src/intents/identifiers.ts";
import { createHidden, type NamedTransaction } from "../../../src/network/deposits/hidden.ts";
import type { Currency } from "../../../src/network/catalog.ts";
import type { IssuedAddress } from "../../../src/network/persistence/addresses.ts";
import {
  createPayees,
  evmQuote,
  family,
  sweepOf,
  transferOf,
  walk,
  type Walk,
  listOfCalls,
  type ListedCall,
} from "../evmRoutes.ts";
import type { Wallet } from "../evmWorld.ts";
import { EVM_CHAIN_ID, startWorld, type World } from "../world.ts";

const COIN = 10n ** 17n;

describe("what anybody can do to the search for hidden deposits", () => {
  let world: World;
  let user: Wallet;
  let stranger: Wallet;
  const payee = createPayees();

  before(async () => {
    world = await startWorld({ twoChains: true });
    user = await world.evm.wallet(10);
    stranger = await world.evm.wallet(11);
  });
  after(() => world.close());

  const quoted = () =>
    evmQuote(world, user, { useDepositAddress: true, refundTo: user.address, recipient: payee() });
  /** A contract makes the calls in one transaction; of coins that it sends on there is no log. */
  const payInside = (wallet: Wallet, ...payments: readonly ListedCall[]) =>
    wallet.send(listOfCalls(world.evm, wallet, payments));
  const deepen = () => world.evm.client.mine({ blocks: 6 });
  const lookAt = async (txHash: string) => {
    const answer = await world.post("/transactions/index", { chainId: EVM_CHAIN_ID, txHash });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
  };
  const costOf = async (look: () => Promise<unknown>) => {
    const before = world.rpcRequests;
    await look();
    return world.rpcRequests - before;
  };

  it("hundreds of transfers to one address in one transaction cost as many questions as one, once a minute", async () => {
    const { usdc } = world.evm;
    const { address } = await quoted();
    await world.evm.mint(usdc, world.evm.contracts.Router, 1_000n);
    const transfers = (count: number, amount: bigint) =>
      Array.from({ length: count }, () => transferOf(usdc, address, amount));
    const nothing = await payInside(stranger, ...transfers(100, 0n));
    const one = await payInside(stranger, ...transfers(1, 1n));
    const many = await payInside(stranger, ...transfers(200, 1n));
    await world.tick();
    await deepen();
    await world.tick();
    const cost = await costOf(() => lookAt(one));
    expect(await costOf(() => lookAt(many))).to.equal(cost);
    expect(await costOf(() => lookAt(nothing))).to.be.below(cost);
    expect(await costOf(() => Promise.all([lookAt(many), lookAt(many)]))).to.equal(0);
    world.now += 60_000;
    expect(await costOf(() => Promise.all([lookAt(many), lookAt(many)]))).to.equal(cost);
  });

  it("a transaction that brought hidden coins to many addresses is looked at bit by bit, to the last", async () => {
    const quotes: Walk[] = [];
    for (let made = 0; made < 14; made++) quotes.push(await quoted());
    const hash = await payInside(stranger, ...quotes.map(({ address }) => ({ to: address, value: COIN })));
    await deepen();
    await world.tick();
    const found = async () => {
      const told = await Promise.all(quotes.map(({ requestId }) => world.status(requestId)));
      return told.filter(({ status }) => status !== "waiting").length;
    };
    const { address } = quotes[0] as Walk; // of 14
    const few = await payInside(stranger, { to: address, value: 0n });
    const most = (await costOf(() => lookAt(few))) + 10 * 3; // an address' balance now, and before and after its block
    expect(await costOf(() => lookAt(hash))).to.be.at.most(most);
    await world.tick();
    expect(await found()).to.equal(14);
  });

  it("who names a transaction of his own does not pass for the one that paid", async () => {
    const quote = await quoted();
    await payInside(user, { to: quote.address, value: COIN });
    const lie = await payInside(stranger, { to: quote.address, value: 1n });
    await deepen();
    await world.tick();
    await lookAt(lie);
    await world.tick(2);
    expect(await world.status(quote.requestId)).to.deep.include({ status: "success", inTxHashes: [] });
  });

  it("a sweep that a stranger hid in a large transaction is waited for, and what it took away is found", async () => {
    const quote = await quoted();
    await walk(user, quote.steps);
    await world.tick(4);
    const sweep = sweepOf(world, quote.address, quote.requestId);
    await payInside(user, { to: quote.address, value: COIN * 2n });
    const swept = await payInside(stranger, sweep);
    world.tamper = (question, answer) =>
      JSON.stringify(question).includes(`"eth_getTransactionReceipt","params":["${swept}"]`)
        ? { jsonrpc: "2.0", id: 0, error: { code: -32000, message: "response size exceeded" } }
        : answer;
    world.failures = [];
    await deepen();
    await world.tick(2);
    expect(String(world.failures[0])).to.include(`The receipt of ${swept}`).and.to.include("The chain waits");
    world.tamper = undefined;
    await world.tick(2);
    await deepen();
    await world.tick();
    await world.post("/transactions/deposit-address/reindex", {
      ...{ chainId: EVM_CHAIN_ID, depositAddress: quote.address },
    });
    await world.tick(3);
    const [child] = await family(world, quote.address);
    expect(child).to.include({ parentRequestId: quote.requestId, status: "success" });
    expect(child?.data.metadata.currencyIn?.amount).to.equal(String(COIN * 2n));
  });
});

describe("the memory of addresses to be looked at", () => {
  const issued: Omit<IssuedAddress, "address"> = {
    ...{ addressIndex: 1, family: "evm", watch: "", salt: null, requestId: "0x" },
  };
  const currency: Currency = { kind: "bitcoin", chainId: 7, address: BTC_CURRENCY } as Currency;
  const look = (address: string, height: number, named?: NamedTransaction) => ({
    ...{ issued: { ...issued, address }, currency, named, height },
  });

  const by = (height: number) => ({ txHash: `0x${height}`, blockHash: "0xb" });

  it("holds one look at an address now and one later, however often anybody asks", () => {
    const hidden = createHidden();
    for (const height of [5, 6, 7, 8, 9]) hidden.note(look("a", height, by(height)));
    expect(hidden.take(7, 4)).to.deep.equal([]);
    expect(hidden.take(1, 99)).to.deep.equal([]);
    expect(hidden.take(7, 6)).to.deep.equal([look("a", 5, by(5))]);
    expect(hidden.take(7, 8)).to.deep.equal([]);
    expect(hidden.take(7, 9)).to.deep.equal([look("a", 9, by(9))]);
    expect(hidden.take(7, 99)).to.deep.equal([]);
  });

  it("is not put off by a later question, and keeps room for others", () => {
    const hidden = createHidden();
    for (let height = 1; height <= 20_000; height++) hidden.note(look("a", height));
    hidden.note(look("b", 1));
    expect(hidden.take(7, 1)).to.deep.equal([look("a", 1), look("b", 1)]);
  });
});
