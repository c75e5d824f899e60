import type { Request } from "express";

/** Returns the path of a call as the routes match it: in any case, and with a slash at its end or without. */
export function routedPath({ path }: Pick<Request, "path">): string {
  return path.toLowerCase().replace(/(?<=.)\/$/, "");
}
