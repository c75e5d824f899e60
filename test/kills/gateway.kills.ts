import { startPostgres, type PostgresServer } from "../support/postgres.ts";
import { playKills } from "./playKills.ts";

const SEED = 20_261_121;
/**
 * KILLS=full plays the published sizes on both databases. Every change plays each named point once on SQLite, and the same
 * points on PostgreSQL with fewer invoices.
 */
const FULL = { invoices: 300, kills: 60 };
const isFull = process.env["KILLS"] === "full";
const ON_SQLITE = isFull ? FULL : { invoices: 32, kills: 8 };
const ON_POSTGRES = isFull ? FULL : { invoices: 16, kills: 6 };
const TIMEOUT_MS = 600_000;

describe("kill -9 of the gateway in the middle of everything: nothing lost, nothing credited twice", function () {
  this.timeout(TIMEOUT_MS);
  let postgres: PostgresServer;
  let onSqlite: Promise<void>;
  let onPostgres: Promise<void>;

  before(async () => {
    postgres = await startPostgres();
    onSqlite = playKills({ ...ON_SQLITE, seed: SEED }); // side by side: each mostly waits for a start
    onPostgres = playKills({
      ...ON_POSTGRES,
      seed: SEED + 1,
      postgresUrl: await postgres.url("kills"),
    });
    for (const played of [onSqlite, onPostgres]) played.catch(() => {}); // the tests tell
  });
  after(async () => {
    await Promise.allSettled([onSqlite, onPostgres]);
    await postgres.stop();
  });

  it(`${ON_SQLITE.invoices} invoices, killed ${ON_SQLITE.kills} times, on SQLite`, () => onSqlite);

  it(`${ON_POSTGRES.invoices} invoices, killed ${ON_POSTGRES.kills} times, on PostgreSQL`, () => onPostgres);
});
