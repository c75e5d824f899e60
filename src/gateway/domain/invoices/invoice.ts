import type { Instant } from "../../../values/time.ts";
import type { Evidence } from "./evidence.ts";
import type { Policy } from "./policy.ts";

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
export const INVOICE_STATES = ["New", "Processing", "Settled", "Expired", "Invalid"] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];
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
  policy: Policy;
  createdAt: Instant;
  expiresAt: Instant; // the end of the price promise
  monitoringUntil: Instant; // until when late money is still looked for
  metadata: unknown; // the merchant's own, echoed verbatim; the one thing here that may be replaced: nothing is decided by it
  checkout: CheckoutTerms;
  /** Any amount will do, and the first payment makes the price; `price` and `due` are an example to ask rates for. */
  topUp?: true | undefined;
  paymentRequestId?: string | undefined; // the link that it was made for
  /** It was made without a key and without signing in: its quotes wait for those of others. */
  byVisitor?: true | undefined;
}>;

export type CheckoutTerms = Readonly<{
  redirectUrl: string | undefined;
  redirectAutomatically: boolean;
  methods: readonly string[]; // method ids the payer may choose from; empty means all that the store has
  defaultMethod: string | undefined;
  echo?: CheckoutEcho | undefined;
}>;

/** Fields that clients send and read back, without effect here. */
export type CheckoutEcho = Readonly<{
  speedPolicy?: SpeedPolicy | undefined;
  defaultLanguage?: string | undefined;
  receipt?:
    | Readonly<{
        enabled?: boolean | undefined;
        showQR?: boolean | undefined;
        showPayments?: boolean | undefined;
      }>
    | undefined;
  searchTerms?: readonly string[] | undefined; // words of the merchant's to find the invoice by
}>;

/** Confirmation speed in the merchant API's terms; the policy is more precise. */
export const SPEED_POLICIES = ["HighSpeed", "MediumSpeed", "LowMediumSpeed", "LowSpeed"] as const;
export type SpeedPolicy = (typeof SPEED_POLICIES)[number];

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
  covers: bigint; // how much of the price that pays: all of it, or the rest after a part was paid; settlement units
  floor: bigint; // the least the merchant then receives, smallest units of the settlement currency
  cost: Cost | undefined; // where the service states it
  from: Instant;
  /**
   * The payer sends the settlement coin to the merchant's own address: the exact amount identifies the
   * payment.
   */
  direct?: true | undefined;
  journal?: string | undefined; // the id of the journal that has it outside the database; older offers have none
}>;

/** What a conversion costs by the quote, in settlement units: what the input is worth before fees, and the fees by kind. */
export type Cost = Readonly<{ gross: bigint; fees: Readonly<Record<string, bigint>> }>;

/** A coin as people read it. */
export type Coin = Readonly<{ symbol: string; decimals: number }>;

/** One output that pays one of the invoice's addresses. It is credited once, to one invoice, for ever. */
export type Deposit = Readonly<{
  outpoint: string; // "<txid>:<vout>", or on an EVM chain "<tx>:<what names the arrival within it>"
  chainId: number;
  currency: string;
  methodId: string;
  quoteId: string | undefined; // of the offer that it answers (offerOf); undefined when a person assigned it
  address: string;
  value: bigint;
  seenAt: Instant; // when the invoice got it
  firstSeenAt?: Instant | undefined; // of unattributed funds, which the invoice got later (paymentTime)
  seenHeight: number | undefined; // of the chain's tip when it was first seen
  presence: "mempool" | "block" | "gone";
  confirmations: number; // capped at what is required, or every block would dirty every invoice
  blockHash: string | undefined;
  undone: number; // how often its block has left the best chain
  spends: readonly string[]; // outpoints that its transaction spends, where they are known
  /** Snapshots from the offer it was matched with: its part of the price, and the least its conversion must yield. */
  credit: bigint;
  floor: bigint;
  appraised?: true | undefined; // a part: both are no more than a quote for just this amount promised, before the rest was priced
  late: boolean; // sent after the price guarantee had ended, as far as can be determined
  /**
   * Differs from the offer: another asset, the same address on another chain, or another address assigned
   * by a person. It has no promised price.
   */
  mismatch: "asset" | "chain" | "address" | undefined;
  coin?: Coin | undefined; // as the service names it, where no offer does
  direct?: true | undefined; // by a person's assignment: it came to the merchant's own address and is not converted
  delayed: boolean; // three blocks and fifty minutes have passed without it
  stalled: boolean; // confirmed a day ago, and neither proven to have settled nor refunded since
  unconverted?: true | undefined; // the service has reported that it will not convert it, and did not return it soon after
}>;

/** The service's report of one request. `word` is its own status text, unchanged. */
export type RequestFact = Readonly<{
  requestId: string;
  depositAddress: string;
  parent: string | undefined;
  word: string;
  understood: string; // the last of its words that has a meaning; others change nothing
  reason: string | undefined; // why it failed, in the service's own words
  outpoint: string | undefined; // the deposit that it converts, once known
  seenAt: Instant;
}>;

/** Money that reached the merchant. Only reported or observed amounts are kept, never quoted ones. */
export type SettlementFact = Readonly<{
  requestId: string;
  outpoint: string;
  amount: bigint | undefined;
  txHash: string | undefined;
  proof: string; // what makes it unique: "<chain>:<tx>:<log>" when verified, else "request:<id>"
  evidence: Evidence;
  proven: boolean; // as well as the invoice's policy asks; else it is only claimed by the service
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
  shown?: string | undefined; // the quote of the offer that the payer has gone back to; else the newest is shown
  deposits: readonly Deposit[];
  requests: readonly RequestFact[];
  settlements: readonly SettlementFact[];
  refunds: readonly RefundFact[];
  anomalies: readonly ExceptionFact[];
  smallRests?: readonly SmallRest[] | undefined;
  /** Where the payer wants money back, by origin chain id; the next quote carries it. */
  refundTo: Readonly<Record<string, string>>;
  marks: readonly Mark[];
  resolved: readonly Resolution[];
}>;

/** An exception that a person has to look at, by its stored kind. */
export type ExceptionFact = Readonly<{ kind: string; detail: string; at: Instant }>;

/**
 * A rest that cannot be paid by a method, in settlement units: too small for the service to convert, or
 * with fees out of proportion. `dust` is the worth of the least amount that the coin's network carries.
 * `otherCoin` marks a method by which nothing was paid: such a rest is never written off.
 */
export type SmallRest = Readonly<{
  methodId: string;
  rest: bigint;
  dust: bigint;
  at: Instant;
  otherCoin?: true | undefined;
}>;

/** A person decided the state. The last mark counts. */
export type Mark = Readonly<{
  as: "Settled" | "Invalid";
  from: InvoiceState;
  by: string;
  reason: string;
  at: Instant;
}>;

/** A person's resolution of an inbox entry (attention.ts), with the reason. */
export type Resolution = Readonly<{ key: string; by: string; reason: string; at: Instant }>;

export type Invoice = Readonly<{
  id: string;
  storeId: string;
  terms: Terms;
  facts: Facts;
  state: InvoiceState;
  additional: Additional;
  version: number;
  archivedAt?: Instant | undefined; // when the merchant took it out of the lists; nothing is decided by it
}>;

export const NO_FACTS: Facts = {
  offers: [],
  deposits: [],
  requests: [],
  settlements: [],
  refunds: [],
  anomalies: [],
  refundTo: {},
  marks: [],
  resolved: [],
};

/** True when nothing but late money can still happen to the invoice. */
export function isFinal(state: InvoiceState): boolean {
  return NEXT[state].length === 0;
}

/** A person's decision about the invoice, if there is one: the last mark counts. */
export function markOf({ marks }: Pick<Facts, "marks">): Mark | undefined {
  return marks.at(-1);
}

/** The offer that the checkout shows: what the payer has chosen last. */
export function shownOffer({ offers, shown }: Pick<Facts, "offers" | "shown">): Offer | undefined {
  return offers.find(({ quoteId }) => quoteId === shown) ?? offers.at(-1);
}

/** The offer that the checkout shows for a method: its newest. */
export function currentOffer(invoice: Pick<Invoice, "facts">, methodId: string): Offer | undefined {
  return invoice.facts.offers.findLast((offer) => offer.methodId === methodId);
}
