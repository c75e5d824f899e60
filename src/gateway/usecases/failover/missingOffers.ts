import { setImmediate } from "node:timers/promises";
import type { AuditReads } from "../../ports/booksPort.ts";
import type { AcknowledgedOffer } from "../../ports/journalPort.ts";

const AT_ONCE = 100; // invoices

/** Finds the acknowledged offers that the database does not have: it has lost rows, or is an older backup. */
export async function missingOffers(
  audit: Pick<AuditReads, "hasOffers">,
  acknowledged: readonly AcknowledgedOffer[],
): Promise<readonly AcknowledgedOffer[]> {
  const missing: AcknowledgedOffer[] = [];
  for (let from = 0; from < acknowledged.length; from += AT_ONCE) {
    const some = acknowledged.slice(from, from + AT_ONCE);
    const known = await audit.hasOffers(some);
    await setImmediate(); // a server has others to answer
    missing.push(...some.filter((_, index) => known[index] !== true));
  }
  return missing;
}
