import rateLimit, { ipKeyGenerator, type Options } from "express-rate-limit";
import type { Request, RequestHandler } from "express";
import { keyDigest } from "../gateway/keyText.ts";
import { MINUTE_MS } from "../time.ts";
import { keyOf } from "./auth.ts";

const ADDRESS_SHARE = 2; // several keys may come from one address

/** Lets so many requests of one address through in a minute, and answers 429 to the others. For pages, which cost quotes. */
export function perAddress(limit: number): RequestHandler {
  return limited({ limit, identifier: "address", message: tooMany("your address") });
}

/**
 * The limits of the merchant API, for each key and for each address. Every answer says in `RateLimit` and `RateLimit-Policy`
 * how much is left, and a 429 says in Retry-After when to come back.
 */
export function apiLimits(callsPerMinute: number): readonly RequestHandler[] {
  return [
    limited({
      ...{ limit: callsPerMinute * ADDRESS_SHARE, identifier: "address" },
      message: tooMany("your address"),
    }),
    limited({
      ...{ limit: callsPerMinute, identifier: "key", message: tooMany("this API key") },
      skip: (request) => keyOf(request) === undefined,
      keyGenerator: (request) => keyDigest(keyOf(request) ?? ""),
    }),
  ];
}

function limited(options: Partial<Options>): RequestHandler {
  return rateLimit({
    ...{ windowMs: MINUTE_MS, standardHeaders: "draft-8", legacyHeaders: false },
    keyGenerator: (request: Request) => ipKeyGenerator(request.ip ?? ""),
    ...options,
  });
}

function tooMany(whose: string): Readonly<{ code: string; message: string }> {
  return { code: "too-many-requests", message: `Too many requests of ${whose}. Wait for a minute.` };
}
