import type { Database } from "../db/driver.ts";
import type { Store } from "../gateway/storePort.ts";
import { addressQueries } from "./addresses.ts";
import { amountLeaseQueries } from "./amountLeases.ts";
import { attemptQueries } from "./attempts.ts";
import { auditQueries } from "./audit.ts";
import { bookLineQueries } from "./bookLines.ts";
import { callQueries } from "./calls.ts";
import { storeContext, type Refused } from "./context.ts";
import { deliveryQueries } from "./deliveries.ts";
import { eventQueries } from "./events.ts";
import { invoiceQueries } from "./invoices.ts";
import { keyQueries } from "./keys.ts";
import { ledgerQueries } from "./ledger.ts";
import { logoQueries } from "./logos.ts";
import { mailQueries } from "./mails.ts";
import { noteQueries } from "./notes.ts";
import { olderLineQueries } from "./olderLines.ts";
import { openingQueries } from "./openings.ts";
import { paymentRequestQueries } from "./paymentRequests.ts";
import { ownerQueries } from "./owners.ts";
import { payoutQueries } from "./payouts.ts";
import { proofQueries } from "./proofs.ts";
import { pruningQueries } from "./pruning.ts";
import { reconcileQueries } from "./reconcile.ts";
import { storeQueries } from "./stores.ts";
import { transferQueries } from "./transfers.ts";
import { unattributedQueries } from "./unattributed.ts";
import { webhookQueries } from "./webhooks.ts";

/** The gateway's store: one implementation for both databases. `refused` hears of rows that cannot be true. */
export function createStore(database: Database, refused: Refused): Store {
  const context = storeContext(database, refused);
  return {
    ...storeQueries(context),
    ...logoQueries(context),
    ...keyQueries(context),
    ...ownerQueries(context),
    ...callQueries(context),
    ...invoiceQueries(context),
    ...addressQueries(context),
    ...amountLeaseQueries(context),
    ...transferQueries(context),
    ...webhookQueries(context),
    ...eventQueries(context),
    ...deliveryQueries(context),
    ...attemptQueries(context),
    ...pruningQueries(context),
    ...noteQueries(context),
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
