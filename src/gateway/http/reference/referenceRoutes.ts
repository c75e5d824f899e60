import { randomBytes } from "node:crypto";
import { Router } from "express";
import { renderPage, securityHeaders } from "../pages.ts";
import { openApi } from "./document.ts";
import { referenceView, type Document } from "./referenceView.ts";

/** The reference of the merchant API: /openapi.json for programs, /docs for people. Both are made once, when they are asked for. */
export function referenceRoutes(publicUrl: string): Router {
  const router = Router();
  let json: string | undefined;
  let page: string | undefined;
  const document = () => (json ??= JSON.stringify(openApi(publicUrl)));

  router.get("/openapi.json", (_request, response) => {
    response.set({ "Access-Control-Allow-Origin": "*", "X-Content-Type-Options": "nosniff" });
    response.type("json").send(document());
  });

  router.get("/docs", (_request, response) => {
    page ??= renderPage("reference/page", referenceView(JSON.parse(document()) as Document)); // document.ts wrote it
    response
      .set(securityHeaders(randomBytes(16).toString("base64")))
      .type("html")
      .send(page);
  });
  return router;
}
