import type { HttpErrorCode } from "./httpErrors.ts";
import { randomBytes } from "node:crypto";
import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import { LogoError } from "../domain/branding/logoError.ts";
import { ConflictError } from "../../database/driver.ts";
import { isUnavailable } from "../../database/unavailable.ts";
import { ERRORS, GatewayError, type ErrorCode } from "../errors.ts";
import type { Log } from "../../runtime/log.ts";
import { AmountError } from "../../values/amount.ts";
import { PayoutRefusal } from "../domain/payouts/pullPayment.ts";
import type { Language } from "../../languages/languages.ts";
import { UTC } from "../../values/zone.ts";
import { inWords, merchantWords, type Translate } from "../../languages/merchantWords.ts";
import { wordsOf, type PlainKey } from "../../languages/translate.ts";
import { SentenceError, type Sentence } from "../../values/sentence.ts";
import { isForOperators } from "./forOperators.ts";
import { readLanguage } from "./language.ts";
import { frameOf, setPageHeaders } from "./frame.ts";
import { renderPage } from "./pages.ts";

/** A refusal that the HTTP layer makes itself. */
export class HttpError extends SentenceError {
  override name = "HttpError";
  constructor(
    readonly status: number,
    readonly code: HttpErrorCode,
    said: string | Sentence,
    readonly data: Readonly<Record<string, unknown>> = {},
  ) {
    super(said);
  }
}

/** One thing that is wrong with a request body. The merchant API answers a list of them with 422. */
export type Problem = Readonly<{ path: string; message: string; code?: HttpErrorCode; sentence?: Sentence }>;

export class ValidationError extends Error {
  override name = "ValidationError";
  constructor(readonly problems: readonly Problem[]) {
    super(problems.map(({ path, message }) => `${path}: ${message}`).join(" "));
  }
}

/** No name and no word has a NUL in it, and PostgreSQL cannot be asked for one. */
export const refuseNul: RequestHandler = (request, _response, next) => {
  if (/%00|\0/.test(request.url))
    throw new HttpError(404, "not-found", "There is nothing with a NUL character in its address.");
  next();
};

export const notFound: RequestHandler = (request) => {
  throw new HttpError(404, "not-found", `There is nothing at ${request.path.slice(0, 200)}.`);
};

/**
 * The last handler: every error becomes JSON (or a page for browsers) with a code and a sentence. No stack trace leaves. The header
 * X-Request-Id is in the log too, and Link leads to the meaning of the code on /docs. `languageOf` is the language
 * of who looks at an owner's page.
 */
export function errorHandler(
  log: Log,
  languageOf: (response: Response) => Language = () => "en",
): ErrorRequestHandler {
  const warned = new Set<string>();
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const { status, body, retryAfter } = describe(error);
    const codes = codesIn(body);
    const requestId = randomBytes(REQUEST_ID_BYTES).toString("hex");
    const about = { requestId, method: request.method, path: shownPath(request.path) };
    if (isRateMissing(error)) warnOnce(log, warned, error.message);
    else if (status < 500) log.debug("http.refused", { ...about, status, codes });
    else if (isForeseen(error)) log.warn("http.unavailable", { ...about, error });
    else log.error("http.failed", { ...about, error });
    response.set("X-Request-Id", requestId);
    if (codes[0] !== undefined) response.set("Link", `</docs#error-${codes[0]}>; rel="help"`);
    if (retryAfter) response.set("Retry-After", String(retryAfter));
    if (wantsPage(request)) return sendPage(request, response, { status, body, error, languageOf });
    if (!isOwners(request) || !(error instanceof SentenceError)) return response.status(status).json(body);
    const message = messageOf(error, merchantWords(languageOf(response))); // a script of the page shows it
    response.status(status).json([body].flat().map((part) => ({ ...(part as object), message })));
  };
}

const REQUEST_ID_BYTES = 8;

/** The codes that an answer names: one, or those of a list of problems. */
function codesIn(body: unknown): readonly string[] {
  const codes = [body].flat().map((part) => (part as Readonly<{ code?: string }>).code); // describe() makes every body
  return [...new Set(codes.filter((code) => code !== undefined))];
}

/** A path without what opens something: the secret of a pull payment's link, a key. */
function shownPath(path: string): string {
  return path.replace(/(\/pull-payments\/[^/-]+)-[^/]*/, "$1").replace(/(\/api-keys\/ctk?_)[^/]*/, "$1…");
}

/** The service, a chain or a quote was not to be had: that mends itself, and is no defect. Without its database nothing does. */
function isForeseen(error: unknown): boolean {
  return error instanceof GatewayError && error.code !== "storage_unavailable";
}

function isRateMissing(error: unknown): error is GatewayError {
  return error instanceof GatewayError && error.code === "rate_unavailable";
}

const MOST_WARNINGS = 100;

/** The operator sees a currency without a rate once, not with every request. */
function warnOnce(log: Log, warned: Set<string>, message: string): void {
  if (warned.has(message) || warned.size >= MOST_WARNINGS) return;
  warned.add(message);
  log.warn("rates.unavailable", { message });
}

const RETRY_AFTER = 5; // seconds
const RETRY_RATE_AFTER = 60; // a source that failed is seldom back sooner

/** Which field of a request a refusal is about, where it is about one. */
const PATHS: Partial<Record<ErrorCode, string>> = {
  method_not_available: "PaymentMethod",
  amount_too_small: "Amount",
  policy_not_allowed: "Crosstill.Policy",
  mark_not_allowed: "Status",
  amount_not_allowed: "Amount",
  amount_locked: "Amount",
  currency_fixed: "Currency",
  refund_too_large: "RefundVariant",
  payout_address_refused: "Destination",
  payment_not_found: "PaymentProof",
  mail_address_missing: "To",
  payment_used: "PaymentProof",
  too_many_webhooks: "Url",
  permission_not_allowed: "Permissions",
};

type Description = Readonly<{ status: number; body: unknown; retryAfter?: number }>;

function describe(error: unknown): Description {
  if (error instanceof ValidationError)
    return {
      status: 422,
      body: error.problems.map(({ path, message, code }) => ({ path, message, ...(code && { code }) })),
    };
  if (error instanceof LogoError)
    return { status: 422, body: [{ path: "File", message: error.message, code: "invalid" }] };
  if (error instanceof HttpError) {
    return { status: error.status, body: { code: error.code, message: error.message, ...error.data } };
  }
  if (error instanceof GatewayError) {
    const status = ERRORS[error.code].status;
    const body = { code: error.code.replaceAll("_", "-"), message: error.message, ...error.data };
    // Clients of this API unpack every 422 as a list of problems.
    if (status === 422) return { status, body: [{ path: PATHS[error.code] ?? "", ...body }] };
    if (status !== 503) return { status, body };
    return { status, body, retryAfter: isRateMissing(error) ? RETRY_RATE_AFTER : RETRY_AFTER };
  }
  if (error instanceof PayoutRefusal) {
    return { status: 400, body: { code: error.code, message: error.message } };
  }
  if (error instanceof ConflictError) {
    return {
      status: 409,
      body: { code: "conflict", message: "Another call changed this at the same moment. Try again." },
    };
  }
  return describeForeign(error);
}

/**
 * The message of an error that the person can correct in the form, in their words (`tr`); undefined for any other, which gets a
 * page of its own.
 */
export function correctableError(
  error: unknown,
  tr: Translate,
  zone: string = UTC,
): Readonly<{ status: number; message: string }> | undefined {
  const status = correctableStatus(error);
  return status === undefined ? undefined : { status, message: messageOf(error as Error, tr, zone) }; // it is one of ours
}

function correctableStatus(error: unknown): number | undefined {
  if (error instanceof PayoutRefusal) return 400;
  if (error instanceof AmountError || error instanceof LogoError || error instanceof ValidationError)
    return 422;
  if (error instanceof HttpError) return [409, 422].includes(error.status) ? error.status : undefined;
  const status = error instanceof GatewayError ? ERRORS[error.code].status : 404;
  return status === 404 ? undefined : status;
}

/** What an error says, in the words of a page's language and with its times in a zone. One without a Sentence is English. */
export function messageOf(error: Error, tr: Translate, zone: string = UTC): string {
  if (error instanceof ValidationError)
    return error.problems.map((problem) => problemIn(problem, tr)).join(" ");
  return error instanceof SentenceError && error.sentence ? inWords(tr, error.sentence, zone) : error.message;
}

/** What is wrong with a field, in the words of a page's language. */
export function problemIn({ sentence, message }: Problem, tr: Translate): string {
  return sentence ? inWords(tr, sentence) : message;
}

/** Errors of express and its body parser carry a status; everything else is ours and stays inside. */
function describeForeign(error: unknown): Description {
  const status =
    error instanceof Error && "status" in error && typeof error.status === "number" ? error.status : 500;
  const type = error instanceof Error && "type" in error ? String(error.type) : "";
  if (type === "entity.parse.failed") {
    return { status: 400, body: { code: "invalid-json", message: "The body is not valid JSON." } };
  }
  if (type === "entity.too.large") {
    const limit =
      error instanceof Error && "limit" in error ? `${Number(error.limit) / 1024} KiB` : "allowed";
    return { status: 413, body: { code: "body-too-large", message: `The body is larger than ${limit}.` } };
  }
  if (status >= 400 && status < 500) {
    return { status, body: { code: "bad-request", message: "The request could not be read." } };
  }
  if (isUnavailable(error)) {
    const message =
      "The database did not answer. Try again; with the same Idempotency-Key nothing is done twice.";
    return { status: 503, body: { code: "storage-unavailable", message }, retryAfter: RETRY_AFTER };
  }
  return {
    status: 500,
    body: { code: "internal-error", message: "Something went wrong here; the log says more." },
  };
}

function wantsPage(request: Request): boolean {
  return !request.path.startsWith("/api/") && request.accepts(["json", "html"]) === "html";
}

type Kind = Readonly<{ title: PlainKey; text: PlainKey }>;

/** The content of an error page, by the kind of error. */
function kindOf(status: number): Kind {
  if (status === 404) return { title: "problem.notFound", text: "problem.notFoundText" };
  if (status === 429) return { title: "problem.tooMany", text: "problem.tooManyText" };
  if (status === 503) return { title: "problem.notNow", text: "problem.notNowText" };
  return status >= 500
    ? { title: "problem.wrong", text: "problem.wrongText" }
    : { title: "problem.didNotWork", text: "problem.didNotWorkText" };
}

/** Pages that payers read. */
const PAYERS = /^\/(i|invoice|payment-requests|pull-payments|pos|pay)(\/|$)/;

function isOwners({ path }: Request): boolean {
  return /^\/owner(\/|$)/.test(path);
}

type Failed = Readonly<{
  status: number;
  body: unknown;
  error: unknown;
  languageOf: (response: Response) => Language;
}>;

/** An error as a page: payers and owners read it in their language, all others in English. */
function sendPage(request: Request, response: Response, { status, body, error, languageOf }: Failed): void {
  const [first] = [body].flat();
  const { code, message } = first as { code?: string; message?: string }; // describe() makes every body
  const nonce = randomBytes(16).toString("base64");
  const isPayers = PAYERS.test(request.path);
  const language = isPayers
    ? readLanguage(request).language
    : isOwners(request)
      ? languageOf(response)
      : "en";
  const t = wordsOf(language);
  const kind = kindOf(status);
  const title = t(kind.title);
  const said = t(code === "invoice-not-found" ? "problem.noInvoice" : kind.text);
  const isForOthers = isPayers && isForOperators(error);
  const translated = isPayers ? undefined : translatedOf(error, language);
  const isEnglish = language === "en" && !isForOthers;
  const text = translated ?? (isEnglish ? (message ?? title) : said); // there is a sentence for each kind
  const frame = frameOf(request);
  setPageHeaders(response, nonce, frame);
  response.status(status).vary("Accept-Language").type("html");
  const home = request.path.startsWith("/owner/") ? "/owner" : "/";
  const shown = { language, title, code: code ?? "error", message: text, frame, nonce, home };
  response.send(renderPage("error", shown));
}

function translatedOf(error: unknown, language: Language): string | undefined {
  const sentence = error instanceof SentenceError ? error.sentence : undefined;
  return sentence && inWords(merchantWords(language), sentence);
}
