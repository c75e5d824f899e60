import type { Offer } from "../../domain/invoices/invoice.ts";
import { divCeil, divFloor, max, min } from "../../../values/amount.ts";

/**
 * What the quote of an address said, in settlement units: the worth of its input, before fees where the quote states them, so that
 * small and large inputs have the same rate; and the least that the input brings.
 */
export type QuotedRate = Readonly<{ input: bigint; worth: bigint; least: bigint }>;

// Half of the price movement that services usually allow between quote and deposit.
const ROOM_BPS = 50n;

// By so much a present quote may promise more than that of the address: it leaves out what a deposit to an address costs. Beyond it
// fees have fallen, and the payer of a new address would be asked for less.
const FEWER_FEES_BPS = 150n;

// A payer is not asked for more than this part of the price only because an address is used again: what is unknown of its fees.
const GUESS_BPS = 25n;

/** Returns the rate of an offer, or of a quote that is to become one. */
export function rateOf({ input, cost, floor }: Pick<Offer, "input" | "cost" | "floor">): QuotedRate {
  return { input, worth: cost?.gross ?? floor, least: floor };
}

/**
 * True while an address can be offered at the present rate. The service holds every deposit to the rate at
 * which the address was quoted (interface specification 3, rule 2). It returns a deposit that has come to bring less, be it that
 * prices fell or that fees rose, and may bring no more than that rate of one that has come to bring more. `output` is what the
 * present quote expects, where it says that. An address without a known quote is not offered either.
 */
export function stillHolds(quoted: QuotedRate | undefined, now: QuotedRate, output?: bigint): boolean {
  if (!quoted) return false;
  const [then, present] = [quoted.worth * now.input, now.worth * quoted.input];
  const required = mostRequired(quoted, now.input);
  return (
    min(then, present) * 10_000n >= max(then, present) * (10_000n - ROOM_BPS) &&
    now.least * 10_000n >= required * (10_000n - GUESS_BPS) &&
    now.least * 10_000n <= required * (10_000n + FEWER_FEES_BPS) &&
    (output === undefined || output >= required)
  );
}

/**
 * Returns the most that the service may require of an input to an address with this quote, in settlement units. As in leastOutput
 * the flat part of the fees is unknown: here it is whatever makes the minimum of the input the largest.
 */
function mostRequired({ input: quotedInput, worth, least }: QuotedRate, input: bigint): bigint {
  if (input <= quotedInput) return divCeil(least * input, quotedInput);
  return least + divCeil(worth * (input - quotedInput), quotedInput);
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
