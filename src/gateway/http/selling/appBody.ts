import { z } from "zod";
import { formatFixed } from "../../../values/amount.ts";
import { unixSeconds } from "../../../values/time.ts";
import {
  MOST_ITEMS,
  type PointOfSale,
  type PosItem,
  type PosSettings,
} from "../../domain/selling/pointOfSale.ts";
import type { StoreSettings } from "../../usecases/stores/merchantStore.ts";
import type { pointOfSaleAnswer } from "../answers/app.ts";
import type { Answer } from "../answers/scalars.ts";
import { nullish } from "../api/nullish.ts";
import { problemsOf } from "../api/problems.ts";
import { shownName } from "../api/shownName.ts";
import { ValidationError } from "../errors.ts";
import { counterPath } from "../owner/paths.ts";
import { picturePath } from "./pictureRoutes.ts";
import { itemBody, readItem, readPosSettings } from "./posBody.ts";

/** Points of sale in the words of the merchant API. What else its forms would ask is taken and ignored. */

const isOn = nullish(z.boolean());

/** POST …/apps/pos and PUT …/apps/pos/{id}. */
export const appBody = z.object({
  appName: shownName(200, "Expected a name"),
  title: nullish(z.string()).describe("What customers see; none: the name"),
  description: nullish(z.string()),
  currency: nullish(z.string()).describe("Of its prices; none: as it was, at first the store's"),
  template: nullish(z.string().max(60_000)).describe(
    "The items as JSON text: a list of id, title, price, description, disabled, inventory (0 is out of stock; it is not counted down), priceType (Fixed). None: the items stay",
  ),
  showCustomAmount: isOn.describe("Amounts may be typed"),
  showDiscount: isOn.describe("A cashier may take a percentage off; none: no"),
  enableTips: isOn.describe("A tip is asked for; none: yes"),
  customTipPercentages: nullish(z.array(z.number())).describe("The tips, in percent; none: 15, 18 and 20"),
  crosstill: nullish(
    z.strictObject({
      receipt: nullish(z.string()).describe("The shop's text on a receipt"),
      isPublic: isOn.describe("Anyone with its link may charge"),
    }),
  ),
});

const USUAL_TIPS = [15, 18, 20];

const itemId = z
  .string("Expected an id")
  .regex(/^[A-Za-z0-9_-]{1,64}$/, "Expected an id of 1 to 64 letters, digits, - and _")
  .refine((id) => id !== "new", 'Expected another id than "new"');

/** Items have a price; amounts are typed on the keypad (showCustomAmount). Empty is as good as absent. */
const priceType = nullish(
  z
    .string()
    .regex(/^(Fixed)?$/i, 'Expected "Fixed": other prices are typed on the keypad (showCustomAmount)'),
);

const template = z
  .array(itemBody.extend({ id: itemId, disabled: isOn, priceType, inventory: nullish(z.number().int()) }))
  .max(MOST_ITEMS);

/**
 * Reads a body, or throws ValidationError. Of a point of sale that is `known`, the currency and the items stay that are not sent,
 * and pictures stay with their items.
 */
export function readApp(body: unknown, store: StoreSettings, known?: PosSettings): PosSettings {
  const parsed = appBody.safeParse(body ?? {}, { reportInput: true });
  if (!parsed.success) throw new ValidationError(problemsOf(parsed.error));
  const { appName, title, description, currency, crosstill, template: text, ...said } = parsed.data;
  const tips = said.enableTips === false ? [] : (said.customTipPercentages ?? USUAL_TIPS);
  const settings = readPosSettings(
    {
      title: title ?? appName,
      description,
      currency: currency ?? known?.currency,
      tips,
      keypad: said.showCustomAmount ?? false,
      discounts: said.showDiscount ?? false,
      receipt: crosstill?.receipt,
      isPublic: crosstill?.isPublic ?? false,
    },
    store,
  );
  const items = known?.items ?? [];
  return { ...settings, items: text === undefined ? items : readTemplate(text, settings, items) };
}

function readTemplate(
  text: string,
  settings: Omit<PosSettings, "items">,
  known: readonly PosItem[],
): readonly PosItem[] {
  const parsed = template.safeParse(jsonOf(text), { reportInput: true });
  if (!parsed.success)
    throw new ValidationError(
      problemsOf(parsed.error).map(({ path, ...rest }) => ({ ...rest, path: `Template${path}` })),
    );
  const ids = new Set(parsed.data.map(({ id }) => id));
  if (ids.size < parsed.data.length) throw inTemplate("Expected an id of its own for each item.");
  return parsed.data.map(({ id, disabled, inventory, priceType: _fixed, ...item }) => {
    const inStock = disabled !== true && (inventory ?? 1) > 0; // nothing counts them down
    const read = readItem({ ...item, inStock }, settings);
    return { ...read, id, picture: known.find((one) => one.id === id)?.picture };
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw inTemplate("Expected the items as JSON text.");
  }
}

function inTemplate(message: string): ValidationError {
  return new ValidationError([{ path: "Template", message, code: "invalid" }]);
}

/** A point of sale as the merchant API shows it; its counter under `crosstill`. */
export function presentApp(
  { id, storeId, settings, archivedAt, createdAt }: PointOfSale,
  publicUrl: string,
): Answer<typeof pointOfSaleAnswer> {
  const { title, description, currency, decimals, items, keypad, discounts, tips } = settings;
  return {
    id,
    storeId,
    name: title,
    appType: "PointOfSale",
    created: unixSeconds(createdAt),
    archived: archivedAt !== undefined,
    title,
    description: description ?? null,
    currency,
    items: items.map((item) => ({
      id: item.id,
      title: item.title,
      description: item.description ?? null,
      price: formatFixed(item.price, decimals),
      priceType: "Fixed",
      image: item.picture ? `${publicUrl}${picturePath(item.picture.hash)}` : null,
      disabled: !item.inStock,
    })),
    showCustomAmount: keypad,
    showDiscount: discounts,
    enableTips: tips.length > 0,
    customTipPercentages: [...tips],
    crosstill: {
      link: `${publicUrl}${counterPath(id)}`,
      receipt: settings.receipt ?? null,
      isPublic: settings.isPublic,
    },
  };
}
