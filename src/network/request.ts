import type { Instant } from "../values/time.ts";

/**
 * One request of the intent service: a quote that was given out, or a further deposit to its address (a child request).
 *
 *            deposit confirmed          output >= floor              receipt (status 1) at the configured depth
 *   waiting ───────────────► pending ───────────────────► filling ───────────────────────────────► success
 *    │ ▲ ▲                    │  │                          │                                          ▲
 *    │ │ └─ undone, or dust ──┘  │ below the floor          │ reverted, or never sent                  │
 *    │ │                         ▼                          ▼                                          │
 *    │ └─ undone, unsigned ── refunding ◄───────────────────┘                                          │
 *    │                           │  └── refund in a block ──► refund                                   │
 *    │                           └── amount below the miner's fee, or no refund address ──► failure       │
 *    ├─ the user's own transaction does it all (same-chain swap, send, wrap, unwrap) ──────────────────┘
 *    ├─ the order of a same-chain swap has expired ──► failure, and success should its swap turn up after all
 *    └─ its money came in another currency or on another chain ◄──► superseded (and back when that is undone)
 *
 * A polling client sees `pending` for filling and for refunding, so it is never told failure while a refund will follow. Of a
 * superseded request it sees the state of its successor.
 * An operator can send a request from failure to refunding (`crosstill network refund`).
 * A request in pending or refunding may be held: nothing is paid until the operator has decided (`crosstill network holds`), or
 * until a daily limit has room again. The limit changes nothing else about what may become of the request.
 */
export type RequestState = ShownState | "superseded";

/** The states that clients see: a superseded request shows its successor's. */
export type ShownState = "waiting" | "pending" | "filling" | "success" | "refunding" | "refund" | "failure";

/** The only moves there are. */
export const NEXT: Readonly<Record<RequestState, readonly RequestState[]>> = {
  waiting: ["pending", "success", "failure", "superseded"],
  pending: ["waiting", "filling", "refunding", "failure"],
  filling: ["success", "refunding", "failure"],
  refunding: ["waiting", "refund", "failure"],
  success: [],
  refund: [],
  failure: ["refunding", "success"],
  superseded: ["waiting"],
};

/**
 * How the user's money reaches the service.
 *   deposit-address  a transfer to an address of the request (interface specification 4.4)
 *   depository       the user's wallet calls the depository contract with the request's id
 *   permit           the user signs a transfer or an allowance; the service pulls the tokens to an address of the request
 *   psbt             the user signs a Bitcoin transaction that pays an address of the request
 *   desk             the user's wallet swaps at the swap desk contract: deposit and fill are one transaction
 *   direct           the user's wallet sends, wraps or unwraps by itself; the service only looks
 */
export type Method = "deposit-address" | "depository" | "permit" | "psbt" | "desk" | "direct";

/** What a request does, in the public words. */
export type Operation = "bridge" | "swap" | "send" | "wrap" | "unwrap" | "call";

/** Why a fill did not happen (public words; readers must treat the list as open). */
export type FailReason =
  | "DEPOSITED_AMOUNT_TOO_LOW_TO_FILL"
  | "SLIPPAGE"
  | "SOLVER_BALANCE_TOO_LOW"
  | "INSUFFICIENT_POOL_LIQUIDITY"
  | "TRANSACTION_REVERTED"
  | "EXECUTION_REVERTED"
  | "TTL_EXPIRED"
  | "ORDER_EXPIRED"
  | "DOUBLE_SPEND"
  | "DEPOSIT_REORGED"
  | "MANUAL_ADMIN_REFUND"
  | "INCORRECT_DEPOSIT_CURRENCY"
  | "DEPOSIT_CHAIN_MISMATCH";

/** What holds a payment back until the operator decides: screening of its addresses. */
export type CheckKind = "screening";

/** What holds a payment back: a check, until the operator decides, or a daily limit (solver/limits.ts), until it has room again. */
export type Hold = CheckKind | "limit";

/** Why a refund did not happen. */
export type RefundFailReason = "AMOUNT_TOO_LOW_TO_REFUND" | "MANUAL_REFUND_REQUIRED";

/** A currency on a chain, by its identifier in the interface: a token's address in lower case, or a native identifier. */
export type CurrencyKey = Readonly<{ chainId: number; currency: string }>;

/**
 * A transfer that paid a request. The id names it for ever: `txid:vout` on Bitcoin, `chain:hash:value` or
 * `chain:hash:place:digest` on an EVM chain (deposits/evmArrivals.ts). The amount is in smallest units of the currency that
 * really came, which need not be the quoted one.
 */
export type Deposit = CurrencyKey &
  Readonly<{
    id: string;
    txHash: string;
    sender: string | undefined;
    amount: bigint;
    height: number;
    blockHash: string;
  }>;

/**
 * What a quote promises: at least `output` destination units for `input`, and at that rate for any other amount (interface
 * specification 3, rule 2). `flat` is the part of its fees that does not grow with the amount, in destination units.
 */
export type Floor = Readonly<{ input: bigint; output: bigint; flat: bigint }>;

/** The child request that carries what was paid in the place of a quoted deposit, and how far that one is. */
export type Successor = Readonly<{ id: string; state: ShownState }>;

/** A share of the input that goes to the application that sent the user; the recipient is an EVM address. */
export type AppFee = Readonly<{ recipient: string; bps: number }>;

/** A call on the destination chain (interface specification 2.1, `txs`). */
export type Call = Readonly<{ to: string; value: bigint; data: string }>;

export type BridgeRequest = Readonly<{
  id: string;
  version: number;
  state: RequestState;
  parent: string | undefined; // the request that the address was issued for; undefined for that request itself
  successor: Successor | undefined; // of a superseded request
  method: Method;
  operation: Operation;
  user: string;
  recipient: string;
  refundTo: string | undefined; // where a refund goes; undefined: a person has to decide (rule 6)
  recoveryAddress: string | undefined; // where it goes instead of waiting for a person
  referrer: string | undefined;
  owner: string | undefined; // the hash of the API key that it was quoted with
  origin: CurrencyKey;
  destination: CurrencyKey;
  tradeType: "EXACT_INPUT" | "EXACT_OUTPUT" | "EXPECTED_OUTPUT";
  strict: boolean; // one order: takes one deposit of at least the quoted amount
  expiresAt: Instant | undefined; // a fill after it is a refund instead (ttl)
  appFees: readonly AppFee[];
  calls: readonly Call[];
  depositAddress: string | undefined;
  addressIndex: number | undefined;
  slippageBps: number;
  floor: Floor | undefined; // a child request has none, as it is quoted afresh when it arrives, unless it succeeds a superseded one
  promised: bigint | undefined; // destination units: quoted, then as re-quoted for the fill
  taken: bigint | undefined; // of the deposit, by the fill: the rest of an exact output's goes back
  quote: unknown; // an object: how the promise came about (prices, gas, fees), kept verbatim for the books
  sighted: string | undefined; // a transaction that will bring the deposit, in no block yet; of a superseded request its successor's
  deposit: Deposit | undefined;
  fill: Readonly<{ hash: string }> | undefined; // the latest of the fill's transactions: a stuck one is replaced
  refund: Readonly<{ hash: string; amount: bigint }> | undefined;
  failReason: FailReason | undefined;
  refundFailReason: RefundFailReason | undefined;
  held: Hold | undefined; // its fill (pending) or its refund (refunding) waits
  createdAt: Instant;
  updatedAt: Instant;
}>;

/** The same currency on the same chain. */
export function sameKey(a: CurrencyKey, b: CurrencyKey): boolean {
  return a.chainId === b.chainId && a.currency === b.currency;
}
