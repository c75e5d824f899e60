import { expect } from "chai";
import type { Database } from "../../../../src/database/driver.ts";
import { NO_FACTS } from "../../../../src/gateway/domain/invoices/invoice.ts";
import type { InvoiceFilter, Persistence } from "../../../../src/gateway/ports/persistencePort.ts";
import { persistenceContext } from "../../../../src/gateway/persistence/context.ts";
import { createPersistence } from "../../../../src/gateway/persistence/persistence.ts";
import { indexWords } from "../../../../src/gateway/usecases/invoices/indexWords.ts";
import { aDeposit, anOffer, ISSUED } from "../../domain/invoices/given.ts";
import { onBothDatabases } from "../../../support/databases.ts";
import { ALONE, newInvoice } from "../storedThings.ts";

const refuse = (error: unknown): never => {
  throw error;
};

describe("the coins in which invoices were paid", () => {
  onBothDatabases("gateway", (open) => {
    let database: Database;
    let persistence: Persistence;
    before(async () => {
      database = await open();
      persistence = createPersistence(database, refuse);
      for (let index = 0; index < 130; index++) {
        const isPaid = index % 10 === 0;
        const deposits = isPaid ? [aDeposit({ outpoint: `tx${index}:0` })] : [];
        const anomalies = index === 20 ? [{ kind: "odd", detail: "x", at: ISSUED }] : [];
        const facts = { ...NO_FACTS, offers: [anOffer()], deposits, anomalies };
        const invoice = newInvoice(`i${String(index).padStart(3, "0")}`, { createdAt: ISSUED + index });
        await persistence.invoices.issue({ ...invoice, facts }, ALONE);
      }
    });
    const ids = async (filter: Partial<InvoiceFilter>) =>
      (await persistence.invoices.list("store-1", { limit: 50, ...filter })).map(({ id }) => id);

    it("find them, in the order of the list, with other filters and page by page", async () => {
      const paid = await ids({ coin: "BTC" });
      expect(paid).to.have.length(13);
      expect(paid.slice(0, 2)).to.deep.equal(["i120", "i110"]);
      expect(await ids({ coin: "BTC", sort: "oldest", limit: 1 })).to.deep.equal(["i000"]);
      expect(await ids({ coin: "BTC", createdUntil: ISSUED + 15 })).to.deep.equal(["i010", "i000"]);
      expect(await ids({ coin: "BTC", after: { createdAt: ISSUED + 20, id: "i020" } })).to.deep.equal([
        "i010",
        "i000",
      ]);
      expect(await ids({ coin: "BTC", waiting: true })).to.deep.equal(["i020"]);
      expect(await ids({ waiting: true })).to.deep.equal(["i020"]);
      for (const coin of ["BT", "BTCX", "B_C", "%", "DOGE", ""])
        expect(await ids({ coin }), coin).to.deep.equal([]);
    });

    it("find them beside what was sold, by a word or how it begins", async () => {
      const metadata = { itemDesc: "Darjeeling Tea, 250 g" };
      await persistence.invoices.issue(newInvoice("j-tea", { createdAt: ISSUED - 1, metadata }), ALONE);
      for (const word of ["tea", "Darj", "darjeeling tea", "250"])
        expect(await ids({ word }), word).to.deep.equal(["j-tea"]);
      expect(await ids({ word: "eeling" })).to.deep.equal([]);
    });

    it("are written for invoices of an earlier version, once, in pages", async () => {
      const { db, t } = persistenceContext(database, refuse);
      await db.update(t.invoices).set({ words: " 25.00" });
      await db.delete(t.invoiceWords);
      expect(await ids({ coin: "BTC" })).to.deep.equal([]);
      const cursor = { invoice: "", done: false };
      const gateway = { persistence, clock: () => ISSUED };
      await indexWords(gateway, cursor);
      expect(cursor).to.deep.equal({ invoice: "i099", done: false });
      await indexWords(gateway, cursor);
      expect(cursor.done).to.equal(true);
      expect(await ids({ coin: "BTC" })).to.have.length(13);
      await db.update(t.invoices).set({ words: " 25.00" });
      await indexWords(gateway, { invoice: "", done: false });
      expect(await ids({ coin: "BTC" }), "it is done once").to.deep.equal([]);
    });
  });
});
