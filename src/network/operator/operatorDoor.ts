import { createHash, timingSafeEqual } from "node:crypto";
import type { Request, RequestHandler } from "express";
import { MINUTE_MS, type Clock } from "../../values/time.ts";
import { LRUCache } from "lru-cache";
import { createBuckets, REMEMBERED_NAMES } from "../callers/buckets.ts";
import { callerAddress } from "../callers/callerAddress.ts";
import { answerTooMany } from "../callers/tooManyCalls.ts";

const WRONG_PER_MINUTE = 10; // of one address
const OWN_PAGES: ReadonlySet<string> = new Set(["same-origin", "none"]);

/**
 * Lets the operator in: NETWORK_OPERATOR_TOKEN as the password of HTTP basic authentication (a browser asks for it; any user
 * name), or as "Authorization: Bearer <token>". Forms of other sites are refused, because a browser sends the password along.
 */
export function operatorDoor(token: string, clock: Clock): RequestHandler {
  const wrong = createBuckets({ calls: WRONG_PER_MINUTE, perMs: MINUTE_MS }, clock);
  const expected = digest(token);
  const proven = new LRUCache<string, true>({ max: REMEMBERED_NAMES }); // guesses of others there must not lock the operator out
  return (request, response, next) => {
    const address = callerAddress(request);
    const given = tokenIn(request.get("authorization") ?? "");
    const isRight = given !== undefined && timingSafeEqual(digest(given), expected);
    const waitMs = isRight && proven.has(address) ? 0 : wrong.waitMs(address);
    if (waitMs > 0) return answerTooMany(response, waitMs, "Too many wrong tokens. Wait, then try again.");
    if (isRight) proven.set(address, true);
    else {
      if (given !== undefined) wrong.take(address);
      return void response
        .status(401)
        .set("WWW-Authenticate", 'Basic realm="Crosstill intent service", charset="UTF-8"')
        .json({ message: "Expected the operator's token as the password.", errorCode: "UNAUTHORIZED" });
    }
    if (request.method === "POST" && !isOwnForm(request))
      return void response
        .status(403)
        .json({ message: "This form was sent by another site.", errorCode: "FORBIDDEN" });
    next();
  };
}

/**
 * Whether a form is the page's own, as far as the browser reports it; programs report nothing. Without TLS browsers send no
 * fetch metadata but the origin, and a hostile page can make that "null".
 */
function isOwnForm(request: Request): boolean {
  const site = request.get("sec-fetch-site");
  if (site !== undefined) return OWN_PAGES.has(site);
  const origin = request.get("origin");
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === request.get("host"));
}

function tokenIn(authorization: string): string | undefined {
  const [, scheme = "", rest = ""] = /^(basic|bearer)\s+(\S+)$/i.exec(authorization) ?? [];
  if (scheme.toLowerCase() === "bearer") return rest;
  if (scheme === "") return undefined;
  const pair = Buffer.from(rest, "base64").toString("utf8");
  return pair.slice(pair.indexOf(":") + 1);
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest();
}
