import { sentencesIn } from "../../../languages/formats.ts";
import type { Language } from "../../../languages/languages.ts";
import { wordsOf, type Words as Translate } from "../../../languages/translate.ts";
import { missingText, paidText, partTitle, repricingText } from "./partWords.ts";
import type { CheckoutStage, CheckoutView } from "./view.ts";

/** The texts of a stage. `tone` sets colour and icon; `final` ends the live updates. */
export type Words = Readonly<{ title: string; text: string; tone: Tone; final: boolean }>;
export type Tone = "waiting" | "busy" | "good" | "over" | "bad";

type Say = (view: CheckoutView, t: Translate) => Pick<Words, "title" | "text">;

const TONES: Readonly<Record<CheckoutStage, Tone>> = {
  ...({ awaiting: "waiting", repricing: "waiting" } as const),
  ...({ seen: "busy", confirmed: "busy", converting: "busy" } as const),
  ...({ held: "over", expired: "over", refunded: "over", unavailable: "over" } as const),
  ...({ settled: "good", invalid: "bad" } as const),
};

/** The last stages. An expired invoice's is none: late money is still money, and shows up there. */
const FINAL: ReadonlySet<CheckoutStage> = new Set(["settled", "invalid", "refunded"]);

const SETTLED_TITLES = {
  none: "stage.settled",
  part: "stage.paidBackPart",
  whole: "stage.paidBack",
} as const;

const WORDS: Readonly<Record<CheckoutStage, Say>> = {
  awaiting: awaitingWords,
  repricing: (view) => ({ title: partTitle(view), text: repricingText(view) }),
  held: (view) => ({ title: partTitle(view), text: heldText(view) }),
  seen: ({ odd, confirmations }, t) =>
    odd?.delayed
      ? { title: t("stage.slow"), text: t("stage.slowText") }
      : { title: t("stage.seen"), text: t("stage.seenText", { count: confirmations?.need ?? 1 }) },
  confirmed: (view, t) => ({
    title: t("stage.confirmed"),
    text: view.method?.direct ? directText(view) : t("stage.confirmedText"),
  }),
  converting: (view, t) => ({ title: t("stage.converting"), text: convertingText(view) }),
  settled: (view, t) => ({ title: t(SETTLED_TITLES[view.refunded ?? "none"]), text: settledText(view) }),
  expired: ({ storeName: store }, t) => ({
    title: t("stage.expired"),
    text: t("stage.expiredText", { store }),
  }),
  invalid: ({ storeName: store }, t) => ({
    title: t("stage.invalid"),
    text: t("stage.invalidText", { store }),
  }),
  refunded: (view, t) => ({ title: t("stage.refunded"), text: refundText(view) }),
  unavailable: (view, t) =>
    view.unpricedReason
      ? { title: t(isThereAWay(view) ? "stage.choose" : "stage.unpayable"), text: unpricedText(view) }
      : { title: t("stage.noAddress"), text: noAddressText(view) },
};

/**
 * The texts for the view's stage. While waiting they name what is expected: a choice, a payment, or the
 * rest of one.
 */
export function words(view: CheckoutView): Words {
  const { stage, language } = view;
  return { ...WORDS[stage](view, wordsOf(language)), tone: TONES[stage], final: FINAL.has(stage) };
}

/** Time left in words: "2 h 5 min", "12 min", and in the last five minutes "4:09". Never below "0:00". */
export function remaining(language: Language, ms: number): string {
  const t = wordsOf(language);
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds <= 300) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) return t("common.minutes", { minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 48
    ? t("common.hours", { hours, minutes: minutes % 60 })
    : t("common.days", { count: Math.floor(hours / 24) });
}

/** When something will happen, in words: "within a minute", "in about 4 min". */
export function soon(language: Language, ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  return minutes <= 1 ? wordsOf(language)("pay.soonest") : wordsOf(language)("pay.soon", { minutes });
}

/** Nothing is converted: all that is missing is that nothing can take the payment out of the chain any more. */
function directText({ settling, storeName: store, language }: CheckoutView): string {
  const t = wordsOf(language);
  return sentencesIn(language, [
    t("stage.arrivedText", { store }),
    settling?.final && t("stage.finalSoon", { when: settling.final }),
    t("stage.nothingLeft"),
  ]);
}

function awaitingWords(view: CheckoutView, t: Translate): ReturnType<Say> {
  if (!view.method) return { title: t("stage.choose"), text: t("stage.chooseText") };
  const title = view.additional === "PaidPartial" ? partTitle(view) : t("stage.awaiting");
  return { title, text: t("stage.awaitingText") };
}

function heldText(view: CheckoutView): string {
  const { parts, storeName: store, language } = view;
  const t = wordsOf(language);
  const part = parts && [paidText(parts, view), t("part.missing", { missing: missingText(parts, view) })];
  return sentencesIn(language, [...(part ?? []), t("stage.heldText", { store })]);
}

/** True while another way to pay than the one that was tried may do. */
function isThereAWay({ noWay, methods }: CheckoutView): boolean {
  return !noWay && methods.some(({ available, active }) => available && !active);
}

function unpricedText({ unpricedReason, noWay, storeName: store, language }: CheckoutView): string {
  const t = wordsOf(language);
  return sentencesIn(language, [
    unpricedReason,
    t("stage.notCharged"),
    noWay ? t("stage.noWay", { store }) : undefined,
  ]);
}

function settledText({ additional, received, refunded, storeName: store, language }: CheckoutView): string {
  const t = wordsOf(language);
  if (refunded === "whole") return t("stage.paidBackText", { store });
  if (additional === "Marked") return t("stage.markedText", { store });
  return received === undefined ? t("stage.settledText", { store }) : t("stage.acceptedText", { store });
}

function noAddressText({ chainUncertain, chainUnseen, language }: CheckoutView): string {
  const t = wordsOf(language);
  if (chainUncertain) return t("stage.uncertainText");
  return chainUnseen ? t("stage.unseenText") : t("stage.noAddressText");
}

function refundText({ refunds, storeName: store, language }: CheckoutView): string {
  const t = wordsOf(language);
  return refunds.length > 0 && refunds.every(({ toPayer }) => toPayer)
    ? t("stage.refundedToYou")
    : t("stage.refundedToShop", { store });
}

function convertingText(view: CheckoutView): string {
  const { state, storeName: store, odd, settling, language } = view;
  const t = wordsOf(language);
  if (settling) {
    const when = settling.final && t("stage.finalSoon", { when: settling.final });
    return sentencesIn(language, [t("stage.arrivedText", { store }), when, t("stage.nothingLeft")]);
  }
  const what = odd?.claimed ? t("stage.claimedText", { store }) : t("stage.convertingText", { store });
  const isOpen = !odd?.claimed && state === "New";
  return sentencesIn(language, [what, t(isOpen ? "stage.thenMissing" : "stage.nothingLeft")]);
}
