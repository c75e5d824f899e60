import { Router } from "express";
import { z } from "zod";
import { isoTime } from "../../values/time.ts";
import type { AccessTokens } from "../callers/accessTokens.ts";
import type { KeyCheck } from "../callers/checkKey.ts";
import { postOnly } from "./errors.ts";
import { readBody, readJson } from "./readInput.ts";

export const tokenBody = z.object({});

/** POST /access-tokens: a token for a browser, instead of the API key that asks for it (service-facts-v3 1). */
export function accessTokenRoutes(
  tokens: AccessTokens,
  { requireOwnKey, keyOf }: Pick<KeyCheck, "requireOwnKey" | "keyOf">,
): Router {
  const router = Router();
  router.post("/access-tokens", requireOwnKey, readJson, (request, response) => {
    readBody(tokenBody, request.body ?? {});
    const { token, expiresAt } = tokens.issue(keyOf(request)?.hash ?? ""); // requireOwnKey let it through
    response
      .set("Cache-Control", "no-store")
      .json({ token, tokenType: "Bearer", expiresAt: isoTime(expiresAt), scope: "public-api" });
  });
  router.all("/access-tokens", postOnly);
  return router;
}
