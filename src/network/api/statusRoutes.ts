import { Router, type Request, type RequestHandler } from "express";
import type { NetworkParts } from "../parts.ts";
import { statusFacts } from "../status.ts";
import { executionById, executionPayment } from "../persistence/executions.ts";
import { paymentById } from "../persistence/outbound.ts";
import { furtherDeposits } from "../persistence/requestList.ts";
import { requestStatus } from "../persistence/requestStatus.ts";
import { presentStatus } from "./presentStatus.ts";
import { plainText } from "./readInput.ts";
import { Refusal } from "./refusals.ts";

/**
 * GET /intents/status/v3 and /intents/status (interface specification 4.2). Both answer the same body and words, so a client
 * that follows items[].check ends correctly on either. Other query parameters are ignored: clients add their own.
 */
export function statusRoutes(parts: NetworkParts, limit: RequestHandler): Router {
  const router = Router();
  router.get(["/intents/status/v3", "/intents/status"], limit, async (request, response) => {
    response.set("Cache-Control", "no-store").json(await statusOf(parts, readRequestId(request)));
  });
  return router;
}

function readRequestId({ query }: Request): string {
  const { requestId } = query;
  if (typeof requestId === "string" && requestId !== "" && plainText.safeParse(requestId).success)
    return requestId;
  throw new Refusal(
    "INVALID_REQUEST",
    "Expected one query parameter requestId, as the quote's step gave it.",
  );
}

/** An id that was never given out, a deposit's transaction hash included, is unknown and not an error. */
async function statusOf(parts: NetworkParts, requestId: string): Promise<Record<string, unknown>> {
  const found = await requestStatus(parts.store, requestId);
  if (!found) return (await executionStatus(parts, requestId)) ?? { status: "unknown" };
  parts.asked.note(found); // what is asked about is worth a look at the mempool
  const facts = statusFacts(found);
  const mayHaveChildren = !parts.settings.bare && found.parent === undefined && !facts.successor;
  const further = await furtherDeposits(parts.store, mayHaveChildren ? [requestId] : []);
  return presentStatus(facts, parts.settings, further.get(requestId));
}

const OUTCOMES: Readonly<Record<string, string>> = {
  included: "success",
  reverted: "failure",
  cancelled: "failure",
};

/** The status of a call that was submitted without a quote; undefined where there is none with this id. */
async function executionStatus(
  { store, settings }: NetworkParts,
  id: string,
): Promise<Record<string, unknown> | undefined> {
  const execution = settings.bare ? undefined : await executionById(store, id);
  if (!execution) return undefined;
  const { chainId, failure, createdAt } = execution;
  const payment = await paymentById(store, executionPayment(id));
  const status = failure !== null ? "failure" : (OUTCOMES[payment?.state ?? ""] ?? "pending");
  return {
    status,
    details: failure === null ? null : `The call is in a block and did nothing: ${failure}.`,
    inTxHashes: payment?.hash ? [payment.hash] : [],
    txHashes: [],
    updatedAt: payment?.closedAt ?? createdAt,
    originChainId: chainId,
    failReason: failure === null ? "N/A" : "EXECUTION_REVERTED",
  };
}
