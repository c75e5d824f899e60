import type { ServiceChain } from "../../intents/chains.ts";
import type { Deprecation } from "../../intents/deprecation.ts";
import type { TradeType } from "../../intents/quote.ts";
import type { FoundVersion, QuoteVersion } from "../../intents/quoteVersion.ts";
import type { Instant } from "../../values/time.ts";

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
  addressType?: string | undefined; // of the deposit address, "open" or "strict", where the service states it (v3)
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

/** The service refuses the gateway's key, or calls without one. Open invoices are followed all the same. */
export type KeyRefusal = Readonly<{ since: Instant; hasKey: boolean; path: string }>;

/** The announced end of a path of the service. `isGone`: the last answer said that the path is missing. */
export type AnnouncedEnd = Deprecation & Readonly<{ path: string; seenAt: Instant; isGone: boolean }>;

/** The state of the service, as the answers to this process have shown it. */
export type ServiceStanding = Readonly<{
  quoteVersion: QuoteVersion; // by which the next quote is asked
  foundVersion: FoundVersion | undefined; // which the service was last found to have
  keyRefusal: KeyRefusal | undefined;
  refusesQuotes: boolean; // the path of the next quote refuses the key
  refusesLists: boolean; // the list of requests refuses the key
  announcements: readonly AnnouncedEnd[];
}>;

/** The client of an intent service. Methods throw GatewayError (service_unavailable, service_refused, service_key_refused…). */
export type IntentService = Readonly<{
  quote(ask: QuoteAsk): Promise<Quote>;
  /** Asks by one version, whichever is in use: for a comparison. It is never an offer. */
  quoteBy(version: QuoteVersion, ask: QuoteAsk): Promise<Quote>;
  standing(): ServiceStanding;
  chains(): Promise<readonly ServiceChain[]>;
  status(requestId: string): Promise<RequestNews>;
  /**
   * The requests of a deposit address, newest first, at least until every wanted deposit transaction has been met, or "all" of
   * them (which throws when they cannot all be read); undefined when this service keeps no such list. `requestId` is the request
   * that the address was quoted for: v3 lists further deposits as its children.
   */
  requestsOf(
    depositAddress: string,
    wantedTxids: readonly string[] | "all",
    requestId?: string,
  ): Promise<readonly RequestNews[] | undefined>;
  /** What was found out about lists by deposit address: v3 with key, v2, or none. */
  listKind(): "v3" | "v2" | "none" | "unknown";
  /** Finds out which list the service has. When it does not answer nothing changes, and the reason is returned (English). */
  probe(): Promise<string | undefined>;
  /** Has it look at a deposit again; "absent" when it has no such call (an extension of the interface). */
  reindex(missed: MissedDeposit): Promise<"asked" | "absent">;
}>;

/** A deposit that the chain shows and the service does not know. */
export type MissedDeposit = Readonly<{ chainId: number; depositAddress: string; txHash: string }>;

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
