import { createHash } from "node:crypto";
import fs from "node:fs";
import { Router } from "express";
import { packageFile } from "../../runtime/packageFile.ts";

const FOLDER = packageFile("views/embed/");

/** The scripts for pages of shops, by the path that they are loaded from. */
const SCRIPTS = { "/modal/btcpay.js": "btcpay.js", "/crosstill.js": "crosstill.js" } as const;

/** Serves the scripts that open the checkout on a shop's page (docs/how-to/embed-checkout.md): to every origin, also under its COEP. */
export function embedRoutes(): Router {
  const router = Router();
  for (const [path, file] of Object.entries(SCRIPTS)) {
    const body = fs.readFileSync(FOLDER + file);
    const headers = {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "public, max-age=600", // short: shops name no version, and a fix must reach them
      ETag: `"${createHash("sha256").update(body).digest("hex").slice(0, 12)}"`,
      "Access-Control-Allow-Origin": "*",
      "Cross-Origin-Resource-Policy": "cross-origin",
      "X-Content-Type-Options": "nosniff",
    };
    router.get(path, (_request, response) => void response.set(headers).send(body));
  }
  return router;
}
