import type { Request, Response } from "express";
import { DAY_MS, SECOND_MS } from "../../../values/time.ts";
import { OWNER_PATH } from "./paths.ts";

const NAME = "crosstill-store";
const MAX_AGE_SECONDS = (365 * DAY_MS) / SECOND_MS;
const VALUE = new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]{1,64})(?:;|$)`);

/** The id of the store whose page the browser opened last; undefined without one. It grants nothing: a stranger's store is not found. */
export function lastStore(request: Request): string | undefined {
  return VALUE.exec(request.get("cookie") ?? "")?.[1];
}

/** Keeps the id of the store whose page is opened, for the pages that name none. */
export function keepStore(response: Response, storeId: string, isSecure: boolean): void {
  const secure = isSecure ? "; Secure" : "";
  response.append(
    "Set-Cookie",
    `${NAME}=${storeId}; Path=${OWNER_PATH}; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
  );
}
