import express, { Router, type ErrorRequestHandler, type Request } from "express";
import { z } from "zod";
import type { Log } from "../../log.ts";
import { createCallers } from "../callers/callers.ts";
import { keysPage } from "../callers/keysPage.ts";
import type { CallLimits } from "../callers/limitCalls.ts";
import type { NetworkParts } from "../parts.ts";
import { presentChains } from "./presentChains.ts";
import { presentRequest, type ListVersion } from "./presentRequest.ts";
import { presentStatus } from "./presentStatus.ts";
import { statusFacts } from "../status.ts";
import type { Quoter } from "../quote/quote.ts";
import { HTTP_STATUS, Refusal } from "./refusals.ts";
import { placeOf } from "../store/rows.ts";
import { listRequests, newestChildren, requestById } from "../store/requests.ts";

type Parts = Pick<
  NetworkParts,
  "store" | "catalog" | "keys" | "contracts" | "clock" | "random" | "log" | "settings"
>;
type Settings = CallLimits &
  Readonly<{
    apiKeys: readonly string[];
    enableRequestsList: boolean;
    selfServeKeys: boolean;
    keysPerHour: number;
  }>;

const BODY_LIMIT = "64kb";
const DEFAULT_PAGE = 20;
const LARGEST_PAGE = 50;

/** The service's HTTP face (interface specification 4). It can be mounted under any base path. */
export function createRoutes(parts: Parts, quote: Quoter, settings: Settings): Router {
  const router = Router();
  const { checkKey, requireKey, limit } = createCallers(parts, settings);
  router.use(checkKey);
  router.post("/quote/v2", limit("quote"), express.json({ limit: BODY_LIMIT }), async (request, response) => {
    response.json(await quote(request.body));
  });
  // Both paths answer the same body and words, so a client that follows items[].check ends correctly on either.
  router.get(["/intents/status/v3", "/intents/status"], limit("status"), async (request, response) => {
    response.set("Cache-Control", "no-store").json(await statusOf(parts, request));
  });
  router.use(limit("call"));
  if (settings.selfServeKeys) router.use(keysPage(parts, settings));
  router.get("/chains", (_request, response) => {
    response.json(presentChains(parts, parts.settings.bare));
  });
  if (settings.enableRequestsList && !parts.settings.bare) {
    router.get("/requests/v2", async (request, response) => {
      response.json(await pageOf(parts, request, "v2"));
    });
    router.get("/requests/v3", requireKey, async (request, response) => {
      response.json(await pageOf(parts, request, "v3"));
    });
  }
  router.use((request, response) => {
    response.status(404).json({ message: `There is no ${request.method} ${request.path}.` });
  });
  router.use(answerError(parts.log));
  return router;
}

/** An id that was never given out, a deposit's transaction hash included, is unknown and not an error. */
async function statusOf({ store, settings }: Parts, request: Request): Promise<Record<string, unknown>> {
  const { requestId } = request.query;
  if (typeof requestId !== "string" || requestId === "") {
    throw new Refusal(
      "INVALID_REQUEST",
      "Expected one query parameter requestId, as the quote's step gave it.",
    );
  }
  const found = await requestById(store, requestId);
  return found ? presentStatus(statusFacts(found), settings) : { status: "unknown" };
}

const listQuery = z.object({
  id: z.string().max(256).optional(),
  depositAddress: z.string().max(256).optional(),
  includeChildRequests: z.enum(["true", "false"]).optional(),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, "Expected a whole number above zero")
    .optional(),
  continuation: z.string().max(256).optional(),
  // Accepted because clients send them; the order is always newest first.
  sortBy: z.literal("createdAt").optional(),
  sortDirection: z.literal("desc").optional(),
});

/** A filter that is not understood is refused: ignoring it would answer other people's requests. */
async function pageOf(
  { store, catalog, settings }: Parts,
  request: Request,
  version: ListVersion,
): Promise<Record<string, unknown>> {
  const parsed = listQuery.strict().safeParse(request.query);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Refusal(
      "INVALID_REQUEST",
      `${issue?.message ?? "Not understood"}. Filters are ${Object.keys(listQuery.shape).join(", ")}.`,
    );
  }
  const { id, depositAddress, includeChildRequests, continuation: before } = parsed.data;
  const limit = Math.min(LARGEST_PAGE, Number(parsed.data.limit ?? DEFAULT_PAGE));
  const filter = {
    id,
    depositAddress,
    before,
    includeChildren: includeChildRequests === "true",
    limit: limit + 1,
  };
  const found = await listRequests(store, filter);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const successors = await newestChildren(
    store,
    page.map(({ id }) => id),
  );
  return {
    requests: page.map((row) =>
      presentRequest(row, {
        ...{ catalog, version, statusDetail: settings.statusDetail },
        successor: successors.get(row.id),
      }),
    ),
    ...(found.length > limit && last ? { continuation: placeOf(last) } : {}),
  };
}

/** Every error leaves as JSON with a message and a code; what went wrong inside stays in the log. */
function answerError(log: Log): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    if (error instanceof Refusal) {
      if (HTTP_STATUS[error.code] >= 500) log.warn("network.unavailable", { code: error.code, error });
      return void response
        .status(HTTP_STATUS[error.code])
        .json({ message: error.message, errorCode: error.code });
    }
    const status = bodyErrorStatus(error);
    if (status) {
      const message = "Expected a JSON object of at most 64 kB with the content type application/json.";
      return void response.status(status).json({ message, errorCode: "INVALID_REQUEST" });
    }
    log.error("network.request_failed", { method: request.method, path: request.path, error });
    response
      .status(500)
      .json({ message: "The service failed; the operator's log says why.", errorCode: "UNKNOWN_ERROR" });
  };
}

/** The status that the body parser gives to a body that it refuses (400, 413, 415), or undefined. */
function bodyErrorStatus(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("status" in error) || !("expose" in error)) return undefined;
  return typeof error.status === "number" && error.status >= 400 && error.status < 500
    ? error.status
    : undefined;
}
