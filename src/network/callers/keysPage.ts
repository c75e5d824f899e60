import { Router, urlencoded, type Response } from "express";
import type { Random } from "../../values/ids.ts";
import { HOUR_MS, MINUTE_MS, type Clock } from "../../values/time.ts";
import { sendPage } from "../pages.ts";
import { keyByHash, type KeyStore } from "../persistence/keys.ts";
import { createBuckets } from "./buckets.ts";
import { callerAddress } from "./callerAddress.ts";
import { issueKey, LONGEST_KEY_NAME, readKeyName } from "./issueKey.ts";
import { keyHash } from "./keyText.ts";
import type { CallLimits } from "./limitCalls.ts";
import { giveNewKey, takeNewKey } from "./newKeyCookie.ts";
import { retryAfterSeconds } from "./tooManyCalls.ts";

const OWN_PAGES: ReadonlySet<string> = new Set(["same-origin", "none"]); // another origin of the same site is not trusted
const EVERYBODY = "everybody";
const ADDRESSES_AT_ONCE = 100; // all addresses together make as many keys as this many may: a botnet must not fill the disk

type Parts = Readonly<{ store: KeyStore; clock: Clock; random: Random }>;
type Settings = CallLimits & Readonly<{ keysPerHour: number; requireKeys: boolean }>;

/**
 * GET and POST /keys: the self-serve form for API keys (interface specification 5), which works without scripts. The form's
 * answer leads back to the page, which shows the new key once; loading it again makes nothing. `keysPerHour` is per address, as
 * limits are counted.
 */
export function keysPage(parts: Parts, settings: Settings): Router {
  const { keysPerHour } = settings;
  const perAddress = createBuckets({ calls: keysPerHour, perMs: HOUR_MS }, parts.clock);
  const together = createBuckets({ calls: keysPerHour * ADDRESSES_AT_ONCE, perMs: HOUR_MS }, parts.clock);
  const show = (response: Response, status: number, said: Said = {}) => {
    const nonce = said.made ? Buffer.from(parts.random(16)).toString("base64") : undefined; // only a key needs a copy button
    const page = { ...settings, ...said, longest: LONGEST_KEY_NAME, keysAnHour: inWords(keysPerHour) };
    sendPage(response, status, "network/keys", { ...page, ...(nonce !== undefined && { nonce }) });
  };
  const router = Router();
  router.get("/keys", async (request, response) => {
    const key = takeNewKey(request, response);
    const stored = key === undefined ? undefined : await keyByHash(parts.store, keyHash(key));
    if (key === undefined || !stored) return show(response, 200, { isGone: "made" in request.query });
    show(response, 200, { made: { key, name: stored.name, prefix: stored.prefix } });
  });
  router.post("/keys", urlencoded({ extended: false, limit: "4kb" }), async (request, response) => {
    if (!OWN_PAGES.has(request.get("sec-fetch-site") ?? "none")) {
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
    giveNewKey(request, response, await issueKey(parts, name));
    response.redirect(303, "?made");
  });
  return router;
}

/** Content of the page besides the form. */
type Said = Readonly<{
  isGone?: boolean; // the page of a new key was loaded again
  typed?: string;
  problem?: string;
  made?: Readonly<{ key: string; name: string; prefix: string }>;
}>;

const BAD_NAME = `Expected a name of 1 to ${LONGEST_KEY_NAME} letters, digits or signs, so that the key can be told from others.`;

function tooMany(waitMs: number): string {
  const minutes = Math.ceil(waitMs / MINUTE_MS);
  return `Too many keys were made. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`;
}

const WORDS = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];

/** A number of keys in words: "three keys", "one key", "200 keys". */
function inWords(count: number): string {
  return `${WORDS[count] ?? count} ${count === 1 ? "key" : "keys"}`;
}
