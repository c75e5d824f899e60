import type { BitcoinNetwork } from "../../bitcoin/codec/address.ts";
import type { Esplora } from "../../bitcoin/reader/esplora.ts";
import { HttpFailure } from "../../http-client/http.ts";
import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";
import { WrongChain, type EarlyBlock, type RecogniseChain } from "./asking.ts";

const TESTNET4 = "00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043";

/** The first blocks of the networks. Databases that were made on testnet4 before it had a name of its own are of "testnet". */
const GENESIS: Readonly<Record<BitcoinNetwork, readonly string[]>> = {
  mainnet: ["000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f"],
  testnet4: [TESTNET4],
  testnet: ["000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943", TESTNET4],
  signet: ["00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6"],
  regtest: ["0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206"],
};

/** The network of the expected chain, and its first block where that is not one of the network's own. */
export type ExpectedChain = Readonly<{ network: BitcoinNetwork; genesis: string | undefined }>;

/**
 * Asks an explorer for its first blocks: is it one, of this network, and of the chain that the database belongs to? `host`
 * names it in messages, because providers put keys into URLs. Throws WrongChain when not, and another HttpFailure when it gave no
 * answer.
 */
export async function checkExplorer(
  explorer: Esplora,
  host: string,
  expected: ExpectedChain,
  recognise: RecogniseChain | undefined,
): Promise<void> {
  const { network } = expected;
  const known = expected.genesis === undefined ? GENESIS[network] : [expected.genesis];
  const genesis = await firstHash(explorer, host);
  if (genesis === undefined) throw new WrongChain([noEsplora(host, "It has no block 0.")]);
  if (!known.includes(genesis))
    throw new WrongChain([
      `NETWORK_EXPLORER_URLS: the explorer at ${host} is one of ${networkOf(genesis)}, not of ${network}.`,
    ]);
  if (!recognise) return;
  const next = await explorer.blockHash(1); // every regtest chain begins with the same block
  const blocks: readonly EarlyBlock[] = [
    { height: 0, hash: genesis },
    ...(next === undefined ? [] : [{ height: 1, hash: next }]),
  ];
  const foreign = await recognise(BITCOIN_CHAIN_ID, blocks);
  if (foreign !== undefined) throw new WrongChain([foreign]);
}

/** An answer that is no hash comes from something else than an Esplora API. */
async function firstHash(explorer: Esplora, host: string): Promise<string | undefined> {
  try {
    return await explorer.blockHash(0);
  } catch (error) {
    if (!(error instanceof HttpFailure) || error.kind !== "broken" || error.status !== 200) throw error;
    throw new WrongChain([noEsplora(host, error.message)]);
  }
}

function noEsplora(host: string, why: string): string {
  return `NETWORK_EXPLORER_URLS: what answers at ${host} is no Esplora API (is a path such as /api missing?). ${why}`;
}

function networkOf(genesis: string): string {
  const [name] = Object.entries(GENESIS).find(([, known]) => known.includes(genesis)) ?? [];
  return name ?? "another chain";
}
