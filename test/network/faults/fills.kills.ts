import { expect } from "chai";
import { startPostgres, type PostgresServer } from "../../support/postgres.ts";
import { createCrossings } from "./crossings.ts";
import { prepareService, type KillableService } from "./killableService.ts";
import { killAndFinish, type KillPoint } from "./killedFills.ts";

/** A round makes some fifty calls and twenty commits, and no two rounds in the same order. */
const ALL = Array.from({ length: 50 }, (_, index) => (index % 5 === 4 ? commit(index + 1) : call(index + 1)));

/**
 * KILLS=full plays every point, on both databases. Every change plays points from the first to the last call of a round, of
 * each kind, on SQLite; test/cluster/services.cluster.ts kills the service on PostgreSQL.
 */
const isFull = process.env["KILLS"] === "full";
const POINTS = isFull ? ALL : [1, 8, 15, 25, 32, 46].map((place) => ALL[place - 1] as KillPoint);
const ON_POSTGRES = isFull ? [6, 13, 18, 23, 28, 33, 38, 48].map(call) : [];
const LANES = isFull ? 4 : 2; // services side by side: each mostly waits for its clock
const TIMEOUT_MS = 600_000;

function call(n: number): KillPoint {
  return { n, at: n % 2 === 0 ? "before the call" : "after the call" };
}

function commit(n: number): KillPoint {
  return { n: (2 * n) / 5, at: "after the commit" };
}

describe("kill -9 in the middle of fills and refunds: never paid twice, always finished", function () {
  this.timeout(TIMEOUT_MS);
  const services: KillableService[] = [];
  const rounds = new Map<KillPoint, Promise<void>>();
  let postgres: PostgresServer | undefined;

  before(async () => {
    const begin = async (points: readonly KillPoint[], databaseUrl?: string) => {
      const service = await prepareService(databaseUrl);
      services.push(service);
      await playAll(service, points, rounds);
    };
    for (let lane = 0; lane < LANES; lane++) await begin(POINTS.filter((_, index) => index % LANES === lane));
    if (ON_POSTGRES.length === 0) return;
    postgres = await startPostgres();
    await begin(ON_POSTGRES, await postgres.url("kills"));
  });
  after(async () => {
    await Promise.allSettled(rounds.values());
    for (const service of services) await service.close();
    await postgres?.stop();
  });

  for (const point of POINTS) it(`killed ${point.at} number ${point.n}`, () => rounds.get(point));
  for (const point of ON_POSTGRES)
    it(`on PostgreSQL, killed ${point.at} number ${point.n}`, () => rounds.get(point));

  it("afterwards nothing waits in a pool, no nonce is missing, and nobody was called", async () => {
    for (const { world, logged } of services) {
      const address = world.network.solver.evm;
      for (const { client } of [world.evm, world.other]) {
        const [inBlocks, known] = await Promise.all([
          client.getTransactionCount({ address, blockTag: "latest" }),
          client.getTransactionCount({ address, blockTag: "pending" }),
        ]);
        expect(known).to.equal(inBlocks);
      }
      expect(world.ledger.view.mempool().size).to.equal(0);
      expect(logged(50)).to.deep.equal([]);
    }
  });

  it("afterwards the books agree with every chain, to the unit", async () => {
    for (const { code, output } of await Promise.all(services.map((service) => service.audit()))) {
      expect(output, output).to.contain("Books and chains agree."); // what it says is what there is to know
      expect(code).to.equal(0);
    }
  });
});

/** Starts a service and lets it be killed at one point after the other; each has its own outcome. */
async function playAll(
  service: KillableService,
  points: readonly KillPoint[],
  rounds: Map<KillPoint, Promise<void>>,
): Promise<void> {
  const crossings = await createCrossings(service.world);
  let turn = service.start().then(() => service.booksOpen());
  for (const point of points) {
    turn = turn.then(() => killAndFinish(service, crossings(), point));
    turn.catch(() => {}); // the point's own test tells of it
    rounds.set(point, turn);
  }
}
