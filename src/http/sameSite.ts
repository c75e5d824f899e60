import type { Request } from "express";
import { HttpError } from "./errors.ts";

const OWN_PAGES: ReadonlySet<string> = new Set(["same-origin", "none"]); // a neighbour on the same site is somebody else

/** Refuses a form that another site has sent, as far as the browser says so. `what` says what to do where. */
export function refuseOtherSites(request: Request, what: string): void {
  if (OWN_PAGES.has(request.get("sec-fetch-site") ?? "none")) return;
  throw new HttpError(403, "cross-site", `${what} itself.`);
}
