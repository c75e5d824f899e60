import { createHash, timingSafeEqual } from "node:crypto";
import { Router, type Request } from "express";
import { HttpError } from "./errors.ts";
import { metricsText, type Histogram, type Metric } from "../../runtime/metricsText.ts";

/**
 * GET /metrics in Prometheus' text format, with "Authorization: Bearer <token>": the figures contain no
 * secrets, but they are confidential.
 */
export function metricsRoutes(token: string, read: () => Promise<readonly (Metric | Histogram)[]>): Router {
  const router = Router();
  router.get("/metrics", async (request, response) => {
    if (!carriesToken(request, token))
      throw new HttpError(
        401,
        "unauthenticated",
        'Expected a header "Authorization: Bearer <METRICS_TOKEN>".',
      );
    response.set("Content-Type", "text/plain; version=0.0.4; charset=utf-8").send(metricsText(await read()));
  });
  return router;
}

/** Tells whether a request has the header "Authorization: Bearer <token>". */
export function carriesToken(request: Request, token: string): boolean {
  const [, given = ""] = /^bearer\s+(\S+)$/i.exec(request.get("authorization") ?? "") ?? [];
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
