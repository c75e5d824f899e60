import type { BitcoinNetwork } from "../../bitcoin/codec/address.ts";
import { FIRST_BLOCKS, networkOfFirstBlock } from "../../bitcoin/reader/firstBlocks.ts";
import type { Esplora } from "../../bitcoin/reader/esplora.ts";
import { HttpFailure } from "../../http-client/http.ts";
import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";
import { WrongChain, type EarlyBlock, type RecogniseChain } from "./asking.ts";

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
  const known = expected.genesis === undefined ? FIRST_BLOCKS[network] : [expected.genesis];
  const genesis = await firstHash(explorer, host);
  if (genesis === undefined) throw new WrongChain([noEsplora(host, "It has no block 0.")]);
  if (!known.includes(genesis))
    throw new WrongChain([
      `NETWORK_EXPLORER_URLS: the explorer at ${host} is one of ${networkOfFirstBlock(genesis)}, not of ${network}.`,
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
    if (!(error instanceof HttpFailure)) throw error;
    const isOtherAnswer = error.kind === "broken" && error.status !== undefined && error.status < 400;
    if (!isOtherAnswer && error.status !== 401) throw error;
    throw new WrongChain([noEsplora(host, error.message)]);
  }
}

function noEsplora(host: string, why: string): string {
  return `NETWORK_EXPLORER_URLS: what answers at ${host} is no Esplora API (is a path such as /api missing?). ${why}`;
}
