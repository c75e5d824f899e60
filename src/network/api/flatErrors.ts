import type { Request, RequestHandler } from "express";
import { routedPath } from "./routedPath.ts";

const FLAT_PATHS = /^\/(quote\/v3|execute\/permits\/v2|access-tokens|requests\/v3)$/;

/** Returns true when errors of a call have the form of v3. */
export function hasFlatErrors(request: Pick<Request, "path">): boolean {
  return FLAT_PATHS.test(routedPath(request));
}

/**
 * Gives every error of the v3 paths one form (service-facts-v3 2.2): {message, errorCode, requestId, errorData}, where errorData is
 * an object. Stands before everything that may refuse a call.
 */
export const flatErrors: RequestHandler = (request, response, next) => {
  if (!hasFlatErrors(request)) return next();
  const json = response.json.bind(response);
  response.json = (body: unknown) => json(response.statusCode < 400 ? body : flatError(body));
  next();
};

function flatError(body: unknown): Record<string, unknown> {
  const { errorData, ...rest } = body as Readonly<Record<string, unknown>>; // every error of this service is an object
  const isObject = typeof errorData === "object" && errorData !== null;
  return {
    requestId: null,
    ...rest,
    errorData: isObject ? errorData : errorData === undefined ? {} : { reason: errorData },
  };
}
