import { expect } from "chai";
import { silentLog, type Log } from "../../../src/runtime/log.ts";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { balance, createPayees, evmQuote, walk, type Walk } from "../evmRoutes.ts";
import { troublesOf } from "../auditWorld.ts";
import type { Wallet } from "../evmWorld.ts";
import { itInFull } from "../../support/sizes.ts";
import { ask } from "../quote/quoted.ts";
import type { World } from "../world.ts";
import { DOLLAR, ETH_USD, startPoolWorld, testClient, type PoolWorld } from "./poolWorld.ts";

const REVERTS = "0x60006000fd"; // the code of a contract that reverts whatever comes

/** A log that keeps what warns. */
function warnings(): Readonly<{ log: Log; said: string[] }> {
  const said: string[] = [];
  return { said, log: { ...silentLog, warn: (event) => void said.push(event) } };
}

describe("pools that fail between a quote and its fill", () => {
  const { log, said } = warnings();
  let pooled: PoolWorld;
  let world: World;
  let user: Wallet;
  const payee = createPayees();

  before(async () => {
    pooled = await startPoolWorld({ log });
    world = pooled.world;
    user = await world.evm.wallet(10);
    await world.evm.mint(world.evm.weth, user.address, 10n ** 20n);
  });
  after(() => pooled.close());
  beforeEach(async () => {
    await pooled.pools.level();
    pooled.prices.usd["WETH"] = ETH_USD * 10n ** 8n;
    world.now += 11 * MINUTE_MS; // what was said before may be said again
    said.length = 0;
  });
  afterEach(async function () {
    if (this.currentTest?.state === "failed") console.error(world.failures, said);
    expect(troublesOf(await pooled.audit()), "the books agree with the chains").to.deep.equal([]);
  });

  /** A quote through pools: 3,000 dollars for WETH unless a test says otherwise. */
  const pooledQuote = async (changes: Record<string, unknown> = {}) => {
    const recipient = payee();
    const quote = await evmQuote(world, user, {
      ...{ originCurrency: world.evm.usdc, destinationCurrency: world.other.weth, recipient },
      ...{ amount: String(3_000n * DOLLAR), ...changes },
    });
    return { ...quote, recipient };
  };
  const quotedOutput = async (changes: Record<string, unknown> = {}) => {
    const { details } = await ask(world, {
      ...{ user: user.address, originChainId: world.evm.id, destinationChainId: world.other.id },
      ...{ originCurrency: world.evm.usdc, destinationCurrency: world.other.weth, recipient: payee() },
      ...{ tradeType: "EXACT_INPUT", amount: String(3_000n * DOLLAR), ...changes },
    });
    return BigInt(details.currencyOut.amount);
  };
  const settle = async (quote: Walk) => {
    await walk(user, quote.steps);
    await world.tick(3);
    return world.status(quote.requestId);
  };
  const got = (recipient: string) => balance(world.other, world.other.weth, recipient);

  it("a pool that was drained is left out: the service's own coins fill, at no less than the minimum", async () => {
    const quote = await pooledQuote();
    await pooled.pools.sell(world.other.usdc, 1_000_000n * DOLLAR); // WETH is a tenth dearer there now
    expect(await settle(quote)).to.include({ status: "success" });
    expect((await got(quote.recipient)) >= quote.minimum).to.equal(true);
    expect(said).to.include("network.pool_disagrees");
  });

  it("where the quote had counted on a drained pool and there are no coins instead, the deposit goes back", async () => {
    await world.evm.mint(world.evm.usdc, user.address, 400_000n * DOLLAR);
    const quote = await pooledQuote({ amount: String(360_000n * DOLLAR) }); // more than the service has
    await pooled.pools.sell(world.other.usdc, 1_000_000n * DOLLAR);
    const before = await balance(world.evm, world.evm.usdc, user.address);
    expect(await settle(quote)).to.include({
      ...{ status: "refund", failReason: "INSUFFICIENT_POOL_LIQUIDITY" },
    });
    expect(await got(quote.recipient)).to.equal(0n);
    const back = (await balance(world.evm, world.evm.usdc, user.address)) - before + 360_000n * DOLLAR;
    expect(back > 359_999n * DOLLAR, `${back} came back`).to.equal(true);
  });

  it("a pool that disagrees with the price sources by five percent is not used, in either direction", async () => {
    for (const percent of [95n, 105n]) {
      pooled.prices.usd["WETH"] = (ETH_USD * 10n ** 8n * percent) / 100n;
      world.now += 1_000;
      const own = await quotedOutput({ useExternalLiquidity: false });
      expect(await quotedOutput()).to.equal(own);
    }
    expect(said.filter((event) => event === "network.pool_disagrees")).to.have.length(2); // two pools, once in ten minutes
  });

  it("a pool that is drained while the fill is on its way makes it revert: the deposit goes back, and nothing is paid", async () => {
    const quote = await pooledQuote();
    await walk(user, quote.steps);
    world.swallowSends = true;
    await world.tick(2);
    expect(await world.status(quote.requestId)).to.include({ status: "pending" });
    await pooled.pools.sell(world.other.usdc, 1_000_000n * DOLLAR);
    world.swallowSends = false;
    world.now += MINUTE_MS;
    await world.tick(2);
    world.now += 6 * MINUTE_MS; // a revert is believed after it was seen for a while
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.include({
      ...{ status: "refund", failReason: "TRANSACTION_REVERTED" },
    });
    expect(await got(quote.recipient)).to.equal(0n);
  });

  it("a stranger who trades around the fill can take no more than the setting allows", async () => {
    const quote = await pooledQuote();
    const expected = await quotedOutput();
    await walk(user, quote.steps);
    world.swallowSends = true;
    await world.tick(2);
    await pooled.pools.sell(world.other.usdc, 40_000n * DOLLAR); // the price is 0.4 % worse now
    world.swallowSends = false;
    world.now += MINUTE_MS;
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    const came = await got(quote.recipient);
    expect(came < expected && came * 1_000n >= expected * 995n, `${came} of ${expected}`).to.equal(true);
    const { body } = await world.get(`/requests/v2?id=${quote.requestId}`);
    const [row] = body.requests as { data: { metadata: { currencyOut: { amount: string } } } }[];
    expect(row?.data.metadata.currencyOut.amount, "what really came").to.equal(String(came));
  });

  it("a router that reverts is found out before anything is signed: the service's own coins fill", async () => {
    const quote = await pooledQuote();
    const { router } = pooled.uniswap;
    const code = await world.other.client.getCode({ address: router });
    const { setCode } = testClient(world.other);
    await setCode({ address: router, bytecode: REVERTS });
    try {
      expect(await quotedOutput()).to.equal(await quotedOutput({ useExternalLiquidity: false }));
      expect(await settle(quote)).to.include({ status: "success" });
    } finally {
      await setCode({ address: router, bytecode: code ?? "0x" });
    }
    expect((await got(quote.recipient)) >= quote.minimum).to.equal(true);
    expect(said).to.include("network.pools_left_out");
  });

  it("a quoter that reverts leaves the pools out", async () => {
    const { quoter } = pooled.uniswap;
    const code = await world.other.client.getCode({ address: quoter });
    const { setCode } = testClient(world.other);
    await setCode({ address: quoter, bytecode: REVERTS });
    try {
      expect(await quotedOutput()).to.equal(await quotedOutput({ useExternalLiquidity: false }));
    } finally {
      await setCode({ address: quoter, bytecode: code ?? "0x" });
    }
  });
});

describe("a service whose coins run short between a quote and its fill", () => {
  let pooled: PoolWorld;
  let world: World;
  let user: Wallet;
  const payee = createPayees();

  before(async () => {
    pooled = await startPoolWorld();
    world = pooled.world;
    user = await world.evm.wallet(10);
  });
  after(() => pooled.close());

  it("without the coin that goes into the pool it pays the other from its own; without both the deposit goes back", async () => {
    const solver = world.network.solver.evm;
    const bodies = [payee(), payee()].map((recipient) => ({
      ...{ originCurrency: world.evm.usdc, destinationCurrency: world.other.weth, recipient },
      amount: String(3_000n * DOLLAR),
    }));
    const quotes = [];
    for (const body of bodies) quotes.push(await evmQuote(world, user, body));
    const [first, second] = quotes as [Walk, Walk];
    await world.other.setUsdc(solver, 0n);
    await walk(user, first.steps);
    await world.tick(3);
    expect(await world.status(first.requestId)).to.include({ status: "success" });
    await world.other.setTokens(world.other.weth, solver, 0n);
    await walk(user, second.steps);
    await world.tick(3);
    expect(await world.status(second.requestId)).to.include({
      ...{ status: "refund", failReason: "INSUFFICIENT_POOL_LIQUIDITY" },
    });
  });

  itInFull(
    "coins that are gone while the fill is on its way make it revert: the deposit goes back",
    async () => {
      const solver = world.network.solver.evm;
      await world.other.setUsdc(solver, 100_000n * DOLLAR);
      const recipient = payee();
      const quote = await evmQuote(world, user, {
        ...{ originCurrency: world.evm.usdc, destinationCurrency: world.other.weth, recipient },
        amount: String(3_000n * DOLLAR),
      });
      await walk(user, quote.steps);
      world.swallowSends = true;
      await world.tick(2);
      await world.other.setUsdc(solver, 0n);
      world.swallowSends = false;
      world.now += MINUTE_MS;
      await world.tick(2);
      world.now += 6 * MINUTE_MS;
      await world.tick(3);
      expect(await world.status(quote.requestId)).to.include({
        ...{ status: "refund", failReason: "TRANSACTION_REVERTED" },
      });
      expect(await balance(world.other, world.other.weth, recipient)).to.equal(0n);
    },
  );
});
