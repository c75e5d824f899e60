import { Router, type Request, type RequestHandler } from "express";
import type { KeyCheck } from "../callers/checkKey.ts";
import type { NetworkParts } from "../parts.ts";
import type { Quoter } from "../quote/quote.ts";
import { bareQuote } from "./bareQuote.ts";
import { acceptClaim } from "./claimSignatures.ts";
import { acceptPermit } from "./permits.ts";
import { postOnly } from "./errors.ts";
import { readJson } from "./readInput.ts";

/**
 * POST /quote/v2 (interface specification 4.1). Beyond the contract: POST /quote/v3, the same quotes in the flat form of public
 * services; POST /price, a quote without its steps; and POST /execute/permits and its /v2, which take the signatures that steps
 * ask for.
 */
export function quoteRoutes(
  parts: NetworkParts,
  { quote, price }: Quoter,
  { keyOf, limit }: Readonly<{ keyOf: KeyCheck["keyOf"]; limit: RequestHandler }>,
): Router {
  const router = Router();
  /** The key that a quote belongs to. What a token asks for is not paid from the balance of its key. */
  const ownerOf = (request: Request) => {
    const key = keyOf(request);
    return key?.isToken && asksSponsor(request.body) ? undefined : key?.hash;
  };
  const { bare, versions } = parts.settings;
  router.post("/quote/v2", limit, readJson, async (request, response) => {
    const owner = ownerOf(request);
    if (!bare) return void response.json(await quote(request.body, owner));
    response.json(bareQuote(await quote(withoutPermit(request.body), owner)));
  });
  router.all("/quote/v2", limit, postOnly);
  if (bare) return router;
  router.post("/price", limit, readJson, async (request, response) => {
    response.json(await price(request.body, ownerOf(request)));
  });
  router.all("/price", limit, postOnly);
  const acceptSignature = ({ query, body }: Request) => {
    const given: unknown = body; // nothing is known of it
    const accept = isClaim(given) ? acceptClaim : acceptPermit;
    return accept(parts, { signature: query["signature"], body: given });
  };
  router.post("/execute/permits", limit, readJson, async (request, response) => {
    response.json(await acceptSignature(request));
  });
  router.all("/execute/permits", limit, postOnly);
  if (!versions.offersV3) return router;
  router.post("/quote/v3", limit, readJson, async (request, response) => {
    response.json(await quote(request.body, ownerOf(request), "v3"));
  });
  router.all("/quote/v3", limit, postOnly);
  router.post("/execute/permits/v2", limit, readJson, async (request, response) => {
    response.json({ ...(await acceptSignature(request)), steps: [] }); // no signature of this service is followed by steps
  });
  router.all("/execute/permits/v2", limit, postOnly);
  return router;
}

function asksSponsor(body: unknown): boolean {
  return typeof body === "object" && body !== null && "subsidizeFees" in body && body.subsidizeFees === true;
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
