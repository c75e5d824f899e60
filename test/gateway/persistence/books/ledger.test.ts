import { expect } from "chai";
import { entriesBetween, type Entry } from "../../../../src/gateway/domain/books/ledger.ts";
import { ConflictError } from "../../../../src/database/driver.ts";
import type { BookDay } from "../../../../src/gateway/ports/booksPort.ts";
import type { Persistence } from "../../../../src/gateway/ports/persistencePort.ts";
import { decide } from "../../../../src/gateway/domain/invoices/decide.ts";
import { replayed } from "../../../../src/gateway/domain/invoices/replay.ts";
import { createPersistence } from "../../../../src/gateway/persistence/persistence.ts";
import { ISSUED, inBlock, inMempool, success } from "../../domain/invoices/given.ts";
import { onBothDatabases } from "../../../support/databases.ts";
import { ALONE, issued, newInvoice, plain } from "../storedThings.ts";

const DAY = 86_400_000;
const HUGE = 10n ** 75n;

function entryOf(id: string, change: Partial<Entry> = {}): Entry {
  return {
    ...{ id, storeId: "store-1", invoiceId: "one", from: "payer", to: "in_flight", currency: "1:0xaa", amount: 5n },
    ...change,
  };
} // prettier-ignore

describe("the stored books", () => {
  onBothDatabases("gateway", (open) => {
    let persistence: Persistence;
    beforeEach(async () => {
      persistence = createPersistence(await open(), (error) => {
        throw error;
      });
    });
    /** Writes entries the one way there is: with an invoice. */
    const book = (id: string, entries: readonly Entry[], at = ISSUED) =>
      persistence.invoices.issue(newInvoice(id), {
        ...ALONE,
        at,
        booking: { entries, lines: [], assets: [] },
      });
    const rollups = async () =>
      (await persistence.books.rollups("", 100)).map(
        ({ day, storeId, account, currency, out, into }) =>
          `${day} ${storeId} ${account} ${currency} out ${out} in ${into}`,
      );

    it("come back as they were written, with amounts of any size [bug:float-amount]", async () => {
      const entries = [
        entryOf("a", { amount: HUGE }),
        entryOf("b", { invoiceId: undefined, to: "unattributed" }),
      ];
      await book("one", entries);
      expect(await persistence.books.ledgerPage("", 10)).to.deep.equal(
        entries.map((entry) => ({ ...entry, at: ISSUED })),
      );
      expect(await persistence.books.ledgerPage("a", 10)).to.have.length(1);
      expect(await persistence.books.ledgerPage("", 1)).to.have.length(1);
      expect(await persistence.books.entriesOf("one")).to.deep.equal([entries[0]]);
      expect(await persistence.books.entriesOf("other")).to.deep.equal([]);
    });

    it("add up by day, store, account and currency, exactly [money:rollups]", async () => {
      await book("one", [entryOf("a", { amount: HUGE }), entryOf("b", { amount: 1n })]);
      await book("two", [entryOf("c", { amount: HUGE }), entryOf("d", { currency: "1:0xbb" })]);
      await book("three", [entryOf("e"), entryOf("f", { storeId: "store-2" })], ISSUED + DAY);
      expect(await rollups()).to.deep.equal([
        `2027-01-15 store-1 in_flight 1:0xaa out 0 in ${2n * HUGE + 1n}`,
        "2027-01-15 store-1 in_flight 1:0xbb out 0 in 5",
        `2027-01-15 store-1 payer 1:0xaa out ${2n * HUGE + 1n} in 0`,
        "2027-01-15 store-1 payer 1:0xbb out 5 in 0",
        "2027-01-16 store-1 in_flight 1:0xaa out 0 in 5",
        "2027-01-16 store-1 payer 1:0xaa out 5 in 0",
        "2027-01-16 store-2 in_flight 1:0xaa out 0 in 5",
        "2027-01-16 store-2 payer 1:0xaa out 5 in 0",
      ]);
      expect(await persistence.books.rollups("2027-01-16", 1)).to.have.length(1);
    });

    it("have an entry once: whatever comes with a second one is not kept either", async () => {
      await book("one", [entryOf("a")]);
      const before = await rollups();
      const error = await book("two", [entryOf("b"), entryOf("a")]).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(ConflictError);
      expect(await persistence.invoices.load("two")).to.equal(undefined);
      expect(await persistence.books.ledgerPage("", 10)).to.have.length(1);
      expect(await rollups()).to.deep.equal(before);
    });

    it("add up when many write at once", async () => {
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => book(`i${index}`, [entryOf(`e${index}`, { amount: BigInt(index) + HUGE })])),
      );
      expect(await rollups()).to.include(`2027-01-15 store-1 payer 1:0xaa out ${20n * HUGE + 190n} in 0`);
    }); // prettier-ignore

    it("are read by store and day for an audit, a page at a time", async () => {
      await book("one", [entryOf("b"), entryOf("a")]);
      await book("two", [entryOf("c", { storeId: "store-2" }), entryOf("d")], ISSUED + DAY);
      const days: BookDay[] = [];
      for (
        let day = await persistence.audit.bookDayAfter(undefined);
        day;
        day = await persistence.audit.bookDayAfter(day)
      )
        days.push(day);
      expect(days).to.deep.equal([
        { storeId: "store-1", day: "2027-01-15" },
        { storeId: "store-1", day: "2027-01-16" },
        { storeId: "store-2", day: "2027-01-16" },
      ]);
      const [first] = await persistence.audit.entriesOn("store-1", "2027-01-15", undefined, 1);
      expect(first).to.deep.equal({ ...entryOf("a"), at: ISSUED });
      const rest = await persistence.audit.entriesOn("store-1", "2027-01-15", first, 10);
      expect(rest.map(({ id }) => id)).to.deep.equal(["b"]);
      expect(await persistence.audit.rollupsOn("store-2", "2027-01-16")).to.have.length(2);
    });

    it("keep what every version was decided upon, so that it can be derived again", async () => {
      const blank = await issued(persistence, newInvoice("one"));
      let invoice = blank;
      const story = [inMempool({ outpoint: "one:0" }), inBlock({ outpoint: "one:0" }), success({ outpoint: "one:0" })];
      for (const seen of story) {
        const decision = decide(invoice, seen);
        const entries = entriesBetween(invoice, decision.invoice);
        const observation = { source: "test", body: { seen: true } };
        await persistence.invoices.save(invoice, decision, { ...ALONE, seen, booking: { entries, lines: [], assets: [] }, observation });
        invoice = decision.invoice;
      }
      await persistence.invoices.observed("one", "test", ISSUED, { decided: "nothing" });
      const decided = await persistence.invoices.decidedUpon("one");
      expect(decided.map(({ version, source }) => `${version} ${source}`)).to.deep.equal(["2 test", "3 test", "4 test"]);
      expect(plain(decided.map(({ seen }) => seen))).to.deep.equal(plain(story));
      expect(plain(replayed(blank, decided))).to.deep.equal(plain(await persistence.invoices.load("one")));
      expect(await persistence.books.entriesOf("one")).to.have.length.above(2);
    }); // prettier-ignore
  });
});
