import { playKills } from "../kills/playKills.ts";
import { startPostgres, type PostgresServer } from "../support/postgres.ts";

const SEED = 20_261_122;
const TIMEOUT_MS = 3_600_000;

describe("kill -9 of the gateway at 200 points of 1,000 invoices", function () {
  this.timeout(TIMEOUT_MS);
  let postgres: PostgresServer;
  before(async () => void (postgres = await startPostgres()));
  after(() => postgres.stop());

  it("on SQLite", () => playKills({ invoices: 1_000, kills: 200, seed: SEED }));

  it("on PostgreSQL", async () =>
    playKills({ invoices: 1_000, kills: 200, seed: SEED + 1, postgresUrl: await postgres.url("kills") }));
});
