import { AmountError, divCeil, divFloor } from "./amount.ts";

/**
 * An exact rate between two currencies: `quote` smallest units of the second are worth `base` smallest units of the first.
 * Kept as a fraction, so that no digit is lost before the single rounding at the end.
 */
export type Rate = Readonly<{ base: bigint; quote: bigint }>;

/** What `amount` of the first currency is worth in the second, rounded up (the merchant never gets less than the price). */
export function convertUp(amount: bigint, rate: Rate): bigint {
  return divCeil(amount * rate.quote, rate.base);
}

/** What `amount` of the first currency is worth in the second, rounded down (nobody is promised more than there is). */
export function convertDown(amount: bigint, rate: Rate): bigint {
  return divFloor(amount * rate.quote, rate.base);
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
