import type { BitcoinNetwork } from "../../bitcoin/codec/address.ts";
import { quorumExplorer } from "../../bitcoin/reader/quorumExplorer.ts";
import { majorityOf } from "../../bitcoin/reader/bitcoinAgreement.ts";
import { bitcoinRules, type BitcoinRules, type Epoch } from "../../bitcoin/reader/bitcoinRules.ts";
import { createEsplora, spendableBalance, type Esplora } from "../../bitcoin/reader/esplora.ts";
import {
  blockOf,
  chainNews,
  type BlockHeader,
  type ChainNews,
  type FollowedBlock,
} from "../../bitcoin/reader/followBlocks.ts";
import { createHttp, HttpFailure, type HttpOptions } from "../../http-client/http.ts";
import { createSharedReads } from "../../runtime/concurrency/sharedReads.ts";
import type { Log } from "../../runtime/log.ts";
import type { Clock } from "../../values/time.ts";
import { memoizeSuccess, type RecogniseChain } from "./asking.ts";
import { checkExplorer } from "./checkExplorer.ts";

/**
 * Bitcoin through one or more explorers. Which chain is the best a quorum of them must agree on: a deposit counts only in its
 * blocks, which prove themselves by their hashes. For anything else the first that answers is asked, the others take over when
 * it does not. Every method throws HttpFailure when none could be asked, or too few agree (ChainUncertain).
 */
export type BitcoinChain = Readonly<{
  network: BitcoinNetwork;
  /** Asks every explorer what it is, each by itself: WrongChain when a setting is wrong. The other methods do this before. */
  checks(): readonly Promise<void>[];
  news(known: readonly BlockHeader[]): Promise<ChainNews>;
  /** The contract's balance of an address (4.5), in sats. */
  balance(address: string): Promise<bigint>;
  /** The confirmed balance of an address in sats, regardless of pending spends. */
  confirmedBalance(address: string): Promise<bigint>;
  /** The unspent outputs of an address, those in no block yet among them; values in sats. */
  utxos(address: string): Promise<readonly UnspentOutput[]>;
  /** A signed transaction (hex), or undefined when it is unknown. */
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
const HIGHEST_RATE = 500; // sat/vB: a higher estimate is wrong, and must not consume refunds as fees
const LOWEST_RATE = 1;

/** A chain of Bitcoin's family that takes the place of a network's own: its rules, and the hash of its first block. */
export type RelatedChain = Readonly<{ rules: BitcoinRules; genesis: string }>;

/** What a chain is read through, and how its clients know it again. */
export type BitcoinChainOptions = Readonly<{
  network: BitcoinNetwork;
  explorerUrls: readonly string[]; // base URLs, in order of preference
  explorerQuorum: number | undefined; // how many of them must show the same chain; undefined is more than half
  recognise?: RecogniseChain;
  related?: RelatedChain | undefined;
  clock: Clock;
  log: Log;
  onTime?: HttpOptions["onTime"];
}>;

/** The chain behind the explorers. Throws when there is none. */
export function createBitcoinChain({
  network,
  explorerUrls,
  explorerQuorum,
  recognise,
  related,
  clock,
  log,
  onTime,
}: BitcoinChainOptions): BitcoinChain {
  if (explorerUrls.length === 0) throw new Error("Expected at least one Bitcoin explorer URL.");
  const expected = { network, genesis: related?.genesis };
  const explorers = explorerUrls.map((baseUrl) => {
    const esplora = createEsplora(
      createHttp({ baseUrl, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, onTime }),
    );
    const { host } = new URL(baseUrl);
    return { esplora, check: memoizeSuccess(() => checkExplorer(esplora, host, expected, recognise)) };
  });
  const rules = related?.rules ?? bitcoinRules(network);
  const quorum = explorerQuorum ?? majorityOf(explorers.length);
  const [first, ...others] = explorers.map(checkedFirst);
  // A single explorer forms its own quorum. Its answers may lag behind from one call to the next, which is
  // not news.
  const explorer =
    first && others.length === 0
      ? first
      : quorumExplorer(explorers.map(checkedFirst), { quorum, rules, clock, log });
  const share = createSharedReads<bigint>(); // a shop asks for quotes with one address as their user
  let epochs: readonly Epoch[] = []; // read again from the checkpoint after a start: four calls for two weeks of blocks
  return {
    network,
    checks: () => explorers.map(({ check }) => check()),
    async news(known) {
      const news = await chainNews(explorer, rules, known, { epochs });
      epochs = news.epochs;
      return news;
    },
    balance: (address) => share(address, async () => spendableBalance(await explorer.addressSums(address))),
    async confirmedBalance(address) {
      const { funded, spent } = await explorer.addressSums(address);
      return funded - spent;
    },
    utxos: async (address) =>
      (await explorer.utxos(address)).map(({ txid, vout, value, status }) => ({
        outpoint: `${txid}:${vout}`,
        value,
        confirmed: status.confirmed,
      })),
    rawTx: explorer.rawTx,
    unconfirmedPaymentTo: async (address, script) => {
      const waiting = await explorer.mempoolOf(address);
      return waiting.find(({ vout }) => vout.some(({ scriptpubkey }) => scriptpubkey === script))?.txid;
    },
    blockOf: (txid) => blockOf(explorer, rules, txid, epochs),
    feeRate: async () => pickRate(await explorer.feeEstimates()),
    broadcast: (txid, rawHex) => firstAnswer(explorers, (one) => broadcastOnce(one, txid, rawHex)),
  };
}

type Explorer = Readonly<{ esplora: Esplora; check: () => Promise<void> }>;

/** The explorer with a check before each call that it serves this chain: until then its vote is not counted. */
function checkedFirst({ esplora, check }: Explorer): Esplora {
  const once =
    <Given extends unknown[], Answer>(ask: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      await check();
      return ask(...given);
    };
  return {
    tipHash: once(esplora.tipHash),
    tipHeight: once(esplora.tipHeight),
    blockHash: once(esplora.blockHash),
    header: once(esplora.header),
    mempoolOf: once(esplora.mempoolOf),
    tx: once(esplora.tx),
    rawTx: once(esplora.rawTx),
    merkleProof: once(esplora.merkleProof),
    utxos: once(esplora.utxos),
    addressSums: once(esplora.addressSums),
    feeEstimates: once(esplora.feeEstimates),
    broadcast: once(esplora.broadcast),
    doubt: esplora.doubt,
    readBlock: async (hash, read) => {
      await check();
      return esplora.readBlock(hash, read);
    },
  };
}

/** The answer of the first explorer that gives one; each is asked, also after one that refuses. */
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

/**
 * The estimate for the wanted target, or the nearest slower one; the floor where an explorer has no
 * estimate.
 */
function pickRate(estimates: Readonly<Record<string, number>>): bigint {
  const byTarget = Object.entries(estimates)
    .map(([target, rate]) => ({ target: Number(target), rate }))
    .sort((a, b) => a.target - b.target);
  const { rate } = byTarget.find(({ target }) => target >= WANTED_TARGET) ??
    byTarget.at(-1) ?? { rate: LOWEST_RATE };
  return BigInt(Math.ceil(Math.min(HIGHEST_RATE, Math.max(LOWEST_RATE, rate)) * 1_000));
}
