import type { Offer } from "../../domain/invoices/invoice.ts";

/**
 * The worth of a quote's input, in settlement units: before fees where the quote states them, so that small
 * and large inputs have the same rate.
 */
export type QuotedRate = Readonly<{ input: bigint; worth: bigint }>;

// Half of the price movement that services usually allow between quote and deposit.
const ROOM_BPS = 50n;

/** The rate of an offer, or of a quote that is to become one. */
export function rateOf({ input, cost, floor }: Pick<Offer, "input" | "cost" | "floor">): QuotedRate {
  return { input, worth: cost?.gross ?? floor };
}

/**
 * True while an address can be offered at the present rate. The service holds every deposit to the rate at
 * which the address was quoted (interface specification 3, rule 2) and returns a deposit that has become worth less, so an
 * address whose quote was much better than the present one must not be shown. An address without a known
 * quote is not offered either.
 */
export function stillHolds(quoted: QuotedRate | undefined, now: QuotedRate): boolean {
  if (!quoted) return false;
  return now.worth * quoted.input * 10_000n >= quoted.worth * now.input * (10_000n - ROOM_BPS);
}
