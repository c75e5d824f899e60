import { ALL_CHECKS, checksOf } from "../../src/conformance/checks/allChecks.ts";
import type { Explorer } from "../../src/conformance/check.ts";
import type { Report } from "../../src/conformance/report.ts";
import { runChecks } from "../../src/conformance/run.ts";
import type { Parties } from "../../src/conformance/samples.ts";
import { openService, type Limits, type ServiceOptions } from "../../src/conformance/service.ts";
import { minerBitcoin } from "../../src/sandbox/accounts.ts";

export type RunChanges = Readonly<{
  apiKey?: string;
  only?: readonly string[];
  limits?: Partial<Limits>;
  bitcoinUser?: string;
  parties?: Partial<Parties>;
  explorer?: Explorer;
  send?: ServiceOptions["send"];
}>;

/** The checks that pay nothing. */
export const READ_ONLY = ALL_CHECKS.filter(({ funded = false }) => !funded);

/** Runs the checks on a service as the command does, without pauses. */
export function runOn(url: string, changes: RunChanges = {}): Promise<Report> {
  const { apiKey, only, limits, bitcoinUser = minerBitcoin().address, parties, explorer, send } = changes;
  let now = 1_800_000_000_000;
  const clock = () => now;
  const wait = async (ms: number) => void (now += ms);
  return runChecks({
    service: openService({
      url,
      apiKey,
      limits: { timeoutMs: 10_000, ...limits },
      clock,
      wait,
      ...(send && { send }),
    }),
    checks: only ? only.flatMap(checksOf) : READ_ONLY,
    parties: { bitcoin: { user: bitcoinUser, isGuess: false }, ...parties },
    explorer,
    clock,
    startedAt: now,
  });
}

/** The ids of the checks that ended so, in order. */
export function idsOf(report: Report, verdict: Report["results"][number]["verdict"]): readonly string[] {
  return report.results.filter((one) => one.verdict === verdict).map(({ id }) => id);
}
