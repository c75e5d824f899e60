import type { Hex } from "viem";
import { encodeFunctionData } from "viem/utils";
import { erc20Abi } from "./erc20.ts";

/** A transaction, or a question to a contract, as wallets take it: `value` in the chain's own smallest units. */
export type EvmCall = Readonly<{ to: string; data: Hex; value: bigint }>;

/** The transaction that sends `units` of a chain's own coin. */
export function nativeTransfer(to: string, units: bigint): EvmCall {
  return { to, data: "0x", value: units };
}

/** The transaction that sends `units` of an ERC-20 token. */
export function tokenTransfer(token: string, to: string, units: bigint): EvmCall {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to as Hex, units] });
  return { to: token, data, value: 0n };
}

/** The call data that asks a token how much of it an account holds. */
export function balanceQuestion(account: string): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [account as Hex] });
}
