import { scriptOf, type BitcoinAddress } from "../bitcoin/codec/address.ts";
import { dustThreshold } from "../bitcoin/codec/outputScript.ts";
import { feeAt, virtualSize } from "../bitcoin/codec/transactionSize.ts";
import { BITCOIN_CHAIN_ID } from "../intents/identifiers.ts";
import { requireCurrency } from "./catalog.ts";
import type { NetworkParts } from "./parts.ts";
import type { BridgeRequest, Deposit } from "./request.ts";
import { REFUND_GAS, SWEEP_GAS } from "./solver/evm/gas.ts";
import { chargeRefund, type RefundCharge } from "./solver/refundCharge.ts";
import { costOfReverted } from "./solver/revertedFills.ts";
import { depositsByIds } from "./persistence/deposits.ts";

export type EstimateParts = Pick<
  NetworkParts,
  "store" | "catalog" | "market" | "bitcoin" | "prices" | "clock" | "keys"
>;

/**
 * Estimates the refund of a deposit to an address of its chain, by present fees. The solver computes it
 * again when it pays. Throws HttpFailure when a chain gave no answer, PriceUnavailable when a coin has no
 * price.
 */
export async function estimateRefund(
  parts: EstimateParts,
  request: BridgeRequest,
  deposit: Deposit,
  to: string,
): Promise<RefundCharge> {
  return deposit.chainId === BITCOIN_CHAIN_ID
    ? onBitcoin(parts, request, deposit, to)
    : onEvm(parts, request, deposit);
}

async function onBitcoin(
  parts: EstimateParts,
  request: BridgeRequest,
  deposit: Deposit,
  to: string,
): Promise<RefundCharge> {
  const { bitcoin, market, keys } = parts;
  const { depositAddress } = request;
  const charge = await costOfReverted(parts, request, requireCurrency(parts.catalog, deposit));
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

async function onEvm(parts: EstimateParts, request: BridgeRequest, deposit: Deposit): Promise<RefundCharge> {
  const [row] = await depositsByIds(parts.store, [deposit.id]);
  return chargeRefund(parts, request, deposit, REFUND_GAS + (row?.address ? SWEEP_GAS : 0n));
}
