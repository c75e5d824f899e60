import { z } from "zod";
import { HttpFailure, parseJson, type Answer, type HttpClient } from "../../../http-client/http.ts";
import { GatewayError } from "../../errors.ts";
import type { IntentService, MissedDeposit, Quote, QuoteAsk } from "../../ports/servicePort.ts";
import { chainSchema, chainsResponseSchema, type ServiceChain } from "../../../intents/chains.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { isKeyRefusal, readError } from "../../../intents/keyRefusal.ts";
import { nestQuote } from "../../../intents/nestQuote.ts";
import { quoteResponseSchema } from "../../../intents/quote.ts";
import {
  createQuotePost,
  isPathMissing,
  QUOTE_PATHS,
  type QuoteVersionSetting,
} from "../../../intents/quoteVersion.ts";
import { statusResponseSchema } from "../../../intents/status.ts";
import { SECOND_MS, type Clock } from "../../../values/time.ts";
import { truncatedAnswer } from "../truncatedAnswer.ts";
import { readQuote } from "./quoteAnswer.ts";
import { findListKind, listRequests, reasonOf, wordOf, type ListKind } from "./requestLists.ts";
import { sentence } from "../../../values/sentence.ts";
import { createServiceSignals, type ServiceSignals } from "./serviceSignals.ts";

const STATUS_PATH = "/intents/status/v3";
const CHAINS_PATH = "/chains";

/** A quote takes longer than a read; asking for news need not repeat itself, because the next poll does. */
type Clients = Readonly<{
  quotes: HttpClient;
  reads: HttpClient;
  news?: HttpClient;
  /** By which version quotes are asked. */
  quoteVersion?: Readonly<{ setting: QuoteVersionSetting; clock: Clock }>;
  /** By which version lists of requests are asked. */
  listVersion?: QuoteVersionSetting;
  /** Hears every answer of these clients (HttpOptions.onAnswer). */
  signals?: ServiceSignals;
}>;

/**
 * The client of any service that keeps the interface specification. It reads tolerantly and never follows a URL from an
 * answer. `mayAsk` takes one call from the budget: asked before every call for news that its caller has not paid for, that is
 * further pages of a list, requests that took another's place, and a second way to have a deposit looked at again. `mayQuote` takes
 * one quote.
 */
export function createIntentService(
  {
    quotes,
    reads,
    news = reads,
    listVersion = "auto",
    quoteVersion = { setting: "auto", clock: Date.now },
    signals = createServiceSignals(quoteVersion.clock, false),
  }: Clients,
  hasKey: boolean,
  mayAsk: () => boolean = () => true,
  mayQuote: (canWait: boolean) => boolean = () => true,
): IntentService {
  let kind: ListKind = "unknown";
  const quotePost = createQuotePost(quotes.post, quoteVersion.setting, quoteVersion.clock);
  signals.onAnnouncement((path) => {
    if (path === QUOTE_PATHS.v3) quotePost.recheck();
  });
  const findKind = () => findListKind(news, hasKey, listVersion);
  const translating = <T>(what: string, ask: () => Promise<T>) => translate(what, hasKey, ask);
  let refusedAsk: QuoteAsk | undefined;

  const ask = (
    { canWait = false, ...question }: QuoteAsk,
    post: (body: unknown) => Promise<Answer>,
  ): Promise<Quote> => {
    if (!mayQuote(canWait)) throw new GatewayError("service_unavailable", NO_QUOTE_LEFT);
    return translating("quote", async () =>
      readQuote(question, read(quoteResponseSchema, nestQuote(parseJson(await post(quoteBody(question)))))),
    );
  };

  const quote = async (question: QuoteAsk) => {
    if (signals.isPaused(QUOTE_PATHS[quotePost.version()])) throw keyRefused(hasKey);
    try {
      const answer = await ask(question, quotePost.post);
      refusedAsk = undefined;
      return answer;
    } catch (error) {
      if (error instanceof GatewayError && error.code === "service_key_refused") refusedAsk = question;
      throw error;
    }
  };

  /** Returns the refusal that stops the gateway. The version of quotes that is only compared does not count. */
  const keyRefusal = () => {
    const other = QUOTE_PATHS[quotePost.version() === "v2" ? "v3" : "v2"];
    return signals.keyRefusals().find(({ path }) => path !== other);
  };

  /** Finds out whether the key is accepted again, by a quote without a deposit address, which no offer comes of. */
  const retryKey = async () => {
    if (refusedAsk === undefined || keyRefusal() === undefined) return;
    await quote({ ...refusedAsk, depositAddress: undefined, canWait: true }).catch((error: unknown) => {
      if (!(error instanceof GatewayError)) throw error; // the signals have the answer
    });
  };

  return {
    quote,
    quoteBy: async (version, question) => ask(question, (body) => quotePost.postBy(version, body)),
    standing: () => ({
      quoteVersion: quotePost.version(),
      foundVersion: quotePost.found(),
      keyRefusal: keyRefusal(),
      refusesLists: signals.keyRefusals().some(({ path }) => path.startsWith("/requests/")),
      refusesQuotes: signals.keyRefusals().some(({ path }) => path === QUOTE_PATHS[quotePost.version()]),
      announcements: signals.announcements(),
    }),

    chains: () =>
      translating("chains", async () => {
        if (signals.isPaused(CHAINS_PATH)) throw keyRefused(hasKey);
        const { chains } = read(chainsResponseSchema, parseJson(await reads.get(CHAINS_PATH)));
        return chains.flatMap((chain): ServiceChain[] => {
          const parsed = chainSchema.safeParse(chain);
          return parsed.success ? [parsed.data] : []; // one odd chain must not hide the others
        });
      }),

    status: (requestId) =>
      translating("status", async () => {
        if (signals.isPaused(STATUS_PATH)) throw keyRefused(hasKey); // a service may lock out who repeats a wrong key
        const path = `${STATUS_PATH}?requestId=${encodeURIComponent(requestId)}`;
        const body = read(statusResponseSchema, parseJson(await news.get(path)));
        return {
          requestId,
          word: wordOf(body.status),
          reason: reasonOf(body.failReason),
          parent: undefined,
          depositTxid: undefined, // inTxHashes may name a sweep instead of the payer's transaction
          inHashes: body.inTxHashes ?? undefined,
          input: undefined,
          output: undefined,
          outHashes: body.txHashes ?? [],
          raw: truncatedAnswer(body),
        };
      }),

    requestsOf: (address, wantedTxids, requestId) =>
      translating("requests", async () => {
        if (kind !== "v3" && kind !== "v2") return undefined;
        if (signals.isPaused(`/requests/${kind}`)) throw keyRefused(hasKey);
        const question = { address, requestId, wantedTxids };
        const asked = kind; // another call may change it meanwhile
        try {
          return await listRequests({ http: news, kind, mayAsk }, question);
        } catch (error) {
          if (!isPathMissing(error) || !mayAsk()) throw error;
          const found = await findKind();
          if (found instanceof HttpFailure) throw found;
          if (found === asked) throw error;
          kind = found;
          return kind === "v3" || kind === "v2"
            ? await listRequests({ http: news, kind, mayAsk }, question)
            : undefined;
        }
      }),

    reindex: (missed) => translating("reindex", () => reindex(news, missed, mayAsk)),

    listKind: () => kind,
    async probe() {
      await retryKey();
      const found = await findKind();
      if (found instanceof HttpFailure) return isKeyRefused(found) ? undefined : found.message; // a refusal is an answer
      if (found === "none") {
        const missing = await missingChains(news); // any web server answers 404 to a list that it does not have
        if (missing !== undefined) return missing;
      }
      kind = found;
      return undefined;
    },
  };
}

/** Why what answers is not an intent service: each has a list of chains. Undefined when it has one. */
async function missingChains(http: HttpClient): Promise<string | undefined> {
  try {
    read(chainsResponseSchema, parseJson(await http.get("/chains")));
    return undefined;
  } catch (error) {
    if (error instanceof HttpFailure) return error.message;
    throw error;
  }
}

const NO_QUOTE_LEFT =
  "All quotes of this minute are used (INTENTS_QUOTES_PER_MINUTE). Try again in a few seconds.";

function quoteBody(ask: QuoteAsk): unknown {
  const { amount, depositAddress, ...rest } = ask;
  const flow = depositAddress
    ? {
        useDepositAddress: true,
        refundTo: depositAddress.refundTo,
        ...(depositAddress.strict ? { strict: true } : {}),
      }
    : {};
  return { ...rest, ...flow, amount: amount.toString() };
}

/** The calls that make a service look again; it may have either, both or none (404). */
async function reindex(
  http: HttpClient,
  missed: MissedDeposit,
  mayAsk: () => boolean,
): Promise<"asked" | "absent"> {
  const { chainId, depositAddress, txHash } = missed;
  const byHash = ["/transactions/index", { chainId: String(chainId), txHash }] as const;
  const byAddress = ["/transactions/deposit-address/reindex", { chainId, depositAddress }] as const;
  // On Bitcoin a transaction that was missed is named; elsewhere what lies at the address is what counts.
  const calls = chainId === BITCOIN_CHAIN_ID ? [byHash, byAddress] : [byAddress, byHash];
  for (const [index, [path, body]] of calls.entries()) {
    if (index > 0 && !mayAsk()) return "asked"; // could not find out whether it has the other
    try {
      await http.post(path, body);
      return "asked";
    } catch (error) {
      if (!(error instanceof HttpFailure) || error.kind !== "refused") throw error;
      if (isKeyRefused(error)) throw error;
      if (error.status !== 404) return "asked"; // it has the endpoint, and refused
    }
  }
  return "absent";
}

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new HttpFailure("broken", `The answer has an unexpected shape: ${z.prettifyError(parsed.error)}`);
}

/** Translates transport errors into errors for people. The cause keeps the details for the log. */
async function translate<T>(what: string, hasKey: boolean, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    if (isKeyRefused(error)) throw keyRefused(hasKey, error);
    if (error.kind !== "refused") {
      const said =
        error.kind === "busy" && error.retryAfterMs !== undefined
          ? sentence("The intent service takes no calls for now ({what}). Try again in {seconds} s.", {
              what,
              seconds: Math.ceil(error.retryAfterMs / SECOND_MS),
            })
          : sentence("The intent service gave no usable answer ({what}). Try again.", { what });
      throw new GatewayError("service_unavailable", said, {}, { cause: error });
    }
    throw refusal(error);
  }
}

function isKeyRefused({ status, body }: HttpFailure): boolean {
  return isKeyRefusal(status, body);
}

function keyRefused(hasKey: boolean, cause?: HttpFailure): GatewayError {
  const said = hasKey
    ? sentence("The intent service does not accept the API key. The operator checks INTENTS_API_KEY.")
    : sentence("The intent service takes no calls without an API key. The operator sets INTENTS_API_KEY.");
  return new GatewayError("service_key_refused", said, {}, { cause });
}

function refusal(error: HttpFailure): GatewayError {
  const { message, errorCode } = readError(error.body);
  if (errorCode === "INSUFFICIENT_FUNDS") {
    return new GatewayError(
      "quote_user_balance",
      "The service wants QUOTE_USER_BITCOIN to hold more than the quoted amount. Set it to a Bitcoin address with a higher balance.",
      { serviceCode: errorCode },
      { cause: error },
    );
  }
  const said = message
    ? sentence("The intent service refused: {reason}", { reason: message.slice(0, 300) })
    : sentence("The intent service refused.");
  return new GatewayError(
    /TOO_LOW|TOO_SMALL/.test(errorCode ?? "") ? "amount_too_small" : "service_refused",
    said,
    { serviceCode: errorCode },
    { cause: error },
  );
}
