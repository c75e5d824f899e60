import { bitcoinRules } from "../../bitcoin/reader/bitcoinRules.ts";
import { callBudget } from "../../http-client/callBudget.ts";
import { createHttp, type HttpOptions } from "../../http-client/http.ts";
import type { CallCounts } from "../adapters/callCounts.ts";
import { createExplorer } from "../adapters/explorers.ts";
import { createRates } from "../adapters/rates/rates.ts";
import { readWebsite } from "../adapters/websites.ts";
import type { Config } from "./config.ts";
import type { Gateway, GatewaySettings } from "../usecases/gateway.ts";
import type { Signer } from "../ports/secretsPort.ts";
import type { Viewers } from "../ports/viewersPort.ts";
import { createCreditingState } from "../usecases/crediting/creditingState.ts";
import { createIssuingState } from "../usecases/invoices/issuingState.ts";
import { createPricingState } from "../usecases/pricing/pricingState.ts";
import { memoizeRecent } from "../../runtime/memoize.ts";
import { hearHosts } from "../../runtime/hearHosts.ts";
import { createTrackingState } from "../usecases/tracking/trackingState.ts";
import { createWalletPaymentState } from "../usecases/wallet-payments/walletPaymentState.ts";
import { createSensors } from "../usecases/tracking/sensors.ts";
import { randomFraction } from "../../values/ids.ts";
import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../values/time.ts";
import type { Deps, Outside } from "./deps.ts";
import { chainReaders, finalityReaders, serviceClient } from "./outsideClients.ts";

const QUOTE_TIMEOUT_MS = 5_000;
const QUOTE_BURST = 1 / 2; // of a minute's: a price takes up to four at once
const SIGNATURES = 2_000; // remembered: a page that is drawn again and the next event have the same one

export type GatewayParts = Pick<
  Gateway,
  | "persistence"
  | "journal"
  | "failover"
  | "hints"
  | "addressHints"
  | "webhooks"
  | "mailer"
  | "push"
  | "secrets"
  | "signer"
> &
  Readonly<{ viewers: Viewers; outside: Outside; calls: CallCounts }>;

/** What the use cases need from outside, wired to the real world: the clients, the readers of chains, and what is kept in memory. */
export function createGateway(config: Config, deps: Deps, parts: GatewayParts): Gateway {
  const { clock, random, log } = deps;
  const rules = deps.bitcoinRules ?? bitcoinRules(config.bitcoinNetwork);
  const { outside, calls, signer, ...given } = parts;
  const tracking = createTrackingState(clock);
  const processes = () => 1 + tracking.heard.processes;
  const budgets = {
    service: callBudget(config.intentsCallsPerMinute, clock),
    quotes: callBudget(config.intentsQuotesPerMinute, clock, QUOTE_BURST, processes),
    explorer: callBudget(config.explorerCallsPerMinute, clock),
  };
  const onTime = hearHosts(deps.outsideTime, config.mode === "sandbox");
  const http = (options: HttpOptions) =>
    createHttp({ attempts: 3, random: () => randomFraction(random), onTime, ...options });
  return {
    clock,
    random,
    log,
    ...given,
    ...chainReaders(outside),
    budgets,
    finality: finalityReaders(outside.rpcUrls, config.finality),
    signer: remembering(signer),
    service:
      deps.service ??
      serviceClient({
        outside,
        clock,
        http,
        calls,
        mayAsk: budgets.service.take,
        mayQuote: (canWait) => (canWait ? budgets.quotes.takeSpare() : budgets.quotes.take()),
      }),
    explorer: createExplorer(outside.explorerUrls, {
      quorum: config.explorerQuorum,
      rules,
      clock,
      log,
      onCall: () => calls.count("explorer"),
      onTime,
    }),
    readWebsite,
    rates: createRates({ urls: outside.ratesUrls, clock, maxAgeMs: HOUR_MS }),
    sensors: createSensors(outside.rpcUrls.keys(), deps.outsideTime?.lead),
    ...createIssuingState(),
    ...createPricingState(),
    ...createCreditingState(),
    ...tracking,
    ...createWalletPaymentState(),
    settings: {
      ...gatewaySettings(config, outside),
      bitcoinRules: rules,
      ...(deps.quoteTimeoutMs !== undefined && { quoteTimeoutMs: deps.quoteTimeoutMs }),
    },
  };
}

/** Signs the same text once for each key. */
function remembering(signer: Signer): Signer {
  const remember = () => ({ key: signer.publicKey, sign: memoizeRecent(SIGNATURES, signer.sign) });
  let known = remember();
  return {
    get publicKey() {
      return signer.publicKey;
    },
    sign(text) {
      if (known.key !== signer.publicKey) known = remember();
      return known.sign(text);
    },
  };
}

/** The settings of the use cases, by those of the operator. */
export function gatewaySettings(
  { mode, bitcoinNetwork, reusesPaidAddresses, quoteMaxExcessPercent, finalityLargeUsd, eventDays }: Config,
  { intentsUrl, quoteUserBitcoin, rpcUrls }: Outside,
): GatewaySettings {
  const isLive = mode === "live";
  return {
    bitcoinNetwork,
    serviceHost: new URL(intentsUrl).host,
    quoteUserBitcoin,
    reusesPaidAddresses,
    finalityLargeUsd,
    eventDays,
    sandbox: !isLive,
    quoteMaxExcessBps: quoteMaxExcessPercent * 100,
    watchedChains: [BITCOIN_CHAIN_ID, ...rpcUrls.keys()],
    quoteTimeoutMs: QUOTE_TIMEOUT_MS,
    offerMaxAgeMs: 5 * MINUTE_MS,
    quarantineMs: isLive ? 7 * DAY_MS : MINUTE_MS,
  };
}
