import { createHash, timingSafeEqual } from "node:crypto";
import { Router } from "express";
import { HttpError } from "./errors.ts";

/** One figure for Prometheus, perhaps one for each of some labels. Ages are in seconds, as is the custom there. */
export type Metric = Readonly<{
  name: string;
  kind: "gauge" | "counter";
  help: string;
  samples: readonly Readonly<{ value: number; labels?: Readonly<Record<string, string>> }>[];
}>;

/**
 * GET /metrics in Prometheus' text format, with "Authorization: Bearer <token>": the figures contain no
 * secrets, but they are confidential.
 */
export function metricsRoutes(token: string, read: () => Promise<readonly Metric[]>): Router {
  const router = Router();
  router.get("/metrics", async (request, response) => {
    const [, given = ""] = /^bearer\s+(\S+)$/i.exec(request.get("authorization") ?? "") ?? [];
    if (!timingSafeEqual(digest(given), digest(token)))
      throw new HttpError(
        401,
        "unauthenticated",
        'Expected a header "Authorization: Bearer <METRICS_TOKEN>".',
      );
    response.set("Content-Type", "text/plain; version=0.0.4; charset=utf-8").send(metricsText(await read()));
  });
  return router;
}

/** Figures in Prometheus' text format 0.0.4. One without samples is left out: an unknown figure is not 0. */
export function metricsText(metrics: readonly Metric[]): string {
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .flatMap(({ name, kind, help, samples }) => [
      `# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}`,
      `# TYPE ${name} ${kind}`,
      ...samples.map(({ value, labels = {} }) => `${name}${labelText(labels)} ${value}`),
    ])
    .map((line) => `${line}\n`)
    .join("");
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(",")}}` : "";
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
