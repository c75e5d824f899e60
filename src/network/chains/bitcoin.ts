import type { BitcoinNetwork } from "../../bitcoin/address.ts";
import { bitcoinRules, type BitcoinRules, type Epoch } from "../../chain/bitcoinRules.ts";
import { createEsplora, spendableBalance, type Esplora } from "../../chain/esplora.ts";
import {
  blockOf,
  chainNews,
  type BlockHeader,
  type ChainNews,
  type FollowedBlock,
} from "../../chain/followBlocks.ts";
import { createHttp, HttpFailure } from "../../chain/http.ts";
import { onceItSucceeds, type RecogniseChain } from "./asking.ts";
import { checkExplorer } from "./checkExplorer.ts";

/**
 * Bitcoin through one or more explorers: the first that answers is believed, the others take over when it does not.
 * Every method throws HttpFailure when none could be asked.
 */
export type BitcoinChain = Readonly<{
  network: BitcoinNetwork;
  /** Asks every explorer what it is, each by itself: WrongChain when a setting is wrong. The other methods do this before. */
  checks(): readonly Promise<void>[];
  news(known: readonly BlockHeader[]): Promise<ChainNews>;
  /** The contract's balance of an address (4.5), in sats. */
  balance(address: string): Promise<bigint>;
  /** What an address has in blocks, whatever waits to spend it, in sats. */
  confirmedBalance(address: string): Promise<bigint>;
  /** The unspent outputs of an address, those in no block yet among them; values in sats. */
  utxos(address: string): Promise<readonly UnspentOutput[]>;
  /** A transaction as it was signed (hex), or undefined when nobody knows it. */
  rawTx(txid: string): Promise<string | undefined>;
  /** The transaction in no block yet that pays a script (hex), which is the address's; undefined when there is none. */
  unconfirmedPaymentTo(address: string, script: string): Promise<string | undefined>;
  /** The block of the best chain that a transaction is in; undefined while it is in none. */
  blockOf(txid: string): Promise<FollowedBlock | undefined>;
  /** Sats for 1,000 virtual bytes, to be in one of the next three blocks. */
  feeRate(): Promise<bigint>;
  /** Hands a raw transaction (hex) to the network. A transaction that is there already counts as sent. */
  broadcast(txid: string, rawHex: string): Promise<void>;
}>;

/** An output that nothing spends, by its outpoint "txid:vout". */
export type UnspentOutput = Readonly<{ outpoint: string; value: bigint; confirmed: boolean }>;

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 16_000_000; // a full block is 4 MB; address histories may be long
const WANTED_TARGET = 3; // blocks
const HIGHEST_RATE = 500; // sat/vB: an explorer that says more is wrong, and must not make refunds vanish in fees
const LOWEST_RATE = 1;

/** A chain of Bitcoin's family that takes the place of a network's own: its rules, and the hash of its first block. */
export type RelatedChain = Readonly<{ rules: BitcoinRules; genesis: string }>;

/** The chain behind the explorers' base URLs, in order of preference. Throws when there is none. */
export function createBitcoinChain(
  network: BitcoinNetwork,
  urls: readonly string[],
  recognise?: RecogniseChain,
  related?: RelatedChain,
): BitcoinChain {
  if (urls.length === 0) throw new Error("Expected at least one Bitcoin explorer URL.");
  const expected = { network, genesis: related?.genesis };
  const explorers = urls.map((baseUrl) => {
    const esplora = createEsplora(createHttp({ baseUrl, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES }));
    const { host } = new URL(baseUrl);
    return { esplora, check: onceItSucceeds(() => checkExplorer(esplora, host, expected, recognise)) };
  });
  const rules = related?.rules ?? bitcoinRules(network);
  let epochs: readonly Epoch[] = []; // read again from the checkpoint after a start: four calls for two weeks of blocks
  return {
    network,
    checks: () => explorers.map(({ check }) => check()),
    async news(known) {
      const news = await firstAnswer(explorers, (explorer) => chainNews(explorer, rules, known, { epochs }));
      epochs = news.epochs;
      return news;
    },
    balance: async (address) =>
      spendableBalance(await firstAnswer(explorers, (explorer) => explorer.addressSums(address))),
    async confirmedBalance(address) {
      const { funded, spent } = await firstAnswer(explorers, (explorer) => explorer.addressSums(address));
      return funded - spent;
    },
    utxos: async (address) => {
      const listed = await firstAnswer(explorers, (explorer) => explorer.utxos(address));
      return listed.map(({ txid, vout, value, status }) => ({
        ...{ outpoint: `${txid}:${vout}`, value },
        confirmed: status.confirmed,
      }));
    },
    rawTx: (txid) => firstAnswer(explorers, (explorer) => explorer.rawTx(txid)),
    unconfirmedPaymentTo: async (address, script) => {
      const waiting = await firstAnswer(explorers, (explorer) => explorer.mempoolOf(address));
      return waiting.find(({ vout }) => vout.some(({ scriptpubkey }) => scriptpubkey === script))?.txid;
    },
    blockOf: (txid) => firstAnswer(explorers, (explorer) => blockOf(explorer, rules, txid, epochs)),
    feeRate: async () => pickRate(await firstAnswer(explorers, (explorer) => explorer.feeEstimates())),
    broadcast: (txid, rawHex) => firstAnswer(explorers, (explorer) => broadcastOnce(explorer, txid, rawHex)),
  };
}

type Explorer = Readonly<{ esplora: Esplora; check: () => Promise<void> }>;

async function firstAnswer<T>(
  explorers: readonly Explorer[],
  ask: (explorer: Esplora) => Promise<T>,
): Promise<T> {
  let failure: unknown;
  for (const { esplora, check } of explorers) {
    try {
      await check();
      return await ask(esplora);
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
