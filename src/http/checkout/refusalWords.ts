import type { Unavailable } from "../../gateway/methodAvailability.ts";
import type { Method } from "../../gateway/methods.ts";
import type { Refusal } from "../../gateway/refusals.ts";
import { decimalIn } from "../../languages/formats.ts";
import { wordsOf } from "../../languages/translate.ts";
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

/** Why a method could not be priced. What only the service can say stands in English alone; others read that it did not work. */
export function refusalText(method: Method, { code, message, data }: Refusal, around: Around): string {
  const t = wordsOf(around.language);
  const { recommendedMinimum } = data;
  if (code === "amount_too_small" && typeof recommendedMinimum === "string")
    return tooSmallText(method, { reason: message, recommendedMinimum }, around);
  if (code === "quote_unusable") return t("pay.methodRefused"); // settings and what the service answered: for the merchant
  if (around.language === "en") return message;
  if (code === "chain_unseen") return t("pay.methodUnseen");
  return code === "service_unavailable" ? t("pay.methodSilent") : t("pay.methodRefused");
}
