import type { AddressStream } from "../../bitcoin/reader/addressStream.ts";
import type { EvmHeader } from "../../evm/reader/evmBlocks.ts";
import type { BalancesAt } from "../../evm/reader/evmBalances.ts";
import type { DepositNews, DepositWatch } from "../../evm/reader/evmDeposits.ts";
import type { Arrival } from "../../evm/reader/evmRpc.ts";
import type { FinalityReader } from "../../evm/reader/finality.ts";
import type { TransferReceipt } from "../../evm/reader/evmTransferReceipt.ts";
import type { BitcoinNetwork } from "../../bitcoin/codec/address.ts";
import type { BitcoinRules } from "../../bitcoin/reader/bitcoinRules.ts";
import type { Esplora } from "../../bitcoin/reader/esplora.ts";
import type { Checkpoint, TransferFilter, TransferNews } from "../../evm/reader/watchTransfers.ts";
import type { CallBudget } from "../../http-client/callBudget.ts";
import type { EvmAddress } from "../../evm/codec/address.ts";
import type { Random } from "../../values/ids.ts";
import type { Log } from "../../runtime/log.ts";
import type { ServiceChain } from "../../intents/chains.ts";
import type { TradeType } from "../../intents/quote.ts";
import type { Clock, Instant } from "../../values/time.ts";
import type { Invoice } from "../domain/invoices/invoice.ts";
import type { Mailer } from "./mailPort.ts";
import type { KeyedMutex } from "../../runtime/concurrency/keyedMutex.ts";
import type { RequestPolls } from "../usecases/tracking/requestPolls.ts";
import type { Refusals } from "../usecases/pricing/refusals.ts";
import type { Persistence } from "./persistencePort.ts";

/** What the use cases need from outside. Declared here by the consumer, wired in app.ts with plain objects and functions. */
export type Gateway = Readonly<{
  clock: Clock;
  random: Random;
  log: Log;
  persistence: Persistence;
  journal: Journal;
  service: IntentService;
  explorer: Esplora; // fails over between the configured ones
  arrivals: ReadonlyMap<number, ArrivalReader>; // by chain id, where RPC_<chainId> is configured
  departures: ReadonlyMap<number, DepartureReader>; // followed chains only
  receipts: ReadonlyMap<number, ReceiptReader>; // followed chains only
  finality: ReadonlyMap<number, FinalityReader>; // followed chains without instant finality
  transfers: ReadonlyMap<number, TransferReader>; // followed chains only
  deposits: ReadonlyMap<number, DepositReader>; // followed chains only
  hidden: ReadonlyMap<number, HiddenReader>; // followed chains only
  hints: StatusHints | undefined; // where INTENTS_STREAM_URL is configured
  addressHints: AddressHints | undefined; // where EXPLORER_STREAM_URL is configured
  rates: Rates;
  readWebsite: ReadWebsite; // of a shop, for the domain that its offers are signed with
  webhooks: WebhookSender;
  mailer: Mailer | undefined; // without one there is no e-mail
  secrets: Secrets;
  signer: Signer;
  /** Shared by every worker: calls to the service for news, quotes, and calls to the explorers. */
  budgets: Readonly<{ service: CallBudget; quotes: CallBudget; explorer: CallBudget }>;
  viewers: Viewers;
  sensors: Sensors;
  refusals: Refusals;
  /** The tips of the chains that are followed, by chain id; empty until the first look. */
  heights: Map<number, number>;
  /** When the service was last asked about what. */
  requestLooks: RequestPolls;
  /** Unconfirmed payments that the last look did not find any more, and since when. */
  missing: Map<string, Instant>;
  /** Requests that the service calls done without naming a transaction, and since when. */
  awaiting: Map<string, Instant>;
  /** Settlements that are in a block and not final yet, by invoice. */
  seenSettlements: Map<string, SeenSettlement>;
  /** Choices of a method that are being priced now, by invoice and method. */
  choosing: Map<string, Promise<Invoice>>;
  /** What is being issued or counted now, by what must not have two of them at a time. */
  issuing: KeyedMutex;
  /** Addresses that this process is about to lease, and until when: parallel invoices must not all pick the same one. */
  reserved: Map<string, Instant>;
  /** Transactions (hex) that made payers' coins, by txid: asked for once (coinOrigins.ts). */
  origins: Map<string, string>;
  settings: GatewaySettings;
}>;

export type GatewaySettings = Readonly<{
  /** Chains that the gateway follows itself. On others only the service reports deposits (methods.ts). */
  watchedChains: readonly number[];
  bitcoinNetwork: BitcoinNetwork;
  bitcoinRules?: BitcoinRules; // where the chain is another of the network's family
  quoteUserBitcoin: string | undefined; // its balance must exceed every amount quoted (interface specification 4.5)
  /** How much more than the price the payer's coins may be worth by our own rate sources (refuseDear.ts). */
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

/** The open checkout pages: their invoices are polled more often. */
export type Viewers = Readonly<{
  isWatched(invoiceId: string): boolean;
  watched(): readonly string[];
  /** Notifies the open pages that an invoice has a new version; without a version, to reload anyway. */
  announce(invoiceId: string, version?: number): void;
}>;

export type Sensor = number | "service";

/** When each sensor last worked. Nothing expires while its payment could not have been seen. */
export type Sensors = Readonly<{
  /** A chain, by its id, was followed to its tip; or the service has answered. */
  saw(sensor: Sensor, at: Instant): void;
  /** Until when a payment on every one of these chains would have been seen: by following it, else by asking the service. */
  sightedAt(chainIds: readonly number[]): Instant;
  /**
   * True for chains that the gateway follows itself; deposits on any other chain are reported by the
   * service only.
   */
  isFollowed(chainId: number): boolean;
  /** When a sensor last worked; 0 before it ever has. */
  seenAt(sensor: Sensor): Instant;
}>;

/** Append-only, synced to disk, outside the database: the last way back from a deposit address to its request and invoice. */
export type Journal = Readonly<{
  append(entry: Readonly<Record<string, unknown>>): Promise<void>;
  /**
   * Records that the database has what was appended of a request. It is written with the next append: no
   * caller waits for it.
   */
  noteAcknowledged(kept: AcknowledgedOffer): void;
  /** What was noted as kept since then, as far as the newest 64 MiB of the journal go back. */
  acknowledgedSince(from: Instant): Promise<readonly AcknowledgedOffer[]>;
}>;

/** An offer that a database has acknowledged. */
export type AcknowledgedOffer = Readonly<{ invoiceId: string; requestId: string; at: Instant }>;

/** A quote of the service, reduced to what the gateway acts on. Amounts are smallest units; `raw` is the answer as it came. */
export type Quote = Readonly<{
  requestId: string;
  depositAddress: string | undefined; // only with useDepositAddress
  input: bigint;
  output: bigint | undefined;
  minimum: bigint | undefined; // the floor of what arrives; absent on services that answer no details
  inputUsd: bigint | undefined; // millionths of a dollar
  feesUsd: bigint | undefined;
  flatFeesUsd: bigint | undefined; // the part that does not grow with the amount
  flatTakenUsd?: bigint | undefined; // what of that is taken out of the output: all but the gas of the payer's own transaction
  outputUsd: bigint | undefined;
  feesByKindUsd: Readonly<Record<string, bigint>>; // in the service's words
  seconds?: number | undefined; // the service's estimate of the duration
  raw: unknown;
}>;

export type QuoteAsk = Readonly<{
  user: string;
  originChainId: number;
  originCurrency: string;
  destinationChainId: number;
  destinationCurrency: string;
  recipient: string;
  amount: bigint;
  tradeType: TradeType;
  depositAddress: Readonly<{ refundTo: string; strict: boolean }> | undefined; // undefined asks an indicative quote
  /** Asked for by a stranger: of scarce quotes these get half. */
  canWait?: boolean;
}>;

/** One request as the service reports it, from any endpoint. */
export type RequestNews = Readonly<{
  requestId: string;
  word: string;
  reason?: string | undefined; // why it failed, in the service's words
  parent: string | undefined;
  depositTxid: string | undefined;
  inHashes?: readonly string[] | undefined; // what moved money in, where the service lists it; a sweep may be among them
  input: bigint | undefined;
  origin?: Readonly<{ chainId: number; currency: string }> | undefined; // of the input, where the service states it
  output: bigint | undefined; // the arrived amount by the service's report; never the quoted one
  outHashes: readonly string[];
  raw: unknown;
}>;

/** The client of an intent service. Methods throw GatewayError (service_unavailable, service_refused…). */
export type IntentService = Readonly<{
  quote(ask: QuoteAsk): Promise<Quote>;
  chains(): Promise<readonly ServiceChain[]>;
  status(requestId: string): Promise<RequestNews>;
  /**
   * The requests of a deposit address, newest first, at least until every wanted deposit transaction has been met, or "all" of
   * them (which throws when they cannot all be read); undefined when this service keeps no such list.
   */
  requestsOf(
    depositAddress: string,
    wantedTxids: readonly string[] | "all",
  ): Promise<readonly RequestNews[] | undefined>;
  /** What was found out about lists by deposit address: v3 with key, v2, or none. */
  listKind(): "v3" | "v2" | "none" | "unknown";
  /** Finds out which list the service has. Changes nothing when it does not answer. */
  probe(): Promise<void>;
  /** Has it look at a deposit again; "absent" when it has no such call (an extension of the interface). */
  reindex(missed: MissedDeposit): Promise<"asked" | "absent">;
}>;

/** A deposit that the chain shows and the service does not know. */
export type MissedDeposit = Readonly<{ chainId: number; depositAddress: string; txHash: string }>;

/** What a transaction paid to a recipient, read from the destination chain; none when it did not (yet). */
export type ArrivalReader = (
  txHash: string,
  currency: string,
  recipient: string,
) => Promise<readonly Arrival[]>;

/** How much of a coin a transaction took from a payer, in smallest units, gas aside; 0 when it did not (yet). */
export type DepartureReader = (txHash: string, currency: string, payer: string) => Promise<bigint>;

/** The receipt of a transaction that succeeded, with what it paid to a recipient; undefined when the node has none. */
export type ReceiptReader = (
  txHash: string,
  currency: string,
  recipient: string,
) => Promise<TransferReceipt | undefined>;

/** The Transfer logs of some tokens to some recipients since the checkpoints that are known. */
export type TransferReader = (known: readonly Checkpoint[], filter: TransferFilter) => Promise<TransferNews>;

/** What blocks do not show of an EVM chain: coins that contracts send on in the middle of a call. Throws HttpFailure. */
export type HiddenReader = Readonly<{
  balancesAt: BalancesAt;
  /**
   * The transactions of a block with internal transfers of native coins to an account; undefined where the
   * node does not show them.
   */
  payersInside(block: string, to: EvmAddress): Promise<readonly string[] | undefined>;
}>;

/** What a chain's blocks brought to deposit addresses since the headers that are known. */
export type DepositReader = (known: readonly EvmHeader[], watch: DepositWatch) => Promise<DepositNews>;

/** The explorer's push channel (bitcoin/reader/addressStream.ts). */
export type AddressHints = Pick<AddressStream, "connection" | "follow" | "onNews">;

/**
 * The service's push channel. A push triggers a poll and is evidence of nothing; without it everything is
 * found by polling.
 */
export type StatusHints = Readonly<{
  /** Which connection it is, counted from the first; undefined while pushes cannot arrive. */
  readonly connection: number | undefined;
  /** Calls `hint` when the service announces a change of a request. Returns the function that stops it. */
  subscribe(requestId: string, hint: () => void): () => void;
}>;

export type Rates = Readonly<{
  rate(base: string, quote: string): Promise<Readonly<{ price: string; source: string; at: Instant }>>;
}>;

/** A settlement that the chain shows and may still drop, and about when it is final, where that is known. */
export type SeenSettlement = Readonly<{ txHash: string; seenAt: Instant; finalAt: Instant | undefined }>;

/** Reads a small file of a website. Throws HttpFailure. `origin` has a scheme and a host. */
export type ReadWebsite = (origin: string, path: string) => Promise<string>;

/**
 * One attempt to deliver a message. `id` is the same for all attempts; the body is sent byte for byte as
 * given.
 */
export type WebhookMessage = Readonly<{
  url: string;
  body: string;
  secrets: readonly [string, ...string[]]; // two while they are being rotated
  id: string;
  timestampSeconds: number;
}>;

/** What came of it. `retryAfter` is in seconds; `answer` is its beginning and `reason` a sentence, for the delivery log. */
export type WebhookOutcome =
  | Readonly<{ kind: "answered"; status: number; answer?: string; retryAfter?: number }>
  | Readonly<{ kind: "failed"; reason: string }>;

export type WebhookSender = Readonly<{
  /** Posts once, within a deadline. Never throws for what the other side does. */
  send(message: WebhookMessage): Promise<WebhookOutcome>;
}>;

/** Keeps secrets that must be read again, such as those that sign: what is stored is of no use without the key. */
export type Secrets = Readonly<{
  seal(secret: string): string;
  /**
   * Returns an unsealed text unchanged: an older version wrote it. Throws for one that another key sealed.
   */
  open(stored: string): string;
  isSealed(stored: string): boolean;
  /** A mark of a text that only this gateway can make, the same each time: 43 letters, digits, "-" and "_" (256 bits). */
  mark(text: string): string;
}>;

/** Signs what payers are shown, so that a swapped address is noticed. Keys and signatures are lower-case hex. */
export type Signer = Readonly<{ publicKey: string; sign(text: string): string }>;
