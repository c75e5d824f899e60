import { z } from "zod";
import { HttpFailure, parseJson, type HttpClient } from "../chain/http.ts";
import { GatewayError } from "../gateway/errors.ts";
import type { IntentService, QuoteAsk, RequestNews } from "../gateway/ports.ts";
import { chainSchema, chainsResponseSchema, type ServiceChain } from "../protocol/chains.ts";
import { quoteResponseSchema } from "../protocol/quote.ts";
import { requestListSchema, requestRowSchema, type RequestRow } from "../protocol/requests.ts";
import { statusResponseSchema } from "../protocol/status.ts";
import { readQuote } from "./quoteAnswer.ts";

type ListKind = ReturnType<IntentService["listKind"]>;
type Clients = Readonly<{ quotes: HttpClient; reads: HttpClient }>; // a quote takes longer than a read

const PAGE = 50; // the most rows that public services give at once
const PAGES = 40; // strangers can make requests by sending dust; the payment must still be found among them

/** The client of any service that keeps the interface specification. It reads tolerantly and never follows a URL from an answer. */
export function createIntentService({ quotes, reads }: Clients, hasKey: boolean): IntentService {
  let listKind: ListKind = "unknown";
  return {
    quote: (ask) =>
      translating("quote", async () =>
        readQuote(ask, read(quoteResponseSchema, parseJson(await quotes.post("/quote/v2", quoteBody(ask))))),
      ),

    chains: () =>
      translating("chains", async () => {
        const { chains } = read(chainsResponseSchema, parseJson(await reads.get("/chains")));
        return chains.flatMap((chain): ServiceChain[] => {
          const parsed = chainSchema.safeParse(chain);
          return parsed.success ? [parsed.data] : []; // one odd chain must not hide the others
        });
      }),

    status: (requestId) =>
      translating("status", async () => {
        const path = `/intents/status/v3?requestId=${encodeURIComponent(requestId)}`;
        const body = read(statusResponseSchema, parseJson(await reads.get(path)));
        return {
          requestId,
          word: wordOf(body.status),
          parent: undefined,
          depositTxid: undefined, // inTxHashes may name a sweep instead of the payer's transaction
          input: undefined,
          output: undefined,
          outHashes: body.txHashes ?? [],
          raw: body,
        };
      }),

    requestsOf: (depositAddress, wantedTxids) =>
      translating("requests", async () =>
        listKind === "v3" || listKind === "v2"
          ? await listRequests(reads, listKind, depositAddress, wantedTxids)
          : undefined,
      ),

    listKind: () => listKind,
    async probe() {
      listKind = (await findListKind(reads, hasKey)) ?? listKind;
    },
  };
}

function quoteBody(ask: QuoteAsk): unknown {
  const { amount, depositAddress, ...rest } = ask;
  const flow = depositAddress ? { useDepositAddress: true, refundTo: depositAddress.refundTo } : {};
  return { ...rest, ...flow, amount: amount.toString() };
}

async function listRequests(
  http: HttpClient,
  kind: "v2" | "v3",
  address: string,
  wantedTxids: readonly string[],
): Promise<readonly RequestNews[]> {
  const rows: RequestNews[] = [];
  const missing = new Set(wantedTxids);
  let continuation: string | undefined;
  for (let page = 0; page < PAGES; page++) {
    const query = new URLSearchParams({ depositAddress: address, limit: String(PAGE) });
    if (kind === "v2") query.set("includeChildRequests", "true"); // v3 takes it only together with an id
    if (continuation) query.set("continuation", continuation);
    const list = read(requestListSchema, parseJson(await http.get(`/requests/${kind}?${query}`)));
    const news = list.requests.flatMap(readRow);
    for (const { depositTxid } of news) if (depositTxid) missing.delete(depositTxid);
    rows.push(...news);
    continuation = list.continuation ?? undefined;
    if (!continuation || missing.size === 0) break;
  }
  return rows;
}

function readRow(value: unknown): RequestNews[] {
  const parsed = requestRowSchema.safeParse(value);
  return parsed.success ? [newsOf(parsed.data)] : [];
}

function newsOf(row: RequestRow): RequestNews {
  const { data } = row;
  return {
    requestId: row.id,
    word: wordOf(row.status),
    parent: row.parentRequestId,
    depositTxid: row.depositAddress?.depositTxHash,
    input: unitsOf(data?.metadata?.currencyIn?.amount),
    output: unitsOf(data?.metadata?.currencyOut?.amount),
    outHashes: (data?.outTxs ?? []).flatMap(({ hash, txHash }) => hash ?? txHash ?? []),
    raw: row,
  };
}

/** Which list by deposit address the service keeps. Only a clear answer counts: 404 means none, silence means ask again later. */
async function findListKind(http: HttpClient, hasKey: boolean): Promise<ListKind | undefined> {
  const kinds = hasKey ? (["v2", "v3"] as const) : (["v2"] as const); // v2 first: it also lists child requests
  for (const kind of kinds) {
    const answer = await listAnswer(http, kind);
    if (answer === "yes") return kind;
    if (answer === "silence") return undefined;
  }
  return "none";
}

async function listAnswer(http: HttpClient, kind: "v2" | "v3"): Promise<"yes" | "no" | "silence"> {
  try {
    const body = parseJson(await http.get(`/requests/${kind}?depositAddress=probe&limit=1`));
    return requestListSchema.safeParse(body).success ? "yes" : "no";
  } catch (error) {
    if (error instanceof HttpFailure && error.kind === "refused") return "no";
    return "silence";
  }
}

function wordOf(status: unknown): string {
  return typeof status === "string" ? status.slice(0, 64) : "unknown";
}

function unitsOf(text: string | null | undefined): bigint | undefined {
  return text === null || text === undefined ? undefined : BigInt(text); // digits: the schema saw to it
}

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new HttpFailure("broken", `The answer has an unexpected shape: ${z.prettifyError(parsed.error)}`);
}

const errorSchema = z.looseObject({ message: z.string().optional(), errorCode: z.string().optional() });

/** Turns what the wire did into what the gateway may tell people. The cause keeps the details for the log. */
async function translating<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    if (error.kind !== "refused") {
      throw new GatewayError(
        "service_unavailable",
        `The intent service gave no usable answer (${what}). Try again.`,
        {},
        {
          cause: error,
        },
      );
    }
    throw refusal(error);
  }
}

function refusal(error: HttpFailure): GatewayError {
  const { message, errorCode } = errorBody(error.body);
  if (errorCode === "INSUFFICIENT_FUNDS") {
    return new GatewayError(
      "quote_user_balance",
      "The service wants QUOTE_USER_BITCOIN to hold more than the quoted amount. Set it to a Bitcoin address with a higher balance.",
      { serviceCode: errorCode },
      { cause: error },
    );
  }
  const said = message ? `: ${message.slice(0, 300)}` : ".";
  return new GatewayError(
    "service_refused",
    `The intent service refused${said}`,
    { serviceCode: errorCode },
    { cause: error },
  );
}

function errorBody(body: unknown): z.infer<typeof errorSchema> {
  try {
    return errorSchema.parse(JSON.parse(String(body)));
  } catch {
    return {};
  }
}
