import type { Unavailable } from "../../usecases/pricing/methodAvailability.ts";
import type { ErrorCode } from "../../errors.ts";
import type { Method } from "../../usecases/pricing/methods.ts";
import type { Refusal } from "../../usecases/pricing/refusals.ts";
import { decimalIn } from "../../../languages/formats.ts";
import { wordsOf, type PlainKey } from "../../../languages/translate.ts";
import type { ViewContext } from "./viewContext.ts";

/** The name of a method: "Bitcoin", "USDC on Base". */
export function methodName(method: Method, { language }: Pick<ViewContext, "language">): string {
  const { name, symbol, chainName } = method;
  if (name !== `${symbol} on ${chainName}`) return name;
  return wordsOf(language)("common.coinOn", { coin: symbol, network: chainName });
}

type Around = Pick<ViewContext, "language"> & Readonly<{ currency: string }>;

/** Why a method makes no sense for an invoice of that currency, with the price from which on it would. */
export function tooSmallText(method: Method, { recommendedMinimum }: Unavailable, around: Around): string {
  const minimum = `${decimalIn(around.language, recommendedMinimum)} ${around.currency}`;
  return wordsOf(around.language)("pay.makesSense", { method: methodName(method, around), minimum });
}

const SAID: Partial<Record<ErrorCode, PlainKey>> = {
  amount_too_small: "pay.methodTooSmall",
  chain_unseen: "pay.methodUnseen",
  price_not_reached: "pay.methodMoved",
  service_unavailable: "pay.methodSilent",
};

/** Why a method could not be priced, in the payer's words. The error's own message is for operators: it names settings and services. */
export function refusalText(method: Method, { code, message, data }: Refusal, around: Around): string {
  const { recommendedMinimum } = data;
  if (code === "amount_too_small" && typeof recommendedMinimum === "string")
    return tooSmallText(method, { reason: message, recommendedMinimum }, around);
  return wordsOf(around.language)(SAID[code] ?? "pay.methodRefused");
}
