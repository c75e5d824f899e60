import fs from "node:fs";
import { expect } from "chai";
import { count } from "drizzle-orm";
import fc from "fast-check";
import type { Database } from "../../../../src/database/driver.ts";
import {
  INVOICE_SORTS,
  type InvoiceFilter,
  type Persistence,
} from "../../../../src/gateway/ports/persistencePort.ts";
import type { Invoice } from "../../../../src/gateway/domain/invoices/invoice.ts";
import { persistenceContext } from "../../../../src/gateway/persistence/context.ts";
import { createPersistence } from "../../../../src/gateway/persistence/persistence.ts";
import { ISSUED } from "../../domain/invoices/given.ts";
import { onBothDatabases } from "../../../support/databases.ts";
import { isFull } from "../../../support/sizes.ts";
import { ALONE, newInvoice } from "../storedThings.ts";

const refuse = (error: unknown): never => {
  throw error;
};

/** What invoices are called by: few letters, so that many begin alike, and what has a meaning in a pattern. */
const text = fc.string({
  unit: fc.constantFrom("a", "q", "7", "%", "_", "\\", " "),
  minLength: 1,
  maxLength: 5,
});
const orders = fc.array(fc.record({ orderId: text, buyerEmail: text }), { minLength: 20, maxLength: 40 });

/** Found by reading every invoice: the id, the order or a word begins so. */
function begins({ id, terms: { metadata } }: Invoice, word: string): boolean {
  const { orderId, buyerEmail } = metadata as { orderId: string; buyerEmail: string };
  return id.startsWith(word) || orderId.startsWith(word) || ` ${buyerEmail}`.includes(` ${word}`);
}

describe("a search for invoices", function () {
  this.timeout(60_000);
  onBothDatabases("gateway", (open) => {
    let database: Database;
    let persistence: Persistence;
    beforeEach(async () => {
      database = await open();
      persistence = createPersistence(database, refuse);
    });
    const ids = async (filter: Partial<InvoiceFilter>, storeId = "store-1") =>
      (await persistence.invoices.list(storeId, { limit: 200, ...filter })).map(({ id }) => id);

    it("finds what reading every invoice finds, page by page, in both directions, in one store and in all", async () => {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(orders, text, fc.constantFrom(...INVOICE_SORTS), fc.integer({ min: 1, max: 7 }), async (all, typed, sort, limit) => {
          const name = `s${++run}`;
          const word = typed.trim();
          fc.pre(word !== "");
          const made: Invoice[] = [];
          for (const [index, metadata] of all.entries()) {
            const id = `z${run}-${String(index).padStart(3, "0")}`;
            const price = BigInt((index * 7) % 5) * 400n; // equal ones, and of several lengths
            const invoice = newInvoice(id, { createdAt: ISSUED + Math.floor(index / 3), metadata, price }, name);
            await persistence.invoices.issue(invoice, ALONE);
            made.push(invoice);
          }
          const matching = made.filter((invoice) => begins(invoice, word));
          const expected = matching.map(({ id }) => id);
          const byPrice = matching.toSorted((a, b) => Number(a.terms.price - b.terms.price)).map(({ id }) => id); // stable
          const ascending = sort === "highest" || sort === "lowest" ? byPrice : expected;
          const wanted = sort === "oldest" || sort === "lowest" ? ascending : ascending.toReversed();
          expect(await ids({ word, sort }, name)).to.deep.equal(wanted);
          const read: string[] = [];
          for (let after: InvoiceFilter["after"]; ;) {
            const page = await persistence.invoices.list(name, { word, limit, sort, ...(after ? { after } : {}) });
            read.push(...page.map(({ id }) => id));
            const last = page.at(-1);
            if (!last) break;
            after = { createdAt: last.terms.createdAt, id: last.id };
          }
          expect(read).to.deep.equal(wanted);
          expect(await ids({ word, sort, skip: 2, limit }, name)).to.deep.equal(wanted.slice(2, 2 + limit));
          expect((await persistence.invoices.list(undefined, { word, limit: 100_000 })).map(({ id }) => id).filter((id) => id.startsWith(`z${run}-`)).toSorted()).to.deep.equal(expected);
        }),
        { numRuns: isFull ? 10 : 3, endOnFailure: true },
      );
    });

    it("looks at nothing but the invoice that has all of several words, however common the first is", async () => {
      for (let made = 0; made < 700; made++)
        await persistence.invoices.issue(newInvoice(`many${made}`, { createdAt: ISSUED + made, metadata: { buyerEmail: `common ${made === 5 ? "zebra" : "horse"}` } }), ALONE);
      expect(await ids({ word: "common zeb" })).to.deep.equal(["many5"]);
      expect(await ids({ word: "common zeb", sort: "highest" })).to.deep.equal(["many5"]);
      expect(await ids({ word: "common", limit: 1, createdUntil: ISSUED + 5 })).to.deep.equal(["many5"]);
      expect(await ids({ word: "common", limit: 2, skip: 698 })).to.deep.equal(["many1", "many0"]);
      expect(await ids({ word: "common", states: ["Settled"] })).to.deep.equal([]);
      expect(await ids({ word: "\u0000", limit: 1 })).to.have.length(1);
    });

    it("goes by what an invoice is called now, and by its state and its archive", async () => {
      const invoice = newInvoice("called", { metadata: { buyerEmail: "ada@example.com" } });
      await persistence.invoices.issue(invoice, ALONE);
      await persistence.invoices.label("called", { metadata: { buyerEmail: "grace@example.com" } });
      expect([await ids({ word: "ada@" }), await ids({ word: "grace@" })]).to.deep.equal([[], ["called"]]);
      await persistence.invoices.label("called", { metadata: { buyerEmail: "ada@example.com" } });
      expect([await ids({ word: "ada@" }), await ids({ word: "grace@" })]).to.deep.equal([["called"], []]);
      expect(await ids({ word: "ada@", states: ["Settled"] })).to.deep.equal([]);
      await persistence.invoices.label("called", { archivedAt: ISSUED });
      expect([await ids({ word: "ada@" }), await ids({ word: "ada@", withArchived: true })]).to.deep.equal([[], ["called"]]);
    });

    it("is refused when the index names very many invoices and the filter takes none of them", async () => {
      const { t } = persistenceContext(database, refuse);
      const named = (from: number) => Array.from({ length: 500 }, (_, index) => ({ word: "common", storeId: "store-1", createdAt: ISSUED + from + index, invoiceId: `gone${from + index}` }));
      for (let from = 0; from < 23_000; from += 500) await database.db.insert(t.invoiceWords).values(named(from));
      const refusal: unknown = await ids({ word: "common", limit: 1 }).catch((error: unknown) => error);
      expect(refusal).to.include({ code: "search_too_broad" });
      expect(await ids({ word: "common", limit: 1, createdFrom: ISSUED + 10_000 })).to.deep.equal([]);
      expect(await ids({ word: "common", limit: 1, states: ["Settled"] }), "of so few invoices in that state all were looked at").to.deep.equal([]);
    });

    it("finds old invoices of a database of before there was the index", async () => {
      for (const [index, orderId] of ["1001", "1002 b", "x", ""].entries())
        await persistence.invoices.issue(newInvoice(`OLD${index}`, { metadata: { orderId, buyerEmail: `Buyer${index}@example.com` } }), ALONE);
      const { t } = persistenceContext(database, refuse);
      const [written] = await database.db.select({ rows: count() }).from(t.invoiceWords);
      await database.db.delete(t.invoiceWords);
      expect(await ids({ word: "buyer2" })).to.deep.equal([]);
      const file = fs.readFileSync(new URL(`../../../../migrations/${database.dialect}/0017_invoice_words.sql`, import.meta.url), "utf8");
      const fill = file.split("--> statement-breakpoint")[1]?.trim().replace(/;$/, "") ?? "";
      await database.commit([{ rows: written?.rows ?? 0, build: () => ({ sql: `${fill} returning word`, params: [] }) }]);
      expect([await ids({ word: "buyer2" }), await ids({ word: "100" }), await ids({ word: "OLD3" })]).to.deep.equal([["OLD2"], ["OLD1", "OLD0"], ["OLD3"]]);
    });
  });
}); // prettier-ignore
