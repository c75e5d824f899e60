import { expect } from "chai";
import type { Database } from "../../../../src/database/driver.ts";
import { auditBooks } from "../../../../src/gateway/usecases/audit/auditBooks.ts";
import { KEPT_WORDS_MS, pruneOutbox } from "../../../../src/gateway/usecases/webhooks/pruneOutbox.ts";
import type { Persistence } from "../../../../src/gateway/ports/persistencePort.ts";
import { timeOrderedId } from "../../../../src/values/ids.ts";
import { createPersistence } from "../../../../src/gateway/persistence/persistence.ts";
import { DAY_MS, HOUR_MS } from "../../../../src/values/time.ts";
import { ISSUED } from "../../domain/invoices/given.ts";
import { onBothDatabases } from "../../../support/databases.ts";
import { issued, newInvoice } from "../storedThings.ts";

const KEPT_DAYS = 90;
const zeros = (length: number) => new Uint8Array(length);
const FEED = { after: 0, limit: 999, undelivered: false };

describe("pruning of the outbox", () => {
  onBothDatabases("gateway", (open) => {
    let database: Database;
    let persistence: Persistence;
    beforeEach(async () => {
      database = await open();
      persistence = createPersistence(database, () => {});
    });

    /** An invoice of that time with one event, which was taken unless it is still due. */
    async function told(index: number, at: number, isTaken = true) {
      const id = timeOrderedId(at + index, zeros);
      const event = { type: "InvoiceCreated", crosstill: { version: 1, status: "New", additionalStatus: "None" } };
      await issued(persistence, newInvoice(id, { createdAt: at + index }), {
        at: at + index,
        events: [{ event: { type: "InvoiceCreated" }, body: event }],
        deliveries: [{ id: timeOrderedId(at + index, (length) => new Uint8Array(length).fill(1)), webhookId: "hook-1", ordinal: 0 }],
      });
      await persistence.events.number(100, at);
      if (!isTaken) return id;
      const [delivery] = await persistence.deliveries.claim("hook-1", at + index, 1, 1);
      if (!delivery) throw new Error("It is due.");
      const attempt = { id: delivery.id, deliveryId: delivery.id, webhookId: "hook-1", dueAt: at, at: at + index, httpCode: 200, error: undefined, request: undefined, answer: "ok", said: { current: undefined } };
      await persistence.deliveries.finish(delivery, { state: "delivered", dueAt: at, outcome: {}, attempt });
      return id;
    } // prettier-ignore

    const prune = (at: number, days = KEPT_DAYS) => pruneOutbox({ persistence, clock: () => at }, days);
    const rows = async () => [
      (await persistence.events.list("store-1", FEED)).length,
      (await persistence.deliveries.between("hook-1", 0, ISSUED + 999 * DAY_MS, 999)).length,
      (await persistence.attempts.of("hook-1", 999)).length,
    ];

    it("removes what is older than so many days in more than one slice, and nothing younger", async () => {
      for (let index = 0; index < 130; index++) await told(index, ISSUED);
      await told(0, ISSUED + 2 * HOUR_MS);
      const at = ISSUED + HOUR_MS + KEPT_DAYS * DAY_MS;
      await prune(at - 2 * HOUR_MS);
      expect(await rows()).to.deep.equal([131, 131, 131]);
      await prune(at);
      expect(await rows()).to.deep.equal([1, 1, 1]);
      expect((await persistence.events.list("store-1", FEED))[0], "numbers stay").to.include({
        sequence: 131,
      });
      const [delivery] = await persistence.deliveries.between("hook-1", 0, at, 9);
      expect(delivery?.body).to.include({ type: "InvoiceCreated" });
    }).timeout(20_000);

    it("keeps an event as long as something of it is still to be sent", async () => {
      const owed = await told(0, ISSUED, false);
      await prune(ISSUED + 400 * DAY_MS);
      const [delivery] = await persistence.deliveries.claim("hook-1", ISSUED + 400 * DAY_MS, 1, 1);
      expect(delivery).to.include({ invoiceId: owed });
      expect(delivery?.body).to.include({ type: "InvoiceCreated" });
    });

    it("removes nothing with 0 days, but forgets words", async () => {
      await told(0, ISSUED);
      await prune(ISSUED + KEPT_WORDS_MS + 1, 0);
      await prune(ISSUED + 4_000 * DAY_MS, 0);
      expect(await rows()).to.deep.equal([1, 1, 1]);
      expect((await persistence.attempts.of("hook-1", 1))[0]?.answer).to.equal(undefined);
    });

    it("is no violation for an audit, which misses events only where none was removed", async () => {
      const id = await told(0, ISSUED);
      const missed = async () => (await auditBooks(persistence, ISSUED)).counts["I-25"];
      const before = await missed();
      await prune(ISSUED + 91 * DAY_MS);
      expect((await persistence.events.list("store-1", FEED)).length).to.equal(0);
      expect([before, await missed(), (await persistence.audit.record(id)) !== undefined]).to.deep.equal([undefined, undefined, true]);
    }); // prettier-ignore
  });
});
