import type { BitcoinAddress } from "../bitcoin/address.ts";
import type { EvmAddress } from "../evm/address.ts";
import type { Instant } from "../time.ts";

/**
 * One request of the intent service: a quote that was given out, or a further deposit to its address (a child request).
 *
 *            deposit confirmed          output >= floor              receipt (status 1) in a block
 *   waiting ───────────────► pending ───────────────────► filling ───────────────────────────────► success
 *      ▲                      │  │                          │
 *      └── deposit undone ────┘  │ below the floor          │ reverted
 *      ▲                         ▼                          ▼
 *      └─ undone, unsigned ── refunding ◄───────────────────┘
 *                                │  └── refund in a block ──► refund
 *                                └── amount below the miner's fee, or nobody to refund to ──► failure
 *
 * A polling client sees `pending` for filling and for refunding, so it is never told failure while a refund will follow.
 */
export type RequestState = "waiting" | "pending" | "filling" | "success" | "refunding" | "refund" | "failure";

/** The only moves there are. */
export const NEXT: Readonly<Record<RequestState, readonly RequestState[]>> = {
  waiting: ["pending"],
  pending: ["waiting", "filling", "refunding", "failure"],
  filling: ["success", "refunding", "failure"],
  refunding: ["waiting", "refund", "failure"],
  success: [],
  refund: [],
  failure: [],
};

/** The words of the status endpoint (interface specification 3; failure and refund as public services name them). */
export const STATUS_WORDS: Readonly<Record<RequestState, string>> = {
  waiting: "waiting",
  pending: "pending",
  filling: "pending",
  success: "success",
  refunding: "pending",
  refund: "refund",
  failure: "failure",
};

/** Why a fill did not happen (public words; readers must treat the list as open). */
export type FailReason =
  "DEPOSITED_AMOUNT_TOO_LOW_TO_FILL" | "SLIPPAGE" | "SOLVER_BALANCE_TOO_LOW" | "TRANSACTION_REVERTED";

/** Why a refund did not happen. */
export type RefundFailReason = "AMOUNT_TOO_LOW_TO_REFUND" | "MANUAL_REFUND_REQUIRED";

/** A confirmed output that paid the deposit address. The outpoint is `txid:vout`; the amount is sats. */
export type Deposit = Readonly<{ outpoint: string; amount: bigint; height: number; blockHash: string }>;

/** What a quote promises: at least `output` destination units for exactly `input` sats (interface specification 3, rule 2). */
export type Floor = Readonly<{ input: bigint; output: bigint }>;

export type BridgeRequest = Readonly<{
  id: string;
  version: number;
  state: RequestState;
  parent: string | undefined; // the request that the address was issued for; undefined for that request itself
  user: string;
  recipient: EvmAddress;
  refundTo: BitcoinAddress | undefined;
  referrer: string | undefined;
  destinationChainId: number;
  destinationCurrency: EvmAddress;
  depositAddress: BitcoinAddress;
  addressIndex: number;
  slippageBps: number;
  floor: Floor | undefined; // a child request has none: it is quoted afresh when it arrives
  promised: bigint | undefined; // destination units: quoted, then as re-quoted for the fill
  quote: unknown; // an object: how the promise came about (prices, gas, fees), kept verbatim for the books
  deposit: Deposit | undefined;
  fill: Readonly<{ hash: string }> | undefined;
  refund: Readonly<{ txid: string; amount: bigint }> | undefined;
  failReason: FailReason | undefined;
  refundFailReason: RefundFailReason | undefined;
  createdAt: Instant;
  updatedAt: Instant;
}>;

/**
 * True when a deposit is of the quoted amount, so that the quote's minimum binds it. Any other amount is quoted afresh
 * (interface specification 3, rule 3): the old minimum would not fit it, because a part of the fees does not scale.
 */
export function isExactly(floor: Floor, deposit: Deposit): boolean {
  return deposit.amount === floor.input;
}
