import type { Request } from "express";
import { HttpError } from "./errors.ts";

const OWN_PAGES: ReadonlySet<string> = new Set(["same-origin", "none"]); // another origin of the same site is not trusted

/**
 * Refuses a form from another site, as far as the browser reports it. Requests of scripts carry no such
 * header and pass. `what` names the action.
 */
export function refuseOtherSites(request: Request, what: string): void {
  const said = request.get("sec-fetch-site");
  if (said === undefined ? isOwnOrigin(request) : OWN_PAGES.has(said)) return;
  throw new HttpError(403, "cross-site", `${what} itself.`);
}

/**
 * The fallback of browsers without fetch metadata, as on a page without TLS. With origin "null" a page of
 * ours without a referrer may post.
 */
function isOwnOrigin(request: Request): boolean {
  const origin = request.get("origin") ?? "null";
  return origin === "null" || (URL.canParse(origin) && new URL(origin).host === request.get("host"));
}
