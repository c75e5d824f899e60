import { checkBitcoinAddress, isCanonicalBitcoin, type BitcoinNetwork } from "../../bitcoin/address.ts";
import { checkEvmAddress } from "../../evm/address.ts";
import { Refusal } from "../api/refusals.ts";
import type { Catalog } from "../catalog.ts";

/** What an address is checked against. */
export type AddressRules = Readonly<{ catalog: Catalog; network: BitcoinNetwork }>;

/** A field's address in the one form in which it is kept. Throws Refusal when it is none of that chain. */
export function readAddress(
  field: string,
  given: string,
  chainId: number,
  { catalog, network }: AddressRules,
): string {
  const address =
    catalog.family(chainId) === "evm" ? checkEvmAddress(given) : readBitcoinAddress(given, network);
  if (address) return address;
  const chain =
    catalog.family(chainId) === "evm"
      ? `an EVM address (chain ${chainId})`
      : `a Bitcoin address of ${network}`;
  throw new Refusal("INVALID_ADDRESS", `${field} "${shorten(given)}" is not ${chain}.`);
}

function readBitcoinAddress(given: string, network: BitcoinNetwork): string | undefined {
  const address = checkBitcoinAddress(network, given);
  if (!address || isCanonicalBitcoin(network, address)) return address;
  const lower = given.toLowerCase(); // upper-case bech32 pays the same script; it is kept in one form
  return checkBitcoinAddress(network, lower);
}

/** What a caller sent, short enough to be repeated in a message. */
export function shorten(given: string): string {
  return given.length > 80 ? `${given.slice(0, 80)}…` : given;
}
