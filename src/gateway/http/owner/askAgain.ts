import type { Request, Response } from "express";
import { sendOwnerPage } from "./page.ts";
import { CONFIRM_PATH } from "./paths.ts";
import { frameOf, visitorOf, type AuthDeps } from "./visitor.ts";

const OWN_FIELDS = ["formToken", "confirmTo", "confirmSecret", "confirmCredential"];

/**
 * Asks for the second factor, or the password of a user without one, before a form is carried out. The page has the form's fields,
 * and sends them on once the proof was right.
 */
export async function askAgain(
  gateway: Pick<AuthDeps, "settings" | "persistence">,
  request: Request,
  response: Response,
  { problem, to = request.originalUrl }: Readonly<{ problem?: string; to?: string }> = {},
): Promise<void> {
  const fields = Object.entries((request.body ?? {}) as Readonly<Record<string, unknown>>)
    .filter(([name]) => !OWN_FIELDS.includes(name))
    .flatMap(([name, value]) => [value].flat().map((one) => ({ name, value: String(one) })));
  const { user, hasSecondFactor } = visitorOf(response);
  const hasPasskey = (await gateway.persistence.passkeys.ofUser(user.id)).length > 0;
  const factors = { hasSecondFactor, hasPasskey };
  const data = { ...frameOf(gateway, response), ...factors, to, fields, problem, action: CONFIRM_PATH };
  sendOwnerPage(response, "confirm", data, { status: problem === undefined ? 200 : 401 });
}
