import { parseDecimal } from "../../../values/amount.ts";
import { priceDecimals } from "../../../values/currency.ts";
import type { MerchantStore, PayoutLimit } from "../stores/merchantStore.ts";

/** Tells whether every payout that takes two people under `present` takes two under `next`. Amounts in two currencies are not compared. */
export function isAsStrict(present: PayoutLimit | undefined, next: PayoutLimit | undefined): boolean {
  if (!present) return true;
  if (next?.currency !== present.currency) return false;
  const decimals = priceDecimals(present.currency) ?? 0;
  return parseDecimal(next.amount, decimals) <= parseDecimal(present.amount, decimals);
}

/**
 * Chooses the limit of a new store from the stores of those who make it: the strictest limit, or zero in `currency` where limits in
 * different currencies cannot be compared. Undefined where no store has a limit.
 */
export function limitOfNewStore(
  stores: readonly Pick<MerchantStore, "settings">[],
  currency: string,
): PayoutLimit | undefined {
  const limits = stores.flatMap(({ settings: { payoutLimit } }) => payoutLimit ?? []);
  if (limits.length === 0) return undefined;
  const strictest = limits.find((limit) => limits.every((other) => isAsStrict(other, limit)));
  return strictest ?? { amount: "0", currency };
}
