import type { Request, Response } from "express";
import { sendOwnerPage } from "./page.ts";
import { CONFIRM_PATH } from "./paths.ts";
import { frameOf, type AuthDeps } from "./visitor.ts";

const OWN_FIELDS = ["formToken", "confirmTo", "confirmPassword"];

/**
 * Asks for the password before a form is carried out. The page has the form's fields, and sends them on once
 * the password was right.
 */
export function askAgain(
  gateway: Pick<AuthDeps, "settings">,
  request: Request,
  response: Response,
  { problem, to = request.originalUrl }: Readonly<{ problem?: string; to?: string }> = {},
): void {
  const fields = Object.entries((request.body ?? {}) as Readonly<Record<string, unknown>>)
    .filter(([name]) => !OWN_FIELDS.includes(name))
    .flatMap(([name, value]) => [value].flat().map((one) => ({ name, value: String(one) })));
  const data = { ...frameOf(gateway, response), to, fields, problem, action: CONFIRM_PATH };
  sendOwnerPage(response, "confirm", data, { status: problem === undefined ? 200 : 401 });
}
