import { backingOff } from "../chain/backOff.ts";
import { createBalanceReader } from "../chain/evmBalances.ts";
import { depositNews } from "../chain/evmDeposits.ts";
import { createBatchRpc } from "../chain/evmFollowerRpc.ts";
import { arrivalsOf, onChain } from "../chain/evmRpc.ts";
import { payersInside } from "../chain/evmTraces.ts";
import type { HttpClient, HttpOptions } from "../chain/http.ts";
import { transferNews } from "../chain/watchTransfers.ts";
import type { CallCounts } from "../clients/callCounts.ts";
import { createIntentService } from "../clients/intents.ts";
import { cachedChains } from "../gateway/methods.ts";
import type { Gateway, IntentService } from "../gateway/ports.ts";
import { MINUTE_MS, SECOND_MS, type Clock } from "../time.ts";
import type { Outside } from "./deps.ts";
import { receiptReaders } from "./receiptReaders.ts";

/** The clients of the intent service and of EVM chains, for the server and for commands that ask them too. */

const QUOTE_TIMEOUT_MS = 10_000;
const READ_TIMEOUT_MS = 5_000;
const MEGABYTE = 1024 * 1024;

/** What the gateway reads of EVM chains, by chain id. Each reader makes sure first that the RPC is that chain's. */
export function chainReaders({
  rpcUrls,
}: Outside): Pick<Gateway, "arrivals" | "receipts" | "transfers" | "deposits" | "hidden"> {
  const rpcs = [...rpcUrls].map(
    ([chainId, url]) => [chainId, onChain(createBatchRpc(url), chainId)] as const,
  );
  return {
    receipts: receiptReaders(rpcUrls),
    arrivals: new Map(
      rpcs.map(([chainId, rpc]) => [chainId, (...transfer) => arrivalsOf(rpc, ...transfer)] as const),
    ),
    transfers: new Map(
      rpcs.map(([chainId, rpc]) => [chainId, (...since) => transferNews(rpc, ...since)] as const),
    ),
    hidden: new Map(
      rpcs.map(([chainId, rpc]) => [
        chainId,
        { balancesAt: createBalanceReader(rpc), payersInside: (...of) => payersInside(rpc, ...of) },
      ]),
    ),
    deposits: new Map(
      rpcs.map(([chainId, rpc]) => [chainId, (...since) => depositNews(rpc, ...since)] as const),
    ),
  };
}

export type ServiceParts = Readonly<{
  outside: Outside;
  clock: Clock;
  http: (options: HttpOptions) => HttpClient;
  calls: CallCounts;
  mayAsk: () => boolean; // further calls of one question
  mayQuote?: (canWait: boolean) => boolean;
}>;

/** A hanging service is not waited for by every invoice, and one that says 429 is not asked at all for a while. */
const QUOTE_FAILURES = 3;
const RESTS = { firstMs: 5 * SECOND_MS, longestMs: MINUTE_MS };

export function serviceClient({
  outside,
  clock,
  http,
  calls,
  mayAsk,
  mayQuote,
}: ServiceParts): IntentService {
  const headers = outside.intentsApiKey ? { "x-api-key": outside.intentsApiKey } : {};
  const common = { baseUrl: outside.intentsUrl, maxBytes: MEGABYTE, headers };
  const onRead = () => calls.count("status");
  const clients = {
    quotes: backingOff(
      http({ ...common, timeoutMs: QUOTE_TIMEOUT_MS, onCall: () => calls.count("quotes") }),
      ...([clock, QUOTE_FAILURES, RESTS] as const),
    ),
    reads: http({ ...common, timeoutMs: READ_TIMEOUT_MS, onCall: onRead }),
    news: backingOff(
      http({ ...common, timeoutMs: READ_TIMEOUT_MS, onCall: onRead, attempts: 1 }), // the next look is the next attempt
      ...([clock, Infinity, RESTS] as const),
    ),
  };
  const service = createIntentService(clients, outside.intentsApiKey !== undefined, mayAsk, mayQuote);
  return { ...service, chains: cachedChains(service.chains, clock) };
}
