import { setTimeout as delay } from "node:timers/promises";
import { MINUTE_MS, SECOND_MS, type Clock } from "../values/time.ts";
import { NotRun } from "./finding.ts";
import { fieldsOf, textOf } from "./json.ts";
import { clipped } from "./shown.ts";

/** One answer of the service, whatever its status. */
export type Answer = Readonly<{
  status: number;
  contentType: string;
  headers: Headers;
  /** What the body says as JSON; undefined where it is none. */
  json: unknown;
  /** The beginning of the body. */
  text: string;
  /** Why the body could not be read, where it could not. */
  fault: string | undefined;
  /** Where a redirect leads to. No redirect is followed. */
  location: string | undefined;
}>;

/** What one run may ask of a service. */
export type Limits = Readonly<{
  perMinute: number; // calls
  timeoutMs: number; // of one call
  maxBytes: number; // of one answer
  mostCalls: number; // in all
  longestMs: number; // in all
}>;

export const LIMITS: Limits = {
  perMinute: 40,
  timeoutMs: 30 * SECOND_MS,
  maxBytes: 2 * 1024 * 1024,
  mostCalls: 600,
  longestMs: 30 * MINUTE_MS,
};

export type ServiceOptions = Readonly<{
  url: string;
  apiKey?: string | undefined;
  limits?: Partial<Limits>;
  clock: Clock;
  wait?: (ms: number) => Promise<unknown>;
  /** Sends a request; the global `fetch` unless a test answers in its place. */
  send?: (url: string, init: RequestInit) => Promise<Response>;
}>;

/** A caller of a service that is not trusted. Calls follow each other, and throw NotRun when there is no answer. */
export type Service = Readonly<{
  url: string;
  clock: Clock;
  wait: (ms: number) => Promise<unknown>;
  hasKey: boolean;
  calls(): number;
  get(path: string, options?: CallOptions): Promise<Answer>;
  /** Posts JSON; a text is sent as it is. */
  post(path: string, body: unknown, options?: CallOptions): Promise<Answer>;
}>;

export type CallOptions = Readonly<{
  withoutKey?: boolean;
  accessToken?: string; // sent together with the key, unless `withoutKey` is set
  contentType?: string;
  /** The call is made now, and gives 429 and 503 as they are: the caller measures limits. */
  atOnce?: boolean;
}>;

const MOST_TRIES = 3; // of a call that is answered with 429 or 503
const LONGEST_PAUSE_MS = MINUTE_MS; // that a service may ask for between two of them
const MOST_SILENCES = 3; // in a row, after which the service counts as gone
const LONGEST_TEXT = 4_096; // of a body that is kept as text

/** The service at a base URL. It is asked at most so often, and so much, as the limits say. */
export function openService(options: ServiceOptions): Service {
  const { url, apiKey, clock, wait = delay } = options;
  const send = options.send ?? ((to: string, init: RequestInit) => fetch(to, init));
  const limits = { ...LIMITS, ...options.limits };
  const gapMs = MINUTE_MS / limits.perMinute;
  const startedAt = clock();
  let calls = 0;
  let silences = 0;
  let nextAt = startedAt;

  const takeTurn = async (atOnce: boolean) => {
    if (silences >= MOST_SILENCES)
      throw new NotRun(`the service has stopped answering: ${MOST_SILENCES} calls in a row got no answer`);
    if (calls >= limits.mostCalls) throw new NotRun(`the run is limited to ${limits.mostCalls} calls`);
    const now = clock();
    const pause = atOnce ? 0 : Math.max(0, nextAt - now);
    if (now + pause - startedAt > limits.longestMs)
      throw new NotRun(`the run is limited to ${limits.longestMs / MINUTE_MS} minutes`);
    nextAt = Math.max(nextAt, now) + gapMs;
    calls++;
    if (pause > 0) await wait(pause);
  };

  const once = async (path: string, init: RequestInit, atOnce: boolean): Promise<Response> => {
    await takeTurn(atOnce);
    const signal = AbortSignal.timeout(limits.timeoutMs); // it covers the body, too
    return send(`${url.replace(/\/+$/, "")}${path}`, { ...init, redirect: "manual", signal });
  };

  const call = async (
    method: "GET" | "POST",
    path: string,
    body: string | undefined,
    { withoutKey = false, accessToken, contentType = "application/json", atOnce = false }: CallOptions,
  ): Promise<Answer> => {
    const shown = `${method} ${path.replace(/\?.*$/s, "")}`;
    const headers = {
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": contentType }),
      ...(apiKey === undefined || withoutKey ? {} : { "x-api-key": apiKey }),
      ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
    };
    for (let tries = 1; ; tries++) {
      let answer: Answer;
      let pauseMs: number;
      try {
        const response = await once(
          path,
          { method, headers, ...(body === undefined ? {} : { body }) },
          atOnce,
        );
        pauseMs = pauseOf(response.headers.get("retry-after"));
        answer = await readAnswer(response, limits.maxBytes, apiKey);
      } catch (error) {
        if (error instanceof NotRun) throw error;
        silences++;
        throw new NotRun(`${shown} got no answer: ${reasonOf(error, limits.timeoutMs)}`);
      }
      silences = 0;
      if (atOnce || (answer.status !== 429 && answer.status !== 503)) return answer;
      if (tries >= MOST_TRIES || pauseMs > LONGEST_PAUSE_MS)
        throw new NotRun(`${shown} was answered with ${describe(answer)}`);
      nextAt = Math.max(nextAt, clock() + pauseMs);
    }
  };

  return {
    url,
    clock,
    wait,
    hasKey: apiKey !== undefined,
    calls: () => calls,
    get: (path, given = {}) => call("GET", path, undefined, given),
    post: (path, body, given = {}) =>
      call("POST", path, typeof body === "string" ? body : JSON.stringify(body), given),
  };
}

/** An answer in a few words: "400 INVALID_REQUEST: amount: expected …". */
export function describe({ status, json, text, fault, location }: Answer): string {
  if (location !== undefined) return `${status}, a redirect to ${clipped(location)}`;
  if (fault !== undefined)
    return `${status}, and a body that ${fault}${text === "" ? "" : `: ${clipped(text)}`}`;
  const { errorCode, code, message, error } = fieldsOf(json);
  const said = [textOf(errorCode) ?? textOf(code), textOf(message) ?? textOf(error)].flatMap(
    (one) => one ?? [],
  );
  if (said.length === 0) return status === 200 ? "200" : `${status}: ${clipped(text)}`;
  return `${status} ${clipped(said.join(": "))}`;
}

async function readAnswer(response: Response, maxBytes: number, apiKey: string | undefined): Promise<Answer> {
  const { status, headers } = response;
  const bytes = await readBody(response, maxBytes);
  const isRedirect = status >= 300 && status < 400;
  const common = {
    status,
    headers,
    contentType: headers.get("content-type") ?? "",
    location: isRedirect ? (headers.get("location") ?? "nowhere") : undefined,
  };
  if (bytes === undefined)
    return { ...common, json: undefined, text: "", fault: `is larger than ${maxBytes} bytes` };
  const all = bytes.toString("utf8");
  const whole = apiKey === undefined ? all : all.replaceAll(apiKey, "<key>"); // a service may repeat what it was sent
  const text = whole.slice(0, LONGEST_TEXT);
  try {
    return { ...common, json: JSON.parse(whole) as unknown, text, fault: undefined };
  } catch {
    return { ...common, json: undefined, text, fault: whole === "" ? "is empty" : "is not JSON" };
  }
}

/** The body, or undefined where it is larger than that. */
async function readBody(response: Response, maxBytes: number): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > maxBytes) return undefined; // leaving the loop cancels the rest
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Retry-After in seconds; a date, or none, is a short pause. */
function pauseOf(retryAfter: string | null): number {
  return retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * SECOND_MS : 2 * SECOND_MS;
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof DOMException && error.name === "TimeoutError") return `none came in ${timeoutMs} ms`;
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error;
  const { code, message } = fieldsOf(cause);
  return clipped(textOf(code) ?? textOf(message) ?? String(error));
}
