import { randomBytes } from "node:crypto";
import { Router } from "express";
import { languageOf } from "../../languages/languages.ts";
import { renderPage, securityHeaders } from "./pages.ts";

/** In a sandbox: GET /sandbox/components shows each component of views/components in its states and both themes; `?language=ar` from right to left. */
export function componentsPage(): Router {
  const router = Router();
  router.get("/sandbox/components", (request, response) => {
    const nonce = randomBytes(16).toString("base64");
    const { language: asked } = request.query;
    const language = languageOf(typeof asked === "string" ? asked : undefined) ?? "en";
    response.set(securityHeaders(nonce)).type("html");
    response.send(renderPage("sandbox/components", { language, formToken: "", nonce }));
  });
  return router;
}
