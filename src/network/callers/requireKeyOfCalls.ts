import type { RequestHandler } from "express";
import { Refusal } from "../api/refusals.ts";
import { routedPath } from "../api/routedPath.ts";
import type { KeyCheck } from "./checkKey.ts";

const PAGES = /^\/(|keys(\/.*)?|openapi\.json)$/; // where people learn what the service is, and get a key
const QUOTES = /^\/(quote\/v[23]|price)$/;

/** Refuses calls without a key with 401, on a service that requires one: of quotes with a code of their own, as public services do. */
export function requireKeyOfCalls(keyOf: KeyCheck["keyOf"]): RequestHandler {
  return (request, _response, next) => {
    const path = routedPath(request);
    if (PAGES.test(path) || request.method === "OPTIONS" || keyOf(request)) return next();
    throw new Refusal(
      QUOTES.test(path) ? "UNAUTHORIZED_QUOTE" : "UNAUTHORIZED",
      "Expected an API key in the header x-api-key; none came. This service answers no call without one.",
    );
  };
}
