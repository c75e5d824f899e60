import { REPEATABLE, ROUTES, type OperationName } from "../gateway/http/reference/paths.ts";
import type { Client } from "./calls.ts";
import { CrosstillError, errorOf } from "./errors.ts";
import { withRetries } from "./retries.ts";

export type { Call, Client, Given, WebhookMessage } from "./calls.ts";
export { CrosstillError, type Problem } from "./errors.ts";
export { listAll } from "./listAll.ts";
export { readWebhookMessage } from "./webhookMessage.ts";

/** Where the gateway is, and the key. The others have defaults: 20 s for an attempt, two retries, a timer, and real chance. */
export type ClientOptions = Readonly<{
  url: string;
  apiKey: string;
  storeId: string;
  timeoutMs?: number;
  fetch?: typeof globalThis.fetch;
  retries?: number;
  wait?: (ms: number) => Promise<void>;
  random?: () => number;
}>;

type AnyCall = Readonly<Record<string, unknown>>;

const TIMEOUT_MS = 20_000;
const RETRIES = 2;
const LARGEST_ANSWER = 64 * 1024 * 1024; // bytes

/**
 * A client of a Crosstill gateway with a method for each operation of its API, such as
 * `await client.createInvoice({ body: { amount: "25.00", currency: "USD" } })`. It needs nothing but `fetch`. Methods throw
 * CrosstillError; what fails for the moment is tried again (retries.ts). What makes something gets an `idempotencyKey` when none
 * is given, so that its retries make one thing.
 */
export function createClient(options: ClientOptions): Client {
  const names = Object.keys(ROUTES) as readonly OperationName[];
  const methods = names.map((name) => [name, (call: AnyCall = {}) => repeat(options, name, call)]);
  return Object.fromEntries(methods) as Client; // calls.ts has the types of each of them
}

async function repeat(options: ClientOptions, name: OperationName, call: AnyCall): Promise<unknown> {
  const { retries = RETRIES, wait = timer, random = chance } = options;
  const makes = REPEATABLE.includes(name);
  const whole = makes
    ? { ...call, idempotencyKey: call["idempotencyKey"] ?? globalThis.crypto.randomUUID() }
    : call;
  const isRepeatable = makes || !ROUTES[name].startsWith("POST ");
  return withRetries(() => send(options, name, whole), isRepeatable, { retries, wait, random });
}

function timer(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function chance(): number {
  const [word = 0] = globalThis.crypto.getRandomValues(new Uint32Array(1));
  return word / 2 ** 32;
}

async function send(options: ClientOptions, name: OperationName, call: AnyCall): Promise<unknown> {
  const { apiKey, fetch = globalThis.fetch, timeoutMs = TIMEOUT_MS } = options;
  const [method = "", template = ""] = ROUTES[name].split(" ");
  const { body, file, idempotencyKey, ...named } = call;
  const { path, rest } = fill(template, { storeId: options.storeId, ...named });
  const url = `${options.url.replace(/\/+$/, "")}${path}${queryOf(rest)}`;
  const headers = new Headers({
    authorization: `token ${apiKey}`,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(typeof idempotencyKey === "string" ? { "idempotency-key": idempotencyKey } : {}),
  });
  const sent = { method, headers, ...bodyOf(body, file) };
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(url, { ...sent, redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
    text = await readText(answer);
  } catch (cause) {
    const message = `No answer to ${method} ${path}. Ask whether it was done, or say it again with the same idempotencyKey.`;
    throw new CrosstillError(0, "no-answer", message, {}, { cause });
  }
  if (answer.status !== 200) throw errorOf(answer.status, text, answer.headers.get("retry-after"));
  const isJson = answer.headers.get("content-type")?.startsWith("application/json");
  return isJson ? parsed(text) : text === "" ? undefined : text;
}

function bodyOf(body: unknown, file: unknown): Readonly<{ body?: string | FormData }> {
  if (!(file instanceof Blob)) return body === undefined ? {} : { body: JSON.stringify(body) };
  const form = new FormData(); // its type and boundary are set by fetch
  form.append("file", file, "file");
  return { body: form };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new CrosstillError(
      200,
      "not-json",
      "The gateway's answer is not the JSON that it says it is.",
      {},
      { cause },
    );
  }
}

/** The path with the values of its parameters; `rest` is what is left for the query. */
function fill(template: string, named: AnyCall): Readonly<{ path: string; rest: AnyCall }> {
  const rest: Record<string, unknown> = { ...named };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = named[name];
    delete rest[name];
    // "." and ".." would be taken for steps of the path, which lead elsewhere.
    if (typeof value === "string" && !["", ".", ".."].includes(value)) return encodeURIComponent(value);
    throw new CrosstillError(0, "missing-parameter", `Expected ${name} for ${template}.`);
  });
  if (!template.includes("{storeId}")) delete rest["storeId"];
  return { path, rest };
}

function queryOf(named: AnyCall): string {
  const pairs = Object.entries(named).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((one) => one !== undefined && one !== null)
      .map((one): [string, string] => [name, String(one)]),
  );
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs).toString()}`;
}

async function readText(answer: Response): Promise<string> {
  const decoder = new TextDecoder();
  let size = 0;
  let text = "";
  for await (const chunk of answer.body ?? []) {
    const bytes = chunk as Uint8Array; // of a fetch body
    if ((size += bytes.length) > LARGEST_ANSWER)
      throw new Error(`The answer is larger than ${LARGEST_ANSWER} bytes.`);
    text += decoder.decode(bytes, { stream: true });
  }
  return text + decoder.decode();
}
