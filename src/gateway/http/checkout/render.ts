import { wordsOf } from "../../../languages/translate.ts";
import { punctuationOf } from "../../../languages/languages.ts";
import { renderPage } from "../pages.ts";
import { notOffered } from "./choiceWords.ts";
import { coinChoices } from "./coinChoices.ts";
import { chainIcon, coinIcon } from "./marks.ts";
import type { CheckoutPayment, CheckoutRefund, CheckoutStage, CheckoutView } from "./view.ts";
import { exceptionTexts, uncertainText } from "./exceptionTexts.ts";
import { walletTexts } from "./walletTexts.ts";
import { remaining, soon, words, type Tone } from "./words.ts";

const LAST_MINUTES_MS = 300_000; // only now is there a countdown: a clock that runs from the start frightens

/** The whole checkout page. `nonce` is the one given to securityHeaders for the same answer. */
export function renderCheckout(view: CheckoutView, nonce: string): string {
  return renderPage("checkout", { nonce, ...presented(view) });
}

/** The part that changes, `<main id="live">`: the same markup as in the whole page, for GET statusUrl with Accept: text/html. */
export function renderStatusFragment(view: CheckoutView): string {
  return renderPage("checkout/live", presented(view));
}

/**
 * A link that may stand in a page, or undefined: https, http, mailto and the wallet schemes only.
 * Merchants choose some of these, and javascript: in an href is a script.
 */
export function safeLink(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const local = /^\/(?![/\\])/.test(url);
  return local || /^(https?:\/\/|mailto:|bitcoin:|ethereum:)/i.test(url) ? url : undefined;
}

/** A text in groups of four, for the eye. Joined again they are the text, exactly. */
export function groupsOfFour(text: string): readonly string[] {
  return text.match(/.{1,4}/gsu) ?? [];
}

type Step = Readonly<{ name: string; note?: string; state: "done" | "now" | "next" | "stopped" }>;

/** How many of the four steps are done at a stage. The step after them is the one that is going on. */
const DONE: Readonly<Record<CheckoutStage, number>> = {
  awaiting: 0,
  repricing: 0,
  held: 0,
  unavailable: 0,
  expired: 0,
  seen: 1,
  confirmed: 2,
  converting: 2,
  refunded: 2,
  invalid: 1,
  settled: 4,
};

/** The view with everything that a template shows of it: words of the stage, what can be paid, links that are safe. */
export function presented(view: CheckoutView): Readonly<Record<string, unknown>> {
  const said = words(view);
  const left = view.expiresAtMs - view.nowMs;
  const method = view.method && {
    ...view.method,
    uri: safeLink(view.method.uri),
    groups: groupsOfFour(view.method.address),
    refundGroups: view.method.refundAddress ? groupsOfFour(view.method.refundAddress) : undefined,
    quoteLeft: quoteLeft(view),
  };
  const redirectUrl = safeLink(view.redirectUrl);
  return {
    said,
    fullStop: punctuationOf(view.language).fullStop,
    oddities: exceptionTexts(view),
    uncertain: uncertainText(view),
    mark: `${view.stage}/${view.additional}/${view.chainUncertain ? "uncertain" : ""}${view.settling ? "settling" : ""}${view.outdated ? "outdated" : ""}`, // a page with another mark looks different
    notOffered,
    coinChoices,
    coinIcon,
    chainIcon,
    payable: isPayable(view),
    walletTexts:
      view.method?.evm?.walletUrl && !view.frame ? JSON.stringify(walletTexts(view.language)) : undefined, // a framing page could trick its reader
    asksNetwork: view.method?.evm?.confirmed === false, // the address is shown once the network is confirmed
    counting: view.stage === "awaiting" || view.stage === "repricing", // the price is held, and money is still to be sent
    isTicked: said.tone === "good" || (said.tone === "busy" && !view.odd?.delayed),
    foldsPayments: foldsPayments(view, said.tone),
    over: view.stage === "expired" || view.stage === "invalid" || view.stage === "refunded",
    partial: view.additional === "PaidPartial",
    chosen: view.method && view.methods.find(({ active }) => active),
    left: remaining(view.language, left),
    hurry: left <= LAST_MINUTES_MS,
    spent: Math.round(100 * (1 - Math.min(Math.max(0, left / LAST_MINUTES_MS), 1))), // percent of the last minutes, for the ring
    steps: steps(view),
    initial: [...view.storeName.trim()][0]?.toUpperCase() ?? "•",
    pageTitle: pageTitle(view, said.title),
    isTold: view.still === "tell" || Boolean(view.mailForm?.isSaved || view.mailForm?.error), // what was just asked for is in sight
    goesBack: view.returnsByItself && redirectUrl !== undefined,
    ...view, // after what is new: V8 takes long to add fields to a copy
    method,
    payments: view.payments.map(linked),
    refunds: view.refunds.map(linked),
    redirectUrl,
    supportUrl: safeLink(view.supportUrl),
    sandboxWalletUrl: safeLink(view.sandboxWalletUrl),
  };
}

/** The address is shown while there is something left to pay to it and the invoice still takes it. */
function isPayable({ stage, method }: CheckoutView): boolean {
  return stage === "awaiting" && method !== undefined && /[1-9]/.test(method.due);
}

/** A payment that goes as it should is told in a few words, and its record stands under Details. */
function foldsPayments(view: CheckoutView, tone: Tone): boolean {
  const isPlain = view.payments.every(({ state, late, note }) => state !== "dropped" && !late && !note);
  return tone === "busy" && view.method !== undefined && isPlain && view.refunds.length === 0;
}

function steps(view: CheckoutView): readonly Step[] {
  const done = DONE[view.stage];
  const stopped = ["invalid", "refunded", "expired"].includes(view.stage);
  const { have, need } = view.confirmations ?? { have: done >= 2 ? 1 : 0, need: 1 };
  const t = wordsOf(view.language);
  const names = [
    { name: t("step.seen"), note: t("step.seenNote") },
    { name: t("step.confirmed", { have, need }), note: t(need === 1 ? "step.inBlock" : "step.inBlocks") },
    ...(view.method?.direct ? [] : [{ name: t("step.converting"), note: t("step.convertingNote") }]),
    { name: t("step.settled"), note: t(settledNote(view)) },
  ];
  return names.map((step, index) => ({ ...step, state: stepState(index, done, stopped, view.stage) }));
}

function settledNote({ odd, settling }: CheckoutView) {
  if (settling) return "step.arrivedNote";
  return odd?.claimed ? "step.claimedNote" : "step.settledNote";
}

function stepState(index: number, done: number, stopped: boolean, stage: CheckoutStage): Step["state"] {
  if (index < done) return "done";
  if (index > done || stage === "awaiting" || stage === "repricing" || stage === "unavailable") return "next";
  return stopped ? "stopped" : "now";
}

function quoteLeft({ method, nowMs, expiresAtMs, language }: CheckoutView): string | undefined {
  const until = method?.quoteValidUntilMs;
  if (until === undefined || until <= nowMs || until >= expiresAtMs) return undefined;
  return soon(language, until - nowMs);
}

function pageTitle(view: CheckoutView, title: string): string {
  const amount = view.topUp ? view.currency : `${view.price} ${view.currency}`;
  const lead = view.stage === "awaiting" ? wordsOf(view.language)("pay.pageTitle", { amount }) : title;
  return `${lead} · ${view.storeName}`;
}

function linked<Item extends CheckoutPayment | CheckoutRefund>(item: Item): Item {
  return { ...item, explorerUrl: safeLink(item.explorerUrl) };
}
