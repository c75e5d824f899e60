import { z } from "zod";
import { MOST_TIPS, type PosItem, type PosSettings } from "../../domain/selling/pointOfSale.ts";
import type { StoreSettings } from "../../usecases/stores/merchantStore.ts";
import { nullish } from "../api/nullish.ts";
import { decimalText, readAmount, readDecimals } from "../api/priceBody.ts";
import { problemsOf } from "../api/problems.ts";
import { shownName } from "../api/shownName.ts";
import { ValidationError, type Problem } from "../errors.ts";
import { english } from "../../../languages/merchantWords.ts";

const words = (longest: number) =>
  nullish(z.string().trim().max(longest)).transform((text) => (text === "" ? undefined : text));
const isOn = nullish(z.boolean()).transform((value) => value ?? false);
const percent = z.number(english("Expected whole percents, such as 5 or 10")).int().min(1).max(100);

/** The settings of a point of sale, as its form and the API send them. */
export const posBody = z.object({
  title: shownName(200, english("Expected a title, which customers see")),
  description: words(1_000),
  currency: words(10).describe("Of its prices; none: the store's"),
  keypad: isOn.describe("Amounts may be typed"),
  tips: z.array(percent).max(MOST_TIPS, `Expected at most ${MOST_TIPS} tips`).describe("In percent"),
  discounts: isOn.describe("A cashier may take a percentage off"),
  receipt: words(2_000).describe("The shop's text on a receipt"),
  isPublic: isOn.describe("Anyone with its link may charge"),
});

/** Reads the settings, without items. Throws ValidationError. */
export function readPosSettings(body: unknown, store: StoreSettings): Omit<PosSettings, "items"> {
  const parsed = posBody.safeParse(body ?? {}, { reportInput: true });
  if (!parsed.success) throw new ValidationError(problemsOf(parsed.error));
  const problems: Problem[] = [];
  const currency = (parsed.data.currency ?? store.defaultCurrency).toUpperCase();
  const decimals = readDecimals(currency, problems);
  if (problems.length > 0) throw new ValidationError(problems);
  const { tips, description, receipt, ...plain } = parsed.data;
  return { ...plain, description, receipt, currency, decimals, tips: [...new Set(tips)] };
}

/** An item, as its form and the API send it. */
export const itemBody = z.object({
  title: shownName(100, english("Expected a name")),
  description: words(500),
  price: nullish(decimalText),
  inStock: isOn,
});

/** Reads an item in the currency of its point of sale. Throws ValidationError. */
export function readItem(
  body: unknown,
  { currency, decimals }: Pick<PosSettings, "currency" | "decimals">,
): Omit<PosItem, "id" | "picture"> {
  const parsed = itemBody.safeParse(body ?? {}, { reportInput: true });
  if (!parsed.success) throw new ValidationError(problemsOf(parsed.error));
  const { price, ...plain } = parsed.data;
  const problems: Problem[] = [];
  const amount = readAmount(price, decimals, currency, problems);
  if (problems.length > 0)
    throw new ValidationError(problems.map((problem) => ({ ...problem, path: "Price" })));
  return { ...plain, price: amount };
}
