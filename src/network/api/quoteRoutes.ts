import { Router, type RequestHandler } from "express";
import type { KeyCheck } from "../callers/checkKey.ts";
import type { NetworkParts } from "../parts.ts";
import type { Quoter } from "../quote/quote.ts";
import { bareQuote } from "./bareQuote.ts";
import { acceptClaim } from "./claimSignatures.ts";
import { acceptPermit } from "./permits.ts";
import { postOnly } from "./errors.ts";
import { readJson } from "./readInput.ts";

/** POST /quote/v2 (interface specification 4.1) and, beyond the contract, POST /price for a quote without its steps and, for the signatures that its steps ask for, POST /execute/permits. */
export function quoteRoutes(
  parts: NetworkParts,
  { quote, price }: Quoter,
  { keyOf, limit }: Readonly<{ keyOf: KeyCheck["keyOf"]; limit: RequestHandler }>,
): Router {
  const router = Router();
  const { bare } = parts.settings;
  router.post("/quote/v2", limit, readJson, async (request, response) => {
    const owner = keyOf(request)?.hash;
    if (!bare) return void response.json(await quote(request.body, owner));
    response.json(bareQuote(await quote(withoutPermit(request.body), owner)));
  });
  router.all("/quote/v2", limit, postOnly);
  if (bare) return router;
  router.post("/price", limit, readJson, async (request, response) => {
    response.json(await price(request.body, keyOf(request)?.hash));
  });
  router.all("/price", limit, postOnly);
  router.post("/execute/permits", limit, readJson, async (request, response) => {
    const { query, body } = request as { query: Record<string, unknown>; body: unknown }; // nothing is known of the body
    const accept = isClaim(body) ? acceptClaim : acceptPermit;
    response.json(await accept(parts, { signature: query["signature"], body }));
  });
  router.all("/execute/permits", limit, postOnly);
  return router;
}

function isClaim(body: unknown): boolean {
  return typeof body === "object" && body !== null && "kind" in body && body.kind === "claim";
}

/** The contract shows no place to hand a permit in, so a bare service asks for transactions only (usePermit is "accepted"). */
function withoutPermit(body: unknown): unknown {
  return typeof body === "object" && body !== null && !Array.isArray(body)
    ? { ...body, usePermit: undefined }
    : body;
}
