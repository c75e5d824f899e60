import { majorityOf } from "../../bitcoin/reader/bitcoinAgreement.ts";
import { withCircuitBreaker } from "../../http-client/circuitBreaker.ts";
import { quorumExplorer } from "../../bitcoin/reader/quorumExplorer.ts";
import type { BestChainOptions } from "../../bitcoin/reader/bitcoinBestChain.ts";
import { createEsplora, type Esplora } from "../../bitcoin/reader/esplora.ts";
import { createHttp, type HttpOptions } from "../../http-client/http.ts";

const FAILURES_IN_A_ROW = 3;
const TIMEOUT_MS = 10_000; // enough for a block of 4 MB on a slow line
const MAX_BYTES = 16 * 1024 * 1024; // without /raw, 25 large transactions at a time come as JSON

export type ExplorerOptions = Omit<BestChainOptions, "quorum"> &
  Readonly<{
    quorum: number | undefined; // undefined is more than half
    onCall: () => void; // for every request that goes out
    onTime?: HttpOptions["onTime"];
  }>;

/**
 * The explorers at these base URLs as one. Each is asked once, and then the next one instead of the same again; one that is
 * in trouble is left alone for a while.
 */
export function createExplorer(urls: readonly string[], options: ExplorerOptions): Esplora {
  const { quorum = majorityOf(urls.length), clock, onCall, onTime } = options;
  const explorers = urls.map((baseUrl) => {
    const http = createHttp({ baseUrl, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, onCall, onTime });
    // With only one explorer a circuit breaker gains nothing, except where the explorer asks for a pause.
    return createEsplora(
      withCircuitBreaker(http, clock, { failuresInARow: urls.length > 1 ? FAILURES_IN_A_ROW : Infinity }),
    );
  });
  return quorumExplorer(explorers, { ...options, quorum });
}
