import { isoTime } from "../../values/time.ts";
import { summaryOf, type CheckResult, type Report } from "../report.ts";

const WORDS: Readonly<Record<CheckResult["verdict"], string>> = {
  passed: "passed",
  failed: "FAILED",
  harmful: "HARMFUL",
  "not-applicable": "n/a",
  "not-run": "NOT RUN",
};

/** The report for people: a line for each check, by section, and a summary. */
export function textReport(report: Report): string {
  const { service, startedAt, isFunded, hasKey, results } = report;
  const width = Math.max(0, ...results.map(({ id }) => id.length));
  const sections = [...new Set(results.map(({ section }) => section))];
  const lines = sections.flatMap((section) => [
    "",
    section,
    ...results.filter((one) => one.section === section).map((one) => lineOf(one, width)),
  ]);
  const how = `${isFunded ? "funded" : "read-only"}, ${hasKey ? "with" : "without"} a key`;
  return [`Conformance of ${service}, ${isoTime(startedAt)}, ${how}`, ...lines, "", summaryLine(report)].join(
    "\n",
  );
}

function lineOf({ verdict, id, expected, came }: CheckResult, width: number): string {
  return `  ${WORDS[verdict].padEnd(7)}  ${id.padEnd(width)}  ${expected} | ${came}`;
}

/** "90 passed, 1 failed, 0 harmful to the payer, 20 not applicable, 0 could not be run (…)". */
export function summaryLine(report: Report): string {
  const { passed, failed, harmful, "not-applicable": not, "not-run": gone } = summaryOf(report);
  const seconds = Math.round(report.ms / 1000); // a duration, no money
  return `${passed} passed, ${failed} failed, ${harmful} harmful to the payer, ${not} not applicable, ${gone} could not be run (${report.calls} calls in ${seconds} s).`;
}
