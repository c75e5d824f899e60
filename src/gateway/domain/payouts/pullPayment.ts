import type { Instant } from "../../../values/time.ts";

/**
 * A pull payment is a promise of money with a public link: whoever has the link claims some or all of it to an address of
 * theirs (Greenfield's word for it). A refund is a pull payment that belongs to an invoice.
 */
export type PullPayment = Readonly<{
  id: string;
  storeId: string;
  name: string;
  description: string;
  currency: string; // what it is denominated in: a price currency or the symbol of a coin
  decimals: number;
  amount: bigint; // smallest units of `currency`
  claimed: bigint; // of it, by payouts that are not cancelled
  autoApprove: boolean; // claims need no approval
  startsAt: Instant | undefined; // at once, when undefined
  expiresAt: Instant | undefined; // never, when undefined
  methods: readonly string[]; // in what it may be claimed; empty means every coin that the service knows
  refund: Refund | undefined;
  archived: boolean;
  createdAt: Instant;
  version: number;
}>;

/** What a refund takes from what an invoice has brought, in settlement units; `ordinal` counts the refunds of the invoice. */
export type Refund = Readonly<{ invoiceId: string; ordinal: number; worth: bigint }>;

/** Why a claim or a move was refused; each is an error code of the merchant API. */
export type RefusalCode =
  | "archived"
  | "expired"
  | "not-started"
  | "overdraft"
  | "amount-too-low"
  | "payment-method-not-supported"
  | "duplicate-destination"
  | "invalid-state"
  | "old-revision"
  | "non-refundable";

/** A claim or a move that the rules refuse. The sentence says what was expected and what to do. */
export class PayoutRefusal extends Error {
  override name = "PayoutRefusal";
  constructor(
    readonly code: RefusalCode,
    message: string,
  ) {
    super(message);
  }
}

/** What may still be claimed, in smallest units of the pull payment's currency. */
export function leftOf({ amount, claimed }: Pick<PullPayment, "amount" | "claimed">): bigint {
  return amount - claimed;
}

/** Whether claims are taken now. Throws PayoutRefusal: archived, not-started, expired. */
export function requireOpen({ archived, startsAt, expiresAt }: PullPayment, now: Instant): void {
  if (archived) throw new PayoutRefusal("archived", "The shop has closed this payment. Ask the shop.");
  if (startsAt !== undefined && now < startsAt)
    throw new PayoutRefusal("not-started", "This payment cannot be claimed yet. Come back later.");
  if (expiresAt !== undefined && now >= expiresAt)
    throw new PayoutRefusal("expired", "The time to claim this payment is over. Ask the shop.");
}

/** Takes no more claims from now on. What was claimed goes on; what was not is free again for another refund. */
export function archive(pullPayment: PullPayment): PullPayment {
  if (pullPayment.archived) return pullPayment;
  return { ...pullPayment, archived: true, version: pullPayment.version + 1 };
}
