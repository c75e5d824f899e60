import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { UnixSeconds } from "../../values/time.ts";
import { createConnections, wasGivenUp, type KeptFor } from "./keptConnections.ts";
import { nameResolver, type NamePolicy } from "./nameResolver.ts";
import {
  addressGate,
  forbidden,
  ForbiddenAddress,
  guardedLookup,
  hostOf,
  type Resolve,
  type PostPolicy,
} from "./postPolicy.ts";
import { inEnglish } from "../../values/sentence.ts";

export type PostOptions = PostPolicy & NamePolicy & Readonly<{ timeoutMs: number; resolve?: Resolve }>;

/** What came of a post. `retryAfter` is in seconds; `answer` is its beginning and `reason` a sentence, for a delivery log. */
export type PostOutcome =
  | Readonly<{ kind: "answered"; status: number; answer?: string; retryAfter?: number }>
  | Readonly<{ kind: "failed"; reason: string }>;

/** What is posted; `nowSeconds` is for a Retry-After that is a date. */
export type OutgoingPost = Readonly<{
  body: Buffer;
  headers: Readonly<Record<string, string>>;
  nowSeconds: UnixSeconds;
}>;

const MAX_ANSWER_BYTES = 64 * 1024;
const KEPT_ANSWER_BYTES = 2 * 1024; // for the delivery log

/**
 * Posts to URLs that strangers chose: only to addresses that the policy allows, each within `timeoutMs` from name to last byte,
 * without following redirects or proxies. The URL's text was checked before. `what` begins the sentence of a refusal. Throws with
 * a sentence when a network in the policy cannot be read.
 */
export function createGuardedPost(
  options: PostOptions,
  what: string,
): (url: URL, message: OutgoingPost) => Promise<PostOutcome> {
  const gates = { "http:": addressGate(options, "http:"), "https:": addressGate(options, "https:") };
  const refused = (name: string) => inEnglish(forbidden(name, options, what));
  const resolve = options.resolve ?? nameResolver(options);
  const connections = createConnections();
  return async (url, message) => {
    const allows = gates[url.protocol as keyof typeof gates]; // the check of the text lets these two pass
    const host = hostOf(url);
    // A socket looks up names only; an address goes straight through, so it is judged here.
    if (isIP(host) !== 0 && !allows(host)) return { kind: "failed", reason: refused(host) };
    const deadline = AbortSignal.timeout(options.timeoutMs);
    const lookup = guardedLookup(allows, (name) => resolve(name, deadline), refused);
    const agent = connections[url.protocol as keyof typeof connections]; // only these two protocols are accepted
    const connection = { agent, keptFor: url.href, lookup, signal: deadline };
    return post(url, message, connection, options.timeoutMs);
  };
}

/** How to reach a receiver: over a kept connection of the agent's, or (false) over a new one that is not kept. */
type Connection = KeptFor &
  Readonly<{ agent: http.Agent | false; lookup: LookupFunction; signal: AbortSignal }>;

function post(
  url: URL,
  message: OutgoingPost,
  connection: Connection,
  timeoutMs: number,
): Promise<PostOutcome> {
  return new Promise((settle) => {
    const request = (url.protocol === "https:" ? https : http).request(url, {
      method: "POST",
      ...connection,
      headers: { "content-length": message.body.length, "user-agent": "Crosstill", ...message.headers },
    });
    let answered: (() => PostOutcome) | undefined;
    request.on("response", (response) => {
      const beginning = drain(response);
      const outcome = (answered = () => outcomeOf(response, beginning(), message.nowSeconds));
      response.on("close", () => settle(outcome()));
    });
    request.on("error", (error) => {
      if (answered) return settle(answered());
      if (wasGivenUp(request, error))
        return settle(post(url, message, { ...connection, agent: false }, timeoutMs));
      settle({ kind: "failed", reason: reasonOf(error, connection.signal.aborted, timeoutMs) });
    });
    request.on("close", () => {
      if (!answered) settle({ kind: "failed", reason: "The connection was closed without an answer." }); // after a 101 no response follows
    });
    request.end(message.body);
  });
}

/** Reads the answer to its end, so that the receiver can finish, but no further than the cap. Gives its beginning so far. */
function drain(response: http.IncomingMessage): () => string {
  const kept: Buffer[] = [];
  let bytes = 0;
  response.on("data", (chunk: Buffer) => {
    if (bytes < KEPT_ANSWER_BYTES) kept.push(chunk.subarray(0, KEPT_ANSWER_BYTES - bytes));
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) response.destroy();
  });
  response.on("error", () => {}); // once the status was received, that is the answer
  return () => Buffer.concat(kept).toString("utf8").replaceAll("\0", "\uFFFD"); // PostgreSQL keeps no zero in a text
}

function outcomeOf(response: http.IncomingMessage, answer: string, nowSeconds: number): PostOutcome {
  const status = response.statusCode ?? 0; // a client response always has one
  const retryAfter = retryAfterSeconds(response.headers["retry-after"], nowSeconds);
  return { kind: "answered", status, answer, ...(retryAfter === undefined ? {} : { retryAfter }) };
}

/** Retry-After is a number of seconds or a date (RFC 9110, 10.2.3). */
function retryAfterSeconds(text: string | undefined, nowSeconds: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  if (!/^[A-Z][a-z]{2}, \d{2} .* GMT$/.test(text)) return undefined; // Date.parse alone reads "-5" as a year
  const seconds = Math.ceil(Date.parse(text) / 1_000) - nowSeconds;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

function reasonOf(error: Error, late: boolean, timeoutMs: number): string {
  if (error instanceof ForbiddenAddress) return error.message;
  if (late) return `No answer within ${timeoutMs / 1_000} seconds.`;
  return `The connection failed: ${"code" in error ? String(error.code) : error.message}.`;
}
