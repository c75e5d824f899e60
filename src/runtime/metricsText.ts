/** One figure for Prometheus, perhaps one for each of some labels. Ages are in seconds, as is the custom there. */
export type Metric = Readonly<{
  name: string;
  kind: "gauge" | "counter";
  help: string;
  samples: readonly Readonly<{ value: number; labels?: Readonly<Record<string, string>> }>[];
}>;

/** A distribution for Prometheus: for each series how many values were at most each bound, their sum and their number. */
export type Histogram = Readonly<{
  name: string;
  kind: "histogram";
  help: string;
  bounds: readonly number[];
  series: readonly Readonly<{
    labels: Readonly<Record<string, string>>;
    counts: readonly number[]; // one a bound, each with those of the bounds below it
    sum: number;
    count: number;
  }>[];
}>;

/** Figures in Prometheus' text format 0.0.4. One without samples is left out: an unknown figure is not 0. */
export function metricsText(metrics: readonly (Metric | Histogram)[]): string {
  return metrics
    .map((metric) => ({ metric, lines: linesOf(metric) }))
    .filter(({ lines }) => lines.length > 0)
    .flatMap(({ metric: { name, kind, help }, lines }) => [
      `# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}`,
      `# TYPE ${name} ${kind}`,
      ...lines,
    ])
    .map((line) => `${line}\n`)
    .join("");
}

function linesOf(metric: Metric | Histogram): readonly string[] {
  const { name } = metric;
  if (metric.kind !== "histogram")
    return metric.samples.map(({ value, labels = {} }) => `${name}${labelText(labels)} ${value}`);
  return metric.series.flatMap(({ labels, counts, sum, count }) => [
    ...metric.bounds.map(
      (bound, index) => `${name}_bucket${labelText({ ...labels, le: String(bound) })} ${counts[index]}`,
    ),
    `${name}_bucket${labelText({ ...labels, le: "+Inf" })} ${count}`,
    `${name}_sum${labelText(labels)} ${sum}`,
    `${name}_count${labelText(labels)} ${count}`,
  ]);
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(",")}}` : "";
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
