import { mayIn, type Access } from "../../domain/access/roles.ts";
import type { Permission } from "../../domain/access/permissions.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import type { PullPayment } from "../../domain/payouts/pullPayment.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { possibleMarks } from "../../usecases/invoices/markInvoice.ts";
import { claimLink, claimPermission } from "../../usecases/payouts/claimLink.ts";
import { formatFixed } from "../../../values/amount.ts";
import { readableTime } from "./readableTime.ts";

/** Which of the actions the visitor may take on the invoice as it is now. */
export function actionsView(access: Access, invoice: Invoice) {
  const { storeId, state, facts, terms, archivedAt } = invoice;
  const may = (permission: Permission) => mayIn(access, storeId, permission);
  const marks = may("canmodifyinvoices") ? possibleMarks(invoice) : [];
  return {
    mayMark: marks.filter((as) => may("canmarkinvoices") || (as === "Invalid" && state !== "Settled")),
    mayModify: may("canmodifyinvoices"),
    mayRefund: may("cancreatepullpayments") && facts.settlements.length > 0,
    isArchived: archivedAt !== undefined,
    metadata: JSON.stringify(terms.metadata ?? {}, null, 2),
  };
}

/** The refunds that were made of the invoice. The claim link is shown to those who may make such a refund. */
export async function refundLines(
  { gateway, publicUrl }: Readonly<{ gateway: Pick<Gateway, "persistence" | "secrets">; publicUrl: string }>,
  access: Access,
  { id, storeId }: Invoice,
) {
  const refunds = await gateway.persistence.payouts.refundsOf(id);
  const lineOf = (refund: PullPayment) => ({
    amount: `${formatFixed(refund.amount, refund.decimals)} ${refund.currency}`,
    at: readableTime(refund.createdAt),
    state: refund.archived ? "closed" : refund.claimed >= refund.amount ? "claimed" : "open",
    link: mayIn(access, storeId, claimPermission(refund)) ? claimLink(gateway, publicUrl, refund) : undefined,
  });
  return refunds.map(lineOf);
}
