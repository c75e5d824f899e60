import rateLimit, { ipKeyGenerator, type Options } from "express-rate-limit";
import type { Request, RequestHandler } from "express";
import { keyDigest } from "../usecases/access/keyText.ts";
import { MINUTE_MS } from "../../values/time.ts";
import { keyOf, wasAuthenticated } from "./auth.ts";
import { HttpError } from "./errors.ts";
import { createSharedCounts, type SharedCountDeps } from "./sharedCounts.ts";

const ADDRESS_SHARE = 2; // several keys may come from one address

/** Lets so many requests of one address through in a minute, and answers 429 to the others. For pages, which cost quotes. */
export function perAddress(limit: number): RequestHandler {
  return limited({ limit, identifier: "address", message: tooMany("your address"), handler: refused });
}

/**
 * Lets so many requests through for one store in a minute, from all addresses together. Behind what finds the store and what refuses
 * wrong forms, so that these do not use it up; where `storeOf` gives none, nothing is limited.
 */
export function perStore(
  limit: number,
  storeOf = ({ params }: Request): string | undefined => String(params["storeId"]),
): RequestHandler {
  return limited({
    limit,
    skip: (request) => storeOf(request) === undefined,
    identifier: "store",
    message: tooMany("this store’s visitors"),
    handler: refused,
    standardHeaders: false,
    keyGenerator: (request) => storeOf(request) ?? "",
  });
}

/**
 * The rate limits of the merchant API, for each key and for each address. Every answer has the remaining
 * calls in `RateLimit` and `RateLimit-Policy`, and a 429 has Retry-After. Several gateways on one database count
 * the calls of a key together; those of an address are counted by each process.
 */
export function apiLimits(callsPerMinute: number, deps: SharedCountDeps): readonly RequestHandler[] {
  return [
    limited({
      limit: callsPerMinute * ADDRESS_SHARE,
      identifier: "address",
      message: tooMany("your address"),
    }),
    limited({
      limit: callsPerMinute,
      store: createSharedCounts(deps, { kind: "key", limit: callsPerMinute, windowMs: MINUTE_MS }),
      identifier: "key",
      message: tooMany("this API key"),
      skip: (request) => keyOf(request) === undefined,
      keyGenerator: (request) => keyDigest(keyOf(request) ?? ""),
    }),
  ];
}

const WRONG_KEYS = 300; // of one address in a minute; covers a burst of a shop with a key that was not seen yet
const MOST_SEEN = 10_000;

/**
 * Limits the invalid keys that an address may try in a minute, and answers 429 to more before any look-up.
 * Keys that were found valid always pass: another client at a shop's address cannot block it.
 */
export function limitWrongKeys(limit = WRONG_KEYS, isValid = wasAuthenticated): readonly RequestHandler[] {
  const seen = new Set<string>();
  const digestOf = (request: Request) => keyDigest(keyOf(request) ?? "");
  const remember: RequestHandler = (request, response, next) => {
    response.once("finish", () => {
      if (!isValid(request)) return;
      if (seen.size >= MOST_SEEN) seen.clear();
      seen.add(digestOf(request));
    });
    next();
  };
  const limiter = limited({
    limit,
    identifier: "wrong-keys",
    message: tooMany("your address with invalid API keys"),
    standardHeaders: false,
    skipSuccessfulRequests: true,
    requestWasSuccessful: (_request, { statusCode }) => statusCode !== 401,
    skip: (request) => keyOf(request) === undefined || seen.has(digestOf(request)),
  });
  return [limiter, remember];
}

/** Lets so many of the requests through that cost much, of one key in a minute. */
export function limitCostly(limit: number, isCostly: (request: Request) => boolean): RequestHandler {
  return limited({
    limit,
    identifier: "costly",
    message: tooMany("this API key that cost much"),
    standardHeaders: false,
    skip: (request) => keyOf(request) === undefined || !isCostly(request),
    keyGenerator: (request) => keyDigest(keyOf(request) ?? ""),
  });
}

/** A browser gets the page of the error, in the language of its reader, and a program the JSON. */
const refused: Options["handler"] = (request, response, next, { statusCode, message }) => {
  if (request.accepts(["json", "html"]) !== "html") return void response.status(statusCode).send(message);
  next(new HttpError(429, "too-many-requests", (message as ReturnType<typeof tooMany>).message));
};

function limited(options: Partial<Options>): RequestHandler {
  return rateLimit({
    windowMs: MINUTE_MS,
    standardHeaders: "draft-8",
    legacyHeaders: false,
    validate: { creationStack: false }, // reads a stack trace for each limit at the start; limits are only made there
    keyGenerator: (request: Request) => ipKeyGenerator(request.ip ?? ""),
    ...options,
  });
}

function tooMany(whose: string): Readonly<{ code: string; message: string }> {
  return { code: "too-many-requests", message: `Too many requests of ${whose}. Wait for a minute.` };
}
