import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), "utf8");
const namesIn = (text: string) =>
  new Set(
    (text.match(/\bcrosstill_[a-z_]+[a-z]/g) ?? []).map((name) =>
      name.replace(/_seconds_(bucket|sum|count)$/, "_seconds"),
    ),
  );

const exported = namesIn(
  read("src/gateway/http/gatewayMetrics.ts") + read("src/gateway/http/requestTimes.ts"),
);
const alerts = read("docs/monitoring/alerts.yml");
const dashboard = read("docs/monitoring/grafana.json");
const page = read("docs/how-to/monitor.md");

const without = (names: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...names].filter((name) => !others.has(name));

/** The kinds of metrics by their names, as the sources of a program define them. */
const kindsIn = (text: string) =>
  new Map(
    [
      ...text.matchAll(/\b(gauge|counter)\(\s*"(crosstill_[a-z_]+)"/g),
      ...[...text.matchAll(/byLabel\(\s*"(crosstill_[a-z_]+)",\s*"(gauge|counter)"/g)].map(
        ([all, name, kind]) => [all, kind, name] as const,
      ),
    ].map(([, kind, name]) => [String(name), String(kind)] as const),
  );
/** Prometheus' functions that read a counter; on a gauge they count every fall as a restart. */
const OF_COUNTERS = /\b(?:increase|rate|irate)\((crosstill_[a-z_]+)/g;
const FUNCTIONS = new Set(["absent", "abs", "delta", "histogram_quantile", "increase", "on", "rate", "resets", "sum", "by", "time"]); // prettier-ignore
const SERVICE_METRICS = read("src/network/operator/serviceMetrics.ts");

describe("the alert rules", () => {
  for (const [file, sources] of [
    ["alerts.yml", read("src/gateway/http/gatewayMetrics.ts")],
    ["intent-service-alerts.yml", SERVICE_METRICS],
  ] as const) {
    const rules = [...read(`docs/monitoring/${file}`).matchAll(/^ {8}expr: (.+)$/gm)].map(
      ([, expression]) => expression ?? "",
    );

    it(`of ${file} use functions of counters on counters only`, () => {
      expect(rules.length).to.be.above(10);
      const kinds = kindsIn(sources);
      const onOthers = rules
        .flatMap((rule) => [...rule.matchAll(OF_COUNTERS)].map(([, name = ""]) => name))
        .filter((name) => !/_(bucket|count|sum)$/.test(name) && kinds.get(name) !== "counter");
      expect(onOthers).to.deep.equal([]);
    });

    it(`of ${file} use functions that Prometheus has, and close each bracket`, () => {
      for (const rule of rules) {
        const called = [...rule.matchAll(/\b([a-z_]+) ?\(/g)].map(([, name = ""]) => name);
        expect(
          called.filter((name) => !FUNCTIONS.has(name) && name !== "and" && name !== "or"),
        ).to.deep.equal([]);
        for (const pair of ["()", "[]", "{}"] as const) {
          const counts = [...pair].map((sign) => rule.split(sign).length);
          expect(counts[0], rule).to.equal(counts[1]);
        }
      }
    });

    it(`of ${file} fire when no process answers, also where Prometheus knows none`, () => {
      const down = rules.find((rule) => rule.startsWith("up{"));
      const [, job = ""] = /^up\{job="([a-z-]+)"\} == 0 or absent\(up\{job="\1"\}\)$/.exec(down ?? "") ?? [];
      const page = file === "alerts.yml" ? "monitor.md" : "operate-the-intent-service.md";
      expect(read(`docs/how-to/${page}`)).to.contain(`- job_name: ${job}\n`);
    });
  }
});

describe("the documents on monitoring of the intent service", () => {
  const page = read("docs/how-to/operate-the-intent-service.md");
  const alerts = read("docs/monitoring/intent-service-alerts.yml");
  const given = namesIn(read("src/network/operator/serviceMetrics.ts"));

  it("name each metric that there is, and no other", () => {
    expect(given.size).to.be.above(5);
    expect(without(given, namesIn(page)), "missing on the page").to.deep.equal([]);
    for (const text of [page, alerts]) expect(without(namesIn(text), given)).to.deep.equal([]);
  });

  it("say what to do for each alert", () => {
    const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? "");
    const links = [...alerts.matchAll(/runbook: \S+#(\w+)/g)].map(([, link]) => link);
    expect(links).to.deep.equal(names.map((name) => name.toLowerCase()));
    for (const name of names) expect(page).to.contain(`\n### ${name}\n`);
  });
});

describe("the documents on monitoring", () => {
  it("name each metric that there is, and no other", () => {
    expect(exported.size).to.be.above(20);
    expect(without(exported, namesIn(page)), "missing in monitor.md").to.deep.equal([]);
    expect(without(exported, namesIn(dashboard)), "missing on the dashboard").to.deep.equal([]);
    for (const text of [page, dashboard, alerts]) expect(without(namesIn(text), exported)).to.deep.equal([]);
  });

  it("say what to do for each alert, under the heading that the alert links to", () => {
    const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? "");
    const headings = [...page.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    const links = [...alerts.matchAll(/runbook: docs\/how-to\/monitor\.md#(\w+)/g)].map(([, link]) => link);
    expect(names.length).to.be.above(10);
    expect(headings).to.deep.equal(names);
    expect(links).to.deep.equal(names.map((name) => name.toLowerCase()));
  });

  it("show the dashboard's panels side by side, none over another", () => {
    const { panels } = JSON.parse(dashboard) as {
      panels: { id: number; gridPos: Record<"x" | "y" | "w" | "h", number> }[];
    };
    expect(new Set(panels.map(({ id }) => id)).size).to.equal(panels.length);
    const covered = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    );
    expect(new Set(covered).size).to.equal(covered.length);
  });
});
