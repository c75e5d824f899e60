import { z } from "zod";
import { hashOfHeader } from "../codec/proof.ts";
import { asUnixSeconds, type Instant } from "../../values/time.ts";
import { pagedBlock } from "./bitcoinPagedBlock.ts";
import { HttpFailure, parseJson, type Answer, type HttpClient } from "../../http-client/http.ts";

/**
 * Reads a Bitcoin chain through an Esplora-shaped explorer. Every method throws HttpFailure when it could not find out;
 * an error body is never parsed as data. Amounts are sats as bigint.
 */
export type Esplora = Readonly<{
  tipHash(): Promise<string>;
  tipHeight(): Promise<number>;
  /** The hash of the block at a height, or undefined above the tip. */
  blockHash(height: number): Promise<string | undefined>;
  /** The header of a block: the 80 bytes that its hash is of. */
  header(hash: string): Promise<Uint8Array>;
  /**
   * Reads a block as a node stores it, with witnesses or without, by `read`. Where several explorers stand
   * behind this one, those with a block that `read` refuses (HttpFailure) are skipped.
   */
  readBlock<T>(hash: string, read: (raw: Uint8Array) => T): Promise<T>;
  /**
   * Unconfirmed transactions that touch an address. Esplora lists 50 and has no second page: of more, only those of the
   * explorers that page on (as mempool.space does) are seen before they are in a block.
   */
  mempoolOf(address: string): Promise<readonly EsploraTx[]>;
  tx(txid: string): Promise<EsploraTx | undefined>;
  /** A transaction as it was signed (hex); its hash is its txid, so nothing in it can be made up. */
  rawTx(txid: string): Promise<string | undefined>;
  /**
   * The position of a transaction in a block of the best chain; undefined while it is in none. The branch
   * is unverified.
   */
  merkleProof(txid: string): Promise<MerkleProof | undefined>;
  /** Sums over the outputs of an address, as the contract's balance formula (4.5) needs them. */
  addressSums(address: string): Promise<AddressSums>;
  utxos(address: string): Promise<readonly EsploraUtxo[]>;
  /** sat/vB by confirmation target in blocks. */
  feeEstimates(): Promise<Readonly<Record<string, number>>>;
  /** Broadcasts a raw transaction (hex) and gives its txid. Throws HttpFailure "refused" with the node's reason. */
  broadcast(rawHex: string): Promise<string>;
  /** Why the best chain is uncertain now; undefined while it is not. A single explorer is never in doubt. */
  doubt(): ChainDoubt | undefined;
}>;

/** The hashes beside the way from a transaction, the block's `index`th, up to the merkle root; lowest first. */
export type MerkleProof = Readonly<{ height: number; index: number; branch: readonly string[] }>;

/** Since when the best chain is uncertain, and why, in a sentence fit for public display. */
export type ChainDoubt = Readonly<{ since: Instant; reason: string }>;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const sats = z.number().int().nonnegative().max(2_100_000_000_000_000).transform(BigInt);
const status = z.object({
  confirmed: z.boolean(),
  block_height: z.number().int().nonnegative().nullish(),
  block_hash: hash.nullish(),
  block_time: z.number().int().nonnegative().transform(asUnixSeconds).nullish(),
});
const txSchema = z.object({
  txid: hash,
  vin: z.array(
    z.object({
      txid: z.string(),
      vout: z.number().int(),
      sequence: z.number().int().optional(),
      prevout: z.object({ scriptpubkey: z.string() }).nullish(),
    }),
  ),
  vout: z.array(z.object({ scriptpubkey: z.string(), value: sats })),
  status,
});
export type EsploraTx = Readonly<z.infer<typeof txSchema>>;
const vout = z.number().int().nonnegative().max(0xffffffff);
const utxoSchema = z.object({ txid: hash, vout, value: sats, status });
export type EsploraUtxo = Readonly<z.infer<typeof utxoSchema>>;
const merkleSchema = z
  .object({ block_height: z.int().nonnegative(), pos: z.int().nonnegative(), merkle: z.array(hash).max(32) })
  .transform(({ block_height: height, pos: index, merkle: branch }) => ({ height, index, branch }));
const sumsSchema = z.object({ funded_txo_sum: sats, spent_txo_sum: sats });
const addressSchema = z.object({ chain_stats: sumsSchema, mempool_stats: sumsSchema });
export type AddressSums = Readonly<{
  funded: bigint;
  spent: bigint;
  mempoolFunded: bigint;
  mempoolSpent: bigint;
}>;

const estimatesSchema = z.record(z.string().regex(/^\d{1,9}$/), z.number().positive());

const MEMPOOL_PAGE = 50;
const MOST_MEMPOOL_PAGES = 20;

const encode = encodeURIComponent;

/** A typed client of an Esplora API. Its calls throw HttpFailure. */
export function createEsplora(http: HttpClient): Esplora {
  const json = async <T>(path: string, schema: z.ZodType<T>) => read(await http.get(path), schema);
  const header = async (blockHash: string) =>
    readHeaderHex(await http.get(`/block/${encode(blockHash)}/header`), blockHash);
  return {
    tipHash: async () => readHash(await http.get("/blocks/tip/hash")),
    async tipHeight() {
      const text = (await http.get("/blocks/tip/height")).body.trim();
      if (!/^\d{1,9}$/.test(text))
        throw new HttpFailure("broken", `Expected a tip height, got "${text.slice(0, 40)}".`);
      return Number(text); // a height, not money
    },
    blockHash: (height) => absentOn404(async () => readHash(await http.get(`/block-height/${height}`))),
    header,
    readBlock: async (blockHash, readRaw) => {
      const raw = await unlessRefused(() => http.get(`/block/${encode(blockHash)}/raw`));
      return readRaw(raw?.bytes ?? (await pagedBlock(http, encode(blockHash), await header(blockHash))));
    },
    mempoolOf: (address) => {
      const path = `/address/${encode(address)}/txs/mempool`;
      return allPages((last) =>
        json(last === undefined ? path : `${path}?after_txid=${last}`, z.array(txSchema)),
      );
    },
    tx: (txid) => absentOn404(() => json(`/tx/${encode(txid)}`, txSchema)),
    rawTx: (txid) => absentOn404(async () => (await http.get(`/tx/${encode(txid)}/hex`)).body.trim()),
    merkleProof: (txid) => absentOn404(() => json(`/tx/${encode(txid)}/merkle-proof`, merkleSchema)),
    async addressSums(address) {
      const { chain_stats, mempool_stats } = await json(`/address/${encode(address)}`, addressSchema);
      return {
        funded: chain_stats.funded_txo_sum,
        spent: chain_stats.spent_txo_sum,
        mempoolFunded: mempool_stats.funded_txo_sum,
        mempoolSpent: mempool_stats.spent_txo_sum,
      };
    },
    utxos: (address) => json(`/address/${encode(address)}/utxo`, z.array(utxoSchema)),
    feeEstimates: () => json("/fee-estimates", estimatesSchema),
    broadcast: async (rawHex) => readHash(await http.post("/tx", rawHex, "text/plain")),
    doubt: () => undefined,
  };
}

/** The balance of the contract's formula (4.5), in sats: confirmed funded - confirmed spent - spent in the mempool. */
export function spendableBalance(sums: AddressSums): bigint {
  return sums.funded - sums.spent - sums.mempoolSpent;
}

function readHash(answer: Answer): string {
  const text = answer.body.trim();
  if (hash.safeParse(text).success) return text;
  throw new HttpFailure(
    "broken",
    `Expected a hash of 64 hex digits, got "${text.slice(0, 80)}".`,
    answer.status,
  );
}

function readHeaderHex(answer: Answer, blockHash: string): Uint8Array {
  const bytes = Buffer.from(answer.body.trim(), "hex");
  if (bytes.length === 80 && hashOfHeader(bytes) === blockHash) return bytes;
  throw new HttpFailure(
    "broken",
    `Expected the header of block ${blockHash}, got "${answer.body.slice(0, 80)}".`,
  );
}

/** Pages until one is not full or brings nothing new: an explorer without pages repeats the first. */
async function allPages(page: (last: string | undefined) => Promise<EsploraTx[]>): Promise<EsploraTx[]> {
  const found = new Map<string, EsploraTx>();
  for (let pages = 0, isLast = false; pages < MOST_MEMPOOL_PAGES && !isLast; pages++) {
    const before = found.size;
    const listed = await page([...found.keys()].at(-1));
    for (const tx of listed) found.set(tx.txid, tx);
    isLast = listed.length < MEMPOOL_PAGE || found.size === before;
  }
  return [...found.values()];
}

function read<T>(answer: Answer, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(parseJson(answer));
  if (parsed.success) return parsed.data;
  throw new HttpFailure(
    "broken",
    `The explorer's answer has an unexpected shape: ${z.prettifyError(parsed.error)}`,
  );
}

/** Undefined when the explorer does not offer what it was asked for. */
async function unlessRefused<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof HttpFailure && error.kind === "refused") return undefined;
    throw error;
  }
}

async function absentOn404<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof HttpFailure && error.status === 404) return undefined;
    throw error;
  }
}
