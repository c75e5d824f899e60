import type { Offer } from "../../domain/invoices/invoice.ts";
import { divCeil, divFloor, max, min } from "../../../values/amount.ts";

/**
 * What the quote of an address said, in settlement units: the worth of its input, before fees where the quote states them, so that
 * small and large inputs have the same rate; and the least that the input brings.
 */
export type QuotedRate = Readonly<{ input: bigint; worth: bigint; least: bigint }>;

// Half of the price movement that services usually allow between quote and deposit.
const ROOM_BPS = 50n;

// A payer is not asked for more than this part of the price only because an address is used again.
const GUESS_BPS = 25n;

/** Returns the rate of an offer, or of a quote that is to become one. */
export function rateOf({ input, cost, floor }: Pick<Offer, "input" | "cost" | "floor">): QuotedRate {
  return { input, worth: cost?.gross ?? floor, least: floor };
}

/**
 * True while an address can be offered at the present rate. The service holds every deposit to the rate at
 * which the address was quoted (interface specification 3, rule 2). It returns a deposit that has become worth less, and
 * may bring no more than that rate of one that has become worth more. An address without a known quote is not offered either.
 */
export function stillHolds(quoted: QuotedRate | undefined, now: QuotedRate): boolean {
  if (!quoted) return false;
  const [then, present] = [quoted.worth * now.input, now.worth * quoted.input];
  return min(then, present) * 10_000n >= max(then, present) * (10_000n - ROOM_BPS);
}

/**
 * Returns the least that an address with this quote brings of an input, in settlement units. The quoted minimum is a rate. Which
 * part of the fees shrinks with the amount is unknown, so a smaller input bears all of them and a larger one its share of each.
 */
export function leastOutput({ input: quotedInput, worth, least }: QuotedRate, input: bigint): bigint {
  if (input >= quotedInput) return divFloor(least * input, quotedInput);
  return least - divCeil(worth * (quotedInput - input), quotedInput);
}

/** True where the price is near enough to the quoted amount: what is unknown of the fees hardly changes the input. */
export function isOfAmount({ worth, least }: QuotedRate, due: bigint): boolean {
  const apart = due > least ? due - least : least - due;
  return (worth - least) * apart * 10_000n <= due * least * GUESS_BPS;
}
