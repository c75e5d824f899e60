import type { Write } from "../../../database/driver.ts";
import { formatDecimal, max } from "../../../values/amount.ts";
import { MINUTE_MS } from "../../../values/time.ts";
import { inCoins, isToken, keyOf, type Currency, type KeepBounds, type Treasury } from "../../catalog.ts";
import { newRequestId, type NetworkParts } from "../../parts.ts";
import { openOrders, type OutboundKind } from "../../persistence/outbound.ts";
import { ownPayment, type OwnOrder } from "../../persistence/ownOrders.ts";
import { backOff, isBackedOff, type SolverParts } from "../memory.ts";
import { treasuryMove, type TreasuryMove } from "../treasuryPlan.ts";
import { paymentCall } from "./fills.ts";
import { gasLimit } from "./gas.ts";
import { carryOutNext } from "./ownOrders.ts";
import { openRun, signPayment } from "./signPayment.ts";
import { simulateCall } from "./simulate.ts";

const RETRY_MS = 10 * MINUTE_MS;
/** Payments that take coins of the account which nothing was promised of: a transfer waits until they are in a block. */
const OTHER_PAYMENTS: ReadonlySet<OutboundKind> = new Set(["treasury", "claim", "top-up"]);

type Parts = Pick<NetworkParts, "catalog" | "market" | "settings">;

/** A coin with bounds, what of it nothing is promised of, and what is to be done about it. Amounts are smallest units. */
export type Kept = Readonly<{ currency: Currency; free: bigint; bounds: KeepBounds; move: TreasuryMove }>;

/**
 * Sends what the service holds above the operator's bounds to the treasury of the chain, and what the operator has ordered: one
 * transfer at a time, of coins that nothing is promised of. Tells what lacks below the bounds. Nothing without a treasury.
 */
export async function sendToTreasury(parts: SolverParts, chainId: number): Promise<void> {
  const treasury = parts.catalog.chain(chainId)?.treasury;
  if (!treasury) return;
  const kept = await keptCoins(parts, chainId);
  for (const one of kept) report(parts, one);
  if ((await openOrders(parts.store, chainId)).some(({ kind }) => OTHER_PAYMENTS.has(kind))) return;
  const make = (order: OwnOrder, signed: Write) => makeOrdered(parts, treasury, order, signed);
  if (await carryOutNext(parts, chainId, "treasury", make)) return;
  for (const { currency, move } of kept) {
    const key = keyFor(currency);
    if (move.kind !== "surplus" || isBackedOff(parts, key)) continue;
    backOff(parts, key, RETRY_MS);
    const refused = await send(parts, treasury, {
      currency,
      amount: move.amount,
      id: newRequestId(parts.random),
    });
    if (refused === undefined) return parts.memory.alarms.clear("network.treasury_refused", key);
    parts.memory.alarms.raise("network.treasury_refused", key, {
      ...dataOf(currency, move.amount),
      why: refused,
    });
  }
}

/**
 * The coins of a chain that have bounds, as they are now. Tokens are left out while the account has too little of the chain's own
 * coin for the gas of the next payment: their capacity is zero then, and says nothing about what is held. Throws HttpFailure.
 */
export async function keptCoins(parts: Parts, chainId: number): Promise<readonly Kept[]> {
  const { keep = [] } = parts.catalog.chain(chainId)?.treasury ?? {};
  const [native] = parts.catalog.currencies(chainId);
  const hasGas = keep.length > 0 && native !== undefined && (await freeOf(parts, native)) > 0n;
  const kept = keep.map(async (bounds) => {
    const currency = parts.catalog.currency(chainId, bounds.symbol);
    if (!currency || (isToken(currency) && !hasGas)) return [];
    const free = await freeOf(parts, currency);
    return [{ currency, free, bounds, move: treasuryMove(free, bounds, reserveOf(parts, currency)) }];
  });
  return (await Promise.all(kept)).flat();
}

/**
 * Why a transfer that the operator orders is not made now, or undefined: it takes nothing that is promised, leaves the gas that the
 * account needs, and leaves a coin with bounds within them. Changes nothing. Throws HttpFailure.
 */
export async function refusesTransfer(
  parts: Parts,
  { currency, amount }: Readonly<{ currency: Currency; amount: bigint }>,
): Promise<string | undefined> {
  const { chainId, symbol } = currency;
  const treasury = parts.catalog.chain(chainId)?.treasury;
  if (!treasury) return `chain ${chainId} has no treasury: set NETWORK_TREASURY_${chainId}`;
  const free = await freeOf(parts, currency);
  if (amount > free)
    return `only ${inCoins(currency, free)} can be sent; the rest is promised, or needed for gas`;
  const bounds = treasury.keep.find((one) => one.symbol === symbol);
  const least = max(bounds?.least ?? 0n, reserveOf(parts, currency));
  if (free - amount >= least) return undefined;
  const why = least === bounds?.least ? `NETWORK_TREASURY_KEEP_${chainId}` : "NETWORK_LOW_NATIVE";
  return `it would leave ${inCoins(currency, free - amount)}; ${inCoins(currency, least)} have to stay (${why})`;
}

/** What the account holds of a coin that nothing is promised of, without the gas of the next payments. */
function freeOf({ market }: Parts, currency: Currency): Promise<bigint> {
  return market.capacity(currency, ["pending", "filling"]);
}

/** What of a chain's own coin has to stay for gas. */
function reserveOf({ settings }: Parts, currency: Currency): bigint {
  return isToken(currency) ? 0n : settings.solver.lowNative;
}

/** Signs a transfer that the operator has ordered. The reason why it is not made; undefined where it is. */
async function makeOrdered(
  parts: SolverParts,
  treasury: Treasury,
  { id, chainId, currency: address, target, amount }: OwnOrder,
  signed: Write,
): Promise<string | undefined> {
  const currency = parts.catalog.currency(chainId, address);
  if (!currency) return "the service does not serve this coin any more";
  if (target !== treasury.address)
    return `it was ordered to ${target}, and the service's treasury is ${treasury.address}`;
  const why = await refusesTransfer(parts, { currency, amount });
  return why ?? send(parts, treasury, { currency, amount, id }, [signed]);
}

type Transfer = Readonly<{ currency: Currency; amount: bigint; id: string }>;

/** Signs a transfer under its id, together with `others`. The reason why it is not made; undefined where it is. */
async function send(
  parts: SolverParts,
  { address }: Treasury,
  { currency, amount, id }: Transfer,
  others: readonly Write[] = [],
): Promise<string | undefined> {
  const call = paymentCall(currency, address, amount);
  const run = await openRun(parts, currency.chainId);
  const trial = { call, fees: run.fees, purpose: "payment", about: keyFor(currency) } as const;
  const tried = await simulateCall(parts, run.chain, trial);
  if (tried.reverts) return tried.reason;
  const gas = gasLimit(tried.gas, "payment");
  if (gas === undefined) return `it needs ${tried.gas} gas`;
  const order = {
    ...({ id: ownPayment("treasury", id), requestId: null, kind: "treasury" } as const),
    ...keyOf(currency),
    ...{ amount, call, gas },
  };
  await signPayment(parts, run, order, () => others);
  parts.log.info("network.treasury_sent", { ...dataOf(currency, amount), payment: order.id, to: address });
  return undefined;
}

/** Tells what has to be sent to the service's account, once while it lacks. */
function report({ memory, keys }: SolverParts, { currency, free, move }: Kept): void {
  const about = keyFor(currency);
  if (move.kind !== "lack") return memory.alarms.clear("network.refill_needed", about);
  const held = formatDecimal(free, currency.decimals);
  const account = keys.solverEvmAddress;
  memory.alarms.raise("network.refill_needed", about, { ...dataOf(currency, move.amount), held, account });
}

function dataOf({ chainId, symbol, decimals }: Currency, amount: bigint): Readonly<Record<string, unknown>> {
  return { chain: chainId, symbol, amount: formatDecimal(amount, decimals) };
}

function keyFor({ chainId, symbol }: Currency): string {
  return `treasury ${chainId} ${symbol}`;
}
