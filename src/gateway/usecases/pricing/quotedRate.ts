import type { Offer } from "../../domain/invoices/invoice.ts";

/**
 * What a quote says its input is worth, in settlement units: before fees where the quote states them, so that small and large
 * inputs have the same rate.
 */
export type QuotedRate = Readonly<{ input: bigint; worth: bigint }>;

// Half of what services let a price fall between a quote and a deposit where nothing is said about it.
const ROOM_BPS = 50n;

/** The rate of an offer, or of a quote that is to become one. */
export function rateOf({ input, cost, floor }: Pick<Offer, "input" | "cost" | "floor">): QuotedRate {
  return { input, worth: cost?.gross ?? floor };
}

/**
 * True while an address can be offered at the rate of now. The service holds every deposit to the rate that the address was
 * quoted at (contract 3, rule 2) and sends back what has become worth less, so an address whose quote was much better than
 * today's must not be shown any more. An address whose quote is not known is not offered either.
 */
export function stillHolds(quoted: QuotedRate | undefined, now: QuotedRate): boolean {
  if (!quoted) return false;
  return now.worth * quoted.input * 10_000n >= quoted.worth * now.input * (10_000n - ROOM_BPS);
}
