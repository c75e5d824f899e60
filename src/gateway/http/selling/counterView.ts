import { formatFixed } from "../../../values/amount.ts";
import { decimalIn } from "../../../languages/formats.ts";
import type { Language } from "../../../languages/languages.ts";
import { textsFor } from "../../../languages/translate.ts";
import { MOST_OF_ONE, type PointOfSale } from "../../domain/selling/pointOfSale.ts";
import type { MerchantStore } from "../../usecases/stores/merchantStore.ts";
import { appearanceOf } from "../branding/storeAppearance.ts";
import { counterPath } from "../owner/paths.ts";
import type { TypedCart } from "./counterForm.ts";
import { picturePath } from "./pictureRoutes.ts";

type Around = Readonly<{
  store: MerchantStore;
  language: Language;
  sandbox: boolean;
  byCashier: boolean;
  typed: TypedCart;
}>;

const NOTHING: TypedCart = { counts: {}, amount: "", discount: "", tip: "", total: "" };

/** What the counter shows: final display text in the reader's language, and what was typed after a refusal. */
export function counterView(
  { id, settings }: PointOfSale,
  {
    store,
    language,
    sandbox,
    byCashier,
    typed = NOTHING,
  }: Omit<Around, "typed"> & Partial<Pick<Around, "typed">>,
) {
  const { currency, decimals } = settings;
  const show = (amount: bigint) => `${decimalIn(language, formatFixed(amount, decimals))} ${currency}`;
  return {
    language,
    sandbox,
    storeName: store.name,
    initial: [...store.name.trim()][0]?.toUpperCase() ?? "•",
    look: appearanceOf(store),
    title: settings.title,
    description: settings.description,
    currency,
    decimals,
    keypad: settings.keypad,
    keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9", decimals > 0 ? "." : "00", "0"],
    tips: settings.tips,
    discounts: settings.discounts && byCashier,
    mostOfOne: MOST_OF_ONE,
    zero: show(0n),
    chargeUrl: `${counterPath(id)}/charge`,
    texts: JSON.stringify(textsFor(language, ["pos.charge"])),
    typed,
    items: settings.items.map((item) => ({
      id: item.id,
      title: item.title,
      description: item.description,
      price: show(item.price),
      units: item.price.toString(),
      inStock: item.inStock,
      count: typed.counts[item.id] ?? "",
      picture: item.picture && { ...item.picture, url: picturePath(item.picture.hash) },
    })),
  };
}
