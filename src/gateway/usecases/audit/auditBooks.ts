import { setImmediate } from "node:timers/promises";
import type { Violation } from "../../domain/invariants/record.ts";
import type { Instant } from "../../../values/time.ts";
import type { Expected } from "./auditInvoices.ts";
import { auditJournal } from "./auditJournal.ts";
import { auditWalks } from "./auditWalks.ts";
import type { Persistence } from "../../ports/persistencePort.ts";

/** What an audit found. `violations` has the first thousand; `counts` has all of them, by the ids of docs/reference/invariants.md. */
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
 * Checks every invariant over the whole database, a page at a time. Read-only, and safe beside a running
 * server: a violation is read again, and reported only if it persists.
 */
export async function auditBooks(
  persistence: Persistence,
  at: Instant,
  expected: Expected = {},
): Promise<AuditReport> {
  const violations: Violation[] = [];
  const counts: Record<string, number> = {};
  const seen: Record<string, number> = {};
  let older = 0;
  const tell = (found: readonly Violation[]) => {
    violations.push(...found.slice(0, MOST - violations.length));
    for (const { id } of found) counts[id] = (counts[id] ?? 0) + 1;
  };
  tell(await auditBeside(persistence, at, expected));
  for (const walk of auditWalks(persistence, expected, at)) {
    for await (const step of walk.from("")) {
      tell(step.found);
      seen[walk.name] = (seen[walk.name] ?? 0) + (step.seen ?? 0);
      older += step.older ?? 0;
      await setImmediate(); // lets other work in this process run
    }
  }
  const { invoices = 0, days = 0, unattributed = 0, "pull payments": pullPayments = 0 } = seen;
  return { at, invoices, older, days, unattributed, pullPayments, violations, counts };
}

/** What the database breaks by what lies beside it: its mode (I-36) and the journal of the last day (I-50). */
export async function auditBeside(
  persistence: Persistence,
  at: Instant,
  expected: Expected,
): Promise<readonly Violation[]> {
  return [
    ...(await modeFault(persistence, expected)),
    ...(expected.acknowledgedSince
      ? await auditJournal(persistence.audit, expected.acknowledgedSince, at)
      : []),
  ];
}

/** I-36: a database belongs to one mode. */
async function modeFault(persistence: Persistence, { mode }: Expected): Promise<readonly Violation[]> {
  const note = mode && (await persistence.checkpoints.read("mode"));
  if (!note || note.body === mode) return [];
  const message = `it was made in ${String(note.body)} mode, and this is ${mode} mode`;
  return [{ id: "I-36", subject: "the database", message }];
}
