import type { Request, RequestHandler } from "express";
import { MINUTE_MS, type Clock } from "../../values/time.ts";
import { Refusal } from "../api/refusals.ts";
import { createBuckets, REMEMBERED_NAMES } from "./buckets.ts";
import { callerAddress } from "./callerAddress.ts";
import { bearerToken, type AccessTokens } from "./accessTokens.ts";
import type { ApiKey, KeyFault, Keyring } from "./keyring.ts";
import { keyHash } from "./keyText.ts";
import { LRUCache } from "lru-cache";
import { answerTooMany } from "./tooManyCalls.ts";

const FAULTS: Readonly<Record<KeyFault, string>> = {
  mistyped:
    "The API key in x-api-key is mistyped, or not one of this service, whose keys begin with ctn_. Copy it again.",
  unknown: "The API key in x-api-key is not known here. Use one that this service made.",
  revoked: "The API key in x-api-key was revoked. Get another one.",
};

/** Messages to a call with more credentials than one, and to one whose access token is not valid any more. */
export const KEY_AND_TOKEN = "Expected an API key or an access token; both came. Send one.";
export const TOKEN_OVER = "The access token is not valid any more. POST /access-tokens makes another.";

/** The keys of calls (interface specification 5), and the access tokens that stand for them. */
export type KeyCheck = Readonly<{
  /**
   * Reads x-api-key, or an access token in Authorization: none is fine, one that is not valid is refused with 401 UNAUTHORIZED, too
   * many wrong keys with 429.
   */
  checkKey: RequestHandler;
  /** Refuses a call without a key or token with 401 UNAUTHORIZED. Runs after checkKey. */
  requireKey: RequestHandler;
  /** Refuses tokens as well: for what spends, changes settings or makes tokens, which a browser must not do. Runs after checkKey. */
  requireOwnKey: RequestHandler;
  /** The valid key of a call that checkKey let through, or undefined. */
  keyOf(request: Request): ApiKey | undefined;
}>;

/**
 * An address that has used up its wrong keys gets 429 for every further key, because an answer to a guess is worth something
 * even when it is no. Keys that this address has used before are let through, so one clumsy caller does not lock out its
 * neighbours.
 */
export function createKeyCheck(
  keyring: Keyring,
  { wrongKeysPerMinute }: Readonly<{ wrongKeysPerMinute: number }>,
  clock: Clock,
  tokens?: Pick<AccessTokens, "read">,
): KeyCheck {
  const wrongKeys = createBuckets({ calls: wrongKeysPerMinute, perMs: MINUTE_MS }, clock);
  const proven = new LRUCache<string, true>({ max: REMEMBERED_NAMES });
  const keys = new WeakMap<Request, ApiKey>();

  const keyOfToken = async (token: string, hasKey: boolean): Promise<ApiKey> => {
    if (hasKey) throw new Refusal("UNAUTHORIZED", KEY_AND_TOKEN);
    const key = await keyring.byToken(token, tokens);
    if (key) return key;
    throw new Refusal("UNAUTHORIZED", TOKEN_OVER);
  };

  const checkKey: RequestHandler = async (request, response, next) => {
    const text = request.get("x-api-key");
    const token = tokens && bearerToken(request.get("authorization"));
    if (token !== undefined) {
      keys.set(request, await keyOfToken(token, text !== undefined));
      return next();
    }
    if (text === undefined) return next();
    const address = callerAddress(request);
    const pair = `${address} ${keyHash(text)}`;
    const waitMs = proven.get(pair) ? 0 : wrongKeys.waitMs(address);
    if (waitMs > 0) {
      return answerTooMany(
        response,
        waitMs,
        "Too many wrong API keys from this address. Wait, then try again.",
      );
    }
    // Nothing is awaited before a guessable key is counted: guesses that arrive together must not pass together.
    const found = keyring.atHand(text) ?? (await keyring.lookUp(text));
    if (typeof found === "string") {
      wrongKeys.take(address);
      proven.delete(pair);
      throw new Refusal("UNAUTHORIZED", FAULTS[found]);
    }
    proven.set(pair, true);
    keys.set(request, found);
    next();
  };
  return {
    checkKey,
    requireKey(request, _response, next) {
      if (!keys.has(request)) {
        throw new Refusal("UNAUTHORIZED", "Expected an API key in the header x-api-key; none came.");
      }
      next();
    },
    requireOwnKey(request, _response, next) {
      const key = keys.get(request);
      if (key && !key.isToken) return next();
      const came = key ? "an access token" : "none";
      throw new Refusal("UNAUTHORIZED", `Expected an API key in the header x-api-key; ${came} came.`);
    },
    keyOf: (request) => keys.get(request),
  };
}
