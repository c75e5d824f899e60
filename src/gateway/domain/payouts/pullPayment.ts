import type { Instant } from "../../../values/time.ts";
import { SentenceError, type Sentence } from "../../../values/sentence.ts";

/**
 * A pull payment is a promise of money with a public link: the holder of the link claims some or all of it
 * to an address of theirs (Greenfield's term). A refund is a pull payment that belongs to an invoice.
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
  autoApprove: boolean; // claims need no approval while its maker may approve
  madeBy?: string | undefined; // the user behind the key or session, or COMMAND_KEY; older versions did not store it
  startsAt: Instant | undefined; // at once, when undefined
  expiresAt: Instant | undefined; // never, when undefined
  methods: readonly string[]; // the coins of a claim; empty means every coin of the service
  refund: Refund | undefined;
  archived: boolean;
  createdAt: Instant;
  version: number;
}>;

/** The value of `madeBy` for keys that `crosstill keys create` made. Their claims need no second approval. */
export const COMMAND_KEY = "command";

/** What a refund takes from what an invoice has brought, in settlement units; `ordinal` counts the refunds of the invoice. */
export type Refund = Readonly<{ invoiceId: string; ordinal: number; worth: bigint }>;

/** Why a claim or a move was refused: codes of the merchant API, all with status 400. */
export const PAYOUT_ERRORS = {
  archived: { meaning: "The shop has closed the pull payment.", remedy: "Ask the shop." },
  expired: { meaning: "The time to claim is over.", remedy: "Ask the shop." },
  "not-started": { meaning: "The pull payment has not started yet.", remedy: "Claim when it has." },
  overdraft: {
    meaning: "The claim is more than what is left, or everything has been claimed.",
    remedy: "Claim less; the message says what is left.",
  },
  "amount-too-low": {
    meaning: "The claim is not above zero, or the payout is less than the smallest unit of its coin.",
    remedy: "Claim more, or cancel the payout.",
  },
  "payment-method-not-supported": {
    meaning: "The pull payment cannot be claimed in this coin.",
    remedy: "Choose one of its payment methods.",
  },
  "duplicate-destination": {
    meaning: "A payout to this address is not finished yet.",
    remedy: "Wait until it is paid, or give another address.",
  },
  "invalid-state": {
    meaning: "The payout is in a state that does not allow the move.",
    remedy: "Read its state again.",
  },
  "old-revision": {
    meaning: "The payout has changed since it was read.",
    remedy: "Read it again, and repeat the call.",
  },
  "non-refundable": {
    meaning: "Nothing of the invoice is left to refund, or its refunds exceed what the shop has of it now.",
    remedy: "Read the message; close or cancel another refund first.",
  },
} as const satisfies Readonly<Record<string, Readonly<{ meaning: string; remedy: string }>>>;

export type RefusalCode = keyof typeof PAYOUT_ERRORS;

/** A claim or a change that the rules refuse. The sentence states what was expected and the remedy. */
export class PayoutRefusal extends SentenceError {
  override name = "PayoutRefusal";
  constructor(
    readonly code: RefusalCode,
    said: string | Sentence,
  ) {
    super(said);
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

/** Stops further claims. Existing claims continue; the rest is available to another refund. */
export function archive(pullPayment: PullPayment): PullPayment {
  if (pullPayment.archived) return pullPayment;
  return { ...pullPayment, archived: true, version: pullPayment.version + 1 };
}
