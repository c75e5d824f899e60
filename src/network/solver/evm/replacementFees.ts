import { parseTransaction, type Hex } from "viem";
import { divCeil } from "../../../values/amount.ts";
import type { GasFees } from "../../chains/evm.ts";
import { GAS_HEADROOM } from "./gas.ts";

/**
 * Fees that nodes accept as a replacement (an eighth more, both of them) and that suit the present market; undefined when they
 * would be above the highest price.
 */
export function replacementFees(raw: Hex, now: GasFees, highest: bigint): GasFees | undefined {
  const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = parseTransaction(raw);
  const least = { fee: raise(maxFeePerGas), tip: raise(maxPriorityFeePerGas) };
  if (least.fee > highest) return undefined;
  const wanted = now.maxFeePerGas * GAS_HEADROOM;
  const fee = wanted > least.fee ? wanted : least.fee;
  const tip = now.maxPriorityFeePerGas > least.tip ? now.maxPriorityFeePerGas : least.tip;
  const maxFee = fee > highest ? highest : fee;
  return { maxFeePerGas: maxFee, maxPriorityFeePerGas: tip > maxFee ? maxFee : tip };
}

function raise(price: bigint): bigint {
  return divCeil(price * 9n, 8n);
}
