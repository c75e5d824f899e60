import { divFloor } from "../../../values/amount.ts";
import type { Worth } from "../../../values/worth.ts";
import { MINUTE_MS, type Instant } from "../../../values/time.ts";
import { PayoutRefusal } from "./pullPayment.ts";
import { sentence } from "../../../values/sentence.ts";

/**
 * A payout is an amount to be paid to an address.
 *
 *        approved                 sent                 arrived
 *   AwaitingApproval ──► AwaitingPayment ──► InProgress ──► Completed
 *          │                    │  ▲              │
 *          └──────► Cancelled ◄─┘  └──────────────┘  the service sent it back, or nothing was sent
 *
 * The words are the merchant API's (Greenfield).
 */
export type PayoutState = "AwaitingApproval" | "AwaitingPayment" | "InProgress" | "Completed" | "Cancelled";

/** The only moves there are. */
export const NEXT: Readonly<Record<PayoutState, readonly PayoutState[]>> = {
  AwaitingApproval: ["AwaitingPayment", "Cancelled"],
  AwaitingPayment: ["InProgress", "Completed", "Cancelled"],
  InProgress: ["Completed", "AwaitingPayment"],
  Completed: [],
  Cancelled: [],
};

export const PAYOUT_STATES = Object.keys(NEXT) as readonly PayoutState[];

/** The coin that a payout is paid in, and its method id (BTC-CHAIN, USDC-BASE). */
export type PayoutCoin = Readonly<{
  methodId: string;
  chainId: number;
  currency: string;
  symbol: string;
  decimals: number;
}>;

/** A coin as the books name it: smallest units are of it. */
export type BookedCoin = Omit<PayoutCoin, "methodId">;

/**
 * How well a payout's payment is known: read from the chain, reported by the intent service, or marked by
 * the merchant.
 */
export type PayoutEvidence = "verified" | "service" | "merchant";

/**
 * The transfer that paid it. The key "<chain id>:<tx>:<place>" is a transfer that was read, and "<chain
 * id>:<tx>:said" a transaction that was named by a person where nothing could be read: it pays no other
 * payout. For a confirmed payment of several payouts the key ends in "said:<payout>" instead.
 */
export type PaymentProof = Readonly<{
  evidence: PayoutEvidence;
  txHash: string | undefined;
  key: string | undefined;
  amount: bigint | undefined; // what arrived, in smallest units of the coin, where it is known
  said: unknown; // the merchant's own proof, echoed verbatim
}>;

/**
 * What left the merchant's wallet for a payout that the service has converted: read from the chain, else the quote's amount by
 * the word of the service, which has got it. Smallest units of the coin.
 */
export type Departure = Readonly<{
  coin: BookedCoin;
  amount: bigint;
  txHash: string | undefined;
  evidence: Exclude<PayoutEvidence, "merchant">;
}>;

/**
 * A transaction that a browser wallet was asked to send; the hash is missing until the wallet has returned
 * it.
 */
export type HandedOver = Readonly<{ hash: string | undefined }>;

/**
 * A payment through the intent service: its quote, and the service's later reports. Amounts are smallest
 * units.
 */
export type ServicePayment = Readonly<{
  requestId: string;
  user: string; // the account that signs and pays
  input: bigint; // of the settlement coin
  coin?: BookedCoin | undefined; // that one, as it was when the quote was made; versions before did not keep it
  gross?: bigint | undefined; // the input's worth before fees by the quote, in the payout's coin
  expected: bigint | undefined; // the expected output by the quote
  minimum: bigint | undefined;
  quote: unknown; // the answer with the steps to sign, as it came
  word: string; // the service's last word
  short?: bigint | undefined; // what a transaction that it named has brought, where that is less than was promised
  sent?: readonly string[] | undefined; // the transactions of a payment by the command
  sending?: boolean | undefined; // `crosstill payouts pay` may have sent a transaction whose hash is not stored
  handed?: readonly HandedOver[] | undefined; // of a payment by a browser wallet (walletPayment.ts), in the order of the steps
  at: Instant;
}>;

/**
 * A transaction that a person named as the payment, while a reorganisation or its wallet may still remove it. `isRefused`: it is
 * final now, and it has not paid this payout. `missingSince`: neither a block nor the mempool has it.
 */
export type NamedPayment = Readonly<{
  txHash: string;
  paysSeveral: boolean;
  said?: unknown; // the merchant's own proof
  at: Instant;
  isRefused?: boolean | undefined;
  missingSince?: Instant | undefined;
}>;

const MISSING_GRACE_MS = 10 * MINUTE_MS; // most transactions that a reorganisation removes are in one of the next blocks again

/** The unattributed funds that a payout refunds whole, and what they were worth when it was completed. */
export type RefundedFunds = Readonly<{
  chainId: number;
  outpoint: string;
  worths?: readonly Worth[] | undefined;
}>;

export type Payout = Readonly<{
  id: string;
  storeId: string;
  pullPaymentId: string | undefined;
  destination: string; // checked for its chain
  coin: PayoutCoin;
  originalCurrency: string;
  originalDecimals: number;
  originalAmount: bigint; // smallest units of the original currency
  payoutAmount: bigint | undefined; // smallest units of the coin, once it is approved
  worth: bigint | undefined; // of a refund: its part of what the invoice has brought, settlement units
  state: PayoutState;
  revision: number; // an approval names the revision that was reviewed
  proof: PaymentProof | undefined;
  departure?: Departure | undefined; // of a payout that the service has converted
  worths?: readonly Worth[] | undefined; // what it was worth when it was completed
  unattributed?: RefundedFunds | undefined; // of a refund of unattributed funds
  service: ServicePayment | undefined;
  named?: NamedPayment | undefined; // until the payout is completed or taken back
  formerRequests?: readonly string[] | undefined; // of the service, from payments that were taken back: the oldest first
  lastTriedAt?: Instant | undefined; // when the newest of them was quoted
  metadata: unknown; // the merchant's own, echoed verbatim
  createdAt: Instant;
  version: number;
}>;

/** Approves a payout at an amount of its coin. Throws PayoutRefusal: invalid-state, old-revision, amount-too-low. */
export function approve(payout: Payout, revision: number | undefined, amount: bigint): Payout {
  requireMove(payout, "AwaitingPayment", ["AwaitingApproval"]);
  if (revision !== undefined && revision !== payout.revision) {
    const said = sentence(
      "Expected revision {revision}, got {got}: the payout has changed. Look at it again.",
      {
        revision: payout.revision,
        got: revision,
      },
    );
    throw new PayoutRefusal("old-revision", said);
  }
  if (amount <= 0n) {
    const said = sentence("The amount is less than the smallest unit of {coin}. Cancel the payout.", {
      coin: payout.coin.symbol,
    });
    throw new PayoutRefusal("amount-too-low", said);
  }
  return moved(payout, { state: "AwaitingPayment", payoutAmount: amount });
}

/** Cancels a payout without a payment. Idempotent. Throws PayoutRefusal invalid-state. */
export function cancel(payout: Payout): Payout {
  if (payout.state === "Cancelled") return payout;
  requireMove(payout, "Cancelled", ["AwaitingApproval", "AwaitingPayment"]);
  return moved(payout, { state: "Cancelled" });
}

/** Keeps a quote of the service to pay by. Throws PayoutRefusal invalid-state unless it waits for its payment. */
export function withQuote(payout: Payout, service: ServicePayment): Payout {
  requireMove(payout, "InProgress", ["AwaitingPayment"]);
  return moved(payout, { service });
}

/**
 * Records that the payment was started. A payment through the service names its request. Throws
 * PayoutRefusal invalid-state.
 */
export function start(payout: Payout, requestId?: string): Payout {
  requireMove(payout, "InProgress", ["AwaitingPayment"]);
  if (requestId === undefined) return moved(payout, { state: "InProgress", service: undefined });
  if (payout.service?.requestId === requestId) return moved(payout, { state: "InProgress" });
  const said = sentence("The payout has a newer quote than the one that was to be signed. Start again.");
  throw new PayoutRefusal("invalid-state", said);
}

/** Records a transaction that is not final yet: the payout is on its way. Throws PayoutRefusal invalid-state unless it waits for its payment or is on its way. */
export function waitUntilFinal(payout: Payout, named: NamedPayment): Payout {
  if (payout.state === "InProgress") return moved(payout, { named });
  return { ...start(payout), named };
}

/** Records whether the chain shows the named transaction. Returns the same object when nothing changes. */
export function withNamedShown(payout: Payout, isShown: boolean, at: Instant): Payout {
  const { named } = payout;
  if (!named || isShown === (named.missingSince === undefined)) return payout;
  return moved(payout, { named: { ...named, missingSince: isShown ? undefined : at } });
}

/** Returns true for a payout under way that needs a person: its transaction is gone or paid something else, or too little arrived. */
export function needsPerson({ state, named, service }: Payout, now: Instant): boolean {
  if (state !== "InProgress") return false;
  const { isRefused, missingSince = Infinity } = named ?? {};
  return isRefused === true || now - missingSince >= MISSING_GRACE_MS || service?.short !== undefined;
}

/** Records that the named transaction is final and has not paid this payout. Changes nothing when another one was named meanwhile. */
export function refuseNamed(payout: Payout, txHash: string): Payout {
  const { named } = payout;
  return named?.txHash === txHash && !named.isRefused
    ? moved(payout, { named: { ...named, isRefused: true } })
    : payout;
}

/** Keeps the service's word, and what has arrived where that is too little. The same again gives back the same object. */
export function withServiceStatus(payout: Payout, word: string, short = payout.service?.short): Payout {
  const { service } = payout;
  if (!service || (service.word === word && service.short === short)) return payout;
  return moved(payout, { service: { ...service, word, short } });
}

/** The least that pays it, in smallest units of its coin: what the quote promises that it was sent by, else what was approved. */
export function leastOf({ state, service, payoutAmount = 0n }: Payout): bigint {
  const sent = state === "InProgress" ? service : undefined;
  return sent?.minimum ?? sent?.expected ?? payoutAmount;
}

/** Whether it is being paid by that very request: it may have been taken back meanwhile, and be paid by another. */
export function isPaidBy({ state, service }: Payout, requestId: string): boolean {
  return state === "InProgress" && service?.requestId === requestId;
}

/**
 * Stores that the wallet is about to send a transaction of the request. Throws PayoutRefusal
 * invalid-state unless the payout is paid by that request.
 */
export function aboutToSend(payout: Payout, requestId: string): Payout {
  const { service } = payout;
  if (service && isPaidBy(payout, requestId))
    return service.sending ? payout : moved(payout, { service: { ...service, sending: true } });
  const said = sentence(
    "This payout was taken back, or paid otherwise, while request {request} was being paid. Nothing more is sent; look into the wallet for what was sent before.",
    { request: requestId },
  );
  throw new PayoutRefusal("invalid-state", said);
}

/**
 * Stores the hashes of the transactions that pay a request, whatever its present state. Idempotent: a
 * repetition returns the identical object.
 */
export function withSent(payout: Payout, requestId: string, sent: readonly string[]): Payout {
  const { service } = payout;
  if (service?.requestId !== requestId) return payout;
  if (sent.join() === (service.sent ?? []).join() && !service.sending) return payout;
  return moved(payout, { service: { ...service, sent, sending: undefined } });
}

/** The transactions by which the merchant has paid the service, as far as they are known. */
export function sentBy({ service }: Pick<Payout, "service">): readonly string[] {
  return [...(service?.sent ?? []), ...(service?.handed ?? []).flatMap(({ hash }) => hash ?? [])];
}

/** Returns true while the command or a browser wallet may have sent a transaction whose hash is not stored. */
export function isSending({ service }: Pick<Payout, "service">): boolean {
  return service?.sending === true || (service?.handed ?? []).some(({ hash }) => hash === undefined);
}

/** What is known of a payment when it is completed: the service's last word, where it paid, and what the books need. */
export type Completion = Readonly<{
  word?: string | undefined;
  departure?: Departure | undefined;
  worths?: readonly Worth[] | undefined;
}>;

/** It was paid. Throws PayoutRefusal invalid-state unless it was approved and not paid before. */
export function complete(payout: Payout, proof: PaymentProof, { word, ...booked }: Completion = {}): Payout {
  requireMove(payout, "Completed", ["AwaitingPayment", "InProgress"]);
  const { service } = payout;
  const last = service && word !== undefined ? { service: { ...service, word } } : {};
  return moved(payout, { state: "Completed", proof, named: undefined, ...booked, ...last });
}

/**
 * Nothing was sent, or it came back: the payout awaits payment again. A request still in progress at the
 * service could pay twice, so `isOver` states that it has ended. The request stays known, because a late
 * report is possible. Throws PayoutRefusal invalid-state.
 */
export function takeBack(payout: Payout, isOver: boolean): Payout {
  requireMove(payout, "AwaitingPayment", ["InProgress"]);
  const { service, formerRequests = [] } = payout;
  if (!service) return moved(payout, { state: "AwaitingPayment", named: undefined });
  if (!isOver) {
    const said = sentence(
      'The intent service may have paid it, or may be paying it: it says "{word}". Wait until the money has come back, or mark the payout Completed.',
      { word: service.word },
    );
    throw new PayoutRefusal("invalid-state", said);
  }
  const requests = [...formerRequests, service.requestId];
  const tried = { formerRequests: requests, lastTriedAt: service.at };
  return moved(payout, { state: "AwaitingPayment", service: undefined, named: undefined, ...tried });
}

/** The part of a refund's worth (settlement units) that a claim of `amount` out of `total` (units of the claim's coin) takes, rounded down: the parts never add up to more. */
export function worthPart(worth: bigint, amount: bigint, total: bigint): bigint {
  return divFloor(worth * amount, total);
}

function requireMove(payout: Payout, to: PayoutState, from: readonly PayoutState[]): void {
  if (from.includes(payout.state)) return;
  const { state } = payout;
  const [first = to, ...others] = from;
  const said =
    others.length === 0
      ? sentence("Expected a payout that is {from} to become {to}; this one is {state}.", {
          from: first,
          to,
          state,
        })
      : sentence("Expected a payout that is {from} or {other} to become {to}; this one is {state}.", {
          from: first,
          other: others.join(", "),
          to,
          state,
        });
  throw new PayoutRefusal("invalid-state", said);
}

/** The payout's next version. */
export function moved(payout: Payout, change: Partial<Payout>): Payout {
  return { ...payout, ...change, version: payout.version + 1 };
}
