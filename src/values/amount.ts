import { sentence, SentenceError } from "./sentence.ts";

/**
 * Exact money arithmetic. An amount is a bigint in the smallest unit of its currency (sats, wei, 10^-6 USDC);
 * a decimal string appears only where people or JSON read it. No float ever holds money.
 */

/** An invalid amount as text; the message states what was expected. */
export class AmountError extends SentenceError {
  override name = "AmountError";
}

const UNITS = /^(0|[1-9]\d{0,77})$/; // 78 digits hold every uint256 (interface specification, section 2)
const MOST_UNITS = 10n ** 78n - 1n;
const GROUPED = /^\d{1,3}([.,'\u2019 ]\d{3})+([.,]\d+)?$/; // thousands, or thousandths
const DECIMAL = /^(\d{1,78})(?:\.(\d{1,78}))?$/;

/** Reads an integer string in smallest units, e.g. "2500". Throws AmountError for anything else, also "007" and "-1". */
export function parseUnits(text: string): bigint {
  if (!UNITS.test(text)) {
    throw new AmountError(
      `Expected a whole number of smallest units (up to 78 digits), got "${shorten(text)}".`,
    );
  }
  return BigInt(text);
}

/**
 * Reads a decimal string into smallest units: parseDecimal("25.5", 6) is 25500000n.
 * More decimals than the currency has is an error unless they are zeros: silent rounding loses money.
 */
export function parseDecimal(text: string, decimals: number): bigint {
  const match = DECIMAL.exec(text);
  if (!match) {
    if (GROUPED.test(text))
      throw new AmountError(
        sentence('"{text}" can be read in two ways. Write 1234 or 1234.50: no sign between the thousands.', {
          text: shorten(text),
        }),
      );
    const wanted = DECIMAL.test(text.replace(/^-/, ""))
      ? sentence('Expected a positive decimal number such as "25.00", got "{text}".', { text: shorten(text) })
      : sentence('Expected a decimal number such as "25.00", got "{text}".', { text: shorten(text) });
    throw new AmountError(wanted);
  }
  const [, whole = "", fraction = ""] = match;
  const kept = fraction.slice(0, decimals).padEnd(decimals, "0");
  if (/[1-9]/.test(fraction.slice(decimals))) {
    throw new AmountError(
      sentence('Expected at most {decimals} decimals, got "{text}".', { decimals, text: shorten(text) }),
    );
  }
  const units = BigInt(whole + kept);
  if (units > MOST_UNITS)
    throw new AmountError(
      sentence('Expected an amount of at most 78 digits in smallest units, got "{text}".', {
        text: shorten(text),
      }),
    );
  return units;
}

/**
 * Reads a decimal string into smallest units, and rounds what is smaller to the nearest, a half up: for prices of shops that
 * calculate with more decimals than their currency has. roundDecimal("12.345", 2) is 1235n. Throws AmountError.
 */
export function roundDecimal(text: string, decimals: number): bigint {
  const [, whole = "", fraction = ""] = DECIMAL.exec(text) ?? [];
  if (fraction.length <= decimals) return parseDecimal(text, decimals);
  const floor = parseDecimal(`${whole}.${fraction.slice(0, decimals)}`.replace(/\.$/, ""), decimals);
  return (fraction[decimals] ?? "0") >= "5" ? floor + 1n : floor;
}

/** Smallest units as an exact decimal string without trailing zeros: formatDecimal(25500000n, 6) is "25.5". */
export function formatDecimal(amount: bigint, decimals: number): string {
  const fixed = formatFixed(amount, decimals);
  return fixed.includes(".") ? fixed.replace(/\.?0+$/, "") : fixed;
}

/** Smallest units as a decimal string with all its decimals: formatFixed(2550n, 2) is "25.50". */
export function formatFixed(amount: bigint, decimals: number): string {
  const sign = amount < 0n ? "-" : "";
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, "0");
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Division rounded towards zero; both arguments must not be negative. */
export function divFloor(numerator: bigint, denominator: bigint): bigint {
  requirePositive(denominator);
  return numerator / denominator;
}

/** Division rounded up; both arguments must not be negative. */
export function divCeil(numerator: bigint, denominator: bigint): bigint {
  requirePositive(denominator);
  return (numerator + denominator - 1n) / denominator;
}

/** `bps` ten-thousandths of an amount, rounded down (in the favour of the payer of the share). */
export function bpsFloor(amount: bigint, bps: number): bigint {
  return divFloor(amount * BigInt(bps), 10_000n);
}

/** `bps` ten-thousandths of an amount, rounded up (in the favour of the receiver of the share). */
export function bpsCeil(amount: bigint, bps: number): bigint {
  return divCeil(amount * BigInt(bps), 10_000n);
}

/** The sum of a list of amounts. Added here and not in SQL, because SUM over text turns into a float. */
export function sum(amounts: Iterable<bigint>): bigint {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
}

/** The exact sum of decimal strings, which may have signs and any number of decimals: "0.1" and "-0.25" are "-0.15". */
export function sumDecimals(texts: readonly string[]): string {
  const decimals = Math.max(0, ...texts.map((text) => text.split(".")[1]?.length ?? 0));
  return formatDecimal(sum(texts.map((text) => signedUnits(text, decimals))), decimals);
}

function signedUnits(text: string, decimals: number): bigint {
  return text.startsWith("-") ? -parseDecimal(text.slice(1), decimals) : parseDecimal(text, decimals);
}

/** The larger of two amounts. */
export function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

/** The smaller of two amounts. */
export function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** An amount with so many decimals as one with others, rounded up. */
export function rescaleUp(amount: bigint, from: number, to: number): bigint {
  return to >= from ? amount * 10n ** BigInt(to - from) : divCeil(amount, 10n ** BigInt(from - to));
}

function requirePositive(denominator: bigint): void {
  if (denominator <= 0n) throw new AmountError(`Cannot divide by ${denominator}.`);
}

function shorten(text: string): string {
  const plain = String(text);
  return plain.length > 40 ? `${plain.slice(0, 40)}…` : plain;
}
