import { auditLogWalk } from "./auditLogWalk.ts";
import { invoiceWalk, type Expected } from "./auditInvoices.ts";
import { dayWalk, statementWalk, unattributedEntryWalk, unattributedWalk } from "./auditLedger.ts";
import { payoutWalk, pullPaymentWalk } from "./auditPayouts.ts";
import { LAST_KEY, type Walk } from "./auditWalk.ts";
import type { Instant } from "../../../values/time.ts";
import type { Persistence } from "../../ports/persistencePort.ts";

const ROWS = 250; // of one table: some milliseconds

/** All that a whole audit goes through, what is quick first. */
export function auditWalks(persistence: Persistence, expected: Expected, now: Instant): readonly Walk[] {
  return [
    pullPaymentWalk(persistence),
    payoutWalk(persistence),
    auditLogWalk(persistence),
    unattributedWalk(persistence),
    unattributedEntryWalk(persistence),
    dayWalk(persistence),
    statementWalk(persistence, now),
    ...persistence.audit.contradictionKinds.map((kind) => contradictionWalk(persistence, kind)),
    invoiceWalk(persistence, expected),
  ];
}

/** What contradicts itself between rows of a kind. */
function contradictionWalk(persistence: Persistence, kind: string): Walk {
  return {
    name: kind,
    async *from(after) {
      for (let last: string | undefined = after; last !== undefined;) {
        const { upto, found } = await persistence.audit.contradictionsAfter(kind, last, ROWS);
        yield { upto: upto ?? LAST_KEY, found };
        last = upto;
      }
    },
  };
}
