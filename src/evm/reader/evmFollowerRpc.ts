import { z } from "zod";
import { createHttp, HttpFailure, parseJson, type Answer, type HttpClient } from "../../http-client/http.ts";

/** One question to an EVM node. */
export type RpcCall = Readonly<{ method: string; params: readonly unknown[] }>;

/** Asks an EVM node many questions at once, without believing a word of the answers' contents. */
export type BatchRpc = Readonly<{
  /**
   * The results in the order of the calls, unchanged. Throws HttpFailure when one of them is missing or an
   * error: "busy" when the node asks for a pause, status 413 when a single answer is larger than we accept.
   * `size` is the accepted size of an answer: "large" is for the single answer without which following
   * cannot continue.
   */
  ask(calls: readonly RpcCall[], size?: AnswerSize): Promise<readonly unknown[]>;
}>;

export type AnswerSize = "usual" | "large";

export type BatchRpcOptions = Readonly<{
  timeoutMs?: number; // for one request, its whole body included
  maxBytes?: number; // of one answer of the usual size; a batch that is larger is asked again in halves
  batchSize?: number; // 1 for nodes that do not take batches
  onCall?: (method: string, path: string) => void; // counts the HTTP requests
}>;

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 32_000_000; // a block of Ethereum has at most 10 MiB (EIP-7934): 21 MB of hex
const LARGE = { timeoutMs: 30_000, maxBytes: 64_000_000 }; // a log costs a gas per byte of its JSON, and blocks have 60 million
const BATCH_SIZE = 10;

const RATE_LIMIT_CODES = new Set([429, -32005, -32007]); // the public nodes' own; JSON-RPC has none
const TOO_LARGE = /(response|result|batch) size|too (large|big)|more than \d+ (results|logs)/i;

const answerSchema = z.object({
  id: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string() }).nullish(),
});

/** The JSON-RPC at a URL, which may carry a path, a query and a password. Nothing is repeated: the next poll asks anew. */
export function createBatchRpc(url: string, options: BatchRpcOptions = {}): BatchRpc {
  const [, baseUrl, path = ""] = /^(https?:\/\/[^/?#]+)(.*)$/i.exec(url) ?? [];
  if (!baseUrl) throw new Error("Expected the http or https URL of an EVM node.");
  const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, batchSize = BATCH_SIZE, onCall } = options;
  const counted = onCall ? { onCall } : {};
  const clients = {
    usual: createHttp({ baseUrl, timeoutMs, maxBytes, ...counted }),
    large: createHttp({ baseUrl, ...LARGE, ...counted }),
  };
  return {
    async ask(calls, size = "usual") {
      const askOnce: Ask = (some) => post(clients[size], path, new URL(baseUrl).host, some);
      const results: unknown[] = [];
      for (let at = 0; at < calls.length; at += batchSize) {
        results.push(...(await askInHalves(askOnce, calls.slice(at, at + batchSize))));
      }
      return results;
    },
  };
}

/** True when an answer was larger than the node gives or we take. */
export function isTooLarge(error: unknown): error is HttpFailure {
  return error instanceof HttpFailure && error.status === 413;
}

type Ask = (calls: readonly RpcCall[]) => Promise<readonly unknown[]>;

async function askInHalves(ask: Ask, calls: readonly RpcCall[]): Promise<readonly unknown[]> {
  try {
    return await ask(calls);
  } catch (error) {
    if (calls.length === 1 || !isTooLarge(error)) throw error;
    const half = Math.ceil(calls.length / 2);
    return [
      ...(await askInHalves(ask, calls.slice(0, half))),
      ...(await askInHalves(ask, calls.slice(half))),
    ];
  }
}

async function post(
  http: HttpClient,
  path: string,
  host: string,
  calls: readonly RpcCall[],
): Promise<readonly unknown[]> {
  const batch = calls.map((call, id) => ({ jsonrpc: "2.0", id, ...call }));
  const body = batch.length === 1 ? batch[0] : batch;
  const answer = await http.post(path, body).catch((error: unknown) => {
    throw error instanceof HttpFailure ? withoutUrl(error, host) : error;
  });
  return resultsOf(answer, calls);
}

/** The failure without the URL, whose path contains the customer's key at most node operators. */
function withoutUrl(failure: HttpFailure, host: string): HttpFailure {
  const { kind, status, cause, retryAfterMs } = failure;
  if (cause instanceof Error && cause.message.startsWith("maxContentLength")) {
    return new HttpFailure("broken", `${host} gave more than we take.`, 413, undefined, { cause });
  }
  if (status === undefined)
    return new HttpFailure(kind, `${host} gave no answer.`, status, undefined, { cause });
  const body = String(failure.body).slice(0, 200);
  const code = TOO_LARGE.test(body) ? 413 : status;
  return new HttpFailure(kind, `${host} answered ${status}: ${body}`, code, body, undefined, retryAfterMs);
}

function resultsOf(answer: Answer, calls: readonly RpcCall[]): readonly unknown[] {
  const parsed = z.array(answerSchema).safeParse([parseJson(answer)].flat());
  if (!parsed.success) throw new HttpFailure("broken", "The node's answer is not JSON-RPC.");
  const error = parsed.data.find((one) => one.error)?.error;
  if (error) throw refusal(error);
  const byId = new Map(parsed.data.map(({ id, result }) => [id, result]));
  return calls.map(({ method }, id) => {
    const result = byId.get(id);
    if (result === undefined) throw new HttpFailure("broken", `The node's answer to ${method} is missing.`);
    return result;
  });
}

function refusal({ code, message }: Readonly<{ code: number; message: string }>): HttpFailure {
  const text = `The node refused with code ${code}: ${message.slice(0, 200)}`;
  if (TOO_LARGE.test(message)) return new HttpFailure("broken", text, 413);
  return new HttpFailure(RATE_LIMIT_CODES.has(code) ? "busy" : "broken", text);
}
