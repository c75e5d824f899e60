import { invoiceWalk, type Expected } from "./auditInvoices.ts";
import { dayWalk, unattributedEntryWalk, unattributedWalk } from "./auditLedger.ts";
import { payoutWalk, pullPaymentWalk } from "./auditPayouts.ts";
import { LAST_KEY, type Walk } from "./auditWalk.ts";
import type { Store } from "../../ports/storePort.ts";

const ROWS = 250; // of one table: some milliseconds

/** All that a whole audit goes through, what is quick first. */
export function auditWalks(store: Store, expected: Expected): readonly Walk[] {
  return [
    pullPaymentWalk(store),
    payoutWalk(store),
    unattributedWalk(store),
    unattributedEntryWalk(store),
    dayWalk(store),
    ...store.contradictionKinds.map((kind) => contradictionWalk(store, kind)),
    invoiceWalk(store, expected),
  ];
}

/** What contradicts itself between rows of a kind. */
function contradictionWalk(store: Store, kind: string): Walk {
  return {
    name: kind,
    async *from(after) {
      for (let last: string | undefined = after; last !== undefined;) {
        const { upto, found } = await store.contradictionsAfter(kind, last, ROWS);
        yield { upto: upto ?? LAST_KEY, found };
        last = upto;
      }
    },
  };
}
