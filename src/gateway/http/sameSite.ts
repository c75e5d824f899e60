import type { Request } from "express";
import { HttpError } from "./errors.ts";

const OWN_PAGES: ReadonlySet<string> = new Set(["same-origin", "none"]); // a neighbour on the same site is somebody else

/**
 * Refuses a form that another site has sent, as far as the browser says so. Scripts say nothing and may. `what` says what to do
 * where.
 */
export function refuseOtherSites(request: Request, what: string): void {
  const said = request.get("sec-fetch-site");
  if (said === undefined ? isOwnOrigin(request) : OWN_PAGES.has(said)) return;
  throw new HttpError(403, "cross-site", `${what} itself.`);
}

/** What browsers say that do not say more, as on a page without TLS. Under "null" a page of ours that tells nobody where it is may post. */
function isOwnOrigin(request: Request): boolean {
  const origin = request.get("origin") ?? "null";
  return origin === "null" || (URL.canParse(origin) && new URL(origin).host === request.get("host"));
}
