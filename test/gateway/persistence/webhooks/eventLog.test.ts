import { expect } from "chai";
import type { Persistence } from "../../../../src/gateway/ports/persistencePort.ts";
import { createPersistence } from "../../../../src/gateway/persistence/persistence.ts";
import { ISSUED } from "../../domain/invoices/given.ts";
import { onBothDatabases } from "../../../support/databases.ts";
import { newInvoice } from "../storedThings.ts";

const refuse = (error: unknown): never => {
  throw error;
};

describe("the log of events", () => {
  onBothDatabases("gateway", (open) => {
    let persistence: Persistence;
    before(async () => {
      persistence = createPersistence(await open(), refuse);
      for (const [index, storeId] of ["store-1", "store-1", "store-2"].entries()) {
        const types = ["InvoiceCreated", "InvoiceExpired"] as const;
        await persistence.invoices.issue(newInvoice(`i${index}`, {}, storeId), {
          at: ISSUED + index,
          events: types.map((type) => ({ event: { type }, body: { type } })),
          deliveries: index === 0 ? [{ id: "d", webhookId: "w", ordinal: 1 }] : [],
        });
      }
      await persistence.events.number(100, ISSUED);
    });
    const log = async (
      filter: Readonly<{ before?: number; type?: string; subjectId?: string }>,
      limit = 10,
    ) =>
      (await persistence.events.log("store-1", { ...filter, limit })).map(
        ({ sequence, type, subjectId }) => `${sequence} ${type} ${subjectId}`,
      );

    it("has the events of a store, the newest first, by type, by subject and page by page", async () => {
      const all = [
        "4 InvoiceExpired i1",
        "3 InvoiceCreated i1",
        "2 InvoiceExpired i0",
        "1 InvoiceCreated i0",
      ];
      expect(await log({})).to.deep.equal(all);
      expect(await log({}, 2)).to.deep.equal(all.slice(0, 2));
      expect(await log({ before: 3 })).to.deep.equal(all.slice(2));
      expect(await log({ type: "InvoiceExpired" })).to.deep.equal([all[0], all[2]]);
      expect(await log({ subjectId: "i1", type: "InvoiceCreated" })).to.deep.equal([all[1]]);
      expect(await log({ subjectId: "i2" }), "of another store").to.deep.equal([]);
    });

    it("says what has become of the deliveries of each", async () => {
      const [, , expired, created] = await persistence.events.log("store-1", { limit: 10 });
      expect(created?.deliveries).to.deep.equal([]);
      expect(
        expired?.deliveries.map(({ webhookId, state, attempts }) => [webhookId, state, attempts]),
      ).to.deep.equal([["w", "due", 0]]);
      expect(expired?.at).to.equal(ISSUED);
    });
  });
});
