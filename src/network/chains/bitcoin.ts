import type { BitcoinNetwork } from "../../bitcoin/address.ts";
import { createEsplora, spendableBalance, type Esplora } from "../../chain/esplora.ts";
import { chainNews, type BlockHeader, type ChainNews } from "../../chain/followBlocks.ts";
import { createHttp, HttpFailure } from "../../chain/http.ts";

/**
 * Bitcoin through one or more explorers: the first that answers is believed, the others take over when it does not.
 * Every method throws HttpFailure when none could be asked.
 */
export type BitcoinChain = Readonly<{
  network: BitcoinNetwork;
  news(known: readonly BlockHeader[]): Promise<ChainNews>;
  /** The contract's balance of an address (4.5), in sats. */
  balance(address: string): Promise<bigint>;
  /** Sats for 1,000 virtual bytes, to be in one of the next three blocks. */
  feeRate(): Promise<bigint>;
  /** Hands a raw transaction (hex) to the network. A transaction that is there already counts as sent. */
  broadcast(txid: string, rawHex: string): Promise<void>;
}>;

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 16_000_000; // a full block is 4 MB; address histories may be long
const WANTED_TARGET = 3; // blocks
const HIGHEST_RATE = 500; // sat/vB: an explorer that says more is wrong, and must not make refunds vanish in fees
const LOWEST_RATE = 1;

/** The chain behind the explorers' base URLs, in order of preference. Throws when there is none. */
export function createBitcoinChain(network: BitcoinNetwork, urls: readonly string[]): BitcoinChain {
  if (urls.length === 0) throw new Error("Expected at least one Bitcoin explorer URL.");
  const explorers = urls.map((baseUrl) =>
    createEsplora(createHttp({ baseUrl, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES })),
  );
  return {
    network,
    news: (known) => firstAnswer(explorers, (explorer) => chainNews(explorer, network, known)),
    balance: async (address) =>
      spendableBalance(await firstAnswer(explorers, (explorer) => explorer.addressSums(address))),
    feeRate: async () => pickRate(await firstAnswer(explorers, (explorer) => explorer.feeEstimates())),
    broadcast: (txid, rawHex) => firstAnswer(explorers, (explorer) => broadcastOnce(explorer, txid, rawHex)),
  };
}

async function firstAnswer<T>(
  explorers: readonly Esplora[],
  ask: (explorer: Esplora) => Promise<T>,
): Promise<T> {
  let failure: unknown;
  for (const explorer of explorers) {
    try {
      return await ask(explorer);
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error;
      failure = error;
    }
  }
  throw failure;
}

async function broadcastOnce(explorer: Esplora, txid: string, rawHex: string): Promise<void> {
  try {
    await explorer.broadcast(rawHex);
  } catch (error) {
    if (await explorer.tx(txid)) return; // sent before: nodes refuse what they have
    throw error;
  }
}

/** The estimate for the wanted target, or the nearest slower one; the floor where an explorer knows nothing. */
function pickRate(estimates: Readonly<Record<string, number>>): bigint {
  const byTarget = Object.entries(estimates)
    .map(([target, rate]) => ({ target: Number(target), rate }))
    .sort((a, b) => a.target - b.target);
  const { rate } = byTarget.find(({ target }) => target >= WANTED_TARGET) ??
    byTarget.at(-1) ?? { rate: LOWEST_RATE };
  return BigInt(Math.ceil(Math.min(HIGHEST_RATE, Math.max(LOWEST_RATE, rate)) * 1_000));
}
