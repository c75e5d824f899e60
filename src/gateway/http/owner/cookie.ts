import type { Request, Response } from "express";
import { isLoopbackHost } from "../../../runtime/settings.ts";
import { HOUR_MS, SECOND_MS } from "../../../values/time.ts";

const MAX_AGE_SECONDS = (12 * HOUR_MS) / SECOND_MS; // as long as a session lasts
const TOKEN = /^[1-9A-HJ-NP-Za-km-z]{43}$/;

/** Carries the session's token. Undefined for a site that cannot sign in safely. */
export type SessionCookie = Readonly<{
  read(request: Request): string | undefined;
  give(response: Response, token: string): void;
  take(response: Response): void;
}>;

/**
 * The cookie of a site: on https one that no sibling domain can set (`__Host-`), on plain http only on this
 * machine, where no network is between.
 */
export function sessionCookie(publicUrl: string): SessionCookie | undefined {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === "https:") return cookieOf("__Host-crosstill", "; Secure");
  return isLoopbackHost(hostname) ? cookieOf("crosstill", "") : undefined;
}

function cookieOf(name: string, secure: string): SessionCookie {
  const found = new RegExp(`(?:^|;\\s*)${name}=([^;\\s]*)`);
  const set = (response: Response, value: string, maxAge: number) =>
    void response.append(
      "Set-Cookie",
      `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`,
    );
  return {
    read(request) {
      const token = found.exec(request.get("cookie") ?? "")?.[1];
      return token !== undefined && TOKEN.test(token) ? token : undefined;
    },
    give: (response, token) => set(response, token, MAX_AGE_SECONDS),
    take: (response) => set(response, "", 0),
  };
}
