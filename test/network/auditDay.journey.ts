import { expect } from "chai";
import { ZERO_ADDRESS } from "../../src/evm/codec/address.ts";
import { BITCOIN_DEFAULTS } from "../../src/network/solver/bitcoin/settings.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../src/intents/identifiers.ts";
import { startAuditedWorld, troublesOf, type AuditedWorld } from "./auditWorld.ts";
import { payUsdc, quoteToBitcoin, topUp } from "./bitcoinSpending.ts";
import { createPayees, evmQuote, family, NOBODY, transferOf, walk } from "./evmRoutes.ts";
import type { Wallet } from "./evmWorld.ts";
import { EVM_CHAIN_ID, type World } from "./world.ts";

const AT_ONCE = { ...BITCOIN_DEFAULTS, sweepAfterMs: 0 };
const DAY_MS = 86_400_000;
const APP = "0x3333333333333333333333333333333333333333";

describe("an audit of a day of mixed traffic", () => {
  let audited: AuditedWorld;
  let world: World;
  let user: Wallet;
  const payee = createPayees();

  before(async () => {
    audited = await startAuditedWorld({ twoChains: true, bitcoin: AT_ONCE });
    world = audited.world;
    user = await world.evm.wallet(10);
    await topUp(world, 50_000_000, 50_000_000);
    world.now += 60_000; // the books of Bitcoin are opened at the next look
    await world.tick(3);
  });
  after(() => audited.close());
  beforeEach(() => {
    world.failures.length = 0;
    world.swallowSends = world.explorerDown = false;
  });
  afterEach(async function () {
    if (this.currentTest?.state === "failed") console.error(world.failures);
    await world.mine();
    await world.tick(3);
    expect(troublesOf(await audited.audit()), "the books agree with the chains").to.deep.equal([]);
  });

  const settled = async (requestId: string, status: string) => {
    await world.mine();
    await world.tick(2);
    await world.mine();
    await world.tick(2);
    expect(await world.status(requestId)).to.include({ status });
  };
  const accounts = async () => {
    const { db, tables } = audited.parts.store;
    const sums = new Map<string, bigint>();
    for (const { account, chainId, currency, amount } of await db.select().from(tables.ledger)) {
      const key = `${account} ${chainId} ${currency}`;
      sums.set(key, (sums.get(key) ?? 0n) + amount);
    }
    return sums;
  };

  it("Bitcoin to tokens: the fill, its gas to the wei, and the deposit's sweep to the solver", async () => {
    const quote = await world.quote();
    await world.pay(quote.address, 100_000);
    await settled(quote.requestId, "success");
  });

  it("Bitcoin refunds, and deposits too small for one, which stay owed", async () => {
    const small = await world.quote({ amount: "50000" });
    const tiny = await world.quote();
    await world.pay(small.address, 600);
    await world.pay(tiny.address, 400);
    await settled(small.requestId, "refund");
    const [dust] = await family(world, tiny.address); // which takes no quote's place
    const { refundsOwed } = await audited.audit();
    expect(refundsOwed).to.deep.include({
      ...{ requestId: dust?.id, chainId: BITCOIN_CHAIN_ID, currency: BTC_CURRENCY, amount: 400n },
    });
  });

  it("EVM routes by wallet and by deposit address", async () => {
    const { usdc } = world.evm;
    const routes = [
      { useDepositAddress: false },
      { useDepositAddress: true },
      { originCurrency: usdc, destinationCurrency: world.other.usdc, amount: "200000000" },
      { originCurrency: usdc, amount: "200000000", useDepositAddress: true },
    ];
    for (const route of routes) {
      const quote = await evmQuote(world, user, { recipient: payee(), ...route });
      await walk(user, quote.steps);
      await settled(quote.requestId, "success");
    }
  });

  it("to Bitcoin: change comes back, and the miner's fee is booked", async () => {
    const quote = await quoteToBitcoin(world, 20_000_000n);
    await payUsdc(world, quote.address, 20_000_000n);
    await world.tick(2);
    await settled(quote.requestId, "success");
  });

  it("a swap at the desk, paid in coins from its float", async () => {
    const quote = await evmQuote(world, user, {
      ...{ destinationChainId: EVM_CHAIN_ID, originCurrency: world.evm.usdc, amount: "200000000" },
      recipient: payee(),
    });
    await walk(user, quote.steps);
    await settled(quote.requestId, "success");
  });

  it("shares of applications are owed to them, in dollars, rounded down", async () => {
    const before = (await accounts()).get(`app-fees:${APP} 0 USDC`) ?? 0n;
    const quote = await evmQuote(world, user, {
      ...{ originCurrency: world.evm.usdc, destinationCurrency: world.other.usdc, amount: "200000001" },
      ...{ recipient: payee(), appFees: [{ recipient: APP, fee: "100" }] },
    });
    await walk(user, quote.steps);
    await settled(quote.requestId, "success");
    const share = before - ((await accounts()).get(`app-fees:${APP} 0 USDC`) ?? 0n);
    expect(Number(share)).to.be.within(1_980_000, 2_020_000); // one percent of 200 dollars, at the price of a dollar coin
  });

  it("EVM refunds from the depository, of coins and of tokens", async () => {
    for (const originCurrency of [ZERO_ADDRESS, world.evm.usdc]) {
      const quote = await evmQuote(world, user, {
        ...{ originCurrency, useDepositAddress: true, refundTo: NOBODY, recipient: payee() },
        amount: originCurrency === ZERO_ADDRESS ? String(10n ** 17n) : "200000000",
        ...{ strict: true, tradeType: "EXACT_INPUT" },
      });
      const small = originCurrency === ZERO_ADDRESS ? 5n * 10n ** 16n : 100_000_000n; // a strict order takes no less
      if (originCurrency === ZERO_ADDRESS) await user.send({ to: quote.address, value: small });
      else await user.send(transferOf(originCurrency, quote.address, small));
      await world.tick(4);
      await settled(quote.requestId, "refund");
    }
  });

  it("an exact output: what came on top is given back under a request of its own", async () => {
    const quote = await evmQuote(world, user, {
      ...{ originCurrency: world.evm.usdc, destinationCurrency: world.other.usdc, recipient: payee() },
      ...{ useDepositAddress: true, strict: true, tradeType: "EXACT_OUTPUT", amount: "100000000" },
      refundTo: NOBODY,
    });
    await user.send(transferOf(world.evm.usdc, quote.address, 160_000_000n));
    await world.tick(4);
    await settled(quote.requestId, "success");
    const { body } = await world.get(`/requests/v2?id=${quote.requestId}&includeChildRequests=true`);
    const statuses = (body.requests as { status: string }[]).map(({ status }) => status);
    expect(statuses).to.have.members(["success", "refund"]);
  });

  it("a fill that is signed and not sent, and restarts in between", async () => {
    const quote = await world.quote();
    await world.pay(quote.address, 100_000);
    await world.mine();
    world.swallowSends = true;
    await world.tick();
    expect(troublesOf(await audited.audit())).to.deep.equal([]);
    await world.restart();
    world.swallowSends = false;
    await world.tick();
    await world.restart();
    expect(troublesOf(await audited.audit())).to.deep.equal([]);
    await settled(quote.requestId, "success");
  });

  it("a fill that reverts costs its gas, and the deposit goes back", async () => {
    const solver = world.network.solver.evm;
    const quote = await world.quote();
    await world.pay(quote.address, 100_000);
    await world.mine();
    world.swallowSends = true;
    await world.tick();
    world.swallowSends = false;
    const held = await world.received(solver);
    await world.evm.setUsdc(solver, 0n); // it is signed, and then the tokens are gone
    await world.tick();
    await world.evm.setUsdc(solver, held);
    world.now += 5 * 60_000;
    await settled(quote.requestId, "refund");
  });

  it("a Bitcoin payment whose block leaves the chain", async () => {
    const quote = await quoteToBitcoin(world, 20_000_000n);
    await payUsdc(world, quote.address, 20_000_000n);
    await world.tick(2);
    await world.mine();
    await world.tick(2);
    await world.ledger.reorg(1);
    await world.tick();
    await settled(quote.requestId, "success");
  });

  it("a Bitcoin deposit that was filled, and whose block leaves the chain and comes back", async () => {
    const quote = await world.quote();
    await world.pay(quote.address, 100_000);
    await world.mine();
    await world.tick(2);
    await world.ledger.reorg(1);
    await world.tick();
    await settled(quote.requestId, "success");
  });

  it("after a day everything that is settled is at home, and nobody is owed anything but refunds by hand", async () => {
    world.now += DAY_MS;
    for (let hour = 0; hour < 5; hour++) {
      world.now += 60_000;
      await world.tick();
      await world.evm.client.mine({ blocks: 1 });
    }
    await world.mine();
    await world.tick(3);
    const report = await audited.audit();
    expect(troublesOf(report)).to.deep.equal([]);
    const sums = await accounts();
    for (const { currency } of report.places.filter(({ chainId }) => chainId === EVM_CHAIN_ID)) {
      const left = [...sums].filter(
        ([key, sum]) => key.startsWith("custody:0x") && key.endsWith(currency) && sum !== 0n,
      );
      expect(left).to.deep.equal([]);
    }
    const owed = [...sums].filter(([key, sum]) => key.startsWith("owed ") && sum !== 0n);
    expect(owed).to.deep.equal([[`owed ${BITCOIN_CHAIN_ID} ${BTC_CURRENCY}`, -400n]]);
  });
});
