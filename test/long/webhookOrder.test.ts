import { createPersistence } from "../../src/gateway/persistence/persistence.ts";
import { playInvoices } from "../gateway/usecases/webhookOrder.ts";
import { onBothDatabases } from "../support/databases.ts";

describe("the order of a shop's webhooks", () => {
  onBothDatabases("gateway", (open) => {
    it("never goes back to an older state in 1,000 invoices", async () => {
      await playInvoices(
        createPersistence(await open(), () => {}),
        1_000,
      );
    }).timeout(600_000);
  });
});
