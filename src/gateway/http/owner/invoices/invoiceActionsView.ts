import { mayIn, type Access } from "../../../domain/access/roles.ts";
import type { Permission } from "../../../domain/access/permissions.ts";
import type { Invoice } from "../../../domain/invoices/invoice.ts";
import { metadataText } from "../../../domain/invoices/metadataText.ts";
import { inPrice } from "../../../domain/invoices/paid.ts";
import { refundableOf } from "../../../domain/payouts/refundable.ts";
import type { PullPayment } from "../../../domain/payouts/pullPayment.ts";
import type { Gateway } from "../../../usecases/gateway.ts";
import { possibleMarks } from "../../../usecases/invoices/markInvoice.ts";
import { claimLink, claimPermission } from "../../../usecases/payouts/claimLink.ts";
import { formatFixed } from "../../../../values/amount.ts";
import { readableTime } from "../readableTime.ts";

/** Which of the actions the visitor may take on the invoice as it is now. */
export function actionsView(
  { mailer }: Pick<Gateway, "mailer">,
  access: Access,
  invoice: Invoice,
  refunds: readonly PullPayment[],
) {
  const { storeId, state, facts, terms, archivedAt } = invoice;
  const may = (permission: Permission) => mayIn(access, storeId, permission);
  const marks = may("canmodifyinvoices") ? possibleMarks(invoice) : [];
  const left = refundableOf(invoice, refunds);
  return {
    mayMark: marks.filter((as) => may("canmarkinvoices") || (as === "Invalid" && state !== "Settled")),
    mayModify: may("canmodifyinvoices"),
    maySend: may("canmodifyinvoices") && mailer !== undefined && (state === "New" || state === "Processing"),
    mayRefund: may("cancreatepullpayments") && facts.settlements.length > 0,
    rest: refunds.length > 0 && left > 0n ? formatFixed(inPrice(terms, left), terms.decimals) : undefined,
    isRefunded: refunds.length > 0,
    isArchived: archivedAt !== undefined,
    metadata: JSON.stringify(terms.metadata ?? {}, null, 2),
    customer: metadataText(terms.metadata, "buyerEmail"),
  };
}

/** The refunds of the invoice. The claim link is shown to those who may make such a refund. */
export function refundLines(
  { gateway, publicUrl }: Readonly<{ gateway: Pick<Gateway, "secrets">; publicUrl: string }>,
  access: Access,
  { storeId }: Invoice,
  refunds: readonly PullPayment[],
) {
  return refunds.map((refund) => ({
    amount: `${formatFixed(refund.amount, refund.decimals)} ${refund.currency}`,
    at: readableTime(refund.createdAt),
    state: refund.archived ? "closed" : refund.claimed >= refund.amount ? "claimed" : "open",
    link: mayIn(access, storeId, claimPermission(refund)) ? claimLink(gateway, publicUrl, refund) : undefined,
  }));
}
