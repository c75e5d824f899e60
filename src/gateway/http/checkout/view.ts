import type { PageMoment } from "../../../languages/formats.ts";
import type { Language } from "../../../languages/languages.ts";
import type { StoreAppearance } from "../branding/storeAppearance.ts";
import type { Frame } from "../frame.ts";
import type { MailForm } from "./mailForm.ts";
import type { LanguageLink } from "../language.ts";

/**
 * Everything the checkout page shows, as plain data. All strings are final display text: amounts are exact decimals, nothing is
 * rounded or shortened on the way to the page. Times are milliseconds since 1970.
 */
export type CheckoutView = Readonly<{
  invoiceId: string;
  language: Language;
  /** The page in the other languages. */
  languages?: readonly LanguageLink[] | undefined;
  storeName: string;
  look?: StoreAppearance | undefined;
  /** What the merchant asks, e.g. "25.00" and "USD". */
  price: string;
  currency: string;
  /** True where the payer chooses how much: then the price is what was paid first. */
  topUp?: true | undefined;
  description?: string | undefined;
  orderId?: string | undefined;
  /** When the invoice became paid; for the receipt. */
  paidAt?: PageMoment | undefined;
  /** For the receipt: what the shop has received, in the price's currency, where that is less than the price. */
  received?: string | undefined;
  state: "New" | "Processing" | "Settled" | "Expired" | "Invalid";
  additional: "None" | "PaidPartial" | "PaidOver" | "PaidLate" | "Marked";
  stage: CheckoutStage;
  /** What is odd about the payments, beside `additional`. */
  odd?: Readonly<Partial<Record<CheckoutException, boolean>>> | undefined;
  /** With `odd.wrongChain`: what was sent and what was asked for, e.g. "USDC on Base" and "Bitcoin on Bitcoin". */
  wrongNetwork?: Readonly<{ sent: string; asked: string }> | undefined;
  /** True when the shop has taken late money for the payment. */
  lateAccepted?: boolean | undefined;
  parts?: CheckoutParts | undefined;
  /** What is missing is too small an amount to be paid by the chosen method, or by any that there is. */
  restTooSmall?: "chosen" | "any" | undefined;
  /** How much more than the price was paid, in its currency, where that is worth a word. */
  overpaid?: string | undefined;
  /** The refunds that the store has arranged, in the price's currency. */
  refundArranged?: string | undefined;
  /** How much of the price the store has paid back, once such a refund is paid. */
  refunded?: "whole" | "part" | undefined;
  /** True while the database does not answer: all of it is what was known before. */
  outdated?: boolean | undefined;
  /** True while the explorers do not agree on the chain: nothing is confirmed, and nothing expires. */
  chainUncertain?: boolean | undefined;
  /** True when there is no price because the network of the coin cannot be looked at. */
  chainUnseen?: boolean | undefined;
  confirmations?: Readonly<{ have: number; need: number }> | undefined;
  /**
   * The chain shows the settlement, and it is not final yet; `final` is the estimate, e.g. "in about 4
   * min", where there is one.
   */
  settling?: Readonly<{ final: string | undefined }> | undefined;
  /** The end of the price promise. The page counts from the difference to nowMs, so the payer's clock does not matter. */
  expiresAtMs: number;
  nowMs: number;
  method?: CheckoutMethod | undefined;
  methods: readonly MethodChoice[];
  payments: readonly CheckoutPayment[];
  refunds: readonly CheckoutRefund[];
  /** The form for the refund address; undefined once that is too late. */
  refundForm?: RefundForm | undefined;
  /** Where the payer may ask for e-mail; in a frame the page where that can be done. */
  mailForm?: MailForm | undefined;
  mailPage?: Readonly<{ url: string; title: string }> | undefined;
  /** Set on a page that does not reload by itself, so that a form can be read without scripts: the one that is open. */
  still?: "refund" | "methods" | "signed" | "tell" | undefined;
  /** The page for a wallet that signs elsewhere, while the coin is bitcoin. */
  psbtUrl?: string | undefined;
  /** A link to this page as one that does not reload, with all methods shown. */
  methodsUrl: string;
  redirectUrl?: string | undefined;
  returnTo: string; // what the page says that the address above is: the store, or the host that a visitor has named
  /** True where the shop wants its payers back by themselves. */
  returnsByItself?: boolean | undefined;
  /** Set where the page stands in a frame of the shop's page. */
  frame?: Frame | undefined;
  /** In a frame: this page by itself, and itself with the form for the payer's refund address, while that can be given. */
  pageUrl?: string | undefined;
  refundPageUrl?: string | undefined;
  supportUrl?: string | undefined;
  sandbox: boolean;
  sandboxWalletUrl?: string | undefined;
  notice?: string | undefined;
  /** Why there is no price yet, when it is not just that the service was silent. */
  unpricedReason?: string | undefined;
  /** True when there is no price by any method, and trying again will not bring one. */
  noWay?: boolean | undefined;
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
  | "repricing" // a part was paid, and the price of the rest is not there yet
  | "held" // a part was paid, and the shop decides
  | "seen"
  | "confirmed"
  | "converting"
  | "settled"
  | "expired"
  | "invalid"
  | "refunded"
  | "unavailable";

/** Of the price, once a part of it was paid: what was paid and what is missing. */
export type CheckoutParts = Readonly<{
  paid: string;
  missing: string;
  /** True while not all of it has settled: conversion fees are still to come off, and both numbers may change. */
  estimated: boolean;
  /** False while none of it is in a block. */
  arrived: boolean;
}>;

export type CheckoutException =
  | "delayed"
  | "late"
  | "wrongAsset"
  | "wrongChain"
  | "belowMinimum"
  | "failed" // by the service's word, and not sent back yet
  | "claimed";

export type RefundForm = Readonly<{
  methodId: string;
  currency: string;
  network: string;
  actionUrl: string;
  /** A link to this page as one that does not reload. */
  stillUrl: string;
  /** What the payer has given, if anything, and whether a price that carries it is still to come. */
  address?: string | undefined;
  pending: boolean;
  /** After a refusal: what was typed, and what is wrong with it. */
  typed?: string | undefined;
  error?: string | undefined;
}>;

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
  address: string;
  uri: string;
  /** Markup from qrSvg, the only field that is not escaped. */
  qrSvg: string;
  /** Set on an EVM chain. The QR code then carries the address alone. */
  evm?: EvmPlace | undefined;
  split?: CheckoutSplit | undefined;
  minimum?: string | undefined;
  /** e.g. "1 BTC = 81,234.10 USD". */
  rate: string;
  quoteValidUntilMs?: number | undefined;
  refundAddress?: string | undefined;
  refundOwner: "the merchant" | "the payer";
  /** It goes to the merchant's own address, which nothing comes back from by itself. */
  direct: boolean;
  testNetwork: boolean;
  /** The gateway's signature of address and amount, while they are to be paid. */
  genuine?: CheckoutSignature | undefined;
}>;

/** Where on which chain a payment goes, and what of that the payer has agreed to. */
export type EvmPlace = Readonly<{
  chainId: number;
  /** The token's contract; undefined for the chain's own coin. */
  contract?: string | undefined;
  /** Markup like qrSvg: the payment link, for wallets that understand it. */
  qrSvg: string;
  /** True once the payer has confirmed this network: before that no address is shown. */
  confirmed: boolean;
  /** The address that confirms it. */
  confirmUrl: string;
  /** Where a wallet in the browser gets its transaction; undefined where it cannot pay. */
  walletUrl?: string | undefined;
  /** Links that open the payment in a wallet's app, for a phone. */
  apps: readonly WalletLink[];
}>;

/** A wallet's app and the link that opens it. */
export type WalletLink = Readonly<{ name: string; url: string }>;

/**
 * With their currency: the least that reaches the shop, and the approximate cost of the conversion, where
 * the service states it.
 */
export type CheckoutSplit = Readonly<{ receives: string; fee?: string | undefined }>;

/** The signer, the signed text with its signature as its last line, and the page that verifies it. */
export type CheckoutSignature = Readonly<{
  domain: string;
  block: string;
  verifyUrl: string;
  /** A link to the invoice's page as one that does not reload. */
  stillUrl: string;
}>;

export type MethodChoice = Readonly<{
  id: string;
  name: string;
  /** The symbol of its coin and the name of its network: "USDC", "Base". */
  coin: string;
  network: string;
  active: boolean;
  available: boolean;
  /** Why it is not available, with the number that decided it. */
  reason?: string | undefined;
  /** With its currency: the price from which on it would be offered, where it is too low. */
  needs?: string | undefined;
  chooseUrl: string;
  /** About what it comes to, with currencies, in parts that are known: "about 0.0003 BTC", "fee about 0.2 USDC". */
  figures?: readonly string[] | undefined;
  /** Advantages: cheapest, fastest, among those with known figures. */
  marks?: readonly string[] | undefined;
}>;

export type CheckoutPayment = Readonly<{
  txid: string;
  /** With its currency: "0.00031234 BTC". */
  amount: string;
  state: "seen" | "confirmed" | "dropped";
  explorerUrl?: string | undefined;
  late: boolean;
  /** What is odd about it, for the payer. */
  note?: string | undefined;
}>;

export type CheckoutRefund = Readonly<{
  /** True when it went to the address that the payer gave, false when to the shop's. */
  toPayer: boolean;
  txHash?: string | undefined;
  amount?: string | undefined;
  explorerUrl?: string | undefined;
}>;
