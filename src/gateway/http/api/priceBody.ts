import { z } from "zod";
import { AmountError, roundDecimal } from "../../../values/amount.ts";
import { PRICE_CURRENCIES, priceDecimals } from "../../../values/currency.ts";
import type { Problem } from "../errors.ts";

/** A price in a body: decimal strings and numbers are both taken, as plugins send both. */
export const decimalText = z.union(
  [z.string().trim().max(100), z.number().finite()],
  'Expected the price as a decimal string such as "25.00"',
);

export const LARGEST_PRICE = 10n ** 15n; // whole units; larger prices are unpayable, and their smallest units exceed the contract's 78 digits

/** The decimals of a currency; an unknown one is added to `problems`. */
export function readDecimals(currency: string, problems: Problem[]): number {
  const decimals = priceDecimals(currency);
  if (decimals === undefined) {
    const expected = `Expected one of ${PRICE_CURRENCIES.join(", ")}`;
    problems.push(problem("Currency", `${expected}; got "${currency.slice(0, 10)}".`));
  }
  return decimals ?? 2; // only so that the amount can be looked at as well
}

/**
 * Shops that calculate in floats or with more decimals send 19.989999999999998 and "19.9900"; both are
 * rounded to the currency's decimals, half up. Zero is a price only with `mayBeNothing`, and never by
 * rounding. Gives smallest units of the currency; what is wrong is added to `problems`, and 0 given.
 */
export function readAmount(
  value: string | number | undefined,
  decimals: number,
  currency: string,
  problems: Problem[],
  mayBeNothing = false,
): bigint {
  if (value === undefined) {
    problems.push(problem("Amount", 'Expected the price as a decimal string such as "25.00"; got none.'));
    return 0n;
  }
  const written = String(value);
  const text = typeof value === "number" && written.includes("e") ? value.toFixed(decimals) : written;
  try {
    const amount = roundDecimal(text, decimals);
    if (amount === 0n && mayBeNothing && Number(value) === 0) return amount;
    if (amount > 0n && amount <= LARGEST_PRICE * 10n ** BigInt(decimals)) return amount;
    const expected = amount > 0n ? `of at most ${LARGEST_PRICE}` : "above zero";
    throw new AmountError(`Expected an amount ${expected}, got "${text.slice(0, 40)}".`);
  } catch (error) {
    if (!(error instanceof AmountError)) throw error;
    const known = priceDecimals(currency) === undefined ? "" : ` ${currency} has ${decimals} decimals.`; // of an unknown one its own problem tells
    problems.push(problem("Amount", `${error.message}${known}`));
    return 0n;
  }
}

/** A validation problem of the merchant API at a path of the body. */
export function problem(path: string, message: string): Problem {
  return { path, message, code: "invalid" };
}
