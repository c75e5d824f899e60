import { startPostgres } from "../support/postgres.ts";
import { playKills } from "./playKills.ts";

const SEED = 20_261_121;
/**
 * KILLS=full plays the published sizes on both databases. Every change plays each named point once, on SQLite;
 * test/cluster/takeover.cluster.ts kills gateways on PostgreSQL.
 */
const isFull = process.env["KILLS"] === "full";
const SIZE = isFull ? { invoices: 300, kills: 60 } : { invoices: 24, kills: 6 };
const TIMEOUT_MS = 600_000;

describe("a gateway that is killed in the middle of everything", function () {
  this.timeout(TIMEOUT_MS);

  it(`loses and doubles nothing on SQLite: ${SIZE.invoices} invoices, ${SIZE.kills} times kill -9`, () =>
    playKills({ ...SIZE, seed: SEED }));

  const onPostgres = async () => {
    const postgres = await startPostgres();
    try {
      await playKills({ ...SIZE, seed: SEED + 1, postgresUrl: await postgres.url("kills") });
    } finally {
      await postgres.stop();
    }
  };
  if (isFull)
    it(
      `loses and doubles nothing on PostgreSQL: ${SIZE.invoices} invoices, ${SIZE.kills} times kill -9`,
      onPostgres,
    );
});
