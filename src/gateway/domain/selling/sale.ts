import { bpsFloor, sum } from "../../../values/amount.ts";
import { GatewayError } from "../../errors.ts";
import { MOST_OF_ONE, type PosItem, type PosSettings } from "./pointOfSale.ts";

/** What a counter charges: how many of which items, and what is added and taken off. */
export type Cart = Readonly<{
  counts: ReadonlyMap<string, number>; // by item
  extra: bigint; // typed on the keypad, in smallest units
  discountPercent: number; // whole, 0 to 100
  tipPercent: number; // one of the point of sale's, or 0
  byCashier: boolean; // by a signed-in user who may create invoices; else by anyone at a public counter
}>;

export type SaleLine = Readonly<{ item: PosItem; count: number; total: bigint }>;

/** A sale with its amounts in smallest units. The total is subtotal − discount + tip. */
export type Sale = Readonly<{
  lines: readonly SaleLine[];
  extra: bigint;
  subtotal: bigint;
  discountPercent: number;
  discount: bigint;
  tipPercent: number;
  tip: bigint;
  total: bigint;
}>;

/**
 * What a cart comes to, by the prices of the point of sale. A discount is rounded down (in the shop's favour), and so is a tip
 * (in the customer's), which is a share of what is left after the discount. Throws GatewayError sale_refused.
 */
export function saleOf(settings: PosSettings, cart: Cart): Sale {
  const lines = [...cart.counts].filter(([, count]) => count !== 0).map((picked) => lineOf(settings, picked));
  const { extra, discountPercent, tipPercent, byCashier } = cart;
  if (extra !== 0n && !settings.keypad) throw refused("Expected items only: amounts cannot be typed here.");
  if (discountPercent !== 0 && !byCashier)
    throw refused("Expected no discount: only a signed-in cashier takes one off.");
  if (!isPercent(discountPercent) || (discountPercent > 0 && !settings.discounts))
    throw refused("Expected a discount of 0 to 100 percent, where discounts are allowed.");
  if (tipPercent !== 0 && !settings.tips.includes(tipPercent))
    throw refused("Expected one of the tips that are offered.");
  const subtotal = sum(lines.map(({ total }) => total)) + extra;
  const discount = bpsFloor(subtotal, discountPercent * 100);
  const tip = bpsFloor(subtotal - discount, tipPercent * 100);
  const total = subtotal - discount + tip;
  if (total <= 0n) throw refused("Pick an item or type an amount first.");
  return { lines, extra, subtotal, discountPercent, discount, tipPercent, tip, total };
}

function lineOf({ items }: PosSettings, [id, count]: readonly [string, number]): SaleLine {
  const item = items.find((one) => one.id === id);
  if (!item) throw refused("An item is not sold here any more. Load the page again.");
  if (!item.inStock) throw refused(`${item.title} is out of stock.`);
  if (!Number.isInteger(count) || count < 0 || count > MOST_OF_ONE)
    throw refused(`Expected a whole number of at most ${MOST_OF_ONE} of ${item.title}.`);
  return { item, count, total: item.price * BigInt(count) };
}

function isPercent(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 100;
}

function refused(message: string): GatewayError {
  return new GatewayError("sale_refused", message);
}
