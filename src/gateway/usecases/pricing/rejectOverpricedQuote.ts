import { bpsFloor, formatFixed } from "../../../values/amount.ts";
import type { Terms } from "../../domain/invoices/invoice.ts";
import { GatewayError } from "../../errors.ts";
import type { Method } from "./methods.ts";
import type { Gateway } from "../gateway.ts";
import { dueFor } from "./priceTerms.ts";

const FLAT_FEES = { amount: 5_00n, currency: "USD", decimals: 2 }; // network fees do not shrink with the price

/**
 * Refuses an input that is worth too much by the operator's own rate sources: more than the price plus
 * QUOTE_MAX_EXCESS_PERCENT of it, or plus five dollars where that is more. Without this check a hostile or
 * faulty service could ask a payer for ten times the price: the merchant's minimum would still be met. A
 * coin without a rate is not checked; this is logged. Throws GatewayError quote_unusable.
 */
export async function rejectOverpricedQuote(
  { rates, log, settings }: Pick<Gateway, "rates" | "log" | "settings">,
  { settlement, due }: Pick<Terms, "settlement" | "due">,
  { id, symbol, decimals }: Method,
  input: bigint,
): Promise<void> {
  const inSettlement = (price: Parameters<typeof dueFor>[1]) =>
    dueFor(rates, price, settlement).catch(() => undefined);
  const worth = await inSettlement({ amount: input, currency: symbol, decimals });
  if (worth === undefined) return log.info("quote.unchecked", { method: id, symbol });
  const share = bpsFloor(due, settings.quoteMaxExcessBps);
  const flat = (await inSettlement(FLAT_FEES)) ?? 0n;
  const most = due + (share > flat ? share : flat);
  if (worth <= most) return;
  const shown = (amount: bigint) => `${formatFixed(amount, settlement.decimals)} ${settlement.symbol}`;
  const message = `The intent service asks for ${formatFixed(input, decimals)} ${symbol}, which RATES_URLS value at ${shown(worth)}, for a price of ${shown(due)}. At most ${shown(most)} is accepted (QUOTE_MAX_EXCESS_PERCENT).`;
  log.error("quote.overpriced", { method: id, message });
  throw new GatewayError("quote_unusable", message, { methodId: id });
}
