import { bestChain, type BestChainOptions } from "./bitcoinBestChain.ts";
import type { Esplora } from "./esplora.ts";
import { HttpFailure } from "../../http-client/http.ts";

/**
 * Several explorers as one. A quorum of them must agree on the best chain. Everything else goes to the
 * first that answers: the contents of blocks and headers are verified by their hash, and data outside
 * blocks is shown but never trusted.
 */
export function quorumExplorer(explorers: readonly Esplora[], options: BestChainOptions): Esplora {
  const ask = failingOver(explorers);
  const header = (hash: string) => ask((explorer) => explorer.header(hash), isAnyFailure);
  return {
    ...bestChain(explorers, header, options),
    header,
    readBlock: (hash, read) => ask((explorer) => explorer.readBlock(hash, read), isAnyFailure),
    mempoolOf: (address) => ask((explorer) => explorer.mempoolOf(address)),
    tx: (txid) => ask((explorer) => explorer.tx(txid)),
    rawTx: (txid) => ask((explorer) => explorer.rawTx(txid)),
    merkleProof: (txid) => ask((explorer) => explorer.merkleProof(txid)),
    addressSums: (address) => ask((explorer) => explorer.addressSums(address)),
    utxos: (address) => ask((explorer) => explorer.utxos(address)),
    feeEstimates: () => ask((explorer) => explorer.feeEstimates()),
    broadcast: (rawHex) => ask((explorer) => explorer.broadcast(rawHex)),
  };
}

type Ask = <T>(
  question: (explorer: Esplora) => Promise<T>,
  goesOn?: (failure: HttpFailure) => boolean,
) => Promise<T>;

/**
 * Asks one explorer after the other until one answers. The last one that answered is asked first next time,
 * so that a dead one costs one timeout, not each. `goesOn` selects the failures after which the next one is
 * asked.
 */
function failingOver(explorers: readonly Esplora[]): Ask {
  let first = 0;
  return async (question, goesOn = isNoAnswer) => {
    let failure: unknown = new HttpFailure("unreachable", "No explorer is configured.");
    for (let step = 0; step < explorers.length; step++) {
      const index = (first + step) % explorers.length;
      const explorer = explorers[index] as Esplora; // below the length
      try {
        const answer = await question(explorer);
        first = index;
        return answer;
      } catch (error) {
        if (!(error instanceof HttpFailure) || !goesOn(error)) throw error;
        failure = error;
      }
    }
    throw failure;
  };
}

/** A considered no is an answer. */
function isNoAnswer({ kind }: HttpFailure): boolean {
  return kind !== "refused";
}

/** A block that one explorer does not have, another may. */
function isAnyFailure(): boolean {
  return true;
}
