import type { Request } from "express";
import type { PosItem, PosSettings } from "../../domain/selling/pointOfSale.ts";
import { formatFixed } from "../../../values/amount.ts";
import { typedAmount } from "../../../values/typedAmount.ts";
import { fieldOf } from "../owner/fields.ts";

const SETTINGS = ["title", "description", "currency", "tips", "receipt"] as const;
const ITEM = ["title", "description", "price"] as const;

/** The form of a point of sale as it was typed; tips as "5, 10". */
export type TypedPos = Readonly<
  Record<(typeof SETTINGS)[number], string> & Record<"keypad" | "discounts" | "isPublic", boolean>
>;

/** The form of an item as it was typed. */
export type TypedItem = Readonly<Record<(typeof ITEM)[number], string> & { inStock: boolean }>;

/** The API's names of the fields beside which a problem can stand. */
export const POS_FIELDS = ["Title", "Description", "Currency", "Tips", "Receipt"];
export const ITEM_FIELDS = ["Title", "Description", "Price", "Picture"];

/** What a visitor has typed of the settings. */
export function typedPos(request: Request): TypedPos {
  const isOn = (name: string) => fieldOf(request, name) !== undefined;
  const switches = { keypad: isOn("keypad"), discounts: isOn("discounts"), isPublic: isOn("isPublic") };
  return { ...textsOf(request, SETTINGS), ...switches };
}

/** What a visitor has typed of an item. */
export function typedItem(request: Request, { decimals }: Pick<PosSettings, "decimals">): TypedItem {
  const texts = textsOf(request, ITEM);
  const price = typedAmount(texts.price, decimals);
  return { ...texts, price, inStock: fieldOf(request, "inStock") !== undefined };
}

/** The form of the settings that there are. */
export function knownPos({
  title,
  description,
  currency,
  tips,
  receipt,
  ...switches
}: PosSettings): TypedPos {
  const { keypad, discounts, isPublic } = switches;
  return {
    title,
    description: description ?? "",
    currency,
    tips: tips.join(", "),
    receipt: receipt ?? "",
    keypad,
    discounts,
    isPublic,
  };
}

/** The form of an item that there is. */
export function knownItem(
  { title, description, price, inStock }: PosItem,
  { decimals }: PosSettings,
): TypedItem {
  return { title, description: description ?? "", price: formatFixed(price, decimals), inStock };
}

/** The body that the API would be sent. A tip that is no number is refused where the body is read. */
export function posBodyOf({ tips, ...rest }: TypedPos) {
  const percents = tips.split(/[\s,;%]+/).filter((one) => one !== "");
  return { ...rest, tips: percents.map(Number) };
}

function textsOf<Name extends string>(request: Request, names: readonly Name[]): Record<Name, string> {
  const texts = names.map((name) => [name, fieldOf(request, name)?.trim() ?? ""]);
  return Object.fromEntries(texts) as Record<Name, string>; // each name has a text
}
