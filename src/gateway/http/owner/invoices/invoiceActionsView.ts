import { mayIn, type Access } from "../../../domain/access/roles.ts";
import type { Permission } from "../../../domain/access/permissions.ts";
import type { Invoice } from "../../../domain/invoices/invoice.ts";
import { metadataText } from "../../../domain/invoices/metadataText.ts";
import { inPrice } from "../../../domain/invoices/paid.ts";
import {
  isPaidInSeveralCoins,
  isRefundable,
  overLeft,
  refundableOf,
} from "../../../domain/payouts/refundable.ts";
import type { Payout } from "../../../domain/payouts/payout.ts";
import type { PullPayment } from "../../../domain/payouts/pullPayment.ts";
import type { Gateway } from "../../../usecases/gateway.ts";
import { possibleMarks } from "../../../usecases/invoices/markInvoice.ts";
import { claimLink, claimPermission } from "../../../usecases/payouts/claimLink.ts";
import { formatFixed } from "../../../../values/amount.ts";
import type { Explorers } from "../../checkout/viewContext.ts";
import { payoutPath } from "../paths.ts";
import { readableTime } from "../readableTime.ts";

const MOST_CLAIMS = 100; // of one refund

/** Which of the actions the visitor may take on the invoice as it is now. */
export function actionsView(
  { mailer }: Pick<Gateway, "mailer">,
  access: Access,
  invoice: Invoice,
  refunds: readonly PullPayment[],
) {
  const { storeId, state, terms, archivedAt } = invoice;
  const may = (permission: Permission) => mayIn(access, storeId, permission);
  const marks = may("canmodifyinvoices") ? possibleMarks(invoice) : [];
  const left = refundableOf(invoice, refunds);
  const over = overLeft(invoice, refunds);
  return {
    mayMark: marks.filter((as) => may("canmarkinvoices") || (as === "Invalid" && state !== "Settled")),
    mayModify: may("canmodifyinvoices"),
    maySend: may("canmodifyinvoices") && mailer !== undefined && (state === "New" || state === "Processing"),
    mayRefund: mayRefund(access, invoice) && (left > 0n || refunds.length === 0),
    isInSeveralCoins: isPaidInSeveralCoins(invoice),
    refundable: formatFixed(inPrice(terms, left), terms.decimals),
    rest: refunds.length > 0 && left > 0n ? formatFixed(inPrice(terms, left), terms.decimals) : undefined,
    over: over > 0n ? formatFixed(inPrice(terms, over), terms.decimals) : undefined,
    isRefunded: refunds.length > 0,
    isArchived: archivedAt !== undefined,
    metadata: JSON.stringify(terms.metadata ?? {}, null, 2),
    customer: metadataText(terms.metadata, "buyerEmail"),
  };
}

/** Whether the page of the invoice offers a refund to the visitor. */
export function mayRefund(access: Access, invoice: Invoice): boolean {
  const isAllowed = mayIn(access, invoice.storeId, "cancreatepullpayments");
  return isAllowed && isRefundable(invoice) && invoice.facts.settlements.length > 0;
}

/** The payouts of each refund that were not cancelled, by the refund's id. */
export type RefundPayouts = ReadonlyMap<string, readonly Payout[]>;

/** Reads the payouts of the refunds of an invoice. */
export async function payoutsOfRefunds(
  { persistence }: Pick<Gateway, "persistence">,
  refunds: readonly PullPayment[],
): Promise<RefundPayouts> {
  const read = async ({ id, storeId }: PullPayment) => {
    const payouts = await persistence.payouts.list({ storeId, pullPaymentId: id, limit: MOST_CLAIMS });
    return [id, payouts.filter(({ state }) => state !== "Cancelled")] as const;
  };
  return new Map(await Promise.all(refunds.map(read)));
}

/** What has become of a refund: of its claims, once there are some. */
function stateOfRefund(refund: PullPayment, payouts: readonly Payout[]) {
  const isClaimed = refund.claimed >= refund.amount;
  if (isClaimed && payouts.length > 0 && payouts.every(({ state }) => state === "Completed")) return "paid";
  if (payouts.some(({ state }) => state === "InProgress")) return "sent";
  if (isClaimed) return "claimed";
  return refund.archived ? "closed" : "open";
}

/** The refunds of the invoice, with their payouts. The claim link is shown to those who may make such a refund. */
export function refundLines(
  {
    gateway,
    publicUrl,
    explorers,
    zone,
  }: Readonly<{
    gateway: Pick<Gateway, "secrets">;
    publicUrl: string;
    explorers: Explorers;
    zone: string;
  }>,
  access: Access,
  { storeId }: Invoice,
  refunds: readonly PullPayment[],
  payouts: RefundPayouts,
) {
  return refunds.map((refund) => ({
    id: refund.id,
    amount: `${formatFixed(refund.amount, refund.decimals)} ${refund.currency}`,
    at: readableTime(refund.createdAt, zone),
    state: stateOfRefund(refund, payouts.get(refund.id) ?? []),
    payouts: mayIn(access, storeId, "canviewpayouts")
      ? (payouts.get(refund.id) ?? []).map(({ id, coin, proof }) => ({
          page: payoutPath(id),
          tx: proof?.txHash && { hash: proof.txHash, url: explorers.tx(coin.chainId, proof.txHash) },
        }))
      : [],
    link: mayIn(access, storeId, claimPermission(refund)) ? claimLink(gateway, publicUrl, refund) : undefined,
  }));
}
