import { checkBitcoinAddress, isCanonicalBitcoin, type BitcoinNetwork } from "../../bitcoin/codec/address.ts";
import { checkEvmAddress, hasWrongChecksum } from "../../evm/codec/address.ts";
import { Refusal, type RefusalCode } from "../api/refusals.ts";
import type { Catalog } from "../catalog.ts";
import type { NetworkParts } from "../parts.ts";

/** What an address is checked against. `own` are the service's contracts and accounts, which pay nothing back by themselves. */
export type AddressRules = Readonly<{
  catalog: Catalog;
  network: BitcoinNetwork;
  own: ReadonlySet<string>;
  isScreened: boolean; // senders are screened before a fill
}>;

export const WRONG_CHECKSUM =
  "has a wrong checksum (EIP-55): a character may be mistyped. Copy the address again; all in lower case it carries no checksum.";

/** The rules of a service: its chains, its contracts and its accounts. */
export function addressRules({ catalog, bitcoin, contracts, keys, screener }: NetworkParts): AddressRules {
  const accounts = [keys.solverEvmAddress, keys.refunderEvmAddress, keys.solverBitcoin];
  const own = [...Object.values(contracts), ...accounts];
  return { catalog, network: bitcoin.network, own: new Set(own), isScreened: screener !== undefined };
}

/** Throws Refusal for what would be an EVM address but for its checksum (EIP-55). */
export function refuseWrongChecksum(field: string, given: string): void {
  if (hasWrongChecksum(given)) throw new Refusal("INVALID_ADDRESS", `${field} "${given}" ${WRONG_CHECKSUM}`);
}

/** A field's address in the one form in which it is kept. Throws Refusal when it is none of that chain. */
export function readAddress(
  field: string,
  given: string,
  chainId: number,
  { catalog, network }: AddressRules,
): string {
  const isEvm = catalog.family(chainId) === "evm";
  const address = isEvm ? checkEvmAddress(given) : readBitcoinAddress(given, network);
  if (address) return address;
  if (isEvm) refuseWrongChecksum(field, given);
  const chain = isEvm ? `an EVM address (chain ${chainId})` : `a Bitcoin address of ${network}`;
  throw new Refusal("INVALID_ADDRESS", `${field} "${shorten(given)}" is not ${chain}.`);
}

/**
 * An address that money is sent to. Throws Refusal where it would be lost: a currency's identifier (the zero address among
 * them), a token's contract, or a part of the service itself. An issued deposit address is none of these: it may be a
 * shop's, and what comes to it is bridged on.
 */
export function readPayee(
  field: string,
  given: string,
  chainId: number,
  rules: AddressRules,
  code: RefusalCode,
): string {
  if (rules.catalog.isIdentifier(given)) {
    throw new Refusal(code, `${field} is the zero address or a currency: money sent there is lost.`);
  }
  const address = readAddress(field, given, chainId, rules);
  if (!rules.own.has(address)) return address;
  throw new Refusal(code, `${field} ${address} belongs to this service: money sent there is lost.`);
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
