import { randomBytes } from "node:crypto";
import type { Response } from "express";
import { renderPage, securityHeaders, type Loosened } from "../pages.ts";

/** The frame of every owner's page: the signed-in owner, and whether the money is simulated. */
export type Frame = Readonly<{ sandbox: boolean; name?: string; formToken?: string; navigation?: unknown }>;

/**
 * Answers with views/owner/<view>.eta. Browsers send our forms' origin only under this referrer policy; a
 * page that hands a key to an application may send its form there, and nowhere else.
 */
export function sendOwnerPage(
  response: Response,
  view: string,
  data: Frame & Readonly<Record<string, unknown>>,
  { status = 200, formAction }: Readonly<{ status?: number }> & Pick<Loosened, "formAction"> = {},
): void {
  const nonce = randomBytes(16).toString("base64");
  const loosened = { referrer: "strict-origin", ...(formAction ? { formAction } : {}) } as const;
  response.status(status).set(securityHeaders(nonce, loosened)).type("html");
  response.send(renderPage(`owner/${view}`, { ...data, nonce }));
}
