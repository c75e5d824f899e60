import { createHash, timingSafeEqual } from "node:crypto";
import { Router } from "express";
import { HttpError } from "./errors.ts";
import { metricsText, type Histogram, type Metric } from "../../runtime/metricsText.ts";

/**
 * GET /metrics in Prometheus' text format, with "Authorization: Bearer <token>": the figures contain no
 * secrets, but they are confidential.
 */
export function metricsRoutes(token: string, read: () => Promise<readonly (Metric | Histogram)[]>): Router {
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

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
