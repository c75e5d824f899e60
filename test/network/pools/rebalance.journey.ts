import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { networkRebalance } from "../../../src/cli/network/rebalance.ts";
import { SANDBOX_MNEMONIC } from "../../../src/sandbox/accounts.ts";
import { formatDecimal } from "../../../src/values/amount.ts";
import { MINUTE_MS } from "../../../src/values/time.ts";
import type { RebalanceBounds } from "../../../src/network/catalog.ts";
import { SOLVER_DEFAULTS, type SolverSettings } from "../../../src/network/solver/settings.ts";
import { alarmLog } from "../solverAlarms.ts";
import { balance } from "../evmRoutes.ts";
import { troublesOf } from "../auditWorld.ts";
import type { World } from "../world.ts";
import { DOLLAR, ETHER, startPoolWorld, type PoolWorld } from "./poolWorld.ts";

describe("rebalancing through pools", () => {
  const { log, events } = alarmLog();
  let pooled: PoolWorld;
  let world: World;

  before(async () => {
    pooled = await startPoolWorld({ log });
    world = pooled.world;
  });
  after(() => pooled.close());
  beforeEach(async () => {
    await pooled.pools.level();
    events.length = 0;
  });
  afterEach(async () => {
    expect(troublesOf(await pooled.audit()), "the books agree with the chains").to.deep.equal([]);
  });

  /** The bounds of USDC in dollars and of WETH in coins. */
  const bounds = (usdc: readonly [bigint, bigint], weth: readonly [bigint, bigint]): RebalanceBounds[] => [
    { symbol: "USDC", least: usdc[0] * DOLLAR, most: usdc[1] * DOLLAR },
    { symbol: "WETH", least: weth[0] * ETHER, most: weth[1] * ETHER },
  ];
  const start = async (rebalance?: readonly RebalanceBounds[], solver: Partial<SolverSettings> = {}) => {
    await world.restart({
      solver: { ...SOLVER_DEFAULTS, ...solver },
      evmChains: pooled.configs().map((chain) => ({
        ...chain,
        ...(rebalance && chain.pools && { rebalance }),
      })),
    });
  };
  const held = async () => {
    const { usdc, weth } = world.other;
    const solver = world.network.solver.evm;
    return { usdc: await balance(world.other, usdc, solver), weth: await balance(world.other, weth, solver) };
  };

  it("nothing is swapped without bounds", async () => {
    const before = await held();
    await start();
    world.now += 2 * MINUTE_MS;
    await world.tick(3);
    expect(await held()).to.deep.equal(before);
  });

  it("a coin below its least is filled up, by one swap at a time and no more than the limit, and the books know it", async () => {
    const before = await held(); // a million dollars, 100 WETH
    const most = 9_000n * 10n ** 8n;
    await start(bounds([100_000n, 1_500_000n], [110n, 130n]), { rebalanceMost: most });
    await world.tick(3);
    const after = await held();
    expect(before.usdc - after.usdc).to.equal(9_000n * DOLLAR);
    const came = after.weth - before.weth;
    expect(came > (3n * ETHER * 995n) / 1000n && came < 3n * ETHER, `${came} came`).to.equal(true);
    world.now += MINUTE_MS;
    await world.tick(2);
    expect((await held()).weth > after.weth, "the next one follows a minute later").to.equal(true);
  });

  it("a swap that would cost more than the setting is not made, and a person is told", async () => {
    const before = await held();
    await pooled.pools.sell(world.other.usdc, 100_000n * DOLLAR); // WETH is a percent dearer in the deep pool
    await start(bounds([100_000n, 1_500_000n], [200n, 300n]));
    await world.tick(3);
    expect(await held()).to.deep.equal(before);
    expect(events).to.deep.equal(["network.rebalance_refused"]);
  });

  it("a pool that disagrees with the price sources is not used for it", async () => {
    const before = await held();
    await pooled.pools.sell(world.other.weth, 500n * ETHER);
    await pooled.pools.sell(world.other.weth, 10n * ETHER, 3000);
    await start(bounds([2_000_000n, 3_000_000n], [10n, 100n]));
    await world.tick(3);
    expect(await held()).to.deep.equal(before);
    expect(events).to.deep.equal(["network.rebalance_refused"]);
  });

  const startCommand = () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-rebalance-"));
    fs.writeFileSync(path.join(folder, "seed"), SANDBOX_MNEMONIC, { mode: 0o600 });
    const { factory, quoter, router } = pooled.uniswap;
    const { usdc, weth } = world.other;
    const base = world.url.slice(0, -"/base/path".length);
    const settings = {
      NETWORK_SEED_FILE: path.join(folder, "seed"),
      NETWORK_DATABASE_URL: pooled.databaseUrl,
      NETWORK_EXPLORER_URLS: `${base}/explorer/api`,
      PRICES: `file:${path.join(folder, "prices.json")}`,
      NETWORK_RPC_31337: world.evm.url,
      NETWORK_RPC_31338: world.other.url,
      NETWORK_TOKENS_31338: `USDC:${usdc}:6,WETH:${weth}:18:wraps-native`,
      NETWORK_UNISWAP_V3_31338: `factory=${factory},quoter=${quoter},router=${router}`,
    };
    const run = async (env: Record<string, string> = {}, ...args: string[]) => {
      const lines: string[] = [];
      const print = (line: string) => void lines.push(line);
      fs.writeFileSync(path.join(folder, "prices.json"), pricesFile()); // prices of now
      await networkRebalance({
        args,
        env: { ...settings, ...env },
        clock: () => world.now,
        random: randomBytes,
        print,
      } as never);
      return lines.join("\n");
    };
    return { run, end: () => fs.rmSync(folder, { recursive: true }) };
  };

  it("crosstill network rebalance tells what is held and what would be done, and does nothing", async () => {
    await start();
    const before = await held();
    const { run, end } = startCommand();
    expect(await run({})).to.match(/^No coin has bounds/);
    const within = await run({ NETWORK_REBALANCE_31338: "USDC:1:5000000,WETH:1:500" });
    expect(within).to.match(/WETH can be spent; bounds 1 WETH to 500 WETH\n {2}Nothing is to be done\.$/);
    const beyond = await run({ NETWORK_REBALANCE_31338: "USDC:100000:1500000,WETH:200:300" });
    expect(beyond).to.match(/The service would swap 10000 USDC for about 3\.3\d* WETH\.$/);
    expect(await held()).to.deep.equal(before);
    end();
  });

  const orderOf = (amount: string, from = "USDC", to = "WETH") => [
    ...["--chain", "31338", "--from", from, "--to", to, "--amount", amount],
  ];
  const minute = async () => {
    world.now += MINUTE_MS;
    await world.tick(3);
  };

  it("a swap that the operator orders is made once, and only with --yes", async () => {
    await start();
    await minute();
    const { run, end } = startCommand();
    const before = await held();
    expect(await run({}, ...orderOf("3000"))).to.match(
      /^Would swap 3000 USDC for about 0\.99\d* WETH, at least 0\.99\d* WETH at the prices of now\. Nothing was ordered/,
    );
    await minute();
    expect(await held(), "a dry run").to.deep.equal(before);
    expect(await run({}, ...orderOf("3000"), "--yes")).to.match(/^Ordered: 3000 USDC for about/);
    const seen = () => run({}, "--chain", "31338");
    expect(await seen()).to.match(/Ordered at \S+: 3000 USDC to WETH, waits for the running service$/);
    await minute();
    const after = await held();
    expect(before.usdc - after.usdc).to.equal(3_000n * DOLLAR);
    const came = after.weth - before.weth;
    expect(came > (ETHER * 995n) / 1000n && came < ETHER, `${came} came`).to.equal(true);
    expect(await seen()).to.match(/3000 USDC to WETH, included in 0x[0-9a-f]{64}$/);
    await start();
    await minute();
    await minute();
    expect(await held(), "it is not made again").to.deep.equal(after);
    end();
  });

  it("an order beyond a limit or bounds is refused with the reason, at once and by the service", async () => {
    const limits = { rebalanceMost: 9_000n * 10n ** 8n };
    const coins = bounds([100_000n, 1_500_000n], [1n, 103n]);
    await start(coins, limits);
    await minute();
    const { run, end } = startCommand();
    const usdc = (await held()).usdc / DOLLAR;
    const refusal = async (amount: string, env: Record<string, string> = {}, ...pair: string[]) => {
      const args = orderOf(amount, ...(pair as [string, string]));
      return run(env, ...args, "--yes").then(
        () => "no refusal",
        ({ message }: Error) => message,
      );
    };
    const most = { NETWORK_REBALANCE_MAX_USD: "9000" };
    expect(await refusal("9001", most)).to.match(
      /worth 9001\.00 USD, and NETWORK_REBALANCE_MAX_USD allows 9000\.00/,
    );
    const all = { NETWORK_REBALANCE_MAX_USD: "9000000" };
    expect(await refusal("5000000", all)).to.match(/only \S+ USDC can be spent/);
    const low = { NETWORK_REBALANCE_31338: `USDC:${usdc - 100n}:5000000,WETH:1:500` };
    expect(await refusal("2000", low)).to.match(/it would leave \S+ USDC; its bounds begin at/);
    const high = { NETWORK_REBALANCE_31338: "USDC:1:5000000,WETH:1:100" };
    expect(await refusal("3000", high)).to.match(/there would be \S+ WETH then; its bounds end at 100 WETH/);
    expect(await refusal("1", {}, "USDC", "DAI")).to.match(/^--to: expected one of ETH, USDC, WETH/);
    const before = await held();
    await run({ NETWORK_REBALANCE_MAX_USD: "20000" }, ...orderOf("9500"), "--yes"); // the service itself allows less
    await minute();
    expect(await held()).to.deep.equal(before);
    expect(await run({}, "--chain", "31338")).to.match(
      /9500 USDC to WETH, refused: it is worth 9500\.00 USD/,
    );
    end();
  });

  it("an order is refused where pools have moved since, and one that is too old is not made", async () => {
    await start();
    await minute();
    const { run, end } = startCommand();
    const before = await held();
    await run({}, ...orderOf("3000"), "--yes");
    await pooled.pools.sell(world.other.usdc, 100_000n * DOLLAR); // WETH is a percent dearer in the deep pool
    await minute();
    const seen = () => run({}, "--chain", "31338");
    expect(await seen()).to.match(
      /3000 USDC to WETH, refused: it would bring \S+ WETH; with its gas \S+ WETH/,
    );
    await pooled.pools.level();
    await run({}, ...orderOf("3100"), "--yes");
    world.now += 10 * MINUTE_MS;
    await minute();
    expect(await seen()).to.match(/3100 USDC to WETH, refused: it could not be made within 10 minutes/);
    expect(await held()).to.deep.equal(before);
    end();
  });

  const pricesFile = () => {
    const dollars = Object.entries(pooled.prices.usd).map(([symbol, usd]) => [symbol, formatDecimal(usd, 8)]);
    return JSON.stringify({ ...Object.fromEntries(dollars), at: new Date(world.now).toISOString() });
  };
});
