import { scriptOf, type BitcoinAddress } from "../bitcoin/address.ts";
import { dustThreshold } from "../bitcoin/outputScript.ts";
import { feeAt, virtualSize } from "../bitcoin/transactionSize.ts";
import { BITCOIN_CHAIN_ID } from "../protocol/identifiers.ts";
import { requireCurrency } from "./catalog.ts";
import type { NetworkParts } from "./parts.ts";
import type { BridgeRequest, Deposit } from "./request.ts";
import { DUST_USD } from "./solver/evmRefunds.ts";
import { REFUND_GAS, SWEEP_GAS } from "./solver/gas.ts";
import { costOfReverted } from "./solver/revertedFills.ts";
import { valuer } from "./solver/worth.ts";
import { depositsByIds } from "./store/deposits.ts";

export type EstimateParts = Pick<
  NetworkParts,
  "store" | "catalog" | "market" | "bitcoin" | "prices" | "clock" | "keys"
>;

/** What a refund made now would cost, and what would arrive, in smallest units of the deposit; nothing when that is dust. */
export type RefundEstimate = Readonly<{ fee: bigint; arrives: bigint | undefined }>;

/**
 * Estimates the refund of a deposit to an address of its chain, by the fees of this moment. The solver reckons afresh when it
 * pays. Throws HttpFailure when a chain gave no answer, PriceUnavailable when nobody prices a coin.
 */
export async function estimateRefund(
  parts: EstimateParts,
  request: BridgeRequest,
  deposit: Deposit,
  to: string,
): Promise<RefundEstimate> {
  const charge = await costOfReverted(parts, request, requireCurrency(parts.catalog, deposit));
  return deposit.chainId === BITCOIN_CHAIN_ID
    ? onBitcoin(parts, request, deposit, to, charge)
    : onEvm(parts, deposit, charge);
}

async function onBitcoin(
  { bitcoin, market, keys }: EstimateParts,
  { depositAddress }: BridgeRequest,
  deposit: Deposit,
  to: string,
  charge: bigint,
): Promise<RefundEstimate> {
  const scriptAt = (address: string) => scriptOf(bitcoin.network, address as BitcoinAddress); // checked, or issued by us
  const own = scriptAt(keys.solverBitcoin);
  const target = scriptAt(to);
  // What an exact output left over comes from the solver's coins: its deposit was bridged.
  const from = deposit.id.includes("#") || depositAddress === undefined ? own : scriptAt(depositAddress);
  const isKept = charge >= dustThreshold(own);
  const size = virtualSize([from], isKept ? [target, own] : [target]);
  const fee = feeAt(size, await market.satPerKvb()) + (isKept ? charge : 0n);
  const arrives = deposit.amount - fee;
  return { fee, arrives: arrives >= dustThreshold(target) ? arrives : undefined };
}

async function onEvm(parts: EstimateParts, deposit: Deposit, charge: bigint): Promise<RefundEstimate> {
  const { costIn, usd } = await valuer(parts, requireCurrency(parts.catalog, deposit));
  const [row] = await depositsByIds(parts.store, [deposit.id]);
  const gas = REFUND_GAS + (row?.address ? SWEEP_GAS : 0n);
  const { maxFeePerGas } = await parts.market.gasFees(deposit.chainId);
  const fee = costIn(gas * maxFeePerGas) + charge;
  const arrives = deposit.amount - fee;
  return { fee, arrives: arrives > 0n && usd(arrives) >= DUST_USD ? arrives : undefined };
}
