import { bpsCeil, bpsFloor, divCeil, divFloor, max, min, sum } from "../../values/amount.ts";
import type { AppFee, CurrencyKey } from "../request.ts";
import type { UsdPrice } from "../prices/usdPrice.ts";

/**
 * What a route costs. All arithmetic is exact, in destination units (the smallest unit of the destination currency).
 *
 *   output = gross - relayer gas - flat fee - shares        gross = the input at the mid prices, rounded down
 *   relayer gas  = what the service's own transactions cost on both chains, rounded up one by one
 *   shares       = the service's and the applications' basis points of the gross together, rounded up once: so a larger
 *                  input never brings less, and the inverse is exact
 *   app fees     = the share of each application, rounded down
 *   service fee  = the flat part and the part of the shares without an application
 *   minimum      = output less the slippage tolerance, rounded down
 *   sponsored    = what an application pays of relayer gas and service fee: it goes back to the output, as far as it pays
 */

/** A coin as prices see it. */
export type Coin = Readonly<{ usd: UsdPrice; decimals: number }>;

/** Something that has to be paid for in a chain's own coin: `amount` smallest units. */
export type Cost = Readonly<{ what: string; coin: Coin; amount: bigint }>;

/** Everything outside the request that its price depends on. */
export type Market = Readonly<{
  input: Coin;
  output: Coin;
  sameAsset: boolean; // the same coin on two chains: no price risk, hardly a fee
  relayerCosts: readonly Cost[];
  payerCost: Cost; // the user's own transaction, about
}>;

/** What a request asks of its price besides the amount. */
export type Conditions = Readonly<{
  slippageBps: number;
  appFees: readonly AppFee[];
  sponsoredUsd?: bigint | undefined; // what an application pays of gas and service fee at most, in dollars of 6 decimals
}>;

/** The fees of one bridge in destination units, and the smallest units of the origin's coin that the user's transaction costs. */
export type Fees = Readonly<{
  relayerGas: bigint;
  relayerService: bigint;
  app: bigint;
  payerGas: bigint;
  sponsored?: bigint; // of gas and service fee: an application pays it
}>;

/** More than fees ever are: an application pays all of them. */
export const ALL_FEES = 10n ** 30n;

/**
 * The part of an output that pools bring: `spends` smallest units of another currency of the destination's chain, out of the
 * service's own coins, for `brings` destination units. The rest of the output is the service's own. `impact` is what the swaps
 * cost beside the fees, compared with the mid prices (below zero: they gain).
 */
export type PoolSwaps = Readonly<{
  from: CurrencyKey;
  spends: bigint;
  brings: bigint;
  impact: bigint;
  swaps: readonly Readonly<{ pool: string; fee: number; amountIn: bigint; expected: bigint }>[];
}>;

/** The price of one bridge; `flat` is the part of the fees that does not grow with the amount, in destination units. */
export type Price = Readonly<{
  input: bigint;
  output: bigint;
  minimum: bigint;
  flat: bigint;
  fees: Fees;
  swap?: PoolSwaps; // left out where the service pays all of it
}>;

export const DEFAULT_SLIPPAGE_BPS = 100;

const SERVICE_BPS = 15;
const SAME_ASSET_BPS = 1;
const SERVICE_FLAT_USD = 2_000_000n; // 0.02 USD in 10^-8

/** The price of bridging `input` (origin units); the output is in destination units. It may be negative: then the deposit does not pay for its own bridge. */
export function priceInput(input: bigint, market: Market, conditions: Conditions): Price {
  const gross = convert(input, market.input, market.output, divFloor);
  const fees = feesOf(gross, market, conditions);
  const output = gross - feesTogether(fees);
  const flat = max(0n, relayerGas(market) + flatFee(market) - (fees.sponsored ?? 0n));
  return { input, output, minimum: atLeast(output, conditions.slippageBps), flat, fees };
}

/** The price of the smallest input (origin units) with an output of at least `output` destination units (the exact inverse of priceInput). */
export function priceOutput(output: bigint, market: Market, conditions: Conditions): Price {
  const beforeShares = output + relayerGas(market) + flatFee(market);
  const whole = (paid: bigint, bps: number) => divCeil(max(0n, paid) * 10_000n, BigInt(10_000 - bps));
  const shares = sharesBps(market, conditions);
  // With an application that pays: its own share of the input, or what it does not pay of all fees, whichever is more.
  const most = sponsoredMost(market, conditions);
  const gross =
    most === undefined
      ? whole(beforeShares, shares)
      : max(whole(output, appBps(conditions)), whole(beforeShares - most, shares));
  return priceInput(convert(gross, market.output, market.input, divCeil), market, conditions);
}

/** What an amount of one coin is worth in another, in smallest units of both. */
export function convert(
  amount: bigint,
  from: Coin,
  to: Coin,
  round: (numerator: bigint, denominator: bigint) => bigint,
): bigint {
  return round(amount * from.usd * 10n ** BigInt(to.decimals), to.usd * 10n ** BigInt(from.decimals));
}

/** The value of `amount` smallest units of a coin, in 10^-8 US dollars, rounded down. */
export function usdValue(amount: bigint, coin: Coin): bigint {
  return (amount * coin.usd) / 10n ** BigInt(coin.decimals);
}

/** The value of everything before fees and swaps, in destination units. */
export function worthOf({
  output,
  fees,
  swap,
}: Pick<Price, "output" | "fees"> & Readonly<{ swap?: Pick<PoolSwaps, "impact"> | undefined }>): bigint {
  return output + feesTogether(fees) + (swap?.impact ?? 0n);
}

/** The fees that go off the output, in destination units. */
export function feesTogether({ relayerGas, relayerService, app, sponsored = 0n }: Fees): bigint {
  return relayerGas + relayerService + app - sponsored;
}

function feesOf(gross: bigint, market: Market, conditions: Conditions): Fees {
  const app = sum(conditions.appFees.map(({ bps }) => bpsFloor(gross, bps)));
  const service = flatFee(market) + bpsCeil(gross, sharesBps(market, conditions)) - app;
  const most = sponsoredMost(market, conditions);
  return {
    relayerGas: relayerGas(market),
    relayerService: service,
    app,
    payerGas: market.payerCost.amount,
    ...(most !== undefined && { sponsored: min(most, relayerGas(market) + service) }),
  };
}

/** What an application pays at most, in destination units, rounded down; undefined where none pays. */
function sponsoredMost({ output }: Market, { sponsoredUsd }: Conditions): bigint | undefined {
  return sponsoredUsd === undefined ? undefined : convert(sponsoredUsd, DOLLARS, output, divFloor);
}

const DOLLARS: Coin = { usd: 100_000_000n, decimals: 6 };

function relayerGas({ relayerCosts, output }: Market): bigint {
  return sum(relayerCosts.map(({ coin, amount }) => convert(amount, coin, output, divCeil)));
}

function flatFee({ output }: Market): bigint {
  return divCeil(SERVICE_FLAT_USD * 10n ** BigInt(output.decimals), output.usd);
}

/** What goes off in basis points, together; far below the whole, because requests may ask for half of it at most. */
function sharesBps({ sameAsset }: Market, { appFees }: Conditions): number {
  return appBps({ appFees }) + (sameAsset ? SAME_ASSET_BPS : SERVICE_BPS);
}

function appBps({ appFees }: Pick<Conditions, "appFees">): number {
  return appFees.reduce((total, { bps }) => total + bps, 0);
}

/** The quoted minimum of an output at a slippage tolerance, rounded down. */
export function atLeast(output: bigint, slippageBps: number): bigint {
  return output > 0n ? divFloor(output * BigInt(10_000 - slippageBps), 10_000n) : 0n;
}
