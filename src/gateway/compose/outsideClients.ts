import { withCircuitBreaker } from "../../http-client/circuitBreaker.ts";
import { createBalanceReader } from "../../evm/reader/evmBalances.ts";
import { isContract } from "../../evm/reader/evmContracts.ts";
import { depositNews } from "../../evm/reader/evmDeposits.ts";
import { amountSentBy } from "../../evm/reader/evmDepartures.ts";
import { createBatchRpc } from "../../evm/reader/evmFollowerRpc.ts";
import { arrivalsOf, onChain } from "../../evm/reader/evmRpc.ts";
import { createFinalityReader } from "../../evm/reader/finality.ts";
import { finalityRule, isFinalAtOnce, type FinalityRule } from "../../evm/reader/finalityRules.ts";
import { payersInside } from "../../evm/reader/evmTraces.ts";
import type { HttpClient, HttpFailure, HttpOptions } from "../../http-client/http.ts";
import { transferNews } from "../../evm/reader/watchTransfers.ts";
import type { CallCounts } from "../adapters/callCounts.ts";
import { createIntentService } from "../adapters/intents/intentService.ts";
import { createServiceSignals } from "../adapters/intents/serviceSignals.ts";
import { cachedChains } from "../usecases/pricing/methods.ts";
import type { Gateway } from "../usecases/gateway.ts";
import type { IntentService } from "../ports/servicePort.ts";
import { MINUTE_MS, SECOND_MS, type Clock } from "../../values/time.ts";
import type { Outside } from "./deps.ts";
import { receiptReaders } from "./receiptReaders.ts";

/** The clients of the intent service and of EVM chains, for the server and for commands that ask them too. */

const QUOTE_TIMEOUT_MS = 10_000;
const READ_TIMEOUT_MS = 5_000;
const MEGABYTE = 1024 * 1024;

/** What the gateway reads of EVM chains, by chain id. Each reader makes sure first that the RPC is that chain's. */
export function chainReaders({
  rpcUrls,
}: Outside): Pick<
  Gateway,
  "arrivals" | "departures" | "receipts" | "transfers" | "deposits" | "hidden" | "contracts"
> {
  const rpcs = [...rpcUrls].map(
    ([chainId, url]) => [chainId, onChain(createBatchRpc(url), chainId)] as const,
  );
  return {
    receipts: receiptReaders(rpcUrls),
    arrivals: new Map(
      rpcs.map(([chainId, rpc]) => [chainId, (...transfer) => arrivalsOf(rpc, ...transfer)] as const),
    ),
    departures: new Map(
      rpcs.map(([chainId, rpc]) => [chainId, (...of) => amountSentBy(rpc, ...of)] as const),
    ),
    transfers: new Map(
      rpcs.map(([chainId, rpc]) => [chainId, (...since) => transferNews(rpc, ...since)] as const),
    ),
    contracts: new Map(
      rpcs.map(([chainId, rpc]) => [chainId, (address: string) => isContract(rpc, address)] as const),
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

/** Readers of finality, by chain id; chains with instant finality have none. */
export function finalityReaders(
  rpcUrls: Outside["rpcUrls"],
  set: ReadonlyMap<number, FinalityRule>,
): Gateway["finality"] {
  const rules = [...rpcUrls].map(([chainId, url]) => ({
    chainId,
    url,
    rule: set.get(chainId) ?? finalityRule(chainId),
  }));
  return new Map(
    rules
      .filter(({ rule }) => !isFinalAtOnce(rule))
      .map(({ chainId, url, rule }) => {
        return [chainId, createFinalityReader(onChain(createBatchRpc(url), chainId), rule)] as const;
      }),
  );
}

export type ServiceParts = Readonly<{
  outside: Outside;
  clock: Clock;
  http: (options: HttpOptions) => HttpClient;
  calls: CallCounts;
  mayAsk: () => boolean; // further calls of one question
  mayQuote?: (canWait: boolean) => boolean;
}>;

const PAUSES = { firstRestMs: SECOND_MS, longestRestMs: MINUTE_MS };
const SILENT_QUOTES = 3; // in a row, before the next ones are refused at once

/** The client of the intent service. It pauses after 429, and quotes pause when the service gives no answer to them. */
export function serviceClient({
  outside,
  clock,
  http,
  calls,
  mayAsk,
  mayQuote = () => true,
}: ServiceParts): IntentService {
  const headers = outside.intentsApiKey ? { "x-api-key": outside.intentsApiKey } : {};
  const signals = createServiceSignals(clock, outside.intentsApiKey !== undefined);
  const onAnswer = signals.note;
  const common = { baseUrl: outside.intentsUrl, maxBytes: MEGABYTE, headers, onAnswer };
  const onRead = () => calls.count("status");
  const quotes = http({ ...common, timeoutMs: QUOTE_TIMEOUT_MS, onCall: () => calls.count("quotes") });
  const reads = http({ ...common, timeoutMs: READ_TIMEOUT_MS, onCall: onRead, attempts: 1 }); // the next poll is the next attempt
  const clients = {
    // A 5xx may be the fault of one route, and must not stop the others.
    quotes: withCircuitBreaker(quotes, clock, {
      ...PAUSES,
      failuresInARow: SILENT_QUOTES,
      isTrouble: isLimitedOrSilent,
    }),
    // Invoices and pages wait for the list of chains: one of them finds out whether it comes again, the others take the last one.
    reads: withCircuitBreaker(reads, clock, {
      ...PAUSES,
      failuresInARow: 1,
      isTrouble: isLimitedOrSilent,
    }),
    news: {
      ...withCircuitBreaker(reads, clock, { ...PAUSES, failuresInARow: Infinity, isTrouble: isLimited }),
      post: reads.post, // a 429 to a reindex is about one address
    },
    quoteVersion: { setting: outside.intentsQuoteVersion, clock },
    signals,
    listVersion: outside.intentsRequestsVersion,
  };
  const service = createIntentService(
    clients,
    outside.intentsApiKey !== undefined,
    mayAsk,
    (canWait) => clients.quotes.isResting() || mayQuote(canWait),
  );
  return { ...service, chains: cachedChains(service.chains, clock) };
}

function isLimited({ status }: HttpFailure): boolean {
  return status === 429;
}

function isLimitedOrSilent(failure: HttpFailure): boolean {
  return isLimited(failure) || failure.kind === "unreachable";
}
