import { address as codec, initEccLib, networks } from "bitcoinjs-lib";
import * as ecc from "./curve.ts";

initEccLib(ecc);

/** The supported Bitcoin networks. The sandbox runs regtest. */
export type BitcoinNetwork = "mainnet" | "testnet" | "testnet4" | "signet" | "regtest";

/** An address that was checked for its network. It is kept exactly as issued: base58 is case-sensitive. */
export type BitcoinAddress = string & { readonly __brand: "BitcoinAddress" };

const PARAMETERS = {
  mainnet: networks.bitcoin,
  testnet: networks.testnet,
  testnet4: networks.testnet, // testnet4 and signet share testnet's prefixes
  signet: networks.testnet,
  regtest: networks.regtest,
} as const;

const NEWEST_WITNESS = 1; // Taproot
const FUTURE_SCRIPT = /^(5[2-9a-f]|60)(0[2-9a-f]|1[0-9a-f]|2[0-8])/; // versions 2 to 16, and 2 to 40 bytes (BIP141)

const SEGWIT_V0_BYTES: ReadonlySet<number> = new Set([20, 32]); // of a key's hash, of a script's

/** bitcoinjs-lib's parameters of a network. */
export function networkParameters(network: BitcoinNetwork): (typeof PARAMETERS)["mainnet"] {
  return PARAMETERS[network];
}

/**
 * The text as an address of this network, or undefined: wrong network, bad checksum, mixed case or unknown form.
 * The BTC currency identifier of the interface (section 2.5) is refused too: nothing may ever be paid to it.
 */
export function checkBitcoinAddress(network: BitcoinNetwork, text: string): BitcoinAddress | undefined {
  try {
    if (isFutureWitness(network, text)) return undefined;
    outputScript(network, text);
    return text as BitcoinAddress; // proven by the line above
  } catch {
    return undefined;
  }
}

/**
 * True for an address of witness versions 2 to 16. No wallet can spend what is paid there yet, so it is refused everywhere, before
 * bitcoinjs-lib prints a warning about it.
 */
export function isFutureWitness(network: BitcoinNetwork, text: string): boolean {
  const lower = text.toLowerCase();
  if (!lower.startsWith(`${PARAMETERS[network].bech32}1`)) return false;
  try {
    return codec.fromBech32(text).version > NEWEST_WITNESS;
  } catch {
    return false;
  }
}

/**
 * True for an address in the one form in which blocks are matched: bech32 in lower case. The upper-case form pays the same
 * script, so taking both would let one address count as two.
 */
export function isCanonicalBitcoin(network: BitcoinNetwork, text: string): boolean {
  const address = checkBitcoinAddress(network, text);
  if (address === undefined) return false;
  // One in lower case is the only such form of its script; to make an address of the script again costs much more.
  if (text.startsWith(`${PARAMETERS[network].bech32}1`) && text === text.toLowerCase()) return true;
  return addressOfScript(network, scriptOf(network, address)) === text;
}

/** The output script (hex) that pays an address. */
export function scriptOf(network: BitcoinNetwork, address: BitcoinAddress): string {
  return Buffer.from(outputScript(network, address)).toString("hex");
}

/** The same as bitcoinjs-lib's, which reads every address as base58 first; most are of SegWit version 0. Throws for what is none. */
function outputScript(network: BitcoinNetwork, text: string): Uint8Array {
  const parameters = PARAMETERS[network];
  if (text.startsWith(`${parameters.bech32}1q`)) {
    const { version, prefix, data } = codec.fromBech32(text);
    if (version === 0 && prefix === parameters.bech32 && SEGWIT_V0_BYTES.has(data.length))
      return Uint8Array.of(0, data.length, ...data);
  }
  return codec.toOutputScript(text, parameters);
}

/** The address that an output script (hex) pays, or undefined for scripts without one (OP_RETURN, bare multisig, witness versions to come). */
export function addressOfScript(network: BitcoinNetwork, script: string): BitcoinAddress | undefined {
  if (FUTURE_SCRIPT.test(script) && script.length === 4 + 2 * Number(`0x${script.slice(2, 4)}`))
    return undefined;
  try {
    return codec.fromOutputScript(Buffer.from(script, "hex"), PARAMETERS[network]) as BitcoinAddress;
  } catch {
    return undefined;
  }
}

/** The address (P2WPKH, BIP84) of a compressed public key with this hash160. */
export function witnessAddress(network: BitcoinNetwork, keyHash: Uint8Array): BitcoinAddress {
  return codec.toBech32(keyHash, 0, PARAMETERS[network].bech32) as BitcoinAddress; // made for this network
}

/** True for bech32 and bech32m addresses, the only ones that ignore case (BIP173). */
export function isBech32(address: string): boolean {
  return /^(bc|tb|bcrt)1/i.test(address);
}
