import { missingText, paidText } from "./partWords.ts";
import type { CheckoutOddity, CheckoutView } from "./view.ts";

/** What is odd about the payment, in sentences for the payer; none when nothing is. */
export function oddities(view: CheckoutView): readonly string[] {
  const said = (Object.keys(SAY) as CheckoutOddity[]).map((kind) =>
    view.odd?.[kind] ? SAY[kind](view) : undefined,
  );
  return [byState(view), ...said].filter((text) => text !== undefined);
}

/** While the explorers do not agree. A page without an address says it where it says why there is none. */
export function uncertainText({ chainUncertain, stage, method }: CheckoutView): string | undefined {
  if (!chainUncertain || stage === "unavailable") return undefined;
  return stage === "awaiting" && method
    ? "We cannot see the chain for certain now. Have you paid already? Then wait: your payment shows up here later. Nothing expires meanwhile."
    : "We cannot see the chain for certain now. Do not pay twice; nothing expires meanwhile.";
}

const SAY: Readonly<Record<CheckoutOddity, (view: CheckoutView) => string | undefined>> = {
  delayed: () => undefined, // a stage of its own
  late: lateText,
  wrongAsset: mismatched("You sent another coin than the one that was asked for."),
  wrongChain: (view) => mismatched(wrongNetworkText(view))(view),
  belowMinimum: belowMinimumText,
  failed: failedText,
  claimed: () => undefined, // in the stage and beside the settlement
};

/** On a receipt it is said of the payment itself, and there is nothing left to do. */
function mismatched(what: string): (view: CheckoutView) => string | undefined {
  return (view) => {
    if (view.stage === "settled") return undefined;
    const again = isAsking(view) ? "" : " Do not send it again.";
    return `${what} It is converted where that is possible, and counts for what it yields.${again}`;
  };
}

function wrongNetworkText({ wrongNetwork }: CheckoutView): string {
  if (!wrongNetwork) return "You sent it on another network than the one that was asked for.";
  return `You sent ${wrongNetwork.sent}; ${wrongNetwork.asked} was asked for.`;
}

function belowMinimumText({ storeName }: CheckoutView): string {
  return `What you sent is too small to be converted. What is left of it after the network's fee goes back to the refund address; ask ${storeName} about it.`;
}

function failedText(view: CheckoutView): string {
  const isOther = isAsking(view) || view.stage === "settled";
  const what = `The payment service could not convert ${isOther ? "one of your payments" : "your payment"} so far.`;
  const then = "It goes back to the refund address, or somebody looks into it. Nothing is lost";
  if (isAsking(view)) return `${what} ${then}, and what this page asks for is without it.`;
  return view.stage === "settled" ? `${what} ${then}.` : `${what} ${then}, do not pay twice.`;
}

/** Where the page asks for money it must not warn of sending some. */
function isAsking({ stage }: CheckoutView): boolean {
  return stage === "awaiting" || stage === "repricing" || stage === "unavailable";
}

function byState(view: CheckoutView): string | undefined {
  switch (view.additional) {
    case "None":
    case "PaidLate": // said of the payment that was late
      return undefined;
    case "PaidPartial":
      return view.odd?.late ? undefined : partialText(view);
    case "PaidOver":
      if (view.overpaid === undefined) return undefined;
      return `You sent ${view.overpaid} ${view.currency} more than this invoice asked for. All of it goes to ${view.storeName}; please ask there about the difference.`;
    case "Marked":
      return view.stage === "settled"
        ? undefined
        : `${view.storeName} set the state of this invoice by hand.`;
  }
}

function lateText({ stage, lateAccepted, storeName }: CheckoutView): string | undefined {
  const late = "Your payment arrived after the price promise had ended";
  if (lateAccepted) return `${late}, and was accepted.`;
  if (stage === "refunded") return `${late}.`;
  if (stage === "settled") return `${late}. Ask ${storeName} about it.`;
  return `${late}. It is converted at today's price; ${storeName} can see it and decides what happens next. Nothing is lost, do not pay twice.`;
}

function partialText(view: CheckoutView): string | undefined {
  const { method, stage, storeName, parts } = view;
  if (stage === "held" || stage === "repricing") return undefined; // it is what the stage says
  if (!parts) return "Only part of the price was paid.";
  const paid = paidText(parts, view);
  const missing = missingText(parts, view);
  if (stage === "expired" || stage === "invalid" || stage === "refunded") {
    return `${paid} ${missing} is missing; please contact ${storeName} about it.`;
  }
  if (stage !== "awaiting" || !method) return paid;
  return `${paid} ${missing} is still missing: please send ${method.due} ${method.currency}.`;
}
