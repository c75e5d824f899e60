import http from "node:http";
import https from "node:https";
import axios, { type AxiosInstance, type AxiosResponse } from "axios";
import { setTimeout as delay } from "node:timers/promises";
import { SECOND_MS, type Instant } from "../values/time.ts";

/** Why a call gave no usable answer. Only "refused" is the other side's considered no; the rest mean "could not find out". */
export type FailureKind = "unreachable" | "busy" | "broken" | "refused";

export class HttpFailure extends Error {
  override name = "HttpFailure";
  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly status?: number,
    readonly body?: unknown,
    options?: ErrorOptions,
    /** The pause that the host asked for, if any (Retry-After). */
    readonly retryAfterMs?: number,
  ) {
    super(message, options);
  }
}

export type HttpOptions = Readonly<{
  baseUrl: string; // may carry a path; the paths of calls are appended to it
  timeoutMs: number;
  maxBytes: number;
  attempts?: number; // for calls that are safe to repeat; 1 means no retry
  headers?: Readonly<Record<string, string>>;
  /** Keys stand in the paths of calls, so errors name the host alone. They never name the base path or a query. */
  hidesPaths?: boolean;
  random?: () => number; // 0 to 1, for the jitter
  wait?: (ms: number) => Promise<unknown>;
  /** Counts every request that goes out, retries included. */
  onCall?: (method: string, path: string) => void;
  /** Gets the time that the other side's clock shows (the Date of every answer, whatever its status), and its host. */
  onTime?: ((host: string, at: Instant) => void) | undefined;
  /** Gets every answer with its headers (in lower case), whatever its status. */
  onAnswer?: (path: string, answer: HeaderedAnswer) => void;
}>;

export type HeaderedAnswer = Readonly<{
  status: number;
  headers: Readonly<Record<string, unknown>>;
  body: string;
}>;

export type Answer = Readonly<{ status: number; bytes: Uint8Array; body: string }>;

/** A small HTTP client with a deadline, a size cap and no redirects. Callers parse and check what comes back. */
export type HttpClient = Readonly<{
  /** GET, repeated on no answer, 429 and 5xx, and at once when an idle connection was gone. Throws HttpFailure. */
  get(path: string): Promise<Answer>;
  /** POST, never retried: only the caller can judge whether that is safe. Throws HttpFailure. */
  post(
    path: string,
    body: unknown,
    contentType?: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
}>;

const RETRY_BASE_MS = 200;
const RETRY_CAP_MS = 5_000;

/** A client of one host with timeout, size cap and retries of GET by the options. */
export function createHttp(options: HttpOptions): HttpClient {
  const client = axios.create({
    timeout: options.timeoutMs,
    maxContentLength: options.maxBytes,
    maxRedirects: 0,
    proxy: false,
    responseType: "arraybuffer",
    validateStatus: () => true,
    headers: { accept: "application/json, text/plain", ...options.headers },
    httpAgent: new http.Agent({ keepAlive: true, maxSockets: 20 }),
    httpsAgent: new https.Agent({ keepAlive: true, maxSockets: 20 }),
  });
  return {
    get: (path) => withRetry(options, () => call(client, options, "GET", path)),
    post: (path, body, contentType = "application/json", headers = {}) =>
      call(client, options, "POST", path, body, { ...headers, "content-type": contentType }),
  };
}

/** The JSON of an answer. Throws HttpFailure of kind "broken": an HTML error page is never data. */
export function parseJson(answer: Answer): unknown {
  try {
    return JSON.parse(answer.body) as unknown;
  } catch (cause) {
    throw new HttpFailure("broken", "The answer is not JSON.", answer.status, answer.body.slice(0, 200), {
      cause,
    });
  }
}

async function call(
  client: AxiosInstance,
  options: HttpOptions,
  method: "GET" | "POST",
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
): Promise<Answer> {
  options.onCall?.(method, path);
  const url = joinUrl(options.baseUrl, path);
  const shown = `${method} ${placeOf(options, path)}`;
  let response: AxiosResponse<Buffer>;
  try {
    response = await client.request<Buffer>({
      method,
      url,
      data: body,
      signal: AbortSignal.timeout(options.timeoutMs), // axios' own timeout does not cover a body that trickles
      ...(headers && { headers }),
    });
  } catch (cause) {
    if (method === "GET" && wasHungUp(cause)) return call(client, options, method, path);
    throw new HttpFailure("unreachable", `No answer from ${shown}.`, undefined, undefined, { cause });
  }
  const at = timeOf(response.headers);
  if (at !== undefined) options.onTime?.(new URL(url).hostname, at);
  const bytes = response.data ?? Buffer.alloc(0);
  const text = hideKeys(options.headers, bytes.toString("utf8"));
  options.onAnswer?.(path, { status: response.status, headers: response.headers, body: text });
  if (response.status >= 200 && response.status < 300) return { status: response.status, bytes, body: text };
  throw new HttpFailure(
    kindOf(response.status),
    `${shown} answered ${response.status}.`,
    response.status,
    text,
    undefined,
    retryAfterMs(response.headers),
  );
}

const SECRET_HEADER = /key|authorization|token/i;
const SHORTEST_KEY = 8; // characters; a shorter one may be a word of the answer

/** Replaces our own keys where an answer repeats them: its text may end up in logs, errors and pages. */
function hideKeys(headers: HttpOptions["headers"] = {}, text: string): string {
  const keys = Object.entries(headers).filter(
    ([name, { length }]) => SECRET_HEADER.test(name) && length >= SHORTEST_KEY,
  );
  return keys.reduce((shown, [, key]) => shown.replaceAll(key, "(key)"), text);
}

/** Where a call went, for messages that end up in logs: providers put keys into base URLs and queries. */
function placeOf({ baseUrl, hidesPaths }: HttpOptions, path: string): string {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : "the address";
  return hidesPaths ? host : `${host}/${path.replace(/^\/+/, "").replace(/\?.*$/s, "")}`;
}

/** True for a kept connection that the other side gave up while it was idle: the call never arrived there, a new one will. */
function wasHungUp(cause: unknown): boolean {
  if (!axios.isAxiosError<unknown>(cause) || cause.code !== "ECONNRESET") return false;
  return (cause.request as http.ClientRequest | undefined)?.reusedSocket === true;
}

/** Seconds, or a moment by the other side's own clock (RFC 9110, 10.2.3). */
function retryAfterMs(headers: AxiosResponse["headers"]): number | undefined {
  const asked: unknown = headers["retry-after"];
  if (typeof asked !== "string") return undefined;
  if (/^\d{1,6}$/.test(asked)) return Number(asked) * SECOND_MS;
  const [until, now] = [momentOf(asked), momentOf(headers["date"])];
  return until === undefined || now === undefined ? undefined : Math.max(0, until - now);
}

function momentOf(text: unknown): Instant | undefined {
  const at = typeof text === "string" && text.endsWith(" GMT") ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** When the other side made its answer, plus how long a cache has kept that (RFC 9110, 6.6.1; RFC 9111, 5.1). */
function timeOf(headers: AxiosResponse["headers"]): Instant | undefined {
  const age: unknown = headers["age"];
  const at = momentOf(headers["date"]);
  if (at === undefined) return undefined;
  return at + (typeof age === "string" && /^\d{1,6}$/.test(age) ? Number(age) * SECOND_MS : 0);
}

function kindOf(status: number): FailureKind {
  if (status === 429) return "busy";
  return status >= 500 || status < 400 ? "broken" : "refused"; // a redirect is not an answer either
}

async function withRetry<T>(options: HttpOptions, attempt: () => Promise<T>): Promise<T> {
  const attempts = options.attempts ?? 1;
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      if (tried >= attempts || !(error instanceof HttpFailure) || !isRepeatable(error)) throw error;
      const ceiling = Math.min(RETRY_CAP_MS, RETRY_BASE_MS * 2 ** tried);
      // eslint-disable-next-line no-restricted-syntax -- full jitter; nothing is decided by it
      const jittered = (options.random ?? Math.random)() * ceiling;
      await (options.wait ?? delay)(Math.max(jittered, error.retryAfterMs ?? 0));
    }
  }
}

/** No answer, 429 and 5xx may be different the next time, unless we are asked to wait longer than a caller can. */
function isRepeatable({ status, retryAfterMs = 0 }: HttpFailure): boolean {
  return (status === undefined || status === 429 || status >= 500) && retryAfterMs <= RETRY_CAP_MS;
}

/** Appends a path to a base URL that may itself carry a path. */
export function joinUrl(baseUrl: string, path: string): string {
  return `${baseUrl.replace(/\/+$/, "")}/${path.replace(/^\/+/, "")}`;
}
