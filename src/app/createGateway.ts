import { bitcoinRules } from "../chain/bitcoinRules.ts";
import { callBudget, type CallBudget } from "../chain/callBudget.ts";
import { depositNews } from "../chain/evmDeposits.ts";
import { createBatchRpc } from "../chain/evmFollowerRpc.ts";
import { arrivalsOf, onChain } from "../chain/evmRpc.ts";
import { createHttp, type HttpClient, type HttpOptions } from "../chain/http.ts";
import { transferNews } from "../chain/watchTransfers.ts";
import type { CallCounts } from "../clients/callCounts.ts";
import { createExplorer } from "../clients/explorers.ts";
import { createIntentService } from "../clients/intents.ts";
import { createRates } from "../clients/rates.ts";
import type { Config } from "../config.ts";
import { cachedChains } from "../gateway/methods.ts";
import type { Gateway, GatewaySettings, IntentService, Viewers } from "../gateway/ports.ts";
import { createRefusals } from "../gateway/refusals.ts";
import { remembered } from "../gateway/remembered.ts";
import { createRequestLooks } from "../gateway/requestLooks.ts";
import { createSensors } from "../gateway/sensors.ts";
import { randomFraction } from "../ids.ts";
import { BITCOIN_CHAIN_ID } from "../protocol/identifiers.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, type Clock } from "../time.ts";
import type { Deps, Outside } from "./deps.ts";
import { receiptReaders } from "./receiptReaders.ts";

const QUOTE_TIMEOUT_MS = 10_000;
const READ_TIMEOUT_MS = 5_000;
const MEGABYTE = 1024 * 1024;
const SIGNATURES = 2_000; // remembered: a page that is drawn again and the next event have the same one

export type GatewayParts = Pick<
  Gateway,
  "store" | "journal" | "hints" | "webhooks" | "mailer" | "secrets" | "signer"
> &
  Readonly<{ viewers: Viewers; outside: Outside; calls: CallCounts }>;

/** What the use cases need from outside, wired to the real world: the clients, the readers of chains, and what is kept in memory. */
export function createGateway(config: Config, deps: Deps, parts: GatewayParts): Gateway {
  const { clock, random, log } = deps;
  const rules = deps.bitcoinRules ?? bitcoinRules(config.bitcoinNetwork);
  const { outside, calls, signer, ...given } = parts;
  const budgets = {
    service: callBudget(config.intentsCallsPerMinute, clock),
    explorer: callBudget(config.explorerCallsPerMinute, clock),
  };
  const http = (options: HttpOptions) =>
    createHttp({ attempts: 3, random: () => randomFraction(random), ...options });
  return {
    ...{ clock, random, log, ...given, ...chainReaders(outside), budgets },
    signer: { ...signer, sign: remembered(SIGNATURES, signer.sign) },
    service: deps.service ?? serviceClient({ outside, clock, http, calls, budget: budgets.service }),
    explorer: createExplorer(outside.explorerUrls, {
      ...{ quorum: config.explorerQuorum, rules, clock, log },
      onCall: () => calls.count("explorer"),
    }),
    rates: createRates({ urls: outside.ratesUrls, clock, maxAgeMs: HOUR_MS }),
    ...{
      sensors: createSensors(outside.rpcUrls.keys()),
      refusals: createRefusals(),
      requestLooks: createRequestLooks(clock),
    },
    ...{
      reserved: new Map(),
      heights: new Map(),
      choosing: new Map(),
      issuing: new Map(),
      missing: new Map(),
      awaiting: new Map(),
      origins: new Map(),
    },
    settings: { ...settingsOf(config, outside), bitcoinRules: rules },
  };
}

function settingsOf(
  { mode, bitcoinNetwork }: Config,
  { quoteUserBitcoin, rpcUrls }: Outside,
): GatewaySettings {
  const isLive = mode === "live";
  return {
    ...{ bitcoinNetwork, quoteUserBitcoin, sandbox: !isLive },
    watchedChains: [BITCOIN_CHAIN_ID, ...rpcUrls.keys()],
    quoteTimeoutMs: 5_000,
    offerMaxAgeMs: 5 * MINUTE_MS,
    quarantineMs: isLive ? 7 * DAY_MS : MINUTE_MS,
  };
}

/** What the gateway reads of EVM chains, by chain id. Each reader makes sure first that the RPC is that chain's. */
function chainReaders({
  rpcUrls,
}: Outside): Pick<Gateway, "arrivals" | "receipts" | "transfers" | "deposits"> {
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
    deposits: new Map(
      rpcs.map(([chainId, rpc]) => [chainId, (...since) => depositNews(rpc, ...since)] as const),
    ),
  };
}

type ServiceParts = Readonly<{
  outside: Outside;
  clock: Clock;
  http: (options: HttpOptions) => HttpClient;
  calls: CallCounts;
  budget: CallBudget;
}>;

function serviceClient({ outside, clock, http, calls, budget }: ServiceParts): IntentService {
  const headers = outside.intentsApiKey ? { "x-api-key": outside.intentsApiKey } : {};
  const common = { baseUrl: outside.intentsUrl, maxBytes: MEGABYTE, headers };
  const onRead = () => calls.count("status");
  const clients = {
    quotes: http({ ...common, timeoutMs: QUOTE_TIMEOUT_MS, onCall: () => calls.count("quotes") }),
    reads: http({ ...common, timeoutMs: READ_TIMEOUT_MS, onCall: onRead }),
    news: http({ ...common, timeoutMs: READ_TIMEOUT_MS, onCall: onRead, attempts: 1 }), // the next look is the next attempt
  };
  const service = createIntentService(clients, outside.intentsApiKey !== undefined, budget.take);
  return { ...service, chains: cachedChains(service.chains, clock) };
}
