import { parseDecimal } from "../../values/amount.ts";

/** US dollars per whole coin, in 10^-8 dollars: 80_000_00000000n is 80,000 USD. */
export type UsdPrice = bigint;

const DECIMALS = 8;
const HIGHEST = 10n ** 9n * 10n ** BigInt(DECIMALS); // a billion dollars a coin: above it, something else was read

/**
 * Reads a decimal text of dollars, "80000.12", without rounding. Only text: a JSON number has been through a float.
 * Throws a sentence for anything that is no price: other types, signs, exponents, zero, a billion and more, or digits
 * that mean something behind the eighth decimal.
 */
export function parseUsdPrice(value: unknown): UsdPrice {
  if (typeof value !== "string") {
    throw new Error(
      `Expected a price as text such as "80000.12", got ${JSON.stringify(value) ?? "nothing"}.`,
    );
  }
  const price = parseDecimal(value, DECIMALS);
  if (price <= 0n || price >= HIGHEST) {
    throw new Error(`Expected a price above zero and below a billion dollars, got "${value.slice(0, 40)}".`);
  }
  return price;
}
