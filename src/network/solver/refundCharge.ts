import { requireCurrency } from "../catalog.ts";
import type { NetworkParts } from "../parts.ts";
import type { BridgeRequest, Deposit } from "../request.ts";
import { costOfReverted } from "./revertedFills.ts";
import { valuer } from "./worth.ts";

/** 0.01 US dollars in 10^-8: a refund of less is not worth a transaction. */
const DUST_USD = 1_000_000n;

/** Of the transactions of a refund: the sweep before it and the depository's order, generously. */
const REFUND_BYTES = 700n;

/**
 * The cost of a refund for its receiver, and what arrives, in smallest units of the deposit; undefined for
 * nothing or dust.
 */
export type RefundCharge = Readonly<{ fee: bigint; arrives: bigint | undefined }>;

/**
 * The cost of refunding a deposit on an EVM chain at the present gas price: its gas, and the cost of a
 * reverted fill. Throws HttpFailure when the chain gave no answer, PriceUnavailable when a coin has no
 * price.
 */
export async function chargeRefund(
  parts: Pick<NetworkParts, "store" | "catalog" | "market" | "prices" | "clock">,
  request: BridgeRequest,
  deposit: Deposit,
  gas: bigint,
): Promise<RefundCharge> {
  const currency = requireCurrency(parts.catalog, deposit);
  const { costIn, usd } = await valuer(parts, currency);
  const { maxFeePerGas } = await parts.market.gasFees(deposit.chainId);
  const data = await parts.market.dataFee(deposit.chainId, REFUND_BYTES);
  const fee = costIn(gas * maxFeePerGas + data) + (await costOfReverted(parts, request, currency));
  const arrives = deposit.amount - fee;
  return { fee, arrives: arrives > 0n && usd(arrives) >= DUST_USD ? arrives : undefined };
}
