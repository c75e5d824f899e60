import { bpsCeil, divCeil, divFloor } from "../money/amount.ts";
import type { UsdPrice } from "./priceWalk.ts";

/**
 * What a bridge from Bitcoin to a token costs. All arithmetic is exact, in destination units (10^-decimals tokens).
 *
 *   output = gross - relayer gas - service fee          gross = the deposit at the mid prices, rounded down
 *   relayer gas  = the token transfer on the destination + sweeping the deposit on Bitcoin, rounded up
 *   service fee  = a share of the gross + a flat part, rounded up
 *   minimum      = output less the slippage tolerance, rounded down
 */

/** Everything outside the request that its price depends on. */
export type Market = Readonly<{
  inputUsd: UsdPrice; // a bitcoin
  outputUsd: UsdPrice; // a whole token
  nativeUsd: UsdPrice; // the destination chain's coin
  outputDecimals: number;
  nativeDecimals: number;
  gasPrice: bigint; // smallest native units (wei) per gas
  satPerKvb: bigint; // sats for 1,000 virtual bytes
}>;

/** The fees of one bridge in destination units, and the sats that the payer's own transaction will cost about. */
export type Fees = Readonly<{ relayerGas: bigint; relayerService: bigint; payerGasSats: bigint }>;

export type Price = Readonly<{ input: bigint; output: bigint; minimum: bigint; fees: Fees }>;

export const DEFAULT_SLIPPAGE_BPS = 100;

const SATS_PER_BTC = 100_000_000n;
const TRANSFER_GAS = 65_000n; // an ERC-20 transfer to a new holder
const DEPOSIT_ADDRESS_GAS = 70_000n; // the extra of deposit addresses for ERC-20 bridges (interface specification 4.4)
const SWEEP_VBYTES = 191n; // one input, depository and OP_RETURN
const PAYER_VBYTES = 141n; // one input, payment and change
const SERVICE_BPS = 15;
const SERVICE_FLAT_USD = 2_000_000n; // 0.02 USD in 10^-8

/** The price of bridging `input` sats. The output may be negative: then the deposit does not pay for its own bridge. */
export function priceInput(input: bigint, market: Market, slippageBps: number): Price {
  const gross = grossOutput(input, market);
  const fees = feesOf(gross, market);
  const output = gross - fees.relayerGas - fees.relayerService;
  const minimum = output > 0n ? divFloor(output * BigInt(10_000 - slippageBps), 10_000n) : 0n;
  return { input, output, minimum, fees };
}

/** The price of the fewest sats whose bridge brings at least `output` (the exact inverse of priceInput). */
export function priceOutput(output: bigint, market: Market, slippageBps: number): Price {
  const beforeShare = output + relayerGas(market) + flatFee(market);
  const gross = divCeil(beforeShare * 10_000n, BigInt(10_000 - SERVICE_BPS));
  const input = divCeil(gross * SATS_PER_BTC * market.outputUsd, market.inputUsd * units(market));
  return priceInput(input, market, slippageBps);
}

/** The value of `amount` smallest units of a coin with `decimals`, in 10^-8 US dollars, rounded down. */
export function usdValue(amount: bigint, decimals: number, price: UsdPrice): bigint {
  return (amount * price) / 10n ** BigInt(decimals);
}

function grossOutput(input: bigint, market: Market): bigint {
  return divFloor(input * market.inputUsd * units(market), SATS_PER_BTC * market.outputUsd);
}

function feesOf(gross: bigint, market: Market): Fees {
  return {
    relayerGas: relayerGas(market),
    relayerService: bpsCeil(gross, SERVICE_BPS) + flatFee(market),
    payerGasSats: divCeil(PAYER_VBYTES * market.satPerKvb, 1_000n),
  };
}

/** Every Bitcoin route of this service is paid at a deposit address, so its extra gas is part of every price. */
function relayerGas(market: Market): bigint {
  const wei = (TRANSFER_GAS + DEPOSIT_ADDRESS_GAS) * market.gasPrice;
  const sweep = divCeil(SWEEP_VBYTES * market.satPerKvb, 1_000n);
  const destination = divCeil(
    wei * market.nativeUsd * units(market),
    10n ** BigInt(market.nativeDecimals) * market.outputUsd,
  );
  return destination + divCeil(sweep * market.inputUsd * units(market), SATS_PER_BTC * market.outputUsd);
}

function flatFee(market: Market): bigint {
  return divCeil(SERVICE_FLAT_USD * units(market), market.outputUsd);
}

function units(market: Market): bigint {
  return 10n ** BigInt(market.outputDecimals);
}
