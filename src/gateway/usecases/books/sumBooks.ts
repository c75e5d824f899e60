import { setImmediate } from "node:timers/promises";
import type { BookedFile, BookedLine, CoinAmount } from "../../domain/books/lines/line.ts";
import { currencyId, type CurrencyId } from "../../domain/books/ledger.ts";
import {
  createTotals,
  faultOf,
  type StatementRow,
  type Totals,
} from "../../domain/books/statement/statement.ts";
import type { BookPlace, BookRange } from "../../ports/bookLinesPort.ts";
import type { Persistence } from "../../ports/persistencePort.ts";

const PAGE = 1_000; // entries or lines

/** The entries of a range added up, and what the lines of the same range say. */
export type BookSums = Readonly<{ booked: Totals; lines: LineSums }>;

type LineSums = Readonly<Record<"settled" | "left" | "arrived", Map<CurrencyId, bigint>>>;

type SummedRange = Readonly<{ storeId: string; from: BookRange["from"]; to: BookRange["to"] }>;

/** Sums of nothing yet. */
export function createBookSums(): BookSums {
  return { booked: createTotals(), lines: { settled: new Map(), left: new Map(), arrived: new Map() } };
}

const FILES: readonly BookedFile[] = ["payments", "receipts", "refunds"];

/** Adds up what a store has booked in a range. `take` gets each line, with -1 for a reversal. Yields after each page. */
export async function* addBooks(
  { books }: Pick<Persistence, "books">,
  range: SummedRange,
  { booked, lines }: BookSums,
  take: (line: BookedLine, sign: bigint) => void = () => {},
): AsyncGenerator<void> {
  for await (const page of bookPages((place) => books.entriesIn({ ...range, ...place }))) {
    for (const entry of page) booked.add(entry);
    yield;
  }
  for (const file of FILES)
    for await (const page of bookPages((place) => books.linesIn(file, { ...range, ...place }))) {
      for (const line of page) {
        const sign = line.kind === "reversed" ? -1n : 1n;
        take(line, sign);
        addLine(lines, line, sign);
      }
      yield;
    }
}

/** What is wrong with a row, in sentences: it does not add up, or the lines say something else. */
export function sumFaults(row: StatementRow, { settled, left, arrived }: LineSums): readonly string[] {
  const { currency } = row;
  const apart = (has: bigint, what: string, by: bigint, whose: string) =>
    has === by ? undefined : `${currency} has ${has} ${what}, and ${whose} say ${by}.`;
  return [
    faultOf(row),
    apart(row.settled, "settled", settled.get(currency) ?? 0n, "the lines of its payments and receipts"),
    apart(row.spent, "that left for payouts", left.get(currency) ?? 0n, "their lines"),
    apart(row.paidOut, "paid out", arrived.get(currency) ?? 0n, "the lines of payouts"),
  ].flatMap((fault) => fault ?? []);
}

/** Versions before did not know what had left for a conversion, and booked what arrived on both sides. */
function addLine({ settled, left, arrived }: LineSums, line: BookedLine, sign: bigint): void {
  if (line.file === "payments" && line.body.settled) addCoins(settled, line.body.settled, sign);
  if (line.file === "receipts") addCoins(settled, line.body.received, sign);
  if (line.file !== "refunds" || line.body.how === "automatic") return; // never was the shop's
  addCoins(left, line.body.spent ?? line.body.paid, sign);
  addCoins(arrived, line.body.paid, sign);
}

function addCoins(totals: Map<CurrencyId, bigint>, coins: CoinAmount, sign: bigint): void {
  const id = currencyId(coins.chainId, coins.currency);
  totals.set(id, (totals.get(id) ?? 0n) + sign * BigInt(coins.units));
}

type ReadPage<Row> = (place: Pick<BookRange, "after" | "limit">) => Promise<readonly Row[]>;

/** Hands over everything of a range in order, a page at a time; others are served in between. */
export async function eachPage<Row extends BookPlace>(
  read: ReadPage<Row>,
  take: (row: NoInfer<Row>) => void,
): Promise<void> {
  for await (const page of bookPages(read)) {
    for (const row of page) take(row);
    await setImmediate();
  }
}

async function* bookPages<Row extends BookPlace>(read: ReadPage<Row>): AsyncGenerator<readonly Row[]> {
  for (let after: BookRange["after"]; ;) {
    const page = await read({ after, limit: PAGE });
    yield page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = { at: last.at, id: last.id };
  }
}
