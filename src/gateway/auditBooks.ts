import type { Violation } from "../accounting/invariants/record.ts";
import type { Instant } from "../time.ts";
import { auditInvoices, type Expected } from "./auditInvoices.ts";
import { auditJournal } from "./auditJournal.ts";
import { auditBookedPayouts, auditPullPayments } from "./auditPayouts.ts";
import { auditDays, auditUnattributed } from "./auditLedger.ts";
import type { Gateway } from "./ports.ts";
import type { Store } from "./storePort.ts";

/** What an audit found. `violations` has the first thousand; `counts` has all of them, by the ids of docs/invariants.md. */
export type AuditReport = Readonly<{
  at: Instant;
  invoices: number;
  older: number; // of them, issued by a version that kept no decisions: only partly audited
  days: number; // of books, over all stores
  unattributed: number;
  pullPayments: number;
  violations: readonly Violation[];
  counts: Readonly<Record<string, number>>;
}>;

const MOST = 1_000; // violations that are kept

/**
 * Checks every invariant over the whole database, a page at a time. It changes nothing, and it may run beside the server:
 * what looks broken is read again, and only what is still the same is told.
 */
export async function auditBooks(store: Store, at: Instant, expected: Expected = {}): Promise<AuditReport> {
  const violations: Violation[] = [];
  const counts: Record<string, number> = {};
  const tell = (found: readonly Violation[]) => {
    violations.push(...found.slice(0, MOST - violations.length));
    for (const { id } of found) counts[id] = (counts[id] ?? 0) + 1;
  };
  tell(await modeFault(store, expected));
  tell(await store.contradictions());
  if (expected.keptSince) tell(await auditJournal(store, expected.keptSince, at));
  const invoices = await auditInvoices(store, expected, tell);
  const days = await auditDays(store, tell);
  const unattributed = await auditUnattributed(store, tell);
  const pullPayments = await auditPullPayments(store, tell);
  await auditBookedPayouts(store, tell);
  return { at, ...invoices, days, unattributed, pullPayments, violations, counts };
}

type Auditing = Pick<Gateway, "store" | "journal" | "clock" | "log"> &
  Readonly<{ settings: Pick<Gateway["settings"], "sandbox" | "bitcoinNetwork"> }>;

/** The same in the server, once an hour: the note "audit" has the result, and the log an error for each kind of violation. */
export async function auditHourly(gateway: Auditing): Promise<AuditReport> {
  const { store, journal, clock, log, settings } = gateway;
  const report = await auditBooks(store, clock(), {
    mode: settings.sandbox ? "sandbox" : "live",
    network: settings.bitcoinNetwork,
    keptSince: journal.keptSince,
  });
  const { at, counts, violations } = report;
  for (const [id, count] of Object.entries(counts)) {
    log.error("audit.violation", { invariant: id, count, first: violations.find((one) => one.id === id) });
  }
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const note = await store.readNote(NOTE);
  await store.writeNote(
    NOTE,
    { at, violations: total, first: violations.slice(0, 5) },
    at,
    note?.version ?? 0,
  );
  return report;
}

const NOTE = "audit";

/** I-36: a database belongs to one mode. */
async function modeFault(store: Store, { mode }: Expected): Promise<readonly Violation[]> {
  const note = mode && (await store.readNote("mode"));
  if (!note || note.body === mode) return [];
  const message = `it was made in ${String(note.body)} mode, and this is ${mode} mode`;
  return [{ id: "I-36", subject: "the database", message }];
}
