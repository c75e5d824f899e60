import { missingText, paidText, partTitle, repricingText } from "./partWords.ts";
import type { CheckoutSettlement, CheckoutStage, CheckoutView } from "./view.ts";

/** What the page says about a stage. `tone` chooses colour and icon; `final` ends the live updates. */
export type Words = Readonly<{ title: string; text: string; tone: Tone; final: boolean }>;
export type Tone = "waiting" | "busy" | "good" | "over" | "bad";

type Say = (view: CheckoutView) => Words;

const WORDS: Readonly<Record<CheckoutStage, Say>> = {
  awaiting: () => ({
    title: "Waiting for your payment",
    text: "This page updates by itself.",
    tone: "waiting",
    final: false,
  }),
  repricing: (view) => ({
    title: partTitle(view),
    text: repricingText(view),
    tone: "waiting",
    final: false,
  }),
  held: (view) => ({
    title: partTitle(view),
    text: `${view.parts ? `${paidText(view.parts, view)} ${missingText(view.parts, view)} is missing. ` : ""}${view.storeName} decides what happens next. Please ask there, and do not pay again.`,
    tone: "over",
    final: false,
  }),
  seen: (view) => ({
    title: view.odd?.delayed ? "The network is slow" : "Payment seen",
    text: view.odd?.delayed
      ? "Your payment was seen, and no block has taken it yet. Nothing is lost, do not pay twice. You may close this page and come back later."
      : `Your payment is on its way and waits for ${confirmationWord(view)}. There is nothing left to do; you may close this page.`,
    tone: "busy",
    final: false,
  }),
  confirmed: () => ({
    title: "Payment confirmed",
    text: "Your payment is in the chain and is being prepared for conversion. There is nothing left to do; you may close this page.",
    tone: "busy",
    final: false,
  }),
  converting: (view) => ({
    title: "Converting your payment",
    text: convertingText(view),
    tone: "busy",
    final: false,
  }),
  settled: (view) => ({
    title: "Paid",
    text: settledText(view),
    tone: "good",
    final: true,
  }),
  expired: ({ storeName }) => ({
    title: "This invoice has expired",
    text: `The price is no longer held. Please do not send money to this invoice any more; ask ${storeName} for a new one.`,
    tone: "over",
    final: false, // late money is still money: it shows up here
  }),
  invalid: ({ storeName }) => ({
    title: "Payment not accepted",
    text: `The payment to this invoice did not complete. Please contact ${storeName} before you send anything again.`,
    tone: "bad",
    final: true,
  }),
  refunded: (view) => ({
    title: "Payment sent back",
    text: refundText(view),
    tone: "over",
    final: true,
  }),
  unavailable: (view) => ({
    title: view.unpricedReason ? "This price cannot be paid here" : "No payment address yet",
    text: view.unpricedReason ? unpricedText(view) : noAddressText(view),
    tone: "over",
    final: false,
  }),
};

/** The words for the view's stage. While it waits they say for what: a choice, a payment, or the rest of one. */
export function words(view: CheckoutView): Words {
  const said = WORDS[view.stage](view);
  if (view.stage !== "awaiting") return said;
  if (!view.method)
    return { ...said, title: "Choose how to pay", text: "You see the amount and the address next." };
  return view.additional === "PaidPartial" ? { ...said, title: partTitle(view) } : said;
}

/** How sure it is that the merchant was paid, in words; "claimed by the service" while it is not as sure as the shop asks. */
export function evidenceText({ evidence, claimed }: CheckoutSettlement): string {
  if (claimed) return "Claimed by the service";
  const texts: Readonly<Record<typeof evidence, string>> = {
    verified: "Checked on the chain",
    hash: "Transaction known, not yet checked on the chain",
    reported: "Reported by the payment service",
  };
  return texts[evidence];
}

/** Time left in words: "2 h 5 min", "12 min", and in the last five minutes "4:09". Never below "0:00". */
export function remaining(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds <= 300) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
}

/** When something will happen, in words: "within a minute", "in about 4 min". */
export function soon(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  return minutes <= 1 ? "within a minute" : `in about ${minutes} min`;
}

function confirmationWord({ confirmations }: CheckoutView): string {
  const need = confirmations?.need ?? 1;
  return need === 1 ? "one confirmation" : `${need} confirmations`;
}

function settledText({ additional, received, storeName }: CheckoutView): string {
  if (additional === "Marked") return `${storeName} has accepted this invoice as paid.`;
  return received === undefined
    ? `Thank you. ${storeName} has received your payment.`
    : `Thank you. ${storeName} has received your payment and accepted it for this invoice.`;
}

function unpricedText({ unpricedReason, noWay, storeName }: CheckoutView): string {
  const then = noWay
    ? ` No way to pay works for this invoice. Please ask ${storeName} for another amount or another way.`
    : "";
  return `${unpricedReason} Nothing was charged.${then}`;
}

function noAddressText({ chainUncertain, chainUnseen }: CheckoutView): string {
  if (chainUncertain)
    return "The payment network cannot be seen for certain now, so there is no address to pay. Nothing was charged, and nothing expires meanwhile. Try again in a minute.";
  return chainUnseen
    ? "The payment network cannot be seen now, so there is no address to pay. Nothing was charged. Try again in a minute."
    : "The payment service did not answer, so there is no amount and no address to pay. Nothing was charged.";
}

function refundText({ refunds, storeName }: CheckoutView): string {
  const why = "The payment could not be converted and was sent back automatically";
  return refunds.length > 0 && refunds.every(({ toPayer }) => toPayer)
    ? `${why} to your refund address.`
    : `${why} to the refund address of ${storeName}. Please contact ${storeName} to get it.`;
}

function convertingText({ state, storeName, odd }: CheckoutView): string {
  const done = "There is nothing left to do; you may close this page.";
  if (odd?.claimed)
    return `Claimed by the service: it says that ${storeName} has been paid. That is being checked. ${done}`;
  const what = `Your payment is being turned into the currency that ${storeName} is paid in.`;
  return state === "New" ? `${what} Then this page says whether anything is missing.` : `${what} ${done}`;
}
