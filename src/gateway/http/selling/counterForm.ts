import type { Request } from "express";
import type { PointOfSale, PosSettings } from "../../domain/selling/pointOfSale.ts";
import type { Cart } from "../../domain/selling/sale.ts";
import { parseDecimal } from "../../../values/amount.ts";
import { typedAmount } from "../../../values/typedAmount.ts";
import { fieldOf } from "../owner/fields.ts";

/** The counter's form as it was typed. Counts are by item. */
export type TypedCart = Readonly<{
  counts: Readonly<Record<string, string>>;
  amount: string;
  discount: string;
  tip: string;
  total: string; // that the page has shown, in smallest units; none without scripts
}>;

const COUNT = "count-";

/** What the counter has sent; items that are not sold any more are among it, so that they are refused and not forgotten. */
export function typedCart(request: Request): TypedCart {
  const body = (request.body ?? {}) as Readonly<Record<string, unknown>>; // as the form parser made it
  const counts = Object.keys(body)
    .filter((name) => name.startsWith(COUNT))
    .map((name) => [name.slice(COUNT.length), fieldOf(request, name)?.trim() ?? ""]);
  const text = (name: string) => fieldOf(request, name)?.trim() ?? "";
  return {
    counts: Object.fromEntries(counts) as Readonly<Record<string, string>>,
    amount: text("amount"),
    discount: text("discount"),
    tip: text("tip"),
    total: text("total"),
  };
}

/** The cart that the form names: what is no number becomes one that saleOf refuses. Throws AmountError for an amount. */
export function cartOf(
  { counts, amount, discount, tip }: TypedCart,
  { decimals }: PosSettings,
  byCashier: boolean,
): Cart {
  return {
    counts: new Map(Object.entries(counts).map(([id, count]) => [id, wholeOf(count)])),
    extra: amount === "" ? 0n : parseDecimal(typedAmount(amount, decimals), decimals),
    discountPercent: wholeOf(discount),
    tipPercent: wholeOf(tip),
    byCashier,
  };
}

/** True when the page has shown another total than the sale comes to: a price has changed meanwhile. */
export function isOtherTotal({ total }: TypedCart, charged: bigint): boolean {
  return /^\d{1,78}$/.test(total) && BigInt(total) !== charged;
}

function wholeOf(text: string): number {
  if (text === "") return 0;
  return /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
}

/** The purpose of the token that names the invoice of a sale. */
export function saleToken({ id }: Pick<PointOfSale, "id">): string {
  return `sale ${id}`;
}
