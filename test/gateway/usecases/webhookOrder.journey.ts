import { createPersistence } from "../../../src/gateway/persistence/persistence.ts";
import { onBothDatabases } from "../../support/databases.ts";
import { playInvoices } from "./webhookOrder.ts";

const INVOICES = { sqlite: 30, postgres: 10 }; // long/webhookOrder.test.ts takes 1,000

describe("the order of a shop's webhooks", () => {
  onBothDatabases("gateway", (open) => {
    it("never goes back to an older state in dozens of invoices: a receiver fails three times in ten, and the gateway restarts", async () => {
      const database = await open();
      await playInvoices(
        createPersistence(database, () => {}),
        INVOICES[database.dialect],
      );
    }).timeout(300_000);
  });
});
