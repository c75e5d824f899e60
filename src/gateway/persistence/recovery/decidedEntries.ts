import type { Instant } from "../../../values/time.ts";
import { missingOffers } from "../../usecases/failover/missingOffers.ts";
import type { AuditReads } from "../../ports/booksPort.ts";
import type { AcknowledgedOffer } from "../../ports/journalPort.ts";
import type { JournalEntry } from "../journal.ts";

/** What the journals say: the entries, and which of them a database has acknowledged. */
export type Journaled = Readonly<{
  entries: readonly JournalEntry[];
  acknowledged: readonly AcknowledgedOffer[];
}>;

/**
 * Drops the entries about which the database has decided. An entry is journaled before its commit, which may be refused: another
 * process has taken the address first. The payer never saw such an entry, and no acknowledgement follows it. Of these the database
 * may have lost only what is newer than all that it has: an acknowledged offer that is there proves everything before it. Where
 * no acknowledged offer is missing and the database is no restored backup, it has lost nothing.
 */
export async function undecidedEntries(
  audit: Pick<AuditReads, "hasOffers">,
  { entries, acknowledged }: Journaled,
  isRestored: boolean,
): Promise<readonly JournalEntry[]> {
  if (acknowledged.length === 0) return entries; // journals of older versions
  const missing = new Set(await missingOffers(audit, acknowledged));
  const present = acknowledged.filter((one) => !missing.has(one));
  const provenUntil = present.reduce<Instant>((newest, { at }) => Math.max(newest, at), 0);
  const isIntact = missing.size === 0 && !isRestored;
  const known = new Set(acknowledged.map(offerKey));
  return entries.filter((entry) => known.has(offerKey(entry)) || (!isIntact && entry.at >= provenUntil));
}

/** An acknowledgement has the moment of its entry: one invoice may be asked for several prices at one address. */
function offerKey({ at, invoiceId, requestId }: AcknowledgedOffer): string {
  return `${at} ${invoiceId} ${requestId}`;
}
