import type { Request } from "express";

/** Returns the path of a call in lower case and without a slash at the end. Express ignores both when it matches routes. */
export function routedPath({ path }: Pick<Request, "path">): string {
  return path.toLowerCase().replace(/(?<=.)\/$/, "");
}
