import { checkBitcoinAddress, type BitcoinNetwork } from "../bitcoin/codec/address.ts";

/** The network of an address; regtest shares its older addresses with testnet. */
export function networkOf(address: string): BitcoinNetwork {
  const networks = ["mainnet", "regtest", "testnet"] as const;
  return networks.find((network) => checkBitcoinAddress(network, address) !== undefined) ?? "mainnet";
}
