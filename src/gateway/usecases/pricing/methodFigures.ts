import type { Cost, Invoice } from "../../domain/invoices/invoice.ts";
import { currentOffer } from "../../domain/invoices/invoice.ts";
import { remainingOf } from "../../domain/invoices/paid.ts";
import { divCeil, divFloor, min, sum } from "../../../values/amount.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { HOUR_MS, type Instant } from "../../../values/time.ts";
import { nextInput, type Point } from "./findInput.ts";
import type { Method } from "./methods.ts";
import type { Quote } from "../../ports/servicePort.ts";
import type { RouteCosts, RouteMemory } from "./feeCurveCache.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";

/**
 * About what a payment by a method is, before it was chosen: what is sent (the coin's smallest units), what its conversion costs
 * and what the shop receives (settlement units), and how long it takes. Each is there only where it is known.
 */
export type MethodFigures = Readonly<{
  sends?: bigint | undefined;
  fee?: bigint | undefined;
  receives?: bigint | undefined;
  seconds?: number | undefined;
}>;

const REMEMBERED_MS = HOUR_MS; // older rates and fees are not valid any more
const BITCOIN_BLOCK_SECONDS = 600; // on average (interface specification 8)

/** The figures of a method: of its price, where there is one; else by what the last quotes of its route came to. Nothing is asked for this. */
export function figuresOf(
  invoice: Invoice,
  { settings: { feeBearer } }: MerchantStore,
  method: Method,
  memory: RouteMemory | undefined,
  now: Instant,
): MethodFigures {
  const { terms } = invoice;
  const isFresh = memory !== undefined && now - memory.at <= REMEMBERED_MS;
  const costs = isFresh ? memory.costs : undefined;
  const seconds = secondsOf(method, costs, terms.policy.confirmations);
  if (terms.topUp) return { seconds }; // the amount is unknown
  const due = remainingOf(invoice);
  if (method.direct) return { sends: due, fee: 0n, receives: due };
  const offer = currentOffer(invoice, method.id);
  if (offer?.covers === due) {
    const fee = offer.cost && sum(Object.values(offer.cost.fees));
    return { sends: offer.input, fee, receives: offer.floor, seconds };
  }
  if (!isFresh || memory.points.length === 0) return { seconds };
  const fee = costs && costs.flat + divCeil(due * costs.growingBps, 10_000n);
  const afterFee = fee === undefined || fee > due ? undefined : due - fee;
  const flat = feeBearer === "payer" ? costs?.flatTaken : 0n;
  return {
    sends: inputFor(due, memory.points, flat),
    fee,
    receives: feeBearer === "payer" ? due : afterFee,
    seconds,
  };
}

/**
 * The input for a price, by the last quote. The flat fee is taken out before the rest is scaled: a line through two quotes of
 * about the same size would multiply what the rate moved between them, and a flat fee weighs more in a small quote.
 */
function inputFor(due: bigint, points: readonly Point[], flat: bigint | undefined): bigint {
  const last = points.at(-1);
  if (flat === undefined || !last || last.yield <= 0n) return nextInput(due, points, 0n);
  return divCeil(last.input * (due + flat), last.yield + flat);
}

/** What a quote teaches of its route: its fees, split into a flat part and a share, and its time; undefined where it states none. */
export function costsOf(
  { flatFeesUsd, flatTakenUsd, outputUsd, output, seconds }: Quote,
  cost: Cost | undefined,
): RouteCosts | undefined {
  if (!cost || cost.gross === 0n) return undefined;
  const fee = sum(Object.values(cost.fees));
  const inUnits = (usd: bigint | undefined) =>
    usd === undefined || output === undefined || !outputUsd ? undefined : divFloor(output * usd, outputUsd);
  const flat = min(inUnits(flatFeesUsd) ?? 0n, fee);
  return {
    flat,
    flatTaken: inUnits(flatTakenUsd),
    growingBps: divCeil((fee - flat) * 10_000n, cost.gross),
    seconds,
  };
}

/**
 * The time for the blocks that a payment needs, plus the service's estimate for the rest (which may include
 * the blocks).
 */
function secondsOf(
  { chainId }: Method,
  costs: RouteCosts | undefined,
  confirmations: number,
): number | undefined {
  const blocks = chainId === BITCOIN_CHAIN_ID ? Math.max(1, confirmations) * BITCOIN_BLOCK_SECONDS : 0;
  return Math.max(blocks, costs?.seconds ?? 0) || undefined;
}
