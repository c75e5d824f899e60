import type { FinalityReader } from "../../evm/reader/finality.ts";
import type { BitcoinNetwork } from "../../bitcoin/codec/address.ts";
import type { BitcoinRules } from "../../bitcoin/reader/bitcoinRules.ts";
import type { Esplora } from "../../bitcoin/reader/esplora.ts";
import type { CallBudget } from "../../http-client/callBudget.ts";
import type { Random } from "../../values/ids.ts";
import type { Log } from "../../runtime/log.ts";
import type { Clock } from "../../values/time.ts";
import type { Mailer } from "../ports/mailPort.ts";
import type { Persistence } from "../ports/persistencePort.ts";
import type { IntentService, StatusHints } from "../ports/servicePort.ts";
import type {
  ArrivalReader,
  DepartureReader,
  ContractReader,
  ReceiptReader,
  TransferReader,
  HiddenReader,
  DepositReader,
  AddressHints,
} from "../ports/chainPort.ts";
import type { PushSender } from "../ports/pushPort.ts";
import type { WebhookSender } from "../ports/webhookPort.ts";
import type { Secrets, Signer } from "../ports/secretsPort.ts";
import type { FailoverGuard } from "../ports/failoverPort.ts";
import type { Journal } from "../ports/journalPort.ts";
import type { Rates } from "../ports/ratesPort.ts";
import type { ReadWebsite } from "../ports/websitePort.ts";
import type { Viewers } from "../ports/viewersPort.ts";
import type { IssuingState } from "./invoices/issuingState.ts";
import type { PricingState } from "./pricing/pricingState.ts";
import type { CreditingState } from "./crediting/creditingState.ts";
import type { TrackingState } from "./tracking/trackingState.ts";
import type { WalletPaymentState } from "./wallet-payments/walletPaymentState.ts";
import type { Sensors } from "../ports/sensorsPort.ts";

/**
 * All that the use cases work with. Each feature takes a part of it: see the context in its folder, such as
 * pricing/pricingContext.ts. What the process remembers between calls is declared by the feature that owns it.
 */
export type Gateway = Ports &
  IssuingState &
  PricingState &
  CreditingState &
  TrackingState &
  WalletPaymentState;

/** What the use cases need from outside, wired by compose/createGateway.ts with plain objects and functions. */
export type Ports = Readonly<{
  clock: Clock;
  random: Random;
  log: Log;
  persistence: Persistence;
  journal: Journal;
  failover?: FailoverGuard | undefined; // on PostgreSQL
  service: IntentService;
  explorer: Esplora; // fails over between the configured ones
  arrivals: ReadonlyMap<number, ArrivalReader>; // by chain id, where RPC_<chainId> is configured
  departures: ReadonlyMap<number, DepartureReader>; // followed chains only
  receipts: ReadonlyMap<number, ReceiptReader>; // followed chains only
  finality: ReadonlyMap<number, FinalityReader>; // followed chains without instant finality
  transfers: ReadonlyMap<number, TransferReader>; // followed chains only
  deposits: ReadonlyMap<number, DepositReader>; // followed chains only
  hidden: ReadonlyMap<number, HiddenReader>; // followed chains only
  contracts: ReadonlyMap<number, ContractReader>; // followed chains only
  hints: StatusHints | undefined; // where INTENTS_STREAM_URL is configured
  addressHints: AddressHints | undefined; // where EXPLORER_STREAM_URL is configured
  rates: Rates;
  readWebsite: ReadWebsite; // of a shop, for the domain that its offers are signed with
  webhooks: WebhookSender;
  mailer: Mailer | undefined; // without one there is no e-mail
  push: PushSender;
  secrets: Secrets;
  signer: Signer;
  /** Shared by every worker: calls to the service for news, quotes, and calls to the explorers. */
  budgets: Readonly<{ service: CallBudget; quotes: CallBudget; explorer: CallBudget }>;
  viewers: Viewers;
  sensors: Sensors;
  settings: GatewaySettings;
}>;

export type GatewaySettings = Readonly<{
  /** Chains that the gateway follows itself. On others only the service reports deposits (methods.ts). */
  watchedChains: readonly number[];
  bitcoinNetwork: BitcoinNetwork;
  bitcoinRules?: BitcoinRules; // where the chain is another of the network's family
  serviceHost: string; // of the intent service
  quoteUserBitcoin: string | undefined; // its balance must exceed every amount quoted (interface specification 4.5)
  /** How much more than the price the payer's coins may be worth by our own rate sources (rejectOverpricedQuote.ts). */
  quoteMaxExcessBps: number;
  finalityLargeUsd: number; // from this worth on a settlement waits for the depth of large amounts
  eventDays: number; // how long events and their deliveries are kept; 0 is for ever
  quoteTimeoutMs: number; // how long POST /invoices waits for the service
  offerMaxAgeMs: number;
  quarantineMs: number; // how long an address stays with its invoice after that is final
  /** Lends addresses again that were paid before: fewer quotes, but a saved address may pay a stranger's invoice. */
  reusesPaidAddresses?: boolean;
  sandbox: boolean;
}>;
