import { expect } from "chai";
import type { Booked, BookRange } from "../../../../src/gateway/ports/bookLinesPort.ts";
import type { BookedLine } from "../../../../src/gateway/domain/books/lines/line.ts";
import type { Entry } from "../../../../src/gateway/domain/books/ledger.ts";
import { readExportAsk } from "../../../../src/gateway/usecases/exports/exportAsk.ts";
import { PAGE } from "../../../../src/gateway/usecases/exports/exportTable.ts";
import { exportNamed } from "../../../../src/gateway/usecases/exports/exports.ts";
import { partsOf } from "../../../../src/gateway/usecases/exports/partsOf.ts";
import type { Persistence } from "../../../../src/gateway/ports/persistencePort.ts";

const LAST = 100_000;
const NOW = 1_800_000_000_000;

/** A ledger of a hundred thousand entries, of which each read gives as many as it is asked for. */
function hugeLedger() {
  const reads: BookRange[] = [];
  const entryAt = (at: number): Booked<Entry> => ({
    ...{ id: `e${at}`, at, storeId: "s", invoiceId: undefined, from: "payer", to: "in_flight", currency: "1:0xaa", amount: 5n },
  }); // prettier-ignore
  const entriesIn: Persistence["books"]["entriesIn"] = async (range) => {
    reads.push(range);
    const first = (range.after?.at ?? 0) + 1;
    return Array.from({ length: Math.min(range.limit, LAST - first + 1) }, (_, index) =>
      entryAt(first + index),
    );
  };
  return {
    reads,
    persistence: { books: { entriesIn, assets: async () => new Map() } } as unknown as Persistence,
  };
}

const ASK = readExportAsk({}, { storeId: "s", storeZone: undefined, now: NOW });

describe("an export of a hundred thousand entries", () => {
  it("reads a page at a time, and no more than are taken from it", async () => {
    const { reads, persistence } = hugeLedger();
    const chunks = exportNamed("ledger.csv").chunks(persistence, ASK);
    await chunks.next(); // the head
    for (let taken = 1; taken <= 5; taken++) {
      const { value } = await chunks.next();
      expect([value?.lines, reads.length]).to.deep.equal([2 * PAGE, taken]);
    }
    await chunks.return(undefined);
    expect(reads.every(({ limit, storeId }) => limit === PAGE && storeId === "s")).to.equal(true);
    expect(reads.map(({ after }) => after?.at)).to.deep.equal([
      undefined,
      PAGE,
      2 * PAGE,
      3 * PAGE,
      4 * PAGE,
    ]);
  });

  it("comes to its end, and gives others a turn between any two pages", async () => {
    const { reads, persistence } = hugeLedger();
    const reached: number[] = [];
    let lines = 0;
    let isOver = false;
    const others = (): void => {
      reached.push(reads.length);
      if (!isOver) setImmediate(others);
    };
    setImmediate(others);
    for await (const chunk of exportNamed("fees.csv").chunks(persistence, ASK)) lines += chunk.lines;
    isOver = true;
    expect(lines, "none of them is a fee").to.equal(0);
    expect(reads).to.have.length(LAST / PAGE + 1);
    const leaps = reached.slice(1).map((count, index) => count - (reached[index] ?? 0));
    expect(Math.max(...leaps)).to.be.at.most(1);
  });
});

describe("a file for another program that comes in parts", () => {
  const body = { state: "Settled", price: "1.00", paid: "1.00", currency: "EUR", createdAt: 1, expiresAt: 2 };
  const sale = (at: number) =>
    ({ id: `invoices:${at}:1`, at, file: "invoices", kind: "booked", storeId: "s", invoiceId: `i${at}`, body }) as unknown as Booked<BookedLine>;
  const reads: BookRange[] = [];
  const linesIn: Persistence["books"]["linesIn"] = async (_file, range) => {
    reads.push(range);
    const first = (range.after?.at ?? 0) + 1;
    return Array.from({ length: Math.min(range.limit, 1_200 - first + 1) }, (_, index) => sale(first + index));
  };

  it("is read once: each part begins where the one before ended", async () => {
    const rows: number[] = [];
    for (let part: string | undefined = "1"; part !== undefined; ) {
      const ask = readExportAsk({ part }, { storeId: "s", storeZone: undefined, now: NOW });
      const { value } = await exportNamed("xero-invoices.csv").chunks({ books: { linesIn } } as Persistence, ask).next();
      rows.push(value?.lines ?? 0);
      part = value?.about?.nextPart;
    }
    expect(rows).to.deep.equal([500, 500, 200]);
    const starts = reads.map(({ after }) => after?.at ?? 0);
    expect(starts, "never back").to.deep.equal(starts.toSorted((one, other) => one - other));
    expect(starts.length, "a page more for each part, to know that it ends").to.be.at.most(1_200 / PAGE + rows.length);
  });

  it("has its parts told beforehand, for whoever links to them", async () => {
    const ask = readExportAsk({}, { storeId: "s", storeZone: undefined, now: NOW });
    const parts = await partsOf({ books: { linesIn } } as Persistence, "xero-invoices.csv", ask);
    expect(parts.map(({ part }) => part)).to.deep.equal(["1", "500.invoices:500:1", "1000.invoices:1000:1"]);
  });
}); // prettier-ignore
