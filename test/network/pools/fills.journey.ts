import { expect } from "chai";
import { ZERO_ADDRESS } from "../../../src/evm/codec/address.ts";
import { balance, createPayees, evmQuote, transferOf, walk, type Walk } from "../evmRoutes.ts";
import { troublesOf } from "../auditWorld.ts";
import type { Wallet } from "../evmWorld.ts";
import { ask, type Answer } from "../quote/quoted.ts";
import { DOLLAR, ETH_USD, ETHER, startPoolWorld, type PoolWorld } from "./poolWorld.ts";
import type { World } from "../world.ts";
import { isFull } from "../../support/sizes.ts";

const PAYMENTS = isFull ? 12 : 5;

type Row = Readonly<{ id: string; data: Record<string, unknown> }>;
type Impact = Readonly<{ usd: string; percent: string }>;
type Details = Answer["details"] & {
  swapImpact: Impact;
  totalImpact: Impact;
  expandedPriceImpact: Record<string, { usd: string }>;
  route: Record<"origin" | "destination", { inputCurrency: { symbol: string }; router: string }>;
};

describe("fills through pools", () => {
  let pooled: PoolWorld;
  let world: World;
  let user: Wallet;
  let there: Wallet; // the same user on the chain with the pools
  const payee = createPayees();

  before(async () => {
    pooled = await startPoolWorld();
    world = pooled.world;
    user = await world.evm.wallet(10);
    there = await world.other.wallet(10);
  });
  after(() => pooled.close());
  beforeEach(() => pooled.pools.level());
  afterEach(async function () {
    if (this.currentTest?.state === "failed") console.error(world.failures);
    expect(troublesOf(await pooled.audit()), "the books agree with the chains").to.deep.equal([]);
  });

  const dollars = (changes: Record<string, unknown> = {}) => ({
    ...{ originCurrency: world.evm.usdc, destinationCurrency: world.other.weth },
    ...{ amount: String(3_000n * DOLLAR), recipient: payee() },
    ...changes,
  });
  const quoted = async (changes: Record<string, unknown>) => {
    const answer = await ask(world, {
      ...{ user: user.address, originChainId: world.evm.id, destinationChainId: world.other.id },
      ...{ tradeType: "EXACT_INPUT", ...changes },
    });
    return answer.details as Details;
  };
  const settle = async (quote: Walk, wallet = user) => {
    await walk(wallet, quote.steps);
    await world.tick(3);
    return world.status(quote.requestId);
  };
  const rowOf = async (id: string) => {
    const { body } = await world.get(`/requests/v2?id=${id}`);
    const [row] = body.requests as Row[];
    return row?.data ?? {};
  };

  it("a user gets more through a deep pool than from the service's own coins", async () => {
    const changes = dollars();
    const own = await quoted({ ...changes, useExternalLiquidity: false });
    const quote = await evmQuote(world, user, changes);
    expect(await settle(quote)).to.include({ status: "success" });
    const got = await balance(world.other, world.other.weth, changes.recipient);
    expect(got > BigInt(own.currencyOut.amount), `${got} came`).to.equal(true);
    const { usesExternalLiquidity, metadata } = await rowOf(quote.requestId);
    expect(usesExternalLiquidity).to.equal(true);
    expect(metadata).to.deep.include({
      currencyOut: { ...(metadata as { currencyOut: object }).currencyOut, amount: String(got) },
    });
  });

  it("a quote shows what the pool takes: its fee and the price impact, and the coin that goes into it", async () => {
    const { swapImpact, totalImpact, expandedPriceImpact, route, currencyOut } = await quoted(dollars());
    const usd = Number(swapImpact.usd);
    expect(usd).to.be.within(-2.1, -1.9); // 0.05 % of 3,000 dollars, and a little for the price that moves
    expect(expandedPriceImpact["swap"]).to.deep.equal({ usd: swapImpact.usd });
    expect(Number(totalImpact.usd)).to.be.lessThan(usd);
    expect(route.destination).to.deep.include({ router: "uniswap-v3", includedSwapSources: ["uniswap-v3"] });
    expect(route.destination.inputCurrency.symbol).to.equal("USDC");
    const own = await quoted({ ...dollars(), excludedSwapSources: ["uniswap-v3"] });
    expect(own.swapImpact.usd).to.equal("0.000000");
    expect(own.route.destination.router).to.equal("crosstill");
    expect(BigInt(own.currencyOut.amount) < BigInt(currencyOut.amount)).to.equal(true);
  });

  it("what was asked for without pools is filled without them", async () => {
    const quote = await evmQuote(world, user, dollars({ includedSwapSources: ["crosstill"] }));
    expect(await settle(quote)).to.include({ status: "success" });
    expect(await rowOf(quote.requestId)).to.include({ usesExternalLiquidity: false });
  });

  it("native coins come out of a pool, and go into one", async () => {
    const out = dollars({ destinationCurrency: ZERO_ADDRESS });
    const into = { destinationCurrency: world.other.usdc, amount: String(ETHER), recipient: payee() };
    for (const [changes, currency] of [
      [out, ZERO_ADDRESS],
      [into, world.other.usdc],
    ] as const) {
      const quote = await evmQuote(world, user, changes);
      expect(await settle(quote)).to.include({ status: "success" });
      expect(await rowOf(quote.requestId)).to.include({ usesExternalLiquidity: true });
      const got = await balance(world.other, currency, changes.recipient);
      expect(got >= quote.minimum, `${got} came`).to.equal(true);
    }
  });

  it("a large amount is divided: the pools take it as long as they bring more than the service's own coins", async () => {
    const changes = dollars({ amount: String(60_000n * DOLLAR) });
    await world.evm.mint(world.evm.usdc, user.address, 400_000n * DOLLAR);
    const { route, swapImpact } = await quoted(changes);
    expect(route.destination).to.deep.include({ includedSwapSources: ["uniswap-v3", "crosstill"] });
    expect(Number(swapImpact.usd)).to.be.lessThan(0);
    const own = await quoted({ ...changes, useExternalLiquidity: false });
    const quote = await evmQuote(world, user, changes);
    expect(await settle(quote)).to.include({ status: "success" });
    const got = await balance(world.other, world.other.weth, changes.recipient);
    expect(got > BigInt(own.currencyOut.amount)).to.equal(true);
  });

  it("more than the service has is served by pools", async () => {
    const changes = dollars({ amount: String(360_000n * DOLLAR) }); // the service has 100 WETH, worth 300,000 dollars
    await world.evm.mint(world.evm.usdc, user.address, 400_000n * DOLLAR);
    const refusal = await world.post("/quote/v2", {
      ...{ user: user.address, originChainId: world.evm.id, destinationChainId: world.other.id },
      ...{ tradeType: "EXACT_INPUT", ...changes, useExternalLiquidity: false },
    });
    expect(refusal.body.errorCode).to.equal("INSUFFICIENT_LIQUIDITY");
    const quote = await evmQuote(world, user, changes);
    expect(await settle(quote)).to.include({ status: "success" });
    const got = await balance(world.other, world.other.weth, changes.recipient);
    expect(got >= quote.minimum).to.equal(true);
  });

  it("a deposit address on the pools' own chain, and a wallet that asks for external liquidity there, swap through them", async () => {
    const here = { originChainId: world.other.id, originCurrency: world.other.usdc };
    const byAddress = dollars({ ...here, useDepositAddress: true, refundTo: user.address });
    const first = await evmQuote(world, there, byAddress);
    await there.send(transferOf(world.other.usdc, first.address, 3_000n * DOLLAR));
    await world.tick(4);
    expect(await world.status(first.requestId)).to.include({ status: "success" });
    const byWallet = dollars({ ...here, useExternalLiquidity: true });
    const second = await evmQuote(world, there, byWallet);
    expect(second.steps.map(({ id }) => id)).to.deep.equal(["approve", "deposit"]);
    expect(await settle(second, there)).to.include({ status: "success" });
    for (const { requestId } of [first, second])
      expect(await rowOf(requestId)).to.include({ usesExternalLiquidity: true });
    const atDesk = await evmQuote(world, there, dollars(here));
    expect(atDesk.steps.at(-1)?.id).to.equal("swap");
  });

  it("fills of one turn share what the service can put into pools", async () => {
    const held = await balance(world.other, world.other.usdc, world.network.solver.evm);
    const amount = String((held * 6n) / 10n);
    await world.evm.mint(world.evm.usdc, user.address, held * 2n);
    const recipients = [payee(), payee()];
    const quotes = [];
    for (const recipient of recipients)
      quotes.push(await evmQuote(world, user, dollars({ amount, recipient })));
    for (const { steps } of quotes) await walk(user, steps);
    await world.tick(3);
    const statuses = await Promise.all(quotes.map(({ requestId }) => world.status(requestId)));
    expect(statuses.map(({ status }) => status).sort()).to.deep.equal(["refund", "success"]);
  });

  it("GET /swap-sources names them, for a chain and for all", async () => {
    const sources = async (query: string) => (await world.get(`/swap-sources${query}`)).body;
    expect(await sources("")).to.deep.equal({ sources: ["crosstill", "uniswap-v3"] });
    expect(await sources(`?chainId=${world.evm.id}`)).to.deep.equal({ sources: ["crosstill"] });
  });

  it(`${PAYMENTS} payments of any size, while pools and prices move, leave books that agree to the unit`, async () => {
    const { prices, pools } = pooled;
    let seed = 7n;
    const upTo = (most: bigint) => (seed = (seed * 48_271n) % 2_147_483_647n) % most;
    const statuses: unknown[] = [];
    for (let number = 0; number < PAYMENTS; number++) {
      prices.usd["WETH"] = (2_980n + upTo(40n)) * 10n ** 8n;
      if (number % 3 === 0) await pools.sell(world.other.usdc, upTo(20_000n) * DOLLAR);
      const quote = await evmQuote(world, user, dollars({ amount: String((100n + upTo(9_000n)) * DOLLAR) }));
      await walk(user, quote.steps);
      await world.tick(2);
      statuses.push((await world.status(quote.requestId)).status);
    }
    await world.tick(2);
    expect(statuses.filter((status) => status === "success").length).to.be.at.least(PAYMENTS - 2);
    prices.usd["WETH"] = ETH_USD * 10n ** 8n;
  });
});
