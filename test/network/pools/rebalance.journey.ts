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

  it("crosstill network rebalance tells what is held and what would be done, and does nothing", async () => {
    await start();
    const before = await held();
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-rebalance-"));
    fs.writeFileSync(path.join(folder, "seed"), SANDBOX_MNEMONIC, { mode: 0o600 });
    fs.writeFileSync(path.join(folder, "prices.json"), pricesFile());
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
    const run = async (env: Record<string, string>) => {
      const lines: string[] = [];
      const print = (line: string) => void lines.push(line);
      await networkRebalance({
        args: [],
        env: { ...settings, ...env },
        clock: () => world.now,
        print,
      } as never);
      return lines.join("\n");
    };
    expect(await run({})).to.match(/^No coin has bounds/);
    const within = await run({ NETWORK_REBALANCE_31338: "USDC:1:5000000,WETH:1:500" });
    expect(within).to.match(/WETH can be spent; bounds 1 WETH to 500 WETH\n {2}Nothing is to be done\.$/);
    const beyond = await run({ NETWORK_REBALANCE_31338: "USDC:100000:1500000,WETH:200:300" });
    expect(beyond).to.match(/The service would swap 10000 USDC for about 3\.3\d* WETH\.$/);
    expect(await held()).to.deep.equal(before);
    fs.rmSync(folder, { recursive: true });
  });

  const pricesFile = () => {
    const dollars = Object.entries(pooled.prices.usd).map(([symbol, usd]) => [symbol, formatDecimal(usd, 8)]);
    return JSON.stringify({ ...Object.fromEntries(dollars), at: new Date(world.now).toISOString() });
  };
});
