import { z } from "zod";
import { AmountError, roundDecimal } from "../../../values/amount.ts";
import { CURRENCY_EXAMPLES, priceDecimals } from "../../../values/currency.ts";
import type { Problem } from "../errors.ts";
import { inEnglish, sentence, type Sentence } from "../../../values/sentence.ts";
import { english } from "../../../languages/merchantWords.ts";

/** A price in a body: decimal strings and numbers are both taken, as plugins send both. */
export const decimalText = z.union(
  [z.string().trim().max(100), z.number().finite()],
  english('Expected the price as a decimal string such as "25.00"'),
);

export const LARGEST_PRICE = 10n ** 15n; // whole units; larger prices are unpayable, and their smallest units exceed the contract's 78 digits

/** The decimals of a currency; an unknown one is added to `problems`. */
export function readDecimals(currency: string, problems: Problem[]): number {
  const decimals = priceDecimals(currency);
  if (decimals === undefined) {
    const expected = sentence("Expected one of {known}", { known: CURRENCY_EXAMPLES });
    const said = sentence('{expected}; got "{came}".', { expected, came: currency.slice(0, 10) });
    problems.push(problem("Currency", said));
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
    const said = sentence('Expected the price as a decimal string such as "25.00"; got none.');
    problems.push(problem("Amount", said));
    return 0n;
  }
  const written = String(value);
  const text = typeof value === "number" && written.includes("e") ? value.toFixed(decimals) : written;
  try {
    const amount = roundDecimal(text, decimals);
    if (amount === 0n && mayBeNothing && Number(value) === 0) return amount;
    if (amount > 0n && amount <= LARGEST_PRICE * 10n ** BigInt(decimals)) return amount;
    const came = text.slice(0, 40);
    throw new AmountError(
      amount > 0n
        ? sentence('Expected an amount of at most {most}, got "{came}".', {
            most: String(LARGEST_PRICE),
            came,
          })
        : sentence('Expected an amount above zero, got "{came}".', { came }),
    );
  } catch (error) {
    if (!(error instanceof AmountError)) throw error;
    const fault = error.sentence ?? error.message;
    const isKnown = priceDecimals(currency) !== undefined; // of an unknown currency its own problem tells
    const said = isKnown
      ? sentence("{fault} {currency} has {decimals} decimals.", { fault, currency, decimals })
      : fault;
    problems.push(problem("Amount", said));
    return 0n;
  }
}

/** A validation problem of the merchant API at a path of the body. */
export function problem(path: string, said: string | Sentence): Problem {
  return typeof said === "string"
    ? { path, message: said, code: "invalid" }
    : { path, message: inEnglish(said), sentence: said, code: "invalid" };
}
