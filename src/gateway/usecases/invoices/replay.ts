import { attentionOf } from "../../domain/invoices/attention.ts";
import { inPrice, paidWorth } from "../../domain/invoices/paid.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import type { PolicySettings } from "../../domain/invoices/policy.ts";
import {
  blankOf,
  differencesOf,
  issuedUnder,
  replayed,
  type DecidedUpon,
} from "../../domain/invoices/replay.ts";
import type { AuditRow } from "../../ports/booksPort.ts";
import type { Persistence } from "../../ports/persistencePort.ts";

/** How many invoices were replayed, how many came out otherwise, and how many kept no decisions (older versions). */
export type ReplayCount = Readonly<{ invoices: number; differing: number; older: number }>;

/**
 * Derives every invoice again from its observations, and reports each that differs from what is stored,
 * with the fields that differ. Read-only; safe beside a running server.
 */
export function replayAll(
  persistence: Persistence,
  tell: (invoiceId: string, differences: readonly string[]) => void,
): Promise<ReplayCount> {
  const look = async (row: AuditRow) => {
    const differences = await lastingDifferences(persistence, row);
    if (differences.length > 0) tell(row.id, differences);
    return differences.length > 0;
  };
  return eachDecided(persistence, look);
}

/** What an invoice is, or would be, as far as a merchant acts on it. `paid` is in smallest units of the invoice's currency. */
export type Standing = Readonly<{
  state: string;
  additional: string;
  attention: readonly string[];
  paid: bigint;
}>;

/** An invoice that would have gone otherwise under another policy. */
export type PolicyChange = Readonly<{ invoice: Invoice; was: Standing; would: Standing }>;

/**
 * Derives every invoice again as if it had been issued under the policy, and reports each with a different
 * state, exceptions or inbox entries. Later consequences, such as a price for the rest, cannot be derived.
 * Read-only.
 */
export function replayUnder(
  persistence: Persistence,
  settingsFor: (invoice: Invoice) => PolicySettings,
  tell: (change: PolicyChange) => void,
): Promise<ReplayCount> {
  const look = async (row: AuditRow) => {
    if (!("record" in row)) throw new Error(row.unreadable);
    const { invoice, decided } = row.record;
    const other = replayed(issuedUnder(settingsFor(invoice), invoice), decided);
    // Compared with the result under today's rules, so that only the policy makes a difference.
    const was = standingOf(replayed(blankOf(invoice), decided));
    const would = standingOf(other);
    const { paid: _was, ...before } = was;
    const { paid: _would, ...after } = would;
    const isOther = differencesOf(before, after).length > 0;
    if (isOther) tell({ invoice, was, would });
    return isOther;
  };
  return eachDecided(persistence, look);
}

function standingOf(invoice: Invoice): Standing {
  const { state, additional, terms } = invoice;
  const attention = [...new Set(attentionOf(invoice).map(({ kind }) => kind))];
  return { state, additional, attention, paid: inPrice(terms, paidWorth(invoice)) };
}

const PAGE = 100; // invoices

async function eachDecided(
  persistence: Persistence,
  differs: (row: AuditRow) => Promise<boolean>,
): Promise<ReplayCount> {
  let [invoices, differing, older] = [0, 0, 0];
  for (let after = ""; ;) {
    const page = await persistence.audit.invoicePage(after, PAGE);
    const last = page.at(-1);
    if (!last) return { invoices, differing, older };
    after = last.id;
    for (const row of page) {
      const isOlder = "record" in row && row.record.isOlder;
      older += Number(isOlder);
      invoices += Number(!isOlder);
      if (!isOlder) differing += Number(await differs(row));
    }
  }
}

const TRIES = 5; // an invoice that is decided upon while its rows are read looks torn

async function lastingDifferences(persistence: Persistence, read: AuditRow): Promise<readonly string[]> {
  let row: AuditRow | undefined = read;
  for (let tried = 1; row && tried <= TRIES; tried++) {
    if (!("record" in row)) return [row.unreadable];
    const { invoice, decided }: { invoice: Invoice; decided: readonly DecidedUpon[] } = row.record;
    const differences = differencesOf(invoice, replayed(blankOf(invoice), decided));
    if (differences.length === 0) return [];
    row = await persistence.audit.record(row.id);
    if (row && "record" in row && row.record.invoice.version === invoice.version) return differences;
  }
  return [];
}
