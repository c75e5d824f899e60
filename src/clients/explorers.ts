import type { Esplora } from "../chain/esplora.ts";
import { HttpFailure } from "../chain/http.ts";

/**
 * One explorer out of several: each question goes to the first that answers it. A considered "no" (HttpFailure refused)
 * is an answer. Which explorer answered last is asked first next time, so that a dead one costs one timeout, not each.
 */
export function failingOver(explorers: readonly Esplora[]): Esplora {
  let first = 0;
  const ask = async <T>(question: (explorer: Esplora) => Promise<T>): Promise<T> => {
    let failure: unknown = new HttpFailure("unreachable", "No explorer is configured.");
    for (let step = 0; step < explorers.length; step++) {
      const index = (first + step) % explorers.length;
      const explorer = explorers[index] as Esplora; // below the length
      try {
        const answer = await question(explorer);
        first = index;
        return answer;
      } catch (error) {
        if (error instanceof HttpFailure && error.kind === "refused") throw error;
        failure = error;
      }
    }
    throw failure;
  };
  return {
    tipHash: () => ask((explorer) => explorer.tipHash()),
    tipHeight: () => ask((explorer) => explorer.tipHeight()),
    blockHash: (height) => ask((explorer) => explorer.blockHash(height)),
    rawBlock: (hash) => ask((explorer) => explorer.rawBlock(hash)),
    mempoolOf: (address) => ask((explorer) => explorer.mempoolOf(address)),
    tx: (txid) => ask((explorer) => explorer.tx(txid)),
    rawTx: (txid) => ask((explorer) => explorer.rawTx(txid)),
    addressSums: (address) => ask((explorer) => explorer.addressSums(address)),
    utxos: (address) => ask((explorer) => explorer.utxos(address)),
    feeEstimates: () => ask((explorer) => explorer.feeEstimates()),
    broadcast: (rawHex) => ask((explorer) => explorer.broadcast(rawHex)),
  };
}
