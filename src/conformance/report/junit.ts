import { isoTime } from "../../values/time.ts";
import { summaryOf, type CheckResult, type Report } from "../report.ts";

/** The report as CI systems read it (JUnit's XML): a suite for each section, a case for each check. */
export function junitReport(report: Report): string {
  const { service, startedAt, ms, results } = report;
  const sections = [...new Set(results.map(({ section }) => section))];
  const suites = sections.map((section) => {
    const own = results.filter((one) => one.section === section);
    const took = own.reduce((total, one) => total + one.ms, 0);
    const head = attributes({
      name: section,
      ...countsOf(own),
      time: seconds(took),
      timestamp: isoTime(startedAt),
    });
    return [`  <testsuite ${head}>`, ...own.map(caseOf), "  </testsuite>"].join("\n");
  });
  const head = attributes({ name: `Conformance of ${service}`, ...countsOf(results), time: seconds(ms) });
  return ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites ${head}>`, ...suites, "</testsuites>"].join(
    "\n",
  );
}

function countsOf(results: readonly CheckResult[]): Readonly<Record<string, string>> {
  const { failed, harmful, "not-applicable": skipped, "not-run": errors } = summaryOf({ results });
  return {
    tests: String(results.length),
    failures: String(failed + harmful),
    errors: String(errors),
    skipped: String(skipped),
  };
}

function caseOf({ id, section, expected, verdict, came, ms }: CheckResult): string {
  const head = attributes({ classname: section, name: `${id}: ${expected}`, time: seconds(ms) });
  const told = attributes({ message: came });
  switch (verdict) {
    case "passed":
      return `    <testcase ${head}><system-out>${escaped(came)}</system-out></testcase>`;
    case "failed":
    case "harmful":
      return `    <testcase ${head}><failure type="${verdict}" ${told}/></testcase>`;
    case "not-applicable":
      return `    <testcase ${head}><skipped ${told}/></testcase>`;
    case "not-run":
      return `    <testcase ${head}><error type="not-run" ${told}/></testcase>`;
  }
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(" ");
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
