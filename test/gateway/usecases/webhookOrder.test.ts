import { expect } from "chai";
import { announceRefund } from "../../../src/gateway/usecases/payouts/announcePayout.ts";
import { deliverWebhooks } from "../../../src/gateway/usecases/webhooks/deliverWebhooks.ts";
import type { Persistence } from "../../../src/gateway/ports/persistencePort.ts";
import { createPersistence } from "../../../src/gateway/persistence/persistence.ts";
import { HOUR_MS } from "../../../src/values/time.ts";
import { aPullPayment } from "../domain/payouts/given.ts";
import { onBothDatabases } from "../../support/databases.ts";
import { createMemoryPersistence } from "../../support/memoryPersistence.ts";
import { playInvoices } from "./webhookOrder.ts";
import { hook, refusing, taken, webhookWorld, webhookWorldOn } from "./webhookWorld.ts";

describe("the order of a shop's webhooks", () => {
  it("never goes back to an older state in 80 invoices: a receiver fails three times in ten, and the gateway restarts", () =>
    playInvoices(createMemoryPersistence(), 80)).timeout(30_000);
});

describe("two processes at one queue", () => {
  const REFUSED = refusing(404);

  /** A receiver that refuses the first two attempts, and a second process that comes right after the second one was written down. */
  async function heardBesideAnother(): Promise<readonly string[]> {
    const answers = [REFUSED, refusing(503)];
    const world = await webhookWorld(() => answers.shift() ?? taken());
    const { persistence } = world;
    const invoice = await world.announce("i1");
    const paid = await world.tellMore(invoice, "InvoiceProcessing");
    let finished = 0;
    const interrupted: Persistence = {
      ...persistence,
      deliveries: {
        ...persistence.deliveries,
        async finish(...result) {
          await persistence.deliveries.finish(...result);
          if (++finished !== 2) return;
          await world.tellMore(paid, "InvoiceSettled");
          await persistence.webhooks.noteTaking(hook.id, world.clock.now); // another invoice's event was taken: the receiver is back
          await deliverWebhooks(world.gateway, new Set());
        },
      },
    };
    await deliverWebhooks({ ...world.gateway, persistence: interrupted }, new Set());
    await world.pass(HOUR_MS);
    return world.heard();
  }

  it("send what one of them has passed over before what comes after it, or never", async () => {
    expect(await heardBesideAnother()).to.deep.equal([
      ...["i1 InvoiceCreated", "i1 InvoiceProcessing"], // refused
      ...["i1 InvoiceCreated", "i1 InvoiceProcessing", "i1 InvoiceSettled"],
    ]);
  });
});

describe("a refund in the queue of its invoice", () => {
  onBothDatabases("gateway", (open) => {
    it("is told after what happened to the invoice before, also when that is being retried", async () => {
      const persistence = createPersistence(await open(), () => {});
      const answers = [taken(), refusing(503)];
      const world = await webhookWorldOn(persistence, () => answers.shift() ?? taken());
      const invoice = await world.announce("i1");
      await world.run();
      await world.tellMore(invoice, "InvoiceSettled");
      await world.run(); // refused
      const refund = aPullPayment({ refund: { invoiceId: "i1", worth: 1n, ordinal: 0 } });
      const announcements = await announceRefund(world.gateway, invoice, refund);
      await persistence.payouts.keep({ pullPayment: { after: refund }, announcements });
      await world.run(); // before the other is tried again
      await world.pass(HOUR_MS);
      expect(world.heard()).to.deep.equal([
        ...["i1 InvoiceCreated", "i1 InvoiceSettled"], // the second was refused
        ...["i1 InvoiceSettled", "i1 InvoiceRefund"],
      ]);
    });
  });
});
