import type { Request, Response } from "express";
import { DAY_MS, SECOND_MS } from "../../values/time.ts";

const NAME = "crosstill-invoices";
const FOUND = new RegExp(`(?:^|;\\s*)${NAME}=([^;\\s]*)`);
const MOST = 10;
const MAX_AGE_SECONDS = (30 * DAY_MS) / SECOND_MS;

/**
 * The invoices that a browser was led to from a payment request's page. The holder of an invoice's link may
 * set its refund address, so the page leads only to those of the same browser.
 */
export function ownInvoices(request: Request): readonly string[] {
  const [, ids = ""] = FOUND.exec(request.get("cookie") ?? "") ?? [];
  return ids
    .split(".")
    .filter((id) => /^\w{1,64}$/.test(id))
    .slice(0, MOST);
}

/** Remembers one more, for the pages under that path. */
export function rememberInvoice(
  request: Request,
  response: Response,
  id: string,
  path: string,
  isHttps: boolean,
): void {
  const ids = [id, ...ownInvoices(request).filter((other) => other !== id)].slice(0, MOST);
  const flags = `Path=${path}; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;
  response.append("Set-Cookie", `${NAME}=${ids.join(".")}; ${flags}`);
}
