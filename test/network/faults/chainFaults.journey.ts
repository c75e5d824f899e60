import { expect } from "chai";
import { breakages, slow, SLOW_MS, type Breakage } from "./brokenChains.ts";
import { topUp } from "../bitcoinSpending.ts";
import { isFull, usualCases } from "../../support/sizes.ts";
import { startWorld, type World } from "../world.ts";
import {
  createCrossings,
  depositAll,
  expectPaidOnce,
  quote,
  statusOf,
  type Ask,
  type Crossing,
  type Quoted,
  type Side,
} from "./crossings.ts";

const SIDES: readonly Side[] = ["evm", "other", "bitcoin"];
const NAMES = { evm: "the origin's node", other: "the destination's node", bitcoin: "the explorer" } as const;
const PATHS = { evm: "/rpc/31337", other: "/rpc/31338", bitcoin: "/explorer/api" } as const;
const MINUTE = 60_000;
const MOST_MINUTES = 12;
/**
 * JOURNEYS=full breaks each chain in every way, both before and after the service has seen the deposits. Otherwise the chains
 * take turns at giving no answer; at wrong heights, the explorer meets each and the two nodes, which the service asks by the
 * same code, take turns. So do the moments.
 */
const isUsual = (side: Side, place: number) =>
  breakages[place]?.isOfHeight
    ? side === "bitcoin" || side === (place % 2 ? "other" : "evm")
    : side === SIDES[place % SIDES.length];

describe("a chain that is down, slow or wrong delays, and nothing else", () => {
  let lane: Lane;
  before(async () => {
    lane = await openLane(await startWorld({ twoChains: true }));
  });
  after(() => lane.world.close());
  afterEach(() => (lane.world.gate = undefined));

  for (const side of SIDES) {
    for (const [place, breakage] of breakages.entries()) {
      if (!isFull && !isUsual(side, place)) continue;
      for (const seconds of isFull ? [0, 1] : [(place >> 1) % 2]) {
        it(`${NAMES[side]} ${breakage.name}, ${seconds} s after the deposits`, async () => {
          const quotes = await deposited(lane);
          await passed(lane, seconds);
          lane.world.gate = brokenAt(lane.world, [side], breakage);
          await whileBroken(lane, quotes, side);
          lane.world.gate = undefined;
          await healed(lane, quotes);
        });
      }
    }
  }

  for (const sides of usualCases(
    [SIDES],
    SIDES.map((side) => [side]),
  ))
    it(`${sides.map((side) => NAMES[side]).join(", ")} ${slow.name}`, async function () {
      this.timeout(120_000); // it really does
      await slowly(lane, sides);
    });
});

type Lane = Readonly<{ world: World; ask: Ask; crossings: () => readonly Crossing[] }>;

async function openLane(world: World): Promise<Lane> {
  const ask: Ask = async (path, body) =>
    (await (body === undefined ? world.get(path) : world.post(path, body))).body;
  await topUp(world, ...Array.from({ length: 20 }, () => 2_000_000));
  await world.evm.client.mine({ blocks: 20 }); // a chain to be behind on
  await world.other.client.mine({ blocks: 20 });
  await world.mine(20);
  await together(world);
  return { world, ask, crossings: await createCrossings(world) };
}

async function deposited({ world, ask, crossings }: Lane): Promise<readonly Quoted[]> {
  const quotes: Quoted[] = [];
  for (const crossing of crossings()) {
    const quoted = await quote(ask, crossing);
    if (!quoted) throw new Error(`${crossing.name} was not quoted.`);
    quotes.push(quoted);
  }
  await depositAll(world, quotes);
  return quotes;
}

/** A second passes, and the jobs run side by side, as the schedule runs them. */
async function together(world: World): Promise<void> {
  world.now += 1_000;
  await Promise.all(world.network.jobs.map((job) => job.run().catch(() => {})));
  if (world.ledger.view.mempool().size > 0) await world.mine();
}

async function passed({ world }: Lane, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed++) await together(world);
}

/** Only calls to these chains meet the breakage. */
function brokenAt(world: World, sides: readonly Side[], breakage: Breakage): NonNullable<World["gate"]> {
  const gates = sides.map((side) => ({ path: PATHS[side], gate: breakage.before(world, side) }));
  return (request, response, next) => {
    const broken = gates.find(({ path }) => request.originalUrl.startsWith(path));
    return broken ? broken.gate(request, response, next) : next();
  };
}

/** What does not need the chain ends as ever, and nobody is told of a failure. */
async function whileBroken(lane: Lane, quotes: readonly Quoted[], broken: Side): Promise<void> {
  for (let second = 0; second < 5; second++) {
    await together(lane.world);
    await expectNoFailure(lane, quotes);
  }
  for (const one of quotes) {
    const { origin, destination } = one.crossing;
    if (origin !== broken && destination !== broken) await expectPaidOnce(lane.world, lane.ask, one);
  }
}

async function expectNoFailure({ ask }: Lane, quotes: readonly Quoted[]): Promise<void> {
  for (const one of quotes) {
    const { name, outcome } = one.crossing;
    expect(await statusOf(ask, one), name).to.be.oneOf(["waiting", "pending", outcome]);
  }
}

/** Afterwards everything ends as it should, within minutes: some things are tried again only then. */
async function healed(lane: Lane, quotes: readonly Quoted[]): Promise<void> {
  const { world, ask } = lane;
  const areOver = async () => {
    const words = await Promise.all(quotes.map((one) => statusOf(ask, one)));
    return words.every((word, index) => word === quotes[index]?.crossing.outcome);
  };
  for (let turn = 1; turn <= MOST_MINUTES * 5 && !(await areOver()); turn++) {
    await together(world);
    if (turn % 5 === 0) world.now += MINUTE;
  }
  for (const one of quotes) await expectPaidOnce(world, ask, one);
}

/** The chains are slow for longer than anybody waits for an answer; the jobs of that time come to their ends afterwards. */
async function slowly(lane: Lane, sides: readonly Side[]): Promise<void> {
  const { world } = lane;
  const quotes = await deposited(lane);
  world.gate = brokenAt(world, sides, slow);
  const running = together(world);
  await new Promise((resolve) => setTimeout(resolve, SLOW_MS + 2_000)); // real: so are the service's deadlines
  await expectNoFailure(lane, quotes);
  world.gate = undefined;
  await running;
  await healed(lane, quotes);
}
