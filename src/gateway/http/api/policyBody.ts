import { z } from "zod";
import type { Policy, PolicySettings } from "../../domain/invoices/policy.ts";
import { AmountError, formatDecimal, parseDecimal } from "../../../values/amount.ts";
import type { policyAnswer } from "../answers/invoice.ts";
import type { Answer } from "../answers/scalars.ts";
import type { Problem } from "../errors.ts";
import { nullish } from "./nullish.ts";

/**
 * An invoice's policy in the terms of the API: percentages as numbers with up to two decimals, amounts as
 * decimals of the settlement coin. Absent fields have the store's values.
 */

const TWO_DECIMALS = 1e-9; // what a float leaves of a number with two decimals, times a hundred
const percent = z
  .number()
  .min(0)
  .max(100)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < TWO_DECIMALS * 100, {
    message: "Expected a percentage with at most two decimals, such as 0.5",
  });

export const policyBody = z.strictObject({
  preset: nullish(z.enum(["shop", "top-up"])).describe("What is not said otherwise"),
  tolerance: nullish(percent).describe("How much may be missing, in percent"),
  toleranceFloor: nullish(z.string().max(100)).describe("And at least this much, in the settlement coin"),
  forgive: nullish(percent).describe(
    "Of a remaining amount that is too small to be paid, how much is written off, in percent of the price",
  ),
  underpaid: nullish(z.enum(["keepOpen", "accept", "hold"])).describe("What becomes of too little"),
  overpaid: nullish(z.enum(["accept", "hold"])).describe("What becomes of too much"),
  lateFrom: nullish(percent).describe(
    "A late payment counts when it is worth this much of the price, in percent",
  ),
  evidence: nullish(z.enum(["reported", "hash", "verified"])).describe("What a settlement has to rest on"),
  confirmations: nullish(z.number().int().min(1).max(100)).describe("How many a deposit needs"),
});

type PolicyBody = Partial<z.output<typeof policyBody>>;

/** The body as settings; what is wrong with its amount is added to `problems`. */
export function readPolicyBody(body: PolicyBody, decimals: number, problems: Problem[]): PolicySettings {
  const { tolerance, toleranceFloor, forgive, lateFrom, confirmations, ...words } = body;
  return {
    ...words,
    toleranceBps: toBps(tolerance),
    toleranceFloor: readFloor(toleranceFloor, decimals, problems),
    forgiveBps: toBps(forgive),
    lateFromBps: toBps(lateFrom),
    confirmations: confirmations === undefined ? undefined : [{ from: 0n, need: confirmations }],
  };
}

/** A policy as the API shows it: the same words, all of them. */
export function presentPolicy(policy: Policy, decimals: number): Answer<typeof policyAnswer> {
  const { tolerance, forgiveBps = 0, underpaid, overpaid, lateFromBps, evidence, confirmations } = policy;
  return {
    tolerance: tolerance.bps / 100,
    toleranceFloor: formatDecimal(tolerance.floor, decimals),
    forgive: forgiveBps / 100,
    underpaid,
    overpaid,
    lateFrom: lateFromBps / 100,
    evidence,
    confirmations,
  };
}

function toBps(percentage: number | undefined): number | undefined {
  return percentage === undefined ? undefined : Math.round(percentage * 100);
}

function readFloor(text: string | undefined, decimals: number, problems: Problem[]): bigint | undefined {
  if (text === undefined) return undefined;
  try {
    return parseDecimal(text, decimals);
  } catch (error) {
    if (!(error instanceof AmountError)) throw error;
    const message = `${error.message} It is an amount of the settlement coin, which has ${decimals} decimals.`;
    problems.push({ path: "Crosstill.Policy.ToleranceFloor", message, code: "invalid" });
    return undefined;
  }
}
