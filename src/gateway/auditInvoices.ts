import { setImmediate } from "node:timers/promises";
import { checkInvoice } from "../accounting/invariants/checkInvoice.ts";
import { offersOnNetwork } from "../accounting/invariants/offers.ts";
import type { InvoiceRecord, Violation } from "../accounting/invariants/record.ts";
import type { BitcoinNetwork } from "../bitcoin/address.ts";
import type { AuditRow } from "./booksPort.ts";
import type { Journal } from "./ports.ts";
import type { Store } from "./storePort.ts";

/** What an audit may compare the database with, beside itself. Whatever is left out is not looked at. */
export type Expected = Readonly<{
  mode?: "sandbox" | "live";
  network?: BitcoinNetwork;
  /** True when the journal outside the database says that the address was handed out to the invoice for the request. */
  isJournaled?: (invoiceId: string, address: string, requestId: string) => Promise<boolean>;
  /** What the journal notes as kept by the database. */
  keptSince?: Journal["keptSince"];
}>;

/** Hears of what is broken. */
export type Tell = (found: readonly Violation[]) => void;

const PAGE = 25; // invoices: few enough that a server answers others in between

/** Checks every invoice by itself, a page at a time. `older` ones are those of a version that kept no decisions. */
export async function auditInvoices(
  store: Store,
  expected: Expected,
  tell: Tell,
): Promise<Readonly<{ invoices: number; older: number }>> {
  let [invoices, older, after] = [0, 0, ""];
  for (;;) {
    const page = await store.auditPage(after, PAGE);
    const last = page.at(-1);
    if (!last) return { invoices, older };
    after = last.id;
    for (const row of page) {
      tell(await lasting(store, row, expected));
      older += Number("record" in row && row.record.isOlder);
    }
    invoices += page.length;
    await setImmediate(); // a server has others to answer
  }
}

const TRIES = 5;

/**
 * What an invoice breaks. Its rows are read one kind after the other, so a decision that is written meanwhile may look
 * broken: it counts when the invoice was at the same version before and after.
 */
async function lasting(store: Store, read: AuditRow, expected: Expected): Promise<readonly Violation[]> {
  let row: AuditRow | undefined = read;
  for (let tried = 1; row && tried <= TRIES; tried++) {
    const broken = await check(row, expected);
    if (broken.length === 0) return [];
    const again: AuditRow | undefined = await store.auditRecord(row.id);
    if (again && versionOf(again) === versionOf(row)) return broken;
    row = again;
  }
  return []; // it moves faster than it can be read, and there is a next audit
}

function versionOf(row: AuditRow): number | undefined {
  return "record" in row ? row.record.invoice.version : undefined;
}

async function check(row: AuditRow, expected: Expected): Promise<readonly Violation[]> {
  const subject = `invoice ${row.id}`;
  if (!("record" in row)) return [{ id: "I-13", subject, message: row.unreadable }];
  const { record } = row;
  const strange = expected.network === undefined ? [] : offersOnNetwork(record, expected.network);
  const unjournaled = await missingFromJournal(record, expected);
  return [
    ...checkInvoice(record),
    ...strange.map((message): Violation => ({ id: "I-36", subject, message })),
    ...unjournaled.map((message): Violation => ({ id: "I-1", subject, message })),
  ];
}

async function missingFromJournal(
  { invoice }: InvoiceRecord,
  { isJournaled }: Expected,
): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const { depositAddress, requestId } of isJournaled ? invoice.facts.offers : []) {
    if (await isJournaled?.(invoice.id, depositAddress, requestId)) continue;
    missing.push(`the address ${depositAddress} was shown, and the journal does not know it`);
  }
  return missing;
}
