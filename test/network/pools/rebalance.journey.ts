import { expect } from "chai";
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
});
