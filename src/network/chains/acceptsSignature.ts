import {
  encodeFunctionData,
  ExecutionRevertedError,
  BaseError,
  parseAbi,
  type Hex,
  type PublicClient,
} from "viem";
import type { EvmAddress } from "../../evm/codec/address.ts";

const abi = parseAbi(["function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)"]);
const YES = "0x1626ba7e";

/**
 * True when the contract at an address accepts a signature of a hash as its own (EIP-1271); false where
 * there is no contract and for one that reverts. Any other error is rethrown: no answer.
 */
export async function acceptsSignature(
  rpc: PublicClient,
  owner: EvmAddress,
  hash: Hex,
  signature: Hex,
): Promise<boolean> {
  if (((await rpc.getCode({ address: owner })) ?? "0x") === "0x") return false;
  const data = encodeFunctionData({ abi, functionName: "isValidSignature", args: [hash, signature] });
  try {
    const answer = await rpc.call({ to: owner, data });
    return answer.data?.slice(0, YES.length) === YES;
  } catch (error) {
    const isNo = error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError);
    if (isNo) return false;
    throw error;
  }
}
