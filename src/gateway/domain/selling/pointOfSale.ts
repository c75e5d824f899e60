import type { Instant } from "../../../values/time.ts";

/** A counter of a store: what it sells, and how. Its invoices keep what held when they were made. */
export type PointOfSale = Readonly<{
  id: string;
  storeId: string;
  version: number;
  settings: PosSettings;
  archivedAt: Instant | undefined;
  createdAt: Instant;
}>;

export type PosSettings = Readonly<{
  title: string;
  description: string | undefined;
  currency: string;
  decimals: number;
  items: readonly PosItem[];
  keypad: boolean; // amounts may be typed
  tips: readonly number[]; // in percent; none: no tip is asked for
  discounts: boolean; // a cashier may take a percentage off
  receipt: string | undefined; // the shop's text on a receipt
  isPublic: boolean; // else the counter is for signed-in users who may create invoices
}>;

export type PosItem = Readonly<{
  id: string;
  title: string;
  description: string | undefined;
  price: bigint; // smallest units of the currency
  inStock: boolean;
  picture: PictureFacts | undefined;
}>;

/** What pages need to know of a picture before they ask for it by its hash. */
export type PictureFacts = Readonly<{ hash: string; width: number; height: number }>;

export const MOST_ITEMS = 100;
export const MOST_OF_ONE = 999; // of one item in one sale
export const MOST_TIPS = 5;
