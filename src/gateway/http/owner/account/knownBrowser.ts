import { timingSafeEqual } from "node:crypto";
import type { Request, Response } from "express";
import { nameKey } from "../../../domain/access/nameKey.ts";
import type { Gateway } from "../../../usecases/gateway.ts";
import { randomText, type Random } from "../../../../values/ids.ts";
import { DAY_MS, SECOND_MS } from "../../../../values/time.ts";

const ID_LENGTH = 22;
const MAX_AGE_SECONDS = (365 * DAY_MS) / SECOND_MS;
const VALUE = /^([1-9A-HJ-NP-Za-km-z]{22})\.([\w-]{43})$/;

/** Remembers browsers on which an owner has signed in. Being known opens nothing: it only has a count of attempts of its own. */
export type KnownBrowsers = Readonly<{
  /** Names the browser, if this owner has signed in on it before. */
  idOf(request: Request, name: string): string | undefined;
  remember(request: Request, response: Response, name: string): void;
}>;

/** By a signed cookie of browser and name, which cannot be forged (OWASP: device cookie). */
export function knownBrowsers(
  { secrets, random }: Readonly<{ secrets: Pick<Gateway["secrets"], "mark">; random: Random }>,
  publicUrl: string,
): KnownBrowsers {
  const isHttps = publicUrl.startsWith("https:");
  const [cookieName, secure] = isHttps ? ["__Host-crosstill-browser", "; Secure"] : ["crosstill-browser", ""];
  const found = new RegExp(`(?:^|;\\s*)${cookieName}=([^;\\s]*)`);
  const markOf = (id: string, name: string) => secrets.mark(`browser ${id} ${nameKey(name)}`);
  const idOf = (request: Request, name: string) => {
    const [, id = "", mark = ""] = VALUE.exec(found.exec(request.get("cookie") ?? "")?.[1] ?? "") ?? [];
    return id !== "" && timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(id, name))) ? id : undefined;
  };
  return {
    idOf,
    remember(request, response, name) {
      const id = idOf(request, name) ?? randomText(random, ID_LENGTH);
      const value = `${id}.${markOf(id, name)}`;
      const flags = `Path=/; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
      response.append("Set-Cookie", `${cookieName}=${value}; ${flags}`);
    },
  };
}
