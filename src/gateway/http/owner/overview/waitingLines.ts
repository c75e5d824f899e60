import type { Translate } from "../../../../languages/merchantWords.ts";
import type { Gateway } from "../../../usecases/gateway.ts";
import { exceptionsIn, unattributedIn } from "../../../usecases/invoices/inbox.ts";
import { lostInvoices } from "../../../usecases/failover/lostInvoices.ts";
import { unpaidPayouts } from "../../../usecases/payouts/unpaidPayouts.ts";
import { UTC } from "../../../../values/zone.ts";
import { lostMailLines } from "../mailLines.ts";
import { inboxPath } from "../paths.ts";

const MOST = 99; // counted of each kind: an overview must not read a thousand invoices

/**
 * What waits for a person in a store, by kind: how many, and where each is dealt with. Kinds of which there is none are left out,
 * and payouts for those who may not see them.
 */
export async function waitingLines(
  { persistence, clock }: Pick<Gateway, "persistence" | "clock">,
  storeId: string,
  tr: Translate,
  seesPayouts: boolean,
) {
  const inbox = inboxPath(storeId);
  const [invoices, funds, mails, webhooks, lost, unpaid] = await Promise.all([
    exceptionsIn(persistence, storeId, MOST + 1),
    unattributedIn(persistence, storeId),
    lostMailLines({ persistence, clock }, storeId, tr, UTC), // counted alone
    persistence.webhooks.of(storeId),
    lostInvoices({ persistence }, storeId),
    seesPayouts ? unpaidPayouts({ persistence, clock }, storeId, MOST + 1) : [],
  ]);
  const all = [
    { label: tr("Payments that need a decision"), count: invoices.length, path: `${inbox}#exceptions` },
    {
      label: tr("Unattributed funds"),
      count: funds.length,
      path: `${inbox}#unattributed`,
    },
    { label: tr("Lost invoices"), count: lost.length, path: `${inbox}#lost` },
    { label: tr("Refunds and payouts to be paid"), count: unpaid.length, path: `${inbox}#unpaid` },
    { label: tr("E-mails that did not arrive"), count: mails.lines.length, path: `${inbox}#mails` },
    {
      label: tr("Webhooks that were disabled"),
      count: webhooks.filter(({ disabledReason }) => disabledReason !== undefined).length,
      path: `${inbox}#webhooks`,
    },
  ];
  return all
    .filter(({ count }) => count > 0)
    .map((line) => ({ ...line, count: line.count > MOST ? `${MOST}+` : String(line.count) }));
}
