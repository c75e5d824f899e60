/**
 * Everything the checkout page shows, as plain data. All strings are final display text: amounts are exact decimals, nothing is
 * rounded or shortened on the way to the page. Times are milliseconds since 1970.
 */
export type CheckoutView = Readonly<{
  invoiceId: string;
  storeName: string;
  /** What the merchant asks, e.g. "25.00" and "USD". */
  price: string;
  currency: string;
  description?: string | undefined;
  orderId?: string | undefined;
  /** When the invoice was paid, e.g. "2026-11-21 09:30 UTC"; for the receipt. */
  paidAt?: string | undefined;
  state: "New" | "Processing" | "Settled" | "Expired" | "Invalid";
  additional: "None" | "PaidPartial" | "PaidOver" | "PaidLate" | "Marked";
  stage: CheckoutStage;
  confirmations?: Readonly<{ have: number; need: number }> | undefined;
  /** The end of the price promise. The page counts from the difference to nowMs, so the payer's clock does not matter. */
  expiresAtMs: number;
  nowMs: number;
  method?: CheckoutMethod | undefined;
  methods: readonly MethodChoice[];
  payments: readonly CheckoutPayment[];
  settlement?: CheckoutSettlement | undefined;
  refunds: readonly CheckoutRefund[];
  redirectUrl?: string | undefined;
  supportUrl?: string | undefined;
  sandbox: boolean;
  sandboxWalletUrl?: string | undefined;
  notice?: string | undefined;
  /** Why there is no price yet, when it is not just that the service was silent. */
  unpricedReason?: string | undefined;
  /** Grows with every change that the page shows; the page ignores anything older than what it has. */
  version: number;
  /** Answers with the fragment for `Accept: text/html`, else JSON. */
  statusUrl: string;
  /** Server-sent events: `event: changed`, `data: {"version":N}`. */
  eventsUrl: string;
}>;

/** How far the invoice has come, in the payer's words. */
export type CheckoutStage =
  | "awaiting"
  | "seen"
  | "confirmed"
  | "converting"
  | "settled"
  | "expired"
  | "invalid"
  | "refunded"
  | "unavailable";

/** The payment method in use, with its issued address. */
export type CheckoutMethod = Readonly<{
  id: string;
  /** e.g. name "Bitcoin", currency "BTC", network "Bitcoin". */
  name: string;
  currency: string;
  network: string;
  amount: string;
  /** What is left to pay now: the same as `amount` until something was paid. The URI and the QR code carry this number. */
  due: string;
  paid: string;
  /** What that has paid of the price so far, after fees: "15.11" of view.price. */
  paidOfPrice?: string | undefined;
  address: string;
  uri: string;
  /** Markup from qrSvg, the only field that is not escaped. */
  qrSvg: string;
  minimum?: string | undefined;
  /** e.g. "1 BTC = 81,234.10 USD". */
  rate: string;
  quoteValidUntilMs?: number | undefined;
  refundAddress?: string | undefined;
  refundOwner: "the merchant" | "the payer";
  testNetwork: boolean;
  /** Set when the amount was renewed under the page. */
  changed?: Readonly<{ from: string; to: string }> | undefined;
}>;

export type MethodChoice = Readonly<{
  id: string;
  name: string;
  active: boolean;
  available: boolean;
  /** Why it is not available, with the number that decided it. */
  reason?: string | undefined;
  chooseUrl: string;
}>;

export type CheckoutPayment = Readonly<{
  txid: string;
  /** With its currency: "0.00031234 BTC". */
  amount: string;
  state: "seen" | "confirmed" | "dropped";
  explorerUrl?: string | undefined;
  late: boolean;
}>;

export type CheckoutSettlement = Readonly<{
  amount: string;
  currency: string;
  chain: string;
  txHash: string;
  explorerUrl?: string | undefined;
  evidence: "verified" | "hash" | "reported";
}>;

export type CheckoutRefund = Readonly<{
  txHash?: string | undefined;
  amount?: string | undefined;
  explorerUrl?: string | undefined;
}>;
