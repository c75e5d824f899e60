import type { Hex } from "viem";
import type { EvmAddress } from "../../evm/codec/address.ts";

/** An account's signed consent to act by a contract's code from now on (EIP-7702). */
export type Authorization = Readonly<{
  chainId: number;
  address: EvmAddress; // of the contract
  nonce: number;
  yParity: 0 | 1;
  r: Hex;
  s: Hex;
}>;

/** A transaction before it is signed. */
export type EvmCall = Readonly<{
  to: EvmAddress;
  data: Hex;
  value: bigint;
  authorizationList?: readonly Authorization[];
}>;
