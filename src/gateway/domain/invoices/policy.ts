import { bpsFloor, max, min } from "../../../values/amount.ts";
import type { Evidence } from "./evidence.ts";

/**
 * A merchant's rules for payments that differ from the offer. Fixed for an invoice when it is issued. The
 * service converts every deposit anyway, so a policy never decides whether money moves, only what it counts
 * for.
 */
export type Policy = Readonly<{
  /** How much less than the price still counts as paid: whichever of the two allows more. `floor` is in settlement units. */
  tolerance: Readonly<{ bps: number; floor: bigint }>;
  /**
   * Of a remaining amount that is too small to be paid: up to this share of the price is written off, or the worth of the dust
   * limit of the payer's network if that is more. A larger one goes to the inbox. 0 writes off nothing (decision 37).
   */
  forgiveBps?: number | undefined;
  /**
   * Too little: ask for the rest while the price is guaranteed; accept the amount as the payment; or leave
   * it to a person.
   */
  underpaid: "keepOpen" | "accept" | "hold";
  /** Too much: keep the difference, or leave it to a person. */
  overpaid: "accept" | "hold";
  /** Late money pays the invoice when what it yielded is at least this part of the price; else it is left to a person. */
  lateFromBps: number;
  /** How well a settlement must be proven before it counts. */
  evidence: Evidence;
  /** How many confirmations a deposit needs where the settlement itself was not read from the chain. */
  confirmations: number;
}>;

export type Preset = "shop" | "top-up";

/** Defaults for a shop, which sends goods at a price, and for an account that is topped up by any amount. */
export const PRESETS: Readonly<Record<Preset, Omit<Policy, "evidence" | "confirmations">>> = {
  shop: {
    tolerance: { bps: 0, floor: 0n },
    forgiveBps: 100,
    underpaid: "keepOpen",
    overpaid: "accept",
    lateFromBps: 10_000,
  },
  "top-up": {
    tolerance: { bps: 0, floor: 0n },
    forgiveBps: 100,
    underpaid: "accept",
    overpaid: "accept",
    lateFromBps: 0,
  },
};

/** Settings of a store, or of one invoice: an absent field has the preset's value. */
export type PolicySettings = Readonly<{
  preset?: Preset | undefined;
  toleranceBps?: number | undefined;
  toleranceFloor?: bigint | undefined; // settlement units
  forgiveBps?: number | undefined;
  underpaid?: Policy["underpaid"] | undefined;
  overpaid?: Policy["overpaid"] | undefined;
  lateFromBps?: number | undefined;
  evidence?: Evidence | undefined;
  /** By value: from this price on (settlement units), so many confirmations. The highest step that is reached counts. */
  confirmations?: readonly Readonly<{ from: bigint; need: number }>[] | undefined;
}>;

/**
 * The policy of an invoice of this price (settlement units). `defaultEvidence` is what its settlement chain allows: "verified"
 * where it can be read, else "hash".
 */
export function policyFor(settings: PolicySettings, due: bigint, defaultEvidence: Evidence): Policy {
  const preset = PRESETS[settings.preset ?? "shop"];
  const reached = (settings.confirmations ?? []).filter(({ from }) => from <= due);
  return {
    tolerance: {
      bps: settings.toleranceBps ?? preset.tolerance.bps,
      floor: settings.toleranceFloor ?? preset.tolerance.floor,
    },
    forgiveBps: settings.forgiveBps ?? preset.forgiveBps,
    underpaid: settings.underpaid ?? preset.underpaid,
    overpaid: settings.overpaid ?? preset.overpaid,
    lateFromBps: settings.lateFromBps ?? preset.lateFromBps,
    evidence: settings.evidence ?? defaultEvidence,
    confirmations: Math.max(1, ...reached.map(({ need }) => need)), // the service waits for one itself
  };
}

/**
 * The policy of an invoice for any amount: every payment is accepted at any time. The amount is unknown in
 * advance, so it waits for as many confirmations as the largest amount would.
 */
export function topUpPolicy(settings: PolicySettings, defaultEvidence: Evidence): Policy {
  return policyFor({ ...settings, ...PRESETS["top-up"] }, LARGEST, defaultEvidence);
}

const LARGEST = 10n ** 78n; // settlement units

/** One set of settings over another: fields of the second take precedence. */
export function withSettings(base: PolicySettings, over: PolicySettings): PolicySettings {
  const said = Object.fromEntries(Object.entries(over).filter(([, value]) => value !== undefined));
  // A preset that is named for one invoice brings its own answers, not those of the store.
  return over.preset === undefined
    ? { ...base, ...said }
    : { evidence: base.evidence, confirmations: base.confirmations, ...said };
}

/**
 * The least that counts as paid, in settlement units. Regardless of the tolerance at least one unit, unless
 * nothing is due.
 */
export function required(terms: Priced): bigint {
  if (terms.due === 0n) return 0n;
  return terms.policy.underpaid === "accept" ? 1n : tolerated(terms);
}

type Priced = Readonly<{ due: bigint; policy: Policy }>;

/**
 * The largest unpayable rest that is forgiven, in settlement units: see Policy. Zero where the policy does
 * not define it.
 */
export function forgivable({ due, policy }: Priced, dust: bigint): bigint {
  if (!policy.forgiveBps) return 0n; // also of invoices that were issued before there was such a thing
  return max(bpsFloor(due, policy.forgiveBps), dust);
}

/** The least that is as good as the price, in settlement units. What is less is underpaid, whether it is accepted or not. */
export function tolerated({ due, policy }: Priced): bigint {
  const { bps, floor } = policy.tolerance;
  const share = bpsFloor(due, bps);
  const least = due - (share > floor ? share : floor);
  return least > 0n ? least : min(due, 1n);
}

/**
 * The least that late money must have yielded to pay the invoice, in settlement units: the share `lateFrom`
 * of the price, or what would have paid in time where that is less.
 */
export function requiredLate({ due, policy }: Priced): bigint {
  const least = bpsFloor(due, policy.lateFromBps);
  const asGood = policy.underpaid === "accept" ? due : tolerated({ due, policy });
  const either = least < asGood ? least : asGood;
  return either > 0n ? either : min(due, 1n);
}
