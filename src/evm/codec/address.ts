import { getAddress, isAddress } from "viem/utils";

/** An EVM address in lower case, so that equal addresses are equal strings. */
export type EvmAddress = `0x${string}` & { readonly __brand: "EvmAddress" };

export const ZERO_ADDRESS = `0x${"0".repeat(40)}` as EvmAddress;

/** The text as an EVM address in lower case, or undefined. Mixed case must carry a valid checksum (EIP-55). */
export function checkEvmAddress(text: string): EvmAddress | undefined {
  const body = text.slice(2);
  const mixed = body !== body.toLowerCase() && body !== body.toUpperCase();
  if (!isAddress(text, { strict: mixed })) return undefined;
  return text.toLowerCase() as EvmAddress; // proven by isAddress
}

/** Tells whether a text would be an EVM address but for its checksum (EIP-55): a character may be mistyped. */
export function hasWrongChecksum(text: string): boolean {
  return checkEvmAddress(text) === undefined && isAddress(text, { strict: false });
}

/** The address in its checksum form (EIP-55), as people see it. */
export function displayEvmAddress(address: string): string {
  return getAddress(address);
}
