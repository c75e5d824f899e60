import { requireCurrency } from "../catalog.ts";
import type { NetworkParts } from "../parts.ts";
import type { BridgeRequest, Deposit } from "../request.ts";
import { costOfReverted } from "./revertedFills.ts";
import { valuer } from "./worth.ts";

/** 0.01 US dollars in 10^-8: a refund of less is not worth a transaction. */
const DUST_USD = 1_000_000n;

/** Of the transactions of a refund: the sweep before it and the depository's order, generously. */
const REFUND_BYTES = 700n;

/** What a refund costs whoever gets it, and what arrives, in smallest units of the deposit; undefined when nothing or dust. */
export type RefundCharge = Readonly<{ fee: bigint; arrives: bigint | undefined }>;

/**
 * What giving a deposit on an EVM chain back costs at the gas price of now: the gas of it, and what a fill that reverted has
 * cost. Throws HttpFailure when the chain gave no answer, PriceUnavailable when nobody prices a coin.
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
