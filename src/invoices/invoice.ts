import type { Instant } from "../time.ts";

/**
 * An invoice is terms (fixed when it is issued) + facts (observed since) + a state (implied by both).
 *
 *                enough seen                 enough settled
 *        New ─────────────────► Processing ─────────────────► Settled
 *         │ ◄───────────────────────┘ │
 *         │   dropped, or refunded    └──► Invalid   (refunded when the time is over)
 *         │   while still open
 *         └──► Expired            late money is still recorded: PaidPartial, PaidLate
 *
 * State says how far it is; `additional` says what is odd about it. Both words are the merchant API's (Greenfield).
 */
export type InvoiceState = "New" | "Processing" | "Settled" | "Expired" | "Invalid";
export type Additional = "None" | "PaidPartial" | "PaidOver" | "PaidLate" | "Marked";

/** The only moves there are. A state that can move nowhere is final. */
export const NEXT: Readonly<Record<InvoiceState, readonly InvoiceState[]>> = {
  New: ["Processing", "Settled", "Expired"], // Settled at once when the service speaks before the explorer does
  Processing: ["New", "Settled", "Invalid"],
  Settled: [],
  Expired: [],
  Invalid: [],
};

/** Where the merchant is paid: an ERC-20 or native coin on one chain, and the merchant's own address there. */
export type Settlement = Readonly<{
  chainId: number;
  chainName: string;
  currency: string;
  symbol: string;
  decimals: number;
  recipient: string;
}>;

export type Terms = Readonly<{
  price: bigint; // smallest units of `currency`
  currency: string;
  decimals: number;
  due: bigint; // what the price is in smallest units of the settlement currency
  settlement: Settlement;
  toleranceBps: number; // how much less than `due` still counts as paid
  createdAt: Instant;
  expiresAt: Instant; // the end of the price promise
  monitoringUntil: Instant; // until when late money is still looked for
  metadata: unknown; // the merchant's own, echoed verbatim
  checkout: CheckoutTerms;
}>;

export type CheckoutTerms = Readonly<{
  redirectUrl: string | undefined;
  redirectAutomatically: boolean;
  methods: readonly string[]; // method ids the payer may choose from; empty means all that the store has
  defaultMethod: string | undefined;
}>;

/** A price in the payer's coin: this much to this address pays the invoice. Old offers stay, because payers pay old amounts too. */
export type Offer = Readonly<{
  quoteId: string;
  methodId: string;
  chainId: number;
  currency: string;
  decimals: number;
  symbol: string;
  requestId: string;
  depositAddress: string;
  refundTo: string;
  input: bigint; // smallest units of the payer's coin
  floor: bigint; // the least the merchant then receives, smallest units of the settlement currency
  from: Instant;
}>;

/** One output that pays one of the invoice's addresses. It is credited once, to one invoice, for ever. */
export type Deposit = Readonly<{
  outpoint: string; // "<txid>:<vout>"
  methodId: string;
  address: string;
  value: bigint;
  seenAt: Instant;
  presence: "mempool" | "block" | "gone";
  confirmations: number; // capped at what is required, or every block would dirty every invoice
  blockHash: string | undefined;
  /** Snapshots from the offer it was matched with: its part of the price, and the least its conversion must yield. */
  credit: bigint;
  floor: bigint;
  late: boolean; // sent after the price promise had ended, as far as anybody can tell
}>;

/** What the service says about one request. `word` is its own status word, kept as it came. */
export type RequestFact = Readonly<{
  requestId: string;
  depositAddress: string;
  parent: string | undefined;
  word: string;
  outpoint: string | undefined; // the deposit that it converts, once known
  seenAt: Instant;
}>;

/** How sure a settlement is: said by the service; with a transaction hash; or read from the destination chain. */
export type Evidence = "reported" | "hash" | "verified";

/** Money that reached the merchant. Only reported or observed amounts are kept, never quoted ones. */
export type SettlementFact = Readonly<{
  requestId: string;
  outpoint: string;
  amount: bigint | undefined;
  txHash: string | undefined;
  proof: string; // what makes it unique: "<chain>:<tx>:<log>" when verified, else "request:<id>"
  evidence: Evidence;
  at: Instant;
}>;

/** Money that the service sent back. */
export type RefundFact = Readonly<{
  requestId: string;
  outpoint: string;
  amount: bigint | undefined;
  txHash: string | undefined;
  at: Instant;
}>;

export type Facts = Readonly<{
  offers: readonly Offer[];
  deposits: readonly Deposit[];
  requests: readonly RequestFact[];
  settlements: readonly SettlementFact[];
  refunds: readonly RefundFact[];
  anomalies: readonly Readonly<{ kind: string; detail: string; at: Instant }>[];
  marked: "Settled" | "Invalid" | undefined; // a person decided
}>;

export type Invoice = Readonly<{
  id: string;
  storeId: string;
  terms: Terms;
  facts: Facts;
  state: InvoiceState;
  additional: Additional;
  version: number;
}>;

export const NO_FACTS: Facts = {
  offers: [],
  deposits: [],
  requests: [],
  settlements: [],
  refunds: [],
  anomalies: [],
  marked: undefined,
};

/** True when nothing but late money can still happen to the invoice. */
export function isFinal(state: InvoiceState): boolean {
  return NEXT[state].length === 0;
}

/** The offer that the checkout shows for a method: its newest. */
export function currentOffer(invoice: Invoice, methodId: string): Offer | undefined {
  return invoice.facts.offers.findLast((offer) => offer.methodId === methodId);
}
