import type { Database } from "../../database/driver.ts";
import type { Store } from "../ports/storePort.ts";
import { addressQueries } from "./invoices/addresses.ts";
import { amountLeaseQueries } from "./invoices/amountLeases.ts";
import { attemptQueries } from "./webhooks/attempts.ts";
import { auditQueries } from "./audit/audit.ts";
import { bookLineQueries } from "./books/bookLines.ts";
import { idempotencyQueries } from "./idempotency.ts";
import { storeContext, type Refused } from "./context.ts";
import { deliveryQueries } from "./webhooks/deliveries.ts";
import { eventQueries } from "./webhooks/events.ts";
import { invoiceQueries } from "./invoices/invoices.ts";
import { keyQueries } from "./access/keys.ts";
import { ledgerQueries } from "./books/ledger.ts";
import { logoQueries } from "./logos.ts";
import { mailQueries } from "./mail/mails.ts";
import { checkpointQueries } from "./checkpoints.ts";
import { olderLineQueries } from "./books/olderLines.ts";
import { openingQueries } from "./invoices/openings.ts";
import { paymentRequestQueries } from "./payment-requests/paymentRequests.ts";
import { ownerQueries } from "./access/owners.ts";
import { payoutQueries } from "./payouts/payouts.ts";
import { proofQueries } from "./books/proofs.ts";
import { pruningQueries } from "./webhooks/pruning.ts";
import { reconcileQueries } from "./books/reconcile.ts";
import { storeQueries } from "./stores.ts";
import { transferQueries } from "./invoices/transfers.ts";
import { unattributedQueries } from "./books/unattributed.ts";
import { webhookQueries } from "./webhooks/webhooks.ts";

/** The gateway's persistence: one implementation for both databases. `refused` is called for invalid rows. */
export function createStore(database: Database, refused: Refused): Store {
  const context = storeContext(database, refused);
  return {
    ...storeQueries(context),
    ...logoQueries(context),
    ...keyQueries(context),
    ...ownerQueries(context),
    ...idempotencyQueries(context),
    ...invoiceQueries(context),
    ...addressQueries(context),
    ...amountLeaseQueries(context),
    ...transferQueries(context),
    ...webhookQueries(context),
    ...eventQueries(context),
    ...deliveryQueries(context),
    ...attemptQueries(context),
    ...pruningQueries(context),
    ...checkpointQueries(context),
    ...paymentRequestQueries(context),
    ...openingQueries(context),
    ...ledgerQueries(context),
    ...bookLineQueries(context),
    ...olderLineQueries(context),
    ...unattributedQueries(context),
    ...auditQueries(context),
    ...proofQueries(context),
    ...reconcileQueries(context),
    ...payoutQueries(context),
    ...mailQueries(context),
  };
}
