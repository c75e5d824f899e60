import { startPostgres, type PostgresServer } from "../support/postgres.ts";
import { flappingService, runTroubles, standingStill } from "../kills/runTroubles.ts";

const INVOICES = process.env["KILLS"] === "full" ? 60 : 15;

describe("trouble that ends no process: nothing lost, nothing credited twice, nothing expired wrongly", function () {
  this.timeout(600_000);
  let postgres: PostgresServer;
  before(async () => void (postgres = await startPostgres()));
  after(() => postgres.stop());

  it(`${INVOICES} invoices while the process stands still for 30 seconds, on SQLite`, () =>
    runTroubles(INVOICES, standingStill(30_000)));

  it(`${INVOICES} invoices while the process stands still for 30 seconds, on PostgreSQL`, async () =>
    runTroubles(INVOICES, standingStill(30_000), await postgres.url("stands")));

  it(`${INVOICES} invoices while the intent service flaps every second`, () =>
    runTroubles(INVOICES, flappingService(30_000)));
});
