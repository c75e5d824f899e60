import type { Request, Response } from "express";
import { MINUTE_MS, SECOND_MS } from "../../values/time.ts";
import { isKeyText } from "./keyText.ts";

/**
 * Carries a new key from the form's answer to the page that shows it: through the browser, once, and in no URL, no history and
 * no memory of ours. Without a path it goes to the neighbours of the form only, wherever that is mounted.
 */
const NAME = "crosstill_new_key";
const KEPT_SECONDS = MINUTE_MS / SECOND_MS; // a redirect does not take so long

/** Passes a new key to the page behind a redirect, in a cookie that is read once. */
export function giveNewKey(request: Request, response: Response, key: string): void {
  response.append("Set-Cookie", cookie(request, key, KEPT_SECONDS));
}

/** The new key that a browser brings, which is taken from it; undefined where there is none. */
export function takeNewKey(request: Request, response: Response): string | undefined {
  const found = new RegExp(`(?:^|;\\s*)${NAME}=(\\w+)`).exec(request.get("cookie") ?? "")?.[1];
  if (found === undefined) return undefined;
  response.append("Set-Cookie", cookie(request, "", 0));
  return isKeyText(found) ? found : undefined;
}

function cookie({ secure }: Request, value: string, maxAge: number): string {
  return `${NAME}=${value}; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`;
}
