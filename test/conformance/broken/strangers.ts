import { payments } from "bitcoinjs-lib";
import { networkParameters } from "../../../src/bitcoin/codec/address.ts";

/** A valid Bitcoin address that belongs to nobody in a test, with its output script. */
export function strangerBitcoin(
  network: "regtest" | "testnet",
): Readonly<{ address: string; script: Buffer }> {
  const { address, output } = payments.p2wpkh({
    hash: Buffer.alloc(20, 0xbd),
    network: networkParameters(network),
  });
  return { address: String(address), script: Buffer.from(output as Uint8Array) };
}
