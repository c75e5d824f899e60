import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import { HttpFailure } from "../../http-client/http.ts";
import { ConflictError } from "../../database/driver.ts";
import { sendPage, wantsPage } from "../pages.ts";
import type { NetworkParts } from "../parts.ts";
import { PriceUnavailable } from "../prices/priceSource.ts";
import { hasFlatErrors } from "./flatErrors.ts";
import { HTTP_STATUS, Refusal } from "./refusals.ts";
import { routedPath } from "./routedPath.ts";

/** The requested resource does not exist (yet). The message has the remedy. */
export class NotFound extends Error {
  override name = "NotFound";
}

/** A path that is there, asked for in a way that it does not take. */
class WrongWay extends Error {
  override name = "WrongWay";
  constructor(
    readonly status: 405 | 426,
    readonly headers: Readonly<Record<string, string>>,
    message: string,
  ) {
    super(message);
  }
}

type Answer = Readonly<{ status: number; errorCode: string; message: string; errorData?: unknown }>;

const UNAVAILABLE = { status: 503, errorCode: "SERVICE_UNAVAILABLE" } as const;

/** The answer for unknown paths. */
export const noSuchPath: RequestHandler = (request) => {
  const { method } = request;
  throw new NotFound(`There is ${method === "GET" ? "nothing at" : `no ${method}`} ${pathOf(request)}.`);
};

/** Answers every other method at a path that takes POST. */
export const postOnly: RequestHandler = (request) => {
  const message = `${pathOf(request)} takes POST with a JSON body, not ${request.method}.`;
  throw new WrongWay(405, { Allow: "POST" }, message);
};

/** The answer for requests to the stream without a websocket upgrade. */
export const upgradeOnly: RequestHandler = (request) => {
  const message = `${pathOf(request)} is a websocket: connect to it with ws:// or wss://.`;
  throw new WrongWay(426, { Upgrade: "websocket", Connection: "Upgrade" }, message);
};

/** Where a caller was, short enough to be repeated in a message. */
function pathOf({ baseUrl, path }: Request): string {
  return `${baseUrl}${path}`.slice(0, 200);
}

/**
 * Every error leaves as JSON {message, errorCode}, or as a page for a browser that asked for one (unless the service is bare);
 * what went wrong inside stays in the log.
 */
export function answerError({ log, settings }: Pick<NetworkParts, "log" | "settings">): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const { status, ...answer } = answerOf(error);
    const body = hasFlatErrors(request) ? answer : withTextData(answer);
    const what = { method: request.method, path: request.path.slice(0, 200), code: body.errorCode, error };
    if (status === 500) log.error("network.request_failed", what);
    else if (status > 500) log.warn("network.unavailable", what);
    if (status === 503) response.set("Retry-After", "5");
    if (error instanceof WrongWay) response.set(error.headers);
    if (wantsPage(request) && !settings.bare) return sendErrorPage(request, response, status, body);
    // Of a price lookup public clients read {error}.
    const named = routedPath(request).startsWith("/currencies/token/price")
      ? { error: body.message }
      : routedPath(request) === "/execute"
        ? { error: body.errorCode } // and of a call that was not submitted
        : {};
    response.status(status).json({ ...body, ...named });
  };
}

const TITLES: Readonly<Record<number, string>> = {
  401: "A valid key is needed",
  404: "Not found",
  503: "Not available now",
};

function sendErrorPage(request: Request, response: Response, status: number, body: Omit<Answer, "status">) {
  const title = TITLES[status] ?? (status >= 500 ? "Something went wrong" : "That did not work");
  const { message, errorCode: code } = body;
  sendPage(response, status, "error", { title, message, code, home: `${request.baseUrl}/` });
}

/** The v2 paths give errorData as a text or not at all. */
function withTextData({ errorData, ...rest }: Omit<Answer, "status">): Omit<Answer, "status"> {
  return typeof errorData === "string" ? { ...rest, errorData } : rest;
}

function answerOf(error: unknown): Answer {
  if (error instanceof Refusal) {
    const { code, message, errorData } = error;
    return {
      status: HTTP_STATUS[code],
      errorCode: code,
      message,
      ...(errorData !== undefined && { errorData }),
    };
  }
  if (error instanceof NotFound) return { status: 404, errorCode: "NOT_FOUND", message: error.message };
  if (error instanceof WrongWay) {
    const { status, message } = error;
    return { status, errorCode: status === 405 ? "METHOD_NOT_ALLOWED" : "UPGRADE_REQUIRED", message };
  }
  if (error instanceof PriceUnavailable) {
    return { status: 503, errorCode: "PRICE_FETCH_FAILED", message: error.message };
  }
  if (error instanceof HttpFailure) {
    return { ...UNAVAILABLE, message: "A chain could not be asked just now. Try again in a moment." };
  }
  if (error instanceof ConflictError) {
    return { ...UNAVAILABLE, message: "The request changed at the same moment. Try again." };
  }
  return (
    unreadable(error) ?? {
      status: 500,
      errorCode: "UNKNOWN_ERROR",
      message: "The service failed; the operator's log says why.",
    }
  );
}

/** What express and its body parser refuse by themselves (400, 413, 415). */
function unreadable(error: unknown): Answer | undefined {
  if (!(error instanceof Error) || !("status" in error) || typeof error.status !== "number") return undefined;
  const { status } = error;
  if (status < 400 || status >= 500) return undefined;
  const message =
    error instanceof URIError
      ? "The path is not percent-encoded correctly."
      : "Expected a JSON object of at most 64 kB with the content type application/json.";
  return { status, errorCode: "INVALID_REQUEST", message };
}
