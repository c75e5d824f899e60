import type { Database } from "../../database/driver.ts";
import type { Persistence } from "../ports/persistencePort.ts";
import { leaseQueries } from "./invoices/leases.ts";
import { depositQueries } from "./invoices/deposits.ts";
import { observationQueries } from "./invoices/observations.ts";
import { sessionQueries } from "./access/sessions.ts";
import { shownOnceQueries } from "./access/shownOnce.ts";
import { amountLeaseQueries } from "./invoices/amountLeases.ts";
import { attemptQueries } from "./webhooks/attempts.ts";
import { auditQueries } from "./audit/audit.ts";
import { bookLineQueries } from "./books/bookLines.ts";
import { counterQueries } from "./counters.ts";
import { idempotencyQueries } from "./idempotency.ts";
import { persistenceContext, type Refused } from "./context.ts";
import { deliveryQueries } from "./webhooks/deliveries.ts";
import { eventQueries } from "./webhooks/events.ts";
import { invoiceQueries } from "./invoices/invoices.ts";
import { knownJournalQueries } from "./keys/knownJournals.ts";
import { sealedKeyQueries } from "./keys/sealedKeys.ts";
import { keyQueries } from "./access/keys.ts";
import { ledgerQueries } from "./books/ledger.ts";
import { logoQueries } from "./logos.ts";
import { mailQueries } from "./mail/mails.ts";
import { checkpointQueries } from "./checkpoints.ts";
import { olderLineQueries } from "./books/olderLines.ts";
import { openingQueries } from "./invoices/openings.ts";
import { paymentRequestQueries } from "./payment-requests/paymentRequests.ts";
import { accessLinkQueries } from "./access/accessLinks.ts";
import { accountEventQueries } from "./access/accountEvents.ts";
import { memberQueries } from "./access/members.ts";
import { passkeyQueries } from "./access/passkeys.ts";
import { userQueries } from "./access/users.ts";
import { auditLogQueries } from "./audit-log/auditLog.ts";
import { sellingQueries } from "./selling/pointsOfSale.ts";
import { payoutQueries } from "./payouts/payouts.ts";
import { notificationQueries, payoutApprovalQueries } from "./notifications/notifications.ts";
import { pushQueries } from "./notifications/pushes.ts";
import { proofQueries } from "./books/proofs.ts";
import { pruningQueries } from "./webhooks/pruning.ts";
import { reconcileQueries } from "./books/reconcile.ts";
import { storeQueries } from "./stores.ts";
import { transferQueries } from "./invoices/transfers.ts";
import { unattributedQueries } from "./books/unattributed.ts";
import { webhookQueries } from "./webhooks/webhooks.ts";

/**
 * The gateway's persistence: one implementation for both databases. `refused` is called for invalid rows. With `notifies`, other
 * processes that listen hear of new versions of invoices at once, where the database is PostgreSQL.
 */
export function createPersistence(database: Database, refused: Refused, notifies = false): Persistence {
  const context = persistenceContext(database, refused, notifies);
  return {
    stores: { ...storeQueries(context), ...logoQueries(context) },
    keys: keyQueries(context),
    users: userQueries(context),
    accountEvents: accountEventQueries(context),
    members: memberQueries(context),
    accessLinks: accessLinkQueries(context),
    sessions: sessionQueries(context),
    passkeys: passkeyQueries(context),
    shownOnce: shownOnceQueries(context),
    auditLog: auditLogQueries(context),
    notifications: notificationQueries(context),
    payoutApprovals: payoutApprovalQueries(context),
    pushes: pushQueries(context),
    idempotency: idempotencyQueries(context),
    invoices: { ...invoiceQueries(context), ...openingQueries(context), ...observationQueries(context) },
    leases: leaseQueries(context),
    amountLeases: amountLeaseQueries(context),
    deposits: depositQueries(context),
    transfers: transferQueries(context),
    checkpoints: checkpointQueries(context),
    sealedKeys: sealedKeyQueries(context),
    journals: knownJournalQueries(context),
    webhooks: webhookQueries(context),
    events: { ...eventQueries(context), ...pruningQueries(context) },
    deliveries: deliveryQueries(context),
    attempts: attemptQueries(context),
    mails: mailQueries(context),
    paymentRequests: paymentRequestQueries(context),
    pointsOfSale: sellingQueries(context),
    counters: counterQueries(context),
    payouts: payoutQueries(context),
    books: {
      ...ledgerQueries(context),
      ...bookLineQueries(context),
      ...olderLineQueries(context),
      ...proofQueries(context),
    },
    unattributed: unattributedQueries(context),
    audit: auditQueries(context),
    reconciliation: reconcileQueries(context),
  };
}
