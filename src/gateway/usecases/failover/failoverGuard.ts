import type { AuditReads } from "../../ports/booksPort.ts";
import type { FailoverGuard, Lineage } from "../../ports/failoverPort.ts";
import type { AcknowledgedOffer, Journal } from "../../ports/journalPort.ts";
import { missingOffers } from "./missingOffers.ts";
import type { Log } from "../../../runtime/log.ts";
import { DAY_MS, type Clock } from "../../../values/time.ts";
import { GatewayError } from "../../errors.ts";

const COMPARED_MS = 7 * DAY_MS; // of the journal's acknowledged offers; an older loss is a restored backup, which says so itself
const NAMED = 20; // in the log

type Parts = Readonly<{
  clock: Clock;
  log: Log;
  audit: Pick<AuditReads, "hasOffers">;
  journal: Pick<Journal, "acknowledgedSince">;
  lineage: Lineage;
}>;

/**
 * Notices that another server of the database has taken over: its timeline or its system identifier is another one. The journal's
 * acknowledged offers are then looked for in it, and nothing new is issued while some are missing.
 */
export function createFailoverGuard({ clock, log, audit, journal, lineage }: Parts): FailoverGuard {
  let agreed: string | undefined;
  let missing: readonly AcknowledgedOffer[] = [];
  let comparing: Promise<void> | undefined;

  const compare = async (current: string) => {
    const before = await lineage.accepted();
    if (before === current) return agree(current);
    if (before === undefined) {
      await lineage.accept(current); // the first start: there is nothing to compare it with
      return agree(current);
    }
    const known = missing.length;
    missing = await missingOffers(audit, await journal.acknowledgedSince(clock() - COMPARED_MS));
    if (missing.length === 0) {
      await lineage.accept(current);
      log.warn("database.failed_over", { before, now: current });
      return agree(current);
    }
    agreed = undefined;
    if (known === missing.length) return;
    const invoices = [...new Set(missing.map(({ invoiceId }) => invoiceId))];
    log.error("database.lost_invoices", { lost: invoices.length, invoices: invoices.slice(0, NAMED) });
  };
  const agree = (current: string) => {
    if (missing.length > 0) log.warn("database.recovered", { now: current });
    missing = [];
    agreed = current;
  };
  const look = async () => {
    const current = await lineage.current();
    if (current === undefined || current === agreed) return;
    comparing ??= compare(current).finally(() => (comparing = undefined));
    await comparing;
  };
  return {
    look,
    async requireAgreement() {
      if (missing.length === 0) await look(); // else the job that looks again reads the journal, not each call
      if (missing.length === 0) return;
      throw new GatewayError(
        "database_behind",
        'The database server that has taken over lacks invoices that were acknowledged. Nothing new is issued until "crosstill recover" has written them down (docs/how-to/failover.md).',
      );
    },
    lost: () => new Set(missing.map(({ invoiceId }) => invoiceId)).size,
  };
}
