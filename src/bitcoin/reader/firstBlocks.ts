import type { BitcoinNetwork } from "../codec/address.ts";

const TESTNET4 = "00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043";

/** The hashes of block 0. Databases that were made on testnet4 before it had a name of its own are of "testnet". */
export const FIRST_BLOCKS: Readonly<Record<BitcoinNetwork, readonly string[]>> = {
  mainnet: ["000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f"],
  testnet4: [TESTNET4],
  testnet: ["000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943", TESTNET4],
  signet: ["00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6"],
  regtest: ["0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206"],
};

/** Names the network that begins with a block. */
export function networkOfFirstBlock(hash: string): string {
  const [name] = Object.entries(FIRST_BLOCKS).find(([, known]) => known.includes(hash)) ?? [];
  return name ?? "another chain";
}
