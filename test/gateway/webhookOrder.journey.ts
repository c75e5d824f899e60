import { createStore } from "../../src/store/store.ts";
import { onBothDatabases } from "../support/databases.ts";
import { playInvoices } from "./webhookOrder.ts";

describe("the order of a shop's webhooks", () => {
  onBothDatabases("gateway", (open) => {
    it("never goes back to an older state in 1,000 invoices: a receiver fails three times in ten, and the gateway restarts", async () => {
      await playInvoices(
        createStore(await open(), () => {}),
        1_000,
      );
    }).timeout(300_000);
  });
});
