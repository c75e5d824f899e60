import type { CheckoutOddity, CheckoutView } from "./view.ts";

/** What is odd about the payment, in sentences for the payer; none when nothing is. */
export function oddities(view: CheckoutView): readonly string[] {
  const said = (Object.keys(SAY) as CheckoutOddity[]).map((kind) =>
    view.odd?.[kind] ? SAY[kind](view) : undefined,
  );
  return [byState(view), ...said].filter((text) => text !== undefined);
}

/** While the explorers do not agree. */
export const CHAIN_UNCERTAIN =
  "We cannot see the chain for certain now. Do not pay twice; nothing expires meanwhile.";

const SAY: Readonly<Record<CheckoutOddity, (view: CheckoutView) => string | undefined>> = {
  delayed: () => undefined, // a stage of its own
  late: lateText,
  wrongAsset: () =>
    "You sent another coin than the one that was asked for. It is converted where that is possible, and counts for what it yields. Do not send it again.",
  wrongChain: () =>
    "You sent it on another network than the one that was asked for. It is converted where that is possible, and counts for what it yields. Do not send it again.",
  belowMinimum: ({ storeName }) =>
    `So small an amount cannot be converted. What is left of it after the network's fee goes back to the refund address; ask ${storeName} about it.`,
  failed: () =>
    "The payment service could not convert your payment so far. It goes back to the refund address, or somebody looks into it. Nothing is lost, do not pay twice.",
  claimed: () => undefined, // in the stage and beside the settlement
};

function byState(view: CheckoutView): string | undefined {
  switch (view.additional) {
    case "None":
    case "PaidLate": // said of the payment that was late
      return undefined;
    case "PaidPartial":
      return view.odd?.late ? undefined : partialText(view);
    case "PaidOver":
      return `You sent more than this invoice asked for. All of it goes to ${view.storeName}; please ask there about the difference.`;
    case "Marked":
      return `${view.storeName} set the state of this invoice by hand.`;
  }
}

function lateText({ stage, additional, storeName }: CheckoutView): string | undefined {
  const late = "Your payment arrived after the price promise had ended";
  if (additional === "PaidLate") return `${late}, and was accepted.`;
  if (stage === "settled") return `${late}. Ask ${storeName} about it.`;
  return `${late}. It is converted at today's price; ${storeName} can see it and decides what happens next. Nothing is lost, do not pay twice.`;
}

function partialText(view: CheckoutView): string | undefined {
  const { method, stage, storeName, price, currency, parts } = view;
  if (stage === "held" || stage === "repricing") return undefined; // it is what the stage says
  if (!parts) return "Only part of the price was paid.";
  const paid = `You have paid ${parts.paid} of ${price} ${currency}.`;
  if (stage === "expired" || stage === "invalid" || stage === "refunded") {
    return `${paid} ${parts.missing} ${currency} is missing; please contact ${storeName} about it.`;
  }
  if (stage !== "awaiting" || !method) return paid;
  return `${paid} ${parts.missing} ${currency} is still missing: please send ${method.due} ${method.currency}.`;
}
