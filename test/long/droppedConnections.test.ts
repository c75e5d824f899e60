import { runDrops } from "../kills/runDrops.ts";
import { startPostgres, type PostgresServer } from "../support/postgres.ts";

const TIMEOUT_MS = 1_800_000;

/** What one dropped connection does to one commit is in test/database/postgres.test.ts. */
describe("PostgreSQL drops every connection of the gateway once a second", function () {
  this.timeout(TIMEOUT_MS);
  let postgres: PostgresServer;
  before(async () => void (postgres = await startPostgres()));
  after(() => postgres.stop());

  it("while 200 invoices are paid: the process lives on, nothing is lost, nothing credited twice", async () => {
    console.log(`      ${await runDrops(200, await postgres.url("drops"))}`);
  });
});
