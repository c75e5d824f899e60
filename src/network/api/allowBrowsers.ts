import type { RequestHandler } from "express";
import { RETIREMENT_HEADERS } from "./retirement.ts";

const HEADERS: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": ["Retry-After", ...RETIREMENT_HEADERS].join(", "),
};
const PREFLIGHT: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Methods": "GET, HEAD, POST, DELETE",
  "Access-Control-Max-Age": "86400",
};
const OWN_PAGES = /^\/(keys|operator(\/.*)?|metrics)$/;
const HEADER_LIST = /^[A-Za-z0-9-]+(\s*,\s*[A-Za-z0-9-]+){0,31}$/;

/**
 * Lets web pages of any origin call the service: nothing here is authorised by a cookie, so a foreign page can do no more
 * than its visitor could anyway. The page that makes API keys (/keys) and those of the operator are for their own origin only.
 */
export const allowBrowsers: RequestHandler = (request, response, next) => {
  response.removeHeader("X-Powered-By");
  if (OWN_PAGES.test(request.path)) return next();
  response.set(HEADERS);
  if (request.method !== "OPTIONS") return next();
  const wanted = request.get("access-control-request-headers");
  if (wanted !== undefined && HEADER_LIST.test(wanted)) response.set("Access-Control-Allow-Headers", wanted);
  response.set(PREFLIGHT).status(204).end();
};
