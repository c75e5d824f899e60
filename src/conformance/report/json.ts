import { isoTime } from "../../values/time.ts";
import { summaryOf, type Report } from "../report.ts";

/** The report for programs. Fields are added, never taken away. */
export function jsonReport(report: Report): string {
  const { service, startedAt, ms, calls, isFunded, hasKey, results } = report;
  const { passed, failed, harmful, "not-applicable": notApplicable, "not-run": notRun } = summaryOf(report);
  return JSON.stringify(
    {
      version: 1,
      service,
      startedAt: isoTime(startedAt),
      ms,
      calls,
      funded: isFunded,
      key: hasKey,
      summary: { passed, failed, harmful, notApplicable, notRun },
      checks: results,
    },
    undefined,
    2,
  );
}
