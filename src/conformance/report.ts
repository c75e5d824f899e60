import type { Instant } from "../values/time.ts";

/**
 * How a check ended: the service keeps the row, does not keep it, does not keep it at the cost of its payers, cannot be
 * checked on it, or did not answer.
 */
export type Verdict = "passed" | "failed" | "harmful" | "not-applicable" | "not-run";

export type CheckResult = Readonly<{
  id: string; // the row that names the check
  rows: readonly string[];
  section: string;
  expected: string; // the row in words
  verdict: Verdict;
  came: string; // one printable line: what came, or why there is no verdict
  funded: boolean;
  ms: number;
}>;

/** What a run found. */
export type Report = Readonly<{
  service: string; // the URL
  startedAt: Instant;
  ms: number;
  calls: number;
  isFunded: boolean;
  hasKey: boolean;
  results: readonly CheckResult[];
}>;

export type Summary = Readonly<Record<Verdict, number>>;

/** How many checks ended in which way. */
export function summaryOf({ results }: Pick<Report, "results">): Summary {
  const count = (wanted: Verdict) => results.filter(({ verdict }) => verdict === wanted).length;
  return {
    passed: count("passed"),
    failed: count("failed"),
    harmful: count("harmful"),
    "not-applicable": count("not-applicable"),
    "not-run": count("not-run"),
  };
}
