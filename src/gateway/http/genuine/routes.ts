import { Router } from "express";
import { fingerprintOf } from "../../usecases/signatures/fingerprint.ts";
import type { Signer } from "../../ports/secretsPort.ts";
import { VERIFY_PATH } from "./verifyUrl.ts";
import { verifyPage } from "./verifyPage.ts";

/**
 * Verification of this gateway's addresses: its public key at /.well-known/crosstill.json, and at /verify a
 * page of one file that verifies a signature offline (docs/reference/signatures.md).
 */
export function genuineRoutes(signer: Signer, publicUrl: string): Router {
  const router = Router();
  const { host } = new URL(publicUrl);
  const pageOf = (publicKey: string) => ({ publicKey, ...verifyPage(publicKey, host) });
  let page = pageOf(signer.publicKey);
  router.get("/.well-known/crosstill.json", (_request, response) => {
    response.set({ "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" });
    const { publicKey } = signer;
    const signing = { version: 1, algorithm: "ed25519", publicKey, fingerprint: fingerprintOf(publicKey) };
    response.set("Cache-Control", "no-cache").json({ signing, verify: `${publicUrl}${VERIFY_PATH}` });
  });
  router.get(VERIFY_PATH, (_request, response) => {
    const { publicKey } = signer; // it may have been rotated since
    if (page.publicKey !== publicKey) page = pageOf(publicKey);
    const { html, policy } = page;
    response.set({
      "Content-Security-Policy": `${policy}; frame-ancestors 'none'`,
      "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cache-Control": "no-cache",
    });
    response.type("html").send(html);
  });
  return router;
}
