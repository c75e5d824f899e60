import { decodeEventLog, type Hex } from "viem";
import { depositoryAbi, swapDeskAbi } from "../../evm/codec/contracts.ts";
import type { ContractAddresses } from "../../evm/codec/deployment.ts";
import type { EvmLog } from "../chains/evm.ts";

const ABI = [...depositoryAbi, ...swapDeskAbi] as const;

/** True where a transaction's logs show that it pays a request, at the depository or at the swap desk. */
export function paysRequest(
  { Depository, SwapDesk }: Pick<ContractAddresses, "Depository" | "SwapDesk">,
  requestId: string,
  logs: readonly Pick<EvmLog, "address" | "topics" | "data">[],
): boolean {
  return logs.some(
    ({ address, topics, data }) =>
      (address === Depository || address === SwapDesk) && requestIn(topics, data) === requestId.toLowerCase(),
  );
}

/** The request that an event of these contracts is about; undefined for other events. */
function requestIn([signature, ...rest]: readonly Hex[], data: Hex): string | undefined {
  if (!signature) return undefined;
  try {
    const { eventName, args } = decodeEventLog({ abi: ABI, topics: [signature, ...rest], data });
    const isPayment = eventName === "RelayNativeDeposit" || eventName === "RelayErc20Deposit";
    return isPayment || eventName === "Swapped" ? args.id.toLowerCase() : undefined;
  } catch {
    return undefined;
  }
}
