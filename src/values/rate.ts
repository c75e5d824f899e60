import { AmountError, divCeil, divFloor, formatDecimal } from "./amount.ts";

/**
 * An exact rate between two currencies: `quote` smallest units of the second are worth `base` smallest units of the first.
 * Kept as a fraction, so that no digit is lost before the single rounding at the end.
 */
export type Rate = Readonly<{ base: bigint; quote: bigint }>;

/** What `amount` of the first currency is worth in the second, rounded up (the merchant never gets less than the price). */
export function convertUp(amount: bigint, rate: Rate): bigint {
  return divCeil(amount * rate.quote, rate.base);
}

/** The worth of `amount` of the first currency in the second, rounded down (never overstated). */
export function convertDown(amount: bigint, rate: Rate): bigint {
  return divFloor(amount * rate.quote, rate.base);
}

/** The rate the other way round. */
export function inverse({ base, quote }: Rate): Rate {
  return { base: quote, quote: base };
}

/** The rate of the first currency in the third, by those of the first in the second and of the second in the third. */
export function product(one: Rate, other: Rate): Rate {
  return { base: one.base * other.base, quote: one.quote * other.quote };
}

const SHOWN_DECIMALS = 12;
const LEAST_DIGITS = 10n ** 9n; // ten digits of a rate far below one, such as that of a dong in bitcoins
const MOST_DECIMALS = 30; // that rateFromDecimal reads

/** A rate between whole units as people read it: a decimal of twelve decimals, of small rates as many as say ten digits, rounded down. */
export function rateText(rate: Rate): string {
  let decimals = SHOWN_DECIMALS;
  while (decimals < MOST_DECIMALS && convertDown(10n ** BigInt(decimals), rate) < LEAST_DIGITS) decimals += 1;
  return formatDecimal(convertDown(10n ** BigInt(decimals), rate), decimals);
}

/**
 * The rate behind a decimal price such as "1.0837" (units of the second currency per one of the first).
 * Throws AmountError for zero, signs, exponents and more than 30 decimals.
 */
export function rateFromDecimal(price: string, fromDecimals: number, toDecimals: number): Rate {
  const match = /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(price);
  if (!match) throw new AmountError(`Expected a rate such as "1.0837", got "${String(price).slice(0, 40)}".`);
  const [, whole = "", fraction = ""] = match;
  const scaled = BigInt(whole + fraction);
  if (scaled === 0n) throw new AmountError("Expected a rate above zero.");
  return {
    base: 10n ** BigInt(fromDecimals + fraction.length),
    quote: scaled * 10n ** BigInt(toDecimals),
  };
}
