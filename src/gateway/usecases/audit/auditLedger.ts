import { isUnavailable } from "../../../database/unavailable.ts";
import { checkDay, checkUnattributed, newDaySums, unattributedKeyOf } from "../../domain/invariants/books.ts";
import type { Violation } from "../../domain/invariants/record.ts";
import type { Entry } from "../../domain/books/ledger.ts";
import { inPages, confirmedViolations, type Step, type Walk } from "./auditWalk.ts";
import type { BookDay } from "../../ports/booksPort.ts";
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

/** I-17: every row of unattributed funds with its entries. */
export function unattributedWalk(persistence: Persistence): Walk {
  const read = (after: string) => persistence.audit.unattributedPage(after, ROWS);
  const faultsOf = (page: Awaited<ReturnType<typeof read>>) =>
    page.flatMap(({ row, entries }) => checkUnattributed(row, entries));
  return {
    name: "unattributed",
    from: (after) =>
      inPages(
        after,
        read,
        ({ key }) => key,
        async (page, before) => ({
          found: await confirmedViolations(faultsOf(page), async () => faultsOf(await read(before))),
        }),
      ),
  };
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
