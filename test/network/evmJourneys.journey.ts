import { expect } from "chai";
import { ZERO_ADDRESS } from "../../src/evm/codec/address.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../src/intents/identifiers.ts";
import { payerBitcoin } from "../../src/sandbox/accounts.ts";
import { held, PAYEE, topUp } from "./bitcoinSpending.ts";
import { balance, createPayees, evmQuote, family, walk } from "./evmRoutes.ts";
import type { Wallet } from "./evmWorld.ts";
import { EVM_CHAIN_ID, OTHER_CHAIN_ID, startWorld, type World } from "./world.ts";

const COIN = String(10n ** 17n);
const DOLLARS = "200000000";

describe("the routes of EVM chains, from quote to outcome", () => {
  let world: World;
  let user: Wallet;
  const payee = createPayees();

  before(async () => {
    world = await startWorld({ twoChains: true });
    user = await world.evm.wallet(10);
  });
  after(() => world.close());
  beforeEach(() => void (world.failures.length = 0));
  afterEach(function () {
    if (this.currentTest?.state === "failed") console.error(world.failures);
  });

  type Route = Readonly<{ name: string; amount: string; from(): string; to(): string }>;
  const coin = () => ZERO_ADDRESS;
  const routes: readonly Route[] = [
    { name: "native to native", amount: COIN, from: coin, to: coin },
    { name: "native to a token", amount: COIN, from: coin, to: () => world.other.usdc },
    { name: "a token to native", amount: DOLLARS, from: () => world.evm.usdc, to: coin },
    { name: "a token to its like", amount: DOLLARS, from: () => world.evm.usdc, to: () => world.other.usdc },
    { name: "a token to another", amount: DOLLARS, from: () => world.evm.usdt, to: () => world.other.usdc },
  ];

  for (const { name, amount, from, to } of routes) {
    for (const useDepositAddress of [true, false]) {
      const way = useDepositAddress ? "deposit address" : "the depository contract";
      it(`${name} by ${way}: the recipient gets at least the minimum, in a transaction that the status names`, async () => {
        const recipient = payee();
        const route = { originCurrency: from(), destinationCurrency: to(), amount, recipient };
        const quote = await evmQuote(world, user, { ...route, useDepositAddress });
        const hash = await walk(user, quote.steps);
        expect(await world.status(quote.requestId)).to.include({ status: "waiting" });
        await world.tick(2);
        const status = await world.status(quote.requestId);
        expect(status).to.include({
          ...{ status: "success", originChainId: EVM_CHAIN_ID, destinationChainId: OTHER_CHAIN_ID },
        });
        expect(status.inTxHashes).to.deep.equal([hash]);
        const paid = await balance(world.other, to(), recipient);
        expect(paid >= quote.minimum, `${paid} is at least ${quote.minimum}`).to.equal(true);
        if (useDepositAddress) expect(await family(world, quote.address)).to.have.length(1);
      });
    }
  }

  it("Bitcoin to a native coin, and to a token of either chain", async () => {
    const destinations = [
      { chain: world.evm, currency: ZERO_ADDRESS },
      { chain: world.other, currency: ZERO_ADDRESS },
      { chain: world.other, currency: world.other.usdt },
    ];
    for (const { chain, currency } of destinations) {
      const recipient = payee();
      const quote = await world.quote({
        ...{ destinationChainId: chain.id, destinationCurrency: currency, recipient },
        user: payerBitcoin().address,
      });
      await world.pay(quote.address, 100_000);
      await world.mine();
      await world.tick(2);
      expect(await world.status(quote.requestId)).to.include({ status: "success" });
      expect((await balance(chain, currency, recipient)) >= quote.minimum).to.equal(true);
    }
  });

  it("a native coin to Bitcoin", async () => {
    await topUp(world, 50_000_000);
    const quote = await evmQuote(world, user, {
      ...{ destinationChainId: BITCOIN_CHAIN_ID, destinationCurrency: BTC_CURRENCY, recipient: PAYEE },
    });
    await walk(user, quote.steps);
    await world.tick(2);
    await world.mine();
    await world.tick(2);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    expect(held(world, PAYEE) >= quote.minimum).to.equal(true);
  });

  it("a same-chain swap is done when the user's own transaction is in a block", async () => {
    await world.tick(3); // the solver allows the desk and gives it coins
    const recipient = payee();
    const { usdc, usdt } = world.evm;
    const route = { destinationChainId: EVM_CHAIN_ID, originCurrency: usdc, destinationCurrency: usdt };
    const quote = await evmQuote(world, user, { ...route, amount: DOLLARS, recipient });
    const hash = await walk(user, quote.steps);
    await world.tick();
    const status = await world.status(quote.requestId);
    expect(status).to.deep.include({ status: "success", inTxHashes: [hash], txHashes: [hash] });
    expect((await balance(world.evm, usdt, recipient)) >= quote.minimum).to.equal(true);
  });

  it("a second deposit at the depository for the same request is a child request", async () => {
    const quote = await evmQuote(world, user, { recipient: payee() });
    await walk(user, quote.steps);
    await walk(user, quote.steps);
    await world.tick(2);
    const { body } = await world.get(`/requests/v2?id=${quote.requestId}&includeChildRequests=true`);
    const [child, parent] = body.requests as readonly Record<string, unknown>[];
    expect(parent).to.include({ id: quote.requestId, status: "success" });
    expect(child).to.include({ status: "success", parentRequestId: quote.requestId });
  });
});
