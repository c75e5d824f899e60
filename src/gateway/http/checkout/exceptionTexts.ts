import { sentencesIn } from "../../../languages/formats.ts";
import { wordsOf } from "../../../languages/translate.ts";
import { missingText, paidText } from "./partWords.ts";
import type { CheckoutException, CheckoutView } from "./view.ts";

/** What is odd about the payment, in sentences for the payer; none when nothing is. */
export function exceptionTexts(view: CheckoutView): readonly string[] {
  const said = (Object.keys(SAY) as CheckoutException[]).map((kind) =>
    view.odd?.[kind] ? SAY[kind](view) : undefined,
  );
  return [byState(view), refundText(view), ...said].filter((text) => text !== undefined);
}

/** While the explorers disagree. A page without an address shows it with the reason. */
export function uncertainText({ chainUncertain, stage, method, language }: CheckoutView): string | undefined {
  if (!chainUncertain || stage === "unavailable") return undefined;
  return wordsOf(language)(stage === "awaiting" && method ? "odd.uncertainPaying" : "odd.uncertain");
}

const SAY: Readonly<Record<CheckoutException, (view: CheckoutView) => string | undefined>> = {
  delayed: () => undefined, // a stage of its own
  late: lateText,
  wrongAsset: mismatched(({ language }) => wordsOf(language)("odd.wrongAsset")),
  wrongChain: mismatched(wrongNetworkText),
  belowMinimum: ({ language, storeName: store }) => wordsOf(language)("odd.belowMinimum", { store }),
  failed: failedText,
  claimed: () => undefined, // in the stage and beside the step
};

/** On a receipt it is shown at the payment itself, and no action is left. */
function mismatched(what: (view: CheckoutView) => string): (view: CheckoutView) => string | undefined {
  return (view) => {
    if (view.stage === "settled") return undefined;
    const t = wordsOf(view.language);
    const again = isAsking(view) ? undefined : t("odd.notAgain");
    return sentencesIn(view.language, [what(view), t("odd.converted"), again]);
  };
}

function wrongNetworkText({ wrongNetwork, language }: CheckoutView): string {
  const t = wordsOf(language);
  return wrongNetwork ? t("odd.wrongNetwork", wrongNetwork) : t("odd.wrongChain");
}

function failedText(view: CheckoutView): string {
  const t = wordsOf(view.language);
  const isPaid = view.stage === "settled";
  const what = t(isAsking(view) || isPaid ? "odd.failedOne" : "odd.failed");
  const then = isAsking(view) ? "odd.goesBackWithout" : isPaid ? "odd.goesBack" : "odd.goesBackTwice";
  return sentencesIn(view.language, [what, t(then, { store: view.storeName })]);
}

/** Where the page asks for money it must not warn of sending some. */
function isAsking({ stage }: CheckoutView): boolean {
  return stage === "awaiting" || stage === "repricing" || stage === "unavailable";
}

function byState(view: CheckoutView): string | undefined {
  const { language, storeName: store, overpaid } = view;
  switch (view.additional) {
    case "None":
    case "PaidLate": // shown at the late payment
      return undefined;
    case "PaidPartial":
      return view.odd?.late ? undefined : partialText(view);
    case "PaidOver":
      if (overpaid === undefined) return undefined;
      return wordsOf(language)("odd.over", { amount: `${overpaid} ${view.currency}`, store });
    case "Marked":
      return view.stage === "settled" ? undefined : wordsOf(language)("odd.marked", { store });
  }
}

function refundText({
  refundArranged,
  refunded,
  currency,
  language,
  storeName: store,
}: CheckoutView): string | undefined {
  if (refundArranged === undefined || refunded === "whole") return undefined; // then the title says it
  return wordsOf(language)("odd.refundArranged", { amount: `${refundArranged} ${currency}`, store });
}

function lateText({ stage, lateAccepted, storeName: store, language }: CheckoutView): string {
  const t = wordsOf(language);
  if (lateAccepted) return t("odd.lateAccepted");
  if (stage === "refunded") return t("odd.late");
  const then = stage === "settled" ? t("odd.lateAsk", { store }) : t("odd.lateDecides", { store });
  return sentencesIn(language, [t("odd.late"), then]);
}

function partialText(view: CheckoutView): string | undefined {
  const { method, stage, storeName: store, parts, language } = view;
  if (stage === "held" || stage === "repricing") return undefined; // covered by the stage
  const t = wordsOf(language);
  if (!parts) return t("part.only");
  const paid = paidText(parts, view);
  const missing = missingText(parts, view);
  if (stage === "expired" || stage === "invalid" || stage === "refunded") {
    return sentencesIn(language, [paid, t("part.contact", { missing, store })]);
  }
  if (stage !== "awaiting" || !method) return paid;
  const amount = `${method.due} ${method.currency}`;
  return sentencesIn(language, [paid, t("part.send", { missing, amount })]);
}
