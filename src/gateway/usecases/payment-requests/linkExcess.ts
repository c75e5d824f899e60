import type { PaymentRequest } from "../../domain/invoices/paymentRequest.ts";
import { linkOverLeft } from "../../domain/payouts/refundable.ts";
import type { Gateway } from "../gateway.ts";

/** A payment link, and the amount by which its invoices together overpaid it and that is not refunded, in its currency. */
export type LinkExcess = Readonly<{ link: PaymentRequest; over: bigint }>;

const MOST_LINKS = 100; // the newest

/** Lists those of a store's newest payment links that several invoices overpaid. */
export async function listLinkExcess(
  gateway: Pick<Gateway, "persistence">,
  storeId: string,
): Promise<readonly LinkExcess[]> {
  const newest = { withArchived: true, skip: 0, limit: MOST_LINKS };
  const links = await gateway.persistence.paymentRequests.list(storeId, newest);
  const found = await findLinkExcess(
    gateway,
    links.filter(({ status }) => status === "Completed"),
  );
  return found.filter(({ over }) => over > 0n);
}

/** Computes the overpayment of payment links by several invoices. The excess of a single invoice is not part of it. */
export async function findLinkExcess(
  { persistence }: Pick<Gateway, "persistence">,
  links: readonly PaymentRequest[],
): Promise<readonly LinkExcess[]> {
  const invoices = await persistence.paymentRequests.invoicesOf(links.map(({ id }) => id));
  const paid = invoices.filter(({ facts }) => facts.settlements.length > 0);
  const refunds = await persistence.payouts.refundsAmong(paid.map(({ id }) => id));
  return links.map((link) => {
    const own = paid.filter(({ terms }) => terms.paymentRequestId === link.id);
    const refunded = own.map((invoice) => ({ invoice, refunds: refunds.get(invoice.id) ?? [] }));
    return { link, over: linkOverLeft(link.settings.amount, refunded) };
  });
}
