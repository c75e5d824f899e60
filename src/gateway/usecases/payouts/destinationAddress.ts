import {
  addressOfScript,
  checkBitcoinAddress,
  isFutureWitness,
  scriptOf,
  type BitcoinNetwork,
} from "../../../bitcoin/codec/address.ts";
import { checkEvmAddress, displayEvmAddress, type EvmAddress } from "../../../evm/codec/address.ts";
import { BITCOIN_CHAIN_ID, isCurrencyIdentifier, sameCurrency } from "../../../intents/identifiers.ts";
import { everIssued } from "../tracking/evmHolders.ts";
import type { Gateway } from "../gateway.ts";

/** An address in its chain's canonical form, or a sentence with what is wrong with it. */
export type ReadAddress = Readonly<{ address: string } | { wrong: string }>;

/** Reads where a person wants money on a chain. A coin's own identifier would swallow the money. */
export function readDestination(network: BitcoinNetwork, chainId: number, text: string): ReadAddress {
  const isBitcoin = chainId === BITCOIN_CHAIN_ID;
  const address = isBitcoin ? canonicalBitcoin(network, text) : checkEvmAddress(text);
  if (!address) return { wrong: whatIsWrong(isBitcoin, network, text) };
  if (isCurrencyIdentifier(address)) {
    const wrong =
      "This is the address of a coin, not of a wallet: money sent there is lost. Give your own address.";
    return { wrong };
  }
  return { address: isBitcoin ? address : displayEvmAddress(address) };
}

/**
 * True when an address is a token contract, the merchant's own, or one that this gateway has issued: not a
 * payee's wallet.
 */
export async function isOursOrACoins(
  gateway: Pick<Gateway, "persistence" | "service"> &
    Readonly<{ settings: Pick<Gateway["settings"], "watchedChains"> }>,
  chainId: number,
  address: string,
  merchant: string,
): Promise<boolean> {
  const chains = await gateway.service.chains();
  const coins = chains.flatMap(({ solverCurrencies }) => solverCurrencies.map((coin) => coin.address));
  const handedOut =
    chainId === BITCOIN_CHAIN_ID
      ? await gateway.persistence.unattributed.formerHolders(chainId, [address])
      : await everIssued(gateway, chainId, [address.toLowerCase() as EvmAddress]); // the caller has checked it
  return handedOut.size > 0 || [merchant, ...coins].some((other) => sameCurrency(other, address));
}

function canonicalBitcoin(network: BitcoinNetwork, text: string): string | undefined {
  const address = checkBitcoinAddress(network, text);
  return address && addressOfScript(network, scriptOf(network, address)); // in capitals it is the same address
}

function whatIsWrong(isBitcoin: boolean, network: BitcoinNetwork, text: string): string {
  if (text === "") return "Expected an address, got nothing.";
  const said = `"${text.slice(0, 100)}"`;
  if (!isBitcoin) {
    return /^0x[0-9a-fA-F]{40}$/.test(text)
      ? `The checksum of ${said} is wrong, so a character may be too. Copy the address again.`
      : `Expected an address that begins with 0x and has 40 more characters (0-9, a-f); got ${said}.`;
  }
  if (isFutureWitness(network, text))
    return `${said} is of a witness version that no wallet can spend yet (2 to 16): money sent there is stuck. Give an address of version 0 or 1, or of an older kind.`;
  const where = network === "mainnet" ? "a Bitcoin address" : `a Bitcoin address of the ${network} network`;
  return /^0x/i.test(text)
    ? `${said} is no Bitcoin address, and the money comes in Bitcoin. Give an address of a Bitcoin wallet.`
    : `${said} is not ${where}, or a character of it is wrong. Copy the address again.`;
}
