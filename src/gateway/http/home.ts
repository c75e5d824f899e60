import { randomBytes } from "node:crypto";
import { Router } from "express";
import { renderPage, securityHeaders } from "./pages.ts";

/** The landing page's content in a sandbox; undefined in live mode. */
export type SandboxFace = Readonly<{ storeId: string; curl: string }>;

/** The landing page at "/". */
export function homeRoutes({
  sandbox,
  url,
}: Readonly<{ sandbox: Readonly<{ face(): SandboxFace }> | undefined; url: string }>): Router {
  const router = Router();
  router.get("/", (_request, response) => {
    const nonce = randomBytes(16).toString("base64");
    const data = sandbox
      ? { sandbox: true, walletUrl: `${url}/sandbox/wallet`, ...sandbox.face() }
      : { sandbox: false };
    response
      .set(securityHeaders(nonce))
      .type("html")
      .send(renderPage("home", { ...data, nonce }));
  });
  return router;
}
