import { checkInvoice } from "../../domain/invariants/checkInvoice.ts";
import { offersOnNetwork } from "../../domain/invariants/offers.ts";
import type { InvoiceRecord, Violation } from "../../domain/invariants/record.ts";
import type { Offer } from "../../domain/invoices/invoice.ts";
import type { BitcoinNetwork } from "../../../bitcoin/codec/address.ts";
import { DAY_MS, MINUTE_MS, type Instant } from "../../../values/time.ts";
import { inPages, type Place, type Walk } from "./auditWalk.ts";
import type { AuditRow } from "../../ports/booksPort.ts";
import type { Journal } from "../../ports/journalPort.ts";
import type { Persistence } from "../../ports/persistencePort.ts";

/**
 * What an audit may compare the database with, in addition to the database itself. Absent parts are not
 * checked.
 */
export type Expected = Readonly<{
  mode?: "sandbox" | "live";
  network?: BitcoinNetwork;
  /**
   * True when the journals outside the database record that the address was issued to the invoice for the
   * request, or when that is in a journal that cannot be read here.
   */
  isJournaled?: (
    invoiceId: string,
    offer: Pick<Offer, "depositAddress" | "requestId" | "journal">,
  ) => Promise<boolean>;
  /** What the journal notes as kept by the database. */
  acknowledgedSince?: Journal["acknowledgedSince"];
}>;

const PAGE = 4; // invoices: some milliseconds

/** Every invoice by itself, in the order of ids. */
export function invoiceWalk(persistence: Persistence, expected: Expected): Walk {
  return {
    name: INVOICES,
    from: (after) =>
      inPages(
        after,
        (last) => persistence.audit.invoicePage(last, PAGE),
        ({ id }) => id,
        async (page) => {
          const found: Violation[] = [];
          for (const row of page) found.push(...(await lasting(persistence, row, expected)));
          return { older: page.filter((row) => "record" in row && row.record.isOlder).length, found };
        },
      ),
  };
}

const INVOICES = "invoices";
const DECISIONS = 50; // that are read at once
const YOUNG_MS = MINUTE_MS; // a commit that takes long may still come with an earlier number
/** True for a decision of the last minute or the next day: later ones have the time of a clock that was wrong. */
const isYoung = (at: Instant, now: Instant) => at > now - YOUNG_MS && at < now + DAY_MS;

/**
 * The invoices that were decided upon, in the order of the decisions up to a minute before `now`, each once: at the newest of
 * its decisions. What is broken is to be looked for under the invoice, where a further decision does not hide it.
 */
export function changedWalk(persistence: Persistence, expected: Expected, now: Instant): Walk {
  return {
    name: "changed invoices",
    async *from(after) {
      for (;;) {
        const decisions = await persistence.audit.decisionsAfter(numberOf(after), DECISIONS);
        const young = decisions.findIndex(({ at }) => isYoung(at, now));
        const ripe = young < 0 ? decisions : decisions.slice(0, young);
        for (let from = 0; from < ripe.length; from += PAGE) {
          const some = ripe.slice(from, from + PAGE);
          const rows = await persistence.audit.records(
            some.filter(({ isNewest }) => isNewest).map(({ invoiceId }) => invoiceId),
          );
          for (const row of rows)
            yield {
              upto: undefined,
              found: await lasting(persistence, row, expected),
              place: placeOf(row.id),
            };
          after = keyOfDecision(some.at(-1)?.id ?? 0);
          yield { upto: after, seen: rows.length, found: [] };
        }
        if (ripe.length < DECISIONS) return;
      }
    },
  };
}

/** A decision's number as a key: such keys sort like the numbers. */
export function keyOfDecision(number: number): string {
  return String(number).padStart(16, "0");
}

function numberOf(key: string): number {
  return key === "" ? 0 : Number(key);
}

/** What an id begins with comes right before it. */
function placeOf(invoiceId: string): Place {
  return { walk: INVOICES, after: invoiceId.slice(0, -1), upto: invoiceId };
}

const TRIES = 5;

/**
 * What an invoice breaks. Its rows are read one kind after the other, so a decision that is written meanwhile may look
 * broken: it counts when the invoice was at the same version before and after.
 */
async function lasting(
  persistence: Persistence,
  read: AuditRow,
  expected: Expected,
): Promise<readonly Violation[]> {
  let row: AuditRow | undefined = read;
  for (let tried = 1; row && tried <= TRIES; tried++) {
    const broken = await check(row, expected);
    if (broken.length === 0) return [];
    const again: AuditRow | undefined = await persistence.audit.record(row.id);
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
  for (const offer of isJournaled ? invoice.facts.offers : []) {
    if (await isJournaled?.(invoice.id, offer)) continue;
    missing.push(`the address ${offer.depositAddress} was shown, and the journal does not know it`);
  }
  return missing;
}
