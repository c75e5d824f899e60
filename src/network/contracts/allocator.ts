import { encodeFunctionData } from "viem";
import type { EvmAddress } from "../../evm/codec/address.ts";
import { depositoryAbi } from "../../evm/codec/contracts.ts";
import type { EvmCall } from "../chains/evm.ts";
import { requireChain, type NetworkParts } from "../parts.ts";

type Parts = Pick<NetworkParts, "evm" | "keys" | "contracts">;

/** The call with which the owner of a depository has it take orders that `allocator` signs. */
export function setAllocatorCall(depository: EvmAddress, allocator: EvmAddress): EvmCall {
  const data = encodeFunctionData({
    abi: depositoryAbi,
    functionName: "setAllocator",
    args: [allocator],
  });
  return { to: depository, value: 0n, data };
}

/**
 * A sentence when a chain's depository takes orders that another account signs than the refunder, with the call that mends it:
 * no deposit in it can be refunded or brought home then. Undefined where it takes the refunder's, or is not deployed yet. Throws
 * HttpFailure when the chain gave no answer.
 */
export async function allocatorProblem(
  { evm, keys, contracts: { Depository } }: Parts,
  chainId: number,
): Promise<string | undefined> {
  const { refunderEvmAddress: refunder, contractOwner: owner } = keys;
  const found = await requireChain(evm, chainId).allocator(Depository);
  if (found === undefined || found === refunder) return undefined;
  const { to, data } = setAllocatorCall(Depository, refunder);
  const mend =
    owner === keys.solverEvmAddress
      ? `Stop the service and run "crosstill network deploy", which sends that call.`
      : `It has to be sent by the owner of the contracts, ${owner}.`;
  return `Chain ${chainId}: the Depository ${Depository} pays out on orders of ${found} (its allocator), and this service signs them as ${refunder}, so deposits there could be neither refunded nor brought home. What mends it is setAllocator: to ${to}, value 0, data ${data}. ${mend}`;
}

/** The sentences of all chains; one that gives no answer is passed over. */
export async function allocatorProblems(parts: Parts): Promise<readonly string[]> {
  const asked = [...parts.evm.keys()].map((id) => allocatorProblem(parts, id).catch(() => undefined));
  return (await Promise.all(asked)).flatMap((problem) => problem ?? []);
}
