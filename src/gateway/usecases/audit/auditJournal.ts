import type { AuditReads } from "../../ports/booksPort.ts";
import { setImmediate } from "node:timers/promises";
import type { Violation } from "../../domain/invariants/record.ts";
import { DAY_MS, isoTime, MINUTE_MS, type Instant } from "../../../values/time.ts";
import type { Journal, AcknowledgedOffer } from "../../ports/journalPort.ts";

const AT_ONCE = 100; // invoices
const YOUNG_MS = MINUTE_MS; // another process may be writing it

/**
 * I-50: every offer that the last day's journal records as acknowledged is in the database. A violation
 * means that paid invoices are missing, because a standby without all data has taken over or an old backup
 * was restored. The database alone cannot show that.
 */
export async function auditJournal(
  audit: Pick<AuditReads, "requestsKept">,
  acknowledgedSince: Journal["acknowledgedSince"],
  at: Instant,
): Promise<readonly Violation[]> {
  const kept = (await acknowledgedSince(at - DAY_MS)).filter((one) => one.at < at - YOUNG_MS);
  const missing: AcknowledgedOffer[] = [];
  for (let from = 0; from < kept.length; from += AT_ONCE) {
    const some = kept.slice(from, from + AT_ONCE);
    const known = await audit.requestsKept([...new Set(some.map(({ invoiceId }) => invoiceId))]);
    await setImmediate(); // a server has others to answer
    missing.push(...some.filter(({ requestId }) => !known.has(requestId)));
  }
  return missing.map(({ invoiceId, requestId, at: keptAt }): Violation => {
    const message = `the journal says that the database had its request ${requestId} at ${isoTime(keptAt)}, and it does not: rows that were acknowledged are lost. Stop the server, and run "crosstill recover" (docs/how-to/backup-restore.md)`;
    return { id: "I-50", subject: `invoice ${invoiceId}`, message };
  });
}
