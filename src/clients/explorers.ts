import { majorityOf } from "../chain/bitcoinAgreement.ts";
import { backingOff } from "../chain/backOff.ts";
import { bestChain, type BestChainOptions } from "../chain/bitcoinBestChain.ts";
import { createEsplora, type Esplora } from "../chain/esplora.ts";
import { createHttp, HttpFailure } from "../chain/http.ts";

const FAILURES_IN_A_ROW = 3;
const TIMEOUT_MS = 10_000; // enough for a block of 4 MB on a slow line
const MAX_BYTES = 16 * 1024 * 1024; // without /raw, 25 large transactions at a time come as JSON

export type ExplorerOptions = Omit<BestChainOptions, "quorum"> &
  Readonly<{
    quorum: number | undefined; // undefined is more than half
    onCall: () => void; // for every request that goes out
  }>;

/**
 * The explorers at these base URLs as one. Each is asked once, and then the next one instead of the same again; one that is
 * in trouble is left alone for a while.
 */
export function createExplorer(urls: readonly string[], options: ExplorerOptions): Esplora {
  const { quorum = majorityOf(urls.length), clock, onCall } = options;
  const explorers = urls.map((baseUrl) => {
    const http = createHttp({ baseUrl, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, onCall });
    // Whoever has only one explorer gains nothing by looking away from it, except where it asks for that.
    return createEsplora(
      backingOff(http, clock, { failuresInARow: urls.length > 1 ? FAILURES_IN_A_ROW : Infinity }),
    );
  });
  return agreeing(explorers, { ...options, quorum });
}

/**
 * One explorer out of several. What is the best chain, a quorum of them must agree on. Everything else goes to the first
 * that answers: the contents of blocks and headers prove themselves by their hash, and whatever is not in a block is shown but
 * never trusted.
 */
export function agreeing(explorers: readonly Esplora[], options: BestChainOptions): Esplora {
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
 * Asks one explorer after the other until one answers. Which one answered last is asked first next time, so that a dead one
 * costs one timeout, not each. `goesOn` says after which failures the next one is asked.
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
