import type { AuditReads } from "../../ports/booksPort.ts";
import { missingOffers } from "../failover/missingOffers.ts";
import type { Violation } from "../../domain/invariants/record.ts";
import { DAY_MS, isoTime, MINUTE_MS, type Instant } from "../../../values/time.ts";
import type { Journal } from "../../ports/journalPort.ts";

const YOUNG_MS = MINUTE_MS; // another process may be writing it

/**
 * I-50: every offer that the last day's journal records as acknowledged is in the database. A violation
 * means that paid invoices are missing, because a standby without all data has taken over or an old backup
 * was restored. The database alone cannot show that.
 */
export async function auditJournal(
  audit: Pick<AuditReads, "hasOffers">,
  acknowledgedSince: Journal["acknowledgedSince"],
  at: Instant,
): Promise<readonly Violation[]> {
  const kept = (await acknowledgedSince(at - DAY_MS)).filter((one) => one.at < at - YOUNG_MS);
  const missing = await missingOffers(audit, kept);
  return missing.map(({ invoiceId, requestId, at: keptAt }): Violation => {
    const message = `the journal says that the database had its request ${requestId} at ${isoTime(keptAt)}, and it does not: rows that were acknowledged are lost. Stop the server, and run "crosstill recover" (docs/how-to/backup-restore.md)`;
    return { id: "I-50", subject: `invoice ${invoiceId}`, message };
  });
}
