import { isUnavailable } from "../../../database/unavailable.ts";
import { checkDay, checkUnattributed, newDaySums, unattributedKeyOf } from "../../domain/invariants/books.ts";
import type { Violation } from "../../domain/invariants/record.ts";
import type { Entry } from "../../domain/books/ledger.ts";
import { statementRows } from "../../domain/books/statement/statement.ts";
import type { PayoutState } from "../../domain/payouts/payout.ts";
import { isFilled } from "../books/fillBookLines.ts";
import { SETTLED_AFTER_MS } from "../books/makeStatement.ts";
import { addBooks, createBookSums, sumFaults } from "../books/sumBooks.ts";
import { inPages, confirmedViolations, type Step, type Walk } from "./auditWalk.ts";
import type { BookDay, Unattributed } from "../../ports/booksPort.ts";
import type { Instant } from "../../../values/time.ts";
import type { Persistence } from "../../ports/persistencePort.ts";

const ENTRIES = 100; // some milliseconds
const ROWS = 10; // each asks for its entries

/** I-16: the books of every store, a day at a time. */
export function dayWalk(persistence: Persistence): Walk {
  return {
    name: "days",
    async *from(after) {
      let day = await persistence.audit.bookDayAfter(dayOf(after));
      for (; day; day = await persistence.audit.bookDayAfter(day)) yield* dayFaults(persistence, day);
    },
  };
}

/** A space sorts before every character of an id, so these keys sort by store, then day. */
function keyOf({ storeId, day }: BookDay): string {
  return `${storeId} ${day}`;
}

const DAY_LENGTH = "2026-11-21".length;

function dayOf(key: string): BookDay | undefined {
  if (key === "") return undefined;
  return { storeId: key.slice(0, -DAY_LENGTH - 1), day: key.slice(-DAY_LENGTH) };
}

/**
 * Entries are only ever added, with the totals. So the sum of what is read lies between the totals from before the reading and
 * those from after it, however much is booked meanwhile.
 */
async function* dayFaults(persistence: Persistence, bookDay: BookDay): AsyncGenerator<Step> {
  const { storeId, day } = bookDay;
  const subject = `store ${storeId} on ${day}`;
  const upto = keyOf(bookDay);
  try {
    const before = await persistence.audit.rollupsOn(storeId, day);
    const sums = newDaySums();
    let page = await persistence.audit.entriesOn(storeId, day, undefined, ENTRIES);
    for (; page.length > 0; page = await persistence.audit.entriesOn(storeId, day, page.at(-1), ENTRIES)) {
      sums.add(page);
      yield { upto: undefined, found: [] };
    }
    const after = await persistence.audit.rollupsOn(storeId, day);
    yield { upto, seen: 1, found: checkDay(subject, sums, before, after) };
  } catch (error) {
    if (isUnavailable(error)) throw error; // says nothing about the day
    yield { upto, seen: 1, found: [{ id: "I-13", subject, message: String(error) }] };
  }
}

/**
 * I-52: the books of every store as one statement, from its first entry to a minute ago. Younger entries may still be joined by a
 * booking of the same moment.
 */
export function statementWalk(persistence: Persistence, now: Instant): Walk {
  return {
    name: "statements",
    async *from(after) {
      if (!(await isFilled(persistence.checkpoints))) return; // lines are missing until then
      let key = after;
      for (;;) {
        const next = await persistence.audit.bookDayAfter(key === "" ? undefined : lastDayOf(key));
        if (!next) return;
        const { storeId } = next;
        key = `${storeId} `;
        const sums = createBookSums();
        for await (const _ of addBooks(persistence, { storeId, from: 0, to: now - SETTLED_AFTER_MS }, sums))
          yield { upto: undefined, found: [] };
        const found = statementRows(new Map(), sums.booked)
          .flatMap((row) => sumFaults(row, sums.lines))
          .map((message) => ({ id: "I-52", subject: `store ${storeId}`, message }));
        yield { upto: key, found };
      }
    },
  };
}

/** No day of the store comes after it. */
function lastDayOf(key: string): BookDay {
  return { storeId: key.slice(0, -1), day: "9999-12-31" };
}

/** I-17: every row of unattributed funds with its entries. */
export function unattributedWalk(persistence: Persistence): Walk {
  const read = (after: string) => persistence.audit.unattributedPage(after, ROWS);
  const faultsOf = async (page: Awaited<ReturnType<typeof read>>) => {
    const found: Violation[] = [];
    for (const { row, entries } of page)
      found.push(...checkUnattributed(row, entries, await refundState(persistence, row)));
    return found;
  };
  return {
    name: "unattributed",
    from: (after) =>
      inPages(
        after,
        read,
        ({ key }) => key,
        async (page, before) => ({
          found: await confirmedViolations(await faultsOf(page), async () => faultsOf(await read(before))),
        }),
      ),
  };
}

async function refundState(
  { payouts }: Persistence,
  { refundId }: Unattributed,
): Promise<PayoutState | undefined> {
  return refundId === undefined ? undefined : (await payouts.load(refundId))?.state;
}

/** I-17: every entry of unattributed funds with its row. */
export function unattributedEntryWalk(persistence: Persistence): Walk {
  return {
    name: "entries without an invoice",
    from: (after) =>
      inPages(
        after,
        (last) => persistence.audit.entriesWithoutInvoice(last, ROWS),
        ({ id }) => id,
        async (page) => {
          const found: Violation[] = [];
          for (const entry of page) found.push(...(await strayFault(persistence, entry)));
          return { found };
        },
      ),
  };
}

async function strayFault(persistence: Persistence, entry: Entry): Promise<readonly Violation[]> {
  const [chainId = "", ...outpoint] = unattributedKeyOf(entry).split(":");
  if (await persistence.unattributed.load(Number(chainId), outpoint.join(":"))) return [];
  const message = "it is of no invoice, and no unattributed funds explain it";
  return [{ id: "I-17", subject: `entry ${entry.id}`, message }];
}
