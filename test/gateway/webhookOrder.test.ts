import { createMemoryStore } from "../support/memoryStore.ts";
import { playInvoices } from "./webhookOrder.ts";

describe("the order of a shop's webhooks", () => {
  it("never goes back to an older state in 300 invoices: a receiver fails three times in ten, and the gateway restarts", () =>
    playInvoices(createMemoryStore(), 300)).timeout(30_000);
});
