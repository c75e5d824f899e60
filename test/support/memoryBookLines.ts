import type { Asset } from "../../src/gateway/domain/books/assets.ts";
import type { BookedLine } from "../../src/gateway/domain/books/lines/line.ts";
import type { Worth } from "../../src/values/worth.ts";
import type { Entry } from "../../src/gateway/domain/books/ledger.ts";
import type { Booked, BookLines, BookRange, Booking } from "../../src/gateway/ports/bookLinesPort.ts";
import type { Rollup } from "../../src/gateway/ports/booksPort.ts";
import type { Instant } from "../../src/values/time.ts";

type Valuation = Readonly<{ invoiceId: string; worths: readonly Worth[] }>;

export function emptyBookLines() {
  return {
    bookLines: new Map<string, Booked<BookedLine>>(),
    assets: new Map<string, Booked<Asset>>(),
    valuations: new Map<string, Valuation>(),
  };
}

type Tables = ReturnType<typeof emptyBookLines> &
  Readonly<{ ledger: ReadonlyMap<string, Booked<Entry>>; rollups: ReadonlyMap<string, Rollup> }>;

/** Keeps what a decision adds for accountants; its entries are kept by the books. */
export function keepLines(
  { bookLines, assets }: Tables,
  { lines, assets: named }: Booking,
  at: Instant,
): void {
  for (const line of lines) bookLines.set(line.id, { ...line, at });
  for (const asset of named) if (!assets.has(asset.id)) assets.set(asset.id, { ...asset, at });
}

/** The lines of accountants over maps. Payments are not valued: no test of a thousand stores looks at that. */
export function memoryBookLines({ bookLines, assets, valuations, ledger, rollups }: Tables): BookLines {
  const within = <T extends { at: Instant; id: string; storeId: string }>(rows: readonly T[], range: BookRange) =>
    rows
      .filter(({ storeId }) => range.storeId === undefined || storeId === range.storeId)
      .filter(({ at }) => at >= range.from && at < range.to)
      .toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
      .filter(({ at, id }) => !range.after || at > range.after.at || (at === range.after.at && id > range.after.id))
      .slice(0, range.limit);
  return {
    linesIn: async (file, range) => within([...bookLines.values()].filter((line) => line.file === file), range),
    linesOf: async (invoiceId) => [...bookLines.values()].filter((line) => line.invoiceId === invoiceId),
    entriesIn: async (range) => within([...ledger.values()], range),
    async balancesBefore(storeId, day) {
      const balances = new Map<string, bigint>();
      for (const row of [...rollups.values()].filter((one) => one.storeId === storeId && one.day < day)) {
        const key = `${row.account} ${row.currency}`;
        balances.set(key, (balances.get(key) ?? 0n) + row.into - row.out);
      }
      return balances;
    },
    unattributedAddresses: async () => new Map(), // no test of a thousand stores exports them
    assets: async () => assets,
    lateAssets: async () => new Set(), // they begin with none
    worthsOf: async (invoiceId) =>
      new Map(
        [...valuations]
          .filter(([, valuation]) => valuation.invoiceId === invoiceId)
          .map(([key, { worths }]) => [key.slice(key.indexOf(":") + 1), worths]),
      ),
    linedPage: async () => [], // no test of a thousand stores begins with an older version
    fillLines: async () => {},
    findLine: async (id) => bookLines.get(id),
    unvalued: async () => [],
    async keepValuation({ id: invoiceId }, { key, worths }) {
      valuations.set(key, { invoiceId, worths });
    },
  };
} // prettier-ignore
