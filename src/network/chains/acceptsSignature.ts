import { encodeFunctionData, BaseError, parseAbi, type Hex, type PublicClient } from "viem";
import type { EvmAddress } from "../../evm/codec/address.ts";
import { saysRevert } from "./simulate.ts";

const abi = parseAbi(["function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)"]);
const YES = "0x1626ba7e";
const MOST_GAS = 1_000_000n; // wallets with several signers or passkeys use a few hundred thousand

/**
 * True when the contract at an address accepts a signature of a hash as its own (EIP-1271); false where
 * there is no contract and for one that reverts or wants more gas than MOST_GAS: it is foreign code, which must not make a node
 * work for long. Any other error is rethrown: no answer. The client bounds the time.
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
    const answer = await rpc.call({ to: owner, data, gas: MOST_GAS });
    return answer.data?.slice(0, YES.length) === YES;
  } catch (error) {
    if (error instanceof BaseError && saysRevert(error, MOST_GAS)) return false;
    throw error;
  }
}
