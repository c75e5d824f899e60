import { fileURLToPath } from "node:url";
import { Eta } from "eta";
import { Router, urlencoded, type Response } from "express";
import type { Random } from "../../ids.ts";
import { HOUR_MS, MINUTE_MS, type Clock } from "../../time.ts";
import type { KeyStore } from "../store/keys.ts";
import { createBuckets } from "./buckets.ts";
import { callerAddress } from "./callerAddress.ts";
import { issueKey, LONGEST_KEY_NAME, readKeyName } from "./issueKey.ts";
import { keyPrefix } from "./keyText.ts";
import type { CallLimits } from "./limitCalls.ts";
import { retryAfterSeconds } from "./tooManyCalls.ts";

const VIEWS = fileURLToPath(new URL("../../../views/", import.meta.url)); // the same from src and from build
const HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store", // the page shows a key
};
const EVERYBODY = "everybody";
const ADDRESSES_AT_ONCE = 100; // all addresses together make as many keys as this many may: a botnet must not fill the disk

const eta = new Eta({ views: VIEWS, cache: true, autoEscape: true });

type Parts = Readonly<{ store: KeyStore; clock: Clock; random: Random }>;
type Settings = Pick<CallLimits, "quotesPerMinute" | "callsPerMinute" | "elevatedPerSecond"> &
  Readonly<{ keysPerHour: number }>;

/**
 * GET and POST /keys: the self-serve form for API keys (interface specification 5), a page without scripts. A key is shown
 * once, in the answer that made it. `keysPerHour` is per address, as limits are counted.
 */
export function keysPage(parts: Parts, settings: Settings): Router {
  const { keysPerHour } = settings;
  const perAddress = createBuckets({ calls: keysPerHour, perMs: HOUR_MS }, parts.clock);
  const together = createBuckets({ calls: keysPerHour * ADDRESSES_AT_ONCE, perMs: HOUR_MS }, parts.clock);
  const show = (response: Response, status: number, said: Said = {}) => {
    const page = eta.render("/network/keys", { ...settings, ...said, longest: LONGEST_KEY_NAME, assetUrl });
    response.status(status).set(HEADERS).type("html").send(page);
  };
  const router = Router();
  router.get("/keys", (_request, response) => show(response, 200));
  router.post("/keys", urlencoded({ extended: false, limit: "4kb" }), async (request, response) => {
    if (request.get("sec-fetch-site") === "cross-site") {
      return show(response, 403, { problem: "This form was sent by another site. Send it from this page." });
    }
    const { name: typed } = (request.body ?? {}) as { name?: unknown }; // what urlencoded gives
    const name = readKeyName(typed);
    if (name === undefined) return show(response, 400, { typed: String(typed ?? ""), problem: BAD_NAME });
    const address = callerAddress(request);
    const waitMs = Math.max(perAddress.waitMs(address), together.waitMs(EVERYBODY));
    if (waitMs > 0) {
      response.set("Retry-After", String(retryAfterSeconds(waitMs)));
      return show(response, 429, { typed: name, problem: tooMany(waitMs) });
    }
    perAddress.take(address);
    together.take(EVERYBODY);
    const key = await issueKey(parts, name);
    show(response, 201, { made: { key, name, prefix: keyPrefix(key) } });
  });
  return router;
}

/** What the page says besides the form. */
type Said = Readonly<{
  typed?: string;
  problem?: string;
  made?: Readonly<{ key: string; name: string; prefix: string }>;
}>;

const BAD_NAME = `Expected a name of 1 to ${LONGEST_KEY_NAME} letters, digits or signs, so that the key can be told from others.`;

function tooMany(waitMs: number): string {
  const minutes = Math.ceil(waitMs / MINUTE_MS);
  return `Too many keys were made. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`;
}

function assetUrl(name: string): string {
  return `/assets/${name}`; // without its hash, which the HTTP layer knows: asked for again at each visit
}
