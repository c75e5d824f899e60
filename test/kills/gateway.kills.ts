import { startPostgres, type PostgresServer } from "../support/postgres.ts";
import { playKills } from "./playKills.ts";

const SEED = 20_261_121;
const TIMEOUT_MS = 600_000;

describe("kill -9 of the gateway in the middle of everything: nothing lost, nothing credited twice", function () {
  this.timeout(TIMEOUT_MS);
  let postgres: PostgresServer;
  let onSqlite: Promise<void>;
  let onPostgres: Promise<void>;

  before(async () => {
    postgres = await startPostgres();
    onSqlite = playKills({ invoices: 300, kills: 60, seed: SEED }); // side by side: each mostly waits for a start
    onPostgres = playKills({
      invoices: 60,
      kills: 12,
      seed: SEED + 1,
      postgresUrl: await postgres.url("kills"),
    });
    for (const played of [onSqlite, onPostgres]) played.catch(() => {}); // the tests tell
  });
  after(async () => {
    await Promise.allSettled([onSqlite, onPostgres]);
    await postgres.stop();
  });

  it("300 invoices, killed 60 times, on SQLite", () => onSqlite);

  it("60 invoices, killed 12 times, on PostgreSQL", () => onPostgres);
});
