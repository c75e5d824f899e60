import type { RequestHandler } from "express";
import { SECOND_MS } from "../../values/time.ts";
import type { Histogram } from "../../runtime/metricsText.ts";

const BOUNDS = [0.025, 0.1, 0.25, 0.5, 1, 2.5, 10]; // seconds
const MS_BOUNDS = BOUNDS.map((bound) => bound * SECOND_MS);

type Counted = { readonly counts: number[]; sumMs: number; count: number };

/** How long requests took, by area of the site and class of status. */
export type RequestTimes = Readonly<{
  /** To be mounted before everything that is to be measured. */
  measure: RequestHandler;
  /** For Prometheus, with the labels `area` and `code`. */
  read(): Histogram;
}>;

/** Measures requests by `elapsed`, a monotonic clock (ms). Event streams, which stay open, are not measured. */
export function createRequestTimes(elapsed: () => number = () => performance.now()): RequestTimes {
  const series = new Map<string, Counted>();
  const add = (area: string, code: string, ms: number) => {
    const key = `${area} ${code}`;
    const counted = series.get(key) ?? { counts: BOUNDS.map(() => 0), sumMs: 0, count: 0 };
    series.set(key, counted);
    for (const [index, bound] of MS_BOUNDS.entries())
      if (ms <= bound) counted.counts[index] = (counted.counts[index] ?? 0) + 1;
    counted.sumMs += ms;
    counted.count += 1;
  };
  return {
    measure(request, response, next) {
      const began = elapsed();
      const area = areaOf(request.path);
      response.once("finish", () => {
        if (String(response.getHeader("content-type")).startsWith("text/event-stream")) return;
        add(area, `${Math.floor(response.statusCode / 100)}xx`, elapsed() - began);
      });
      next();
    },
    read: () => ({
      name: "crosstill_http_request_seconds",
      kind: "histogram",
      help: "How long requests took, by area and class of status.",
      bounds: BOUNDS,
      series: [...series].map(([key, { counts, sumMs, count }]) => {
        const [area = "", code = ""] = key.split(" ");
        return { labels: { area, code }, counts, sum: sumMs / SECOND_MS, count };
      }),
    }),
  };
}

/** A few areas rather than paths, which would make a series for each invoice. */
function areaOf(path: string): string {
  if (path.startsWith("/api/")) return "api";
  if (path.startsWith("/owner")) return "owner";
  if (path.startsWith("/i/")) return "checkout";
  return "other";
}
