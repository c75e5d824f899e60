import type { Worth } from "../../../../values/worth.ts";
import type { Instant } from "../../../../values/time.ts";
import type { Evidence } from "../../invoices/evidence.ts";
import type { PayoutEvidence } from "../../payouts/payout.ts";

/**
 * Lines for accountants, as known when they were booked: one line for each payment that has ended, each
 * closed invoice, each refund, each receipt of unattributed funds that were refunded. Lines are written in the commit that
 * books them and never change; an error is corrected by a reversal line with the sign turned and a new line. So a range that
 * was exported once exports the same bytes later.
 */
export type BookedLine =
  | Readonly<{ file: "payments"; body: PaymentLine } & About>
  | Readonly<{ file: "invoices"; body: InvoiceLine } & About>
  | Readonly<{ file: "refunds"; body: RefundLine } & About>
  | Readonly<{ file: "receipts"; body: ReceiptLine } & About>;

type About = Readonly<{
  id: string; // "<file>:<what it is of>:<version>", of what takes back with ":reversed"
  storeId: string;
  invoiceId: string | undefined;
  kind: LineKind;
}>;

export type BookedFile = BookedLine["file"];

/** The first line about something, its reversal, and its correction. */
export const LINE_KINDS = ["booked", "reversed", "corrected"] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** An amount of a coin: smallest units as digits, and exact decimals where the coin's are known. */
export type CoinAmount = Readonly<{
  chainId: number;
  currency: string;
  symbol?: string | undefined;
  units: string;
  amount?: string | undefined;
}>;

/** A payment that has ended: with the merchant, or back with the payer. */
export type PaymentLine = Readonly<{
  outcome: "settled" | "refunded";
  paidAt: Instant; // when it was first seen
  assignedAt?: Instant | undefined; // when a person gave it to the invoice, as unattributed funds
  endedAt: Instant;
  orderId?: string | undefined;
  description?: string | undefined;
  method: string;
  direct?: true | undefined; // nothing was converted
  paid: CoinAmount;
  address: string;
  txid: string;
  output?: string | undefined; // what names it within its transaction
  confirmations: number;
  requestId?: string | undefined;
  settled?: CoinAmount | undefined; // only what was reported or read, never what was quoted
  recipient?: string | undefined;
  settledTxid?: string | undefined;
  evidence?: Evidence | undefined;
  refunded?: CoinAmount | undefined;
  refundTxid?: string | undefined;
  priceCurrency: string;
  rate?: string | undefined; // of the coin in the price's currency, when the payment was first seen
  value: string; // in the price's currency, as above
  worths: readonly Worth[]; // in the currencies that the store tracks, when it was first seen
  fees: Readonly<Record<string, string>>; // by kind, of the settlement coin
  surplus?: string | undefined; // what prices did between quote and settlement, of the settlement coin; either sign
  costBps?: number | undefined; // what the conversion cost of what the payment was worth
  oddity?: "late" | "asset" | "chain" | "address" | undefined;
  metadata?: unknown;
}>;

/** An invoice that is over, with the payments that ended by then. */
export type InvoiceLine = Readonly<{
  state: string;
  additional: string;
  createdAt: Instant;
  expiresAt: Instant;
  endedAt: Instant;
  orderId?: string | undefined;
  description?: string | undefined;
  customer?: string | undefined;
  currency: string;
  price: string;
  tax?: string | undefined;
  paid: string; // of the price, in its currency, by what has settled
  due: CoinAmount; // the price in the settlement coin
  marked?: Readonly<{ by: string; reason: string }> | undefined;
  payments: readonly PaymentLine[];
  metadata?: unknown;
}>;

/**
 * Money that went back to a buyer, or out to another payee: by the service, or by the merchant's own
 * payment.
 */
export type RefundLine = Readonly<{
  how: "automatic" | "refund" | "payout";
  subject: string; // the deposit that came back, or the payout
  orderId?: string | undefined;
  name?: string | undefined; // of the pull payment
  spent?: CoinAmount | undefined; // what left the merchant; absent where the service returned a payment
  spentTxid?: string | undefined;
  spentEvidence?: PayoutEvidence | undefined;
  cost?: string | undefined; // what of that did not arrive, by the quote's prices: of the coin that left; either sign
  paid: CoinAmount; // what arrived
  to?: string | undefined;
  txid?: string | undefined;
  evidence: PayoutEvidence;
  original?: Readonly<{ currency: string; amount: string }> | undefined;
  worths?: readonly Worth[] | undefined; // of what left the merchant, when it was booked
  requestId?: string | undefined;
  metadata?: unknown;
}>;

/** Unattributed funds that became the merchant's, because the payout that refunds them was completed. */
export type ReceiptLine = Readonly<{
  payoutId: string;
  received: CoinAmount;
  txid: string;
  sender?: string | undefined; // known at the store's own address
}> &
  Pick<RefundLine, "original" | "worths">; // of what was received, when the payout was completed
