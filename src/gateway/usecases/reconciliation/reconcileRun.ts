import type { Difference, Finding } from "../../domain/reconciliation/difference.ts";
import { HttpFailure } from "../../../http-client/http.ts";
import { GatewayError } from "../../errors.ts";
import type { Explanation } from "./explanation.ts";
import type { Span } from "../../ports/reconcilePort.ts";
import type { Reconciling, Witness } from "./reconciling.ts";

/** What a reconciliation has looked at. */
export const CHECKED_KINDS = ["invoices", "deposits", "addresses", "transfers", "payouts"] as const;
export type CheckedKind = (typeof CHECKED_KINDS)[number];

/** A system that could not be asked: how often, and its first error. */
export type UnavailableWitness = Readonly<{ who: Witness; times: number; said: string }>;

/** A reconciliation in progress: the systems it asks, and its findings so far. */
export type Run = Readonly<{
  outside: Reconciling;
  span: Span;
  /** Adds a difference, unless one about the same subject was found before. */
  tell(about: Pick<Difference, "subject" | "storeId" | "invoiceId">, finding: Finding): void;
  count(what: CheckedKind): void;
  /** Counts something that was not checked, with the reason. */
  pass(why: string): void;
  /**
   * The answer of an outside system, within its call budget; undefined when it could not be asked, which is
   * counted.
   */
  ask<T>(who: Witness, question: () => Promise<T>): Promise<Readonly<{ answer: T }> | undefined>;
  /** True when a witness could not be asked about something. */
  wasSilent(who: Witness): boolean;
  /** The invoices that were compared. */
  compared: Set<string>;
  /**
   * Transactions (as "<chain id>:<hash>") that are explained by what was checked, or reported in a
   * difference already.
   */
  named: Map<string, Explanation>;
  /** Reported arrivals without a transaction. */
  awaited: Awaited[];
}>;

/** Money that is reported to have arrived at a place (transferPlaces.ts), or may have. */
export type Awaited = Explanation & Readonly<{ place: string; least: bigint; most: bigint | undefined }>;

export type Found = Readonly<{
  differences: readonly Difference[];
  lookedAt: Readonly<Record<CheckedKind, number>>;
  notChecked: Readonly<Record<string, number>>;
  silences: readonly UnavailableWitness[];
}>;

/** A run, and the way to what it has found. */
export function startRun(outside: Reconciling, span: Span): Readonly<{ run: Run; found(): Found }> {
  const differences = new Map<string, Difference>();
  const lookedAt = { invoices: 0, deposits: 0, addresses: 0, transfers: 0, payouts: 0 };
  const notChecked: Record<string, number> = {};
  const silences = new Map<Witness, UnavailableWitness>();
  const run: Run = {
    outside,
    span,
    compared: new Set(),
    named: new Map(),
    awaited: [],
    tell(about, finding) {
      const key = `${finding.kind} ${about.subject} ${finding.reason}`;
      if (!differences.has(key)) differences.set(key, { ...about, ...finding });
    },
    count: (what) => void (lookedAt[what] += 1),
    pass: (why) => void (notChecked[why] = (notChecked[why] ?? 0) + 1),
    wasSilent: (who) => silences.has(who),
    async ask(who, question) {
      try {
        await outside.turn(who);
        return { answer: await question() };
      } catch (error) {
        if (error instanceof GatewayError && error.code === "service_refused") {
          run.pass("what the service does not tell when it is asked for it");
          return undefined;
        }
        if (!isSilence(error)) throw error;
        const { times = 0, said = String(error) } = silences.get(who) ?? {};
        silences.set(who, { who, times: times + 1, said });
        return undefined;
      }
    },
  };
  const found = () => ({
    differences: [...differences.values()],
    lookedAt,
    notChecked,
    silences: [...silences.values()],
  });
  return { run, found };
}

/** True for a system that could not be asked. Any other error is ours, and must not count as theirs. */
function isSilence(error: unknown): boolean {
  if (error instanceof GatewayError)
    return error.code === "service_unavailable" || error.code === "service_key_refused";
  return error instanceof HttpFailure;
}
