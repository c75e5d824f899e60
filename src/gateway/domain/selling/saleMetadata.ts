import { formatFixed } from "../../../values/amount.ts";
import type { PointOfSale } from "./pointOfSale.ts";
import type { Sale } from "./sale.ts";

/** A sale as the metadata of its invoice keeps it: amounts are decimals of the invoice's currency. */
export type SaleMetadata = Readonly<{
  orderId: string;
  itemDesc: string;
  posId: string;
  items: readonly Readonly<{ id: string; title: string; count: number; price: string; total: string }>[];
  extra?: string;
  subtotal: string;
  discountPercent?: number;
  discount?: string;
  tipPercent?: number;
  tip?: string;
}>;

const SIGNS_OF_ORDER = 10; // the end of an id is random

/** The metadata of a sale's invoice. */
export function saleMetadata({ id, settings }: PointOfSale, sale: Sale, invoiceId: string): SaleMetadata {
  const { decimals, title } = settings;
  const plain = (amount: bigint) => formatFixed(amount, decimals);
  const { lines, extra, subtotal, discountPercent, discount, tipPercent, tip } = sale;
  return {
    orderId: `pos-${invoiceId.slice(-SIGNS_OF_ORDER)}`,
    itemDesc: title,
    posId: id,
    items: lines.map(({ item, count, total }) => ({
      id: item.id,
      title: item.title,
      count,
      price: plain(item.price),
      total: plain(total),
    })),
    ...(extra > 0n ? { extra: plain(extra) } : {}),
    subtotal: plain(subtotal),
    ...(discountPercent > 0 ? { discountPercent, discount: plain(discount) } : {}),
    ...(tipPercent > 0 ? { tipPercent, tip: plain(tip) } : {}),
  };
}

/** The point of sale that an invoice was charged at; undefined for any other invoice. */
export function posIdOf(metadata: unknown): string | undefined {
  const { posId } = (metadata ?? {}) as Readonly<{ posId?: unknown }>; // the merchant's metadata may be anything
  return typeof posId === "string" ? posId : undefined;
}
