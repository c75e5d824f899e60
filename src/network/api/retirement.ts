import type { RequestHandler } from "express";
import { isoTime, SECOND_MS, type Clock, type Instant } from "../../values/time.ts";
import type { Versions } from "../versions.ts";
import { routedPath } from "./routedPath.ts";

/** The earlier paths, each with the one that replaces it. The paths of statuses and chains have no successor. */
export const SUCCESSORS: Readonly<Record<string, string>> = {
  "/quote/v2": "/quote/v3",
  "/price": "/quote/v3",
  "/execute/permits": "/execute/permits/v2",
  "/requests/v2": "/requests/v3",
  "/currencies/token/price": "/currencies/token/price/v2",
};
/** The headers that browsers may read as well. */
export const RETIREMENT_HEADERS = ["Deprecation", "Sunset", "Link"] as const;

const GUIDE = "docs/how-to/move-to-quote-v3.md";

/**
 * Announces the end of an earlier path in each of its answers (RFC 9745, RFC 8594), and answers 410 once it is retired: both by
 * the forms that public services use (service-facts-v3 1). Must run before every handler that may refuse a call.
 */
export function announceRetirement({ deprecatedAt, retiredAt }: Versions, clock: Clock): RequestHandler {
  return (request, response, next) => {
    const path = routedPath(request);
    const successor = SUCCESSORS[path];
    const now = clock();
    if (successor === undefined || deprecatedAt === undefined || now < deprecatedAt) return next();
    response.set("Deprecation", `@${Math.floor(deprecatedAt / SECOND_MS)}`);
    if (retiredAt !== undefined) response.set("Sunset", new Date(retiredAt).toUTCString());
    const reference = `${request.baseUrl}/openapi.json`;
    response.append("Link", `<${reference}>; rel="deprecation"`);
    response.append("Link", `<${reference}>; rel="sunset"`);
    response.append("Link", `<${request.baseUrl}${successor}>; rel="successor-version"`);
    if (retiredAt !== undefined && now >= retiredAt) {
      const message = `${path} is no longer offered. Use ${successor} instead.`;
      return void response
        .status(410)
        .json({ message, errorCode: "ENDPOINT_RETIRED", successor, migrationGuide: GUIDE });
    }
    const deprecation = {
      message: `${path} is deprecated. Use ${successor} instead.`,
      deprecatedAt: isoTime(deprecatedAt),
      sunsetAt: retiredAt === undefined ? null : isoTime(retiredAt),
      successor,
      migrationGuide: GUIDE,
    };
    const json = response.json.bind(response);
    response.json = (body: unknown) =>
      json(response.statusCode === 200 && isObject(body) ? { ...body, deprecation } : body);
    next();
  };
}

/** Returns the path that callers are sent to: the earlier one until it is retired. */
export function currentPath({ retiredAt }: Versions, now: Instant, earlier: string): string {
  return retiredAt !== undefined && now >= retiredAt ? (SUCCESSORS[earlier] ?? earlier) : earlier;
}

function isObject(body: unknown): body is Readonly<Record<string, unknown>> {
  return typeof body === "object" && body !== null && !Array.isArray(body);
}
