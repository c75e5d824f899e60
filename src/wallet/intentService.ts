import { z } from "zod";
import {
  createHttp,
  HttpFailure,
  parseJson,
  type HttpClient,
  type HttpOptions,
} from "../http-client/http.ts";
import { chainsResponseSchema, listContracts } from "../intents/chains.ts";
import { readError } from "../intents/keyRefusal.ts";
import { nestQuote, nestSteps } from "../intents/nestQuote.ts";
import { createQuotePost, type QuoteVersionSetting } from "../intents/quoteVersion.ts";
import { statusResponseSchema, type StatusResponse } from "../intents/status.ts";
import { SECOND_MS, type Clock } from "../values/time.ts";
import { WalletError } from "./errors.ts";
import {
  readFurtherSteps,
  readQuote,
  type QuoteBody,
  type QuotedStep,
  type SignaturePost,
  type WalletQuote,
} from "./quote.ts";

/** The intent service as a payer uses it. Everything but `quote`, `contracts` and `postSignature` throws HttpFailure. */
export type IntentService = Readonly<{
  /** POST /quote/v2 (4.1), or /quote/v3 of a service that has only that. Throws WalletError service_refused with the service's reason, or unsafe_quote. */
  quote(body: QuoteBody): Promise<WalletQuote>;
  /** The contracts and accounts that GET /chains lists as the service's own on a chain, in lower case. Throws WalletError service_refused. */
  contracts(chainId: number): Promise<ReadonlySet<string>>;
  /** GET /intents/status/v3 (4.2). */
  status(requestId: string): Promise<StatusResponse>;
  /** The same through the path that an item's `check` gives. */
  statusAt(endpoint: string): Promise<StatusResponse>;
  /**
   * Posts a signature to the endpoint of its step, as the query parameter `signature`, and returns the
   * steps that follow. Throws WalletError not_posted. Repeatable: a signed item can only be used once.
   */
  postSignature(post: SignaturePost, signature: string): Promise<readonly QuotedStep[]>;
  /** POST /transactions/index (extension): the service looks at the transaction now instead of when it comes across it. */
  indexTransaction(sent: SentTransaction): Promise<void>;
  /**
   * POST /transactions/single (extension): needed for sends, wraps and unwraps on one chain, which the
   * service does not follow.
   */
  singleTransaction(
    sent: SentTransaction & Readonly<{ tx: Readonly<Record<string, string>> }>,
  ): Promise<void>;
}>;
export type SentTransaction = Readonly<{ requestId: string; chainId: number; txHash: string }>;

export type IntentServiceOptions = Readonly<{
  baseUrl: string;
  apiKey?: string; // sent as x-api-key, to this base address only
  quoteVersion?: QuoteVersionSetting; // "auto" where it is not named
  clock?: Clock;
  http?: (options: HttpOptions) => HttpClient;
}>;

const QUOTE_TIMEOUT_MS = 30 * SECOND_MS; // the service simulates calls and looks up prices
const READ_TIMEOUT_MS = 10 * SECOND_MS;
const MOST_QUOTE_BYTES = 4 * 1024 * 1024; // a PSBT may carry whole previous transactions
const MOST_READ_BYTES = 256 * 1024;
const MOST_CHAINS_BYTES = 8 * 1024 * 1024; // public services list hundreds of chains with their tokens

/** A client of any service that keeps the interface specification. Nothing is repeated; callers know what may be. */
export function createIntentService({
  baseUrl,
  apiKey,
  quoteVersion = "auto",
  clock = Date.now,
  http = createHttp,
}: IntentServiceOptions): IntentService {
  const common = { baseUrl, ...(apiKey === undefined ? {} : { headers: { "x-api-key": apiKey } }) };
  const quotes = http({ ...common, timeoutMs: QUOTE_TIMEOUT_MS, maxBytes: MOST_QUOTE_BYTES });
  const reads = http({ ...common, timeoutMs: READ_TIMEOUT_MS, maxBytes: MOST_READ_BYTES });
  const chains = http({ ...common, timeoutMs: READ_TIMEOUT_MS, maxBytes: MOST_CHAINS_BYTES });
  const quotePost = createQuotePost(quotes.post, quoteVersion, clock);

  const statusAt = async (endpoint: string): Promise<StatusResponse> => {
    const parsed = statusResponseSchema.safeParse(parseJson(await reads.get(endpoint)));
    if (parsed.success) return parsed.data;
    throw new HttpFailure("broken", `Expected a status. ${z.prettifyError(parsed.error)}`);
  };
  const tell = async (path: string, body: unknown) => void (await reads.post(path, body));

  return {
    async quote(body) {
      const answer = await explained("service_refused", "the request for a quote", async () =>
        parseJson(await quotePost.post(body)),
      );
      return readQuote(body, nestQuote(answer));
    },
    async contracts(chainId) {
      const answer = await explained("service_refused", "the request for its chains", async () =>
        parseJson(await chains.get("/chains")),
      );
      return listContracts(chainsResponseSchema.safeParse(answer).data?.chains ?? [], chainId);
    },
    status: (requestId) => statusAt(`/intents/status/v3?requestId=${encodeURIComponent(requestId)}`),
    statusAt,
    async postSignature({ endpoint, body }, signature) {
      const path = `${endpoint}${endpoint.includes("?") ? "&" : "?"}signature=${encodeURIComponent(signature)}`;
      const answer = await explained("not_posted", "the signature", async () =>
        parseJson(await quotes.post(path, body ?? {})),
      );
      return readFurtherSteps(nestSteps(answer));
    },
    indexTransaction: ({ requestId, chainId, txHash }) =>
      tell("/transactions/index", { requestId, chainId: String(chainId), txHash }),
    singleTransaction: ({ requestId, chainId, txHash, tx }) =>
      tell("/transactions/single", {
        requestId,
        chainId: String(chainId),
        tx: JSON.stringify({ ...tx, txHash }),
      }),
  };
}

/** Turns the service's no into a sentence with its own message and code. */
async function explained<T>(
  code: "service_refused" | "not_posted",
  what: string,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    const { message, errorCode } = readError(error.body);
    const said = [errorCode, message?.slice(0, 300)].filter((part) => part !== undefined).join(": ");
    const status = error.status === undefined ? "It gave no answer." : `It answered ${error.status}.`;
    // error.message has the address, and that the signature
    throw new WalletError(code, `The service did not take ${what}. ${said || status}`, { cause: error });
  }
}
