import { Router, json } from "express";
import type { EvmChain } from "./evmChain.ts";
import { failure } from "./jsonRpc.ts";

const MAX_REQUEST = "1mb";

/** The JSON-RPC of the sandbox's EVM chains: POST /<chain id>, one request or a batch. */
export function rpcRoutes(chains: readonly EvmChain[]): Router {
  const routes = Router();
  routes.post(
    "/:chainId",
    json({ limit: MAX_REQUEST, type: () => true, strict: false }),
    async (request, response) => {
      const chain = chains.find(({ id }) => String(id) === request.params.chainId);
      if (!chain) {
        const known = chains.map(({ id }) => id).join(" or ");
        response
          .status(404)
          .json(failure(null, -32600, `Expected chain ${known}, got ${request.params.chainId}.`));
        return;
      }
      try {
        response.json(await chain.answer(request.body));
      } catch {
        // The request may or may not have reached anvil, which starts again by itself.
        response.status(503).json(failure(null, -32603, "The chain gave no answer. Ask again in a moment."));
      }
    },
  );
  return routes;
}
