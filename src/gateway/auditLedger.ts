import { setImmediate } from "node:timers/promises";
import {
  checkDay,
  checkUnattributed,
  unattributedKeyOf,
  type DayTotal,
} from "../accounting/invariants/books.ts";
import type { Violation } from "../accounting/invariants/record.ts";
import type { Entry } from "../accounting/ledger.ts";
import type { Tell } from "./auditInvoices.ts";
import type { Store } from "./storePort.ts";

const PAGE = 500; // entries or rows
const TRIES = 5; // while a server writes, what is read moves under the reader

/** I-16: the books of every store, a day at a time. Gives how many days those were. */
export async function auditDays(store: Store, tell: Tell): Promise<number> {
  const days = await store.bookDays();
  for (const { storeId, day } of days) tell(await dayFaults(store, storeId, day));
  return days.length;
}

/** A day whose totals moved while its entries were read is read again. */
async function dayFaults(store: Store, storeId: string, day: string): Promise<readonly Violation[]> {
  const subject = `store ${storeId} on ${day}`;
  try {
    for (let tried = 1; tried <= TRIES; tried++) {
      const before = await store.rollupsOn(storeId, day);
      const entries = await entriesOn(store, storeId, day);
      const broken = checkDay(subject, entries, before);
      if (broken.length === 0) return [];
      if (isSame(before, await store.rollupsOn(storeId, day))) return broken;
    }
    return []; // it moves faster than it can be read, and there is a next audit
  } catch (error) {
    return [{ id: "I-13", subject, message: String(error) }];
  }
}

async function entriesOn(store: Store, storeId: string, day: string): Promise<readonly Entry[]> {
  const entries: Awaited<ReturnType<Store["entriesOn"]>>[number][] = [];
  for (;;) {
    const page = await store.entriesOn(storeId, day, entries.at(-1), PAGE);
    if (page.length === 0) return entries;
    entries.push(...page);
    await setImmediate();
  }
}

function isSame(a: readonly DayTotal[], b: readonly DayTotal[]): boolean {
  const text = (list: readonly DayTotal[]) =>
    list.map(({ key, out, into }) => `${key} ${out} ${into}`).join("\n");
  return text(a) === text(b);
}

/** I-17: every row with its entries, and every entry that is nobody's with its row. Gives how many rows there were. */
export async function auditUnattributed(store: Store, tell: Tell): Promise<number> {
  let rows = 0;
  for (let after = ""; ;) {
    const page = await store.unattributedPage(after, PAGE);
    const last = page.at(-1);
    if (!last) break;
    const broken = faultsOf(page);
    // A row and its entries are read one after the other: what is broken in the same way a second time is broken.
    const again = broken.length > 0 ? faultsOf(await store.unattributedPage(after, PAGE)) : [];
    const isLasting = ({ subject, message }: Violation) =>
      again.some((one) => one.subject === subject && one.message === message);
    tell(broken.filter(isLasting));
    after = last.key;
    rows += page.length;
  }
  for (let after = ""; ;) {
    const page = await store.entriesOfNobody(after, PAGE);
    const last = page.at(-1);
    if (!last) return rows;
    for (const entry of page) tell(await strayFault(store, entry));
    after = last.id;
  }
}

type UnattributedPage = Awaited<ReturnType<Store["unattributedPage"]>>;

function faultsOf(page: UnattributedPage): readonly Violation[] {
  return page.flatMap(({ row, entries }) => checkUnattributed(row, entries));
}

async function strayFault(store: Store, entry: Entry): Promise<readonly Violation[]> {
  const [chainId = "", ...outpoint] = unattributedKeyOf(entry).split(":");
  if (await store.loadUnattributed(Number(chainId), outpoint.join(":"))) return [];
  const message = "it is of no invoice, and no money that is nobody's explains it";
  return [{ id: "I-17", subject: `entry ${entry.id}`, message }];
}
