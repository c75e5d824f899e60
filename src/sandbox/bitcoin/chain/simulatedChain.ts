import { z } from "zod";
import type { Clock, Instant } from "../../../values/time.ts";
import { adoptBlock, enterFirst, readForeignBlock } from "./adoptBlock.ts";
import { describeBlock, makeBlock, rawBlock, type Chain, type NewBlock } from "./blocks.ts";
import { createChainState, type ChainState, type ChainView } from "./chainState.ts";
import type { ChainBlock, TxRecord } from "./blockRecord.ts";
import { GENESIS_COINBASE, GENESIS_HEADER } from "./genesis.ts";
import { journalIn, type OpenJournal } from "../../journal.ts";
import { readTx } from "./transactionRecord.ts";
import { RefusedTransaction, checkTransaction } from "../rules/transactionRules.ts";

/**
 * A Bitcoin regtest chain inside this process: real transactions, signatures, work and merkle roots; no peers.
 *
 *   accept ──► mempool ──mine──► block ──reorg──► mempool …
 *                 └─ replaced or dropped ─► gone
 *
 * Every change is appended to the journal before it takes effect, and is on disk before its promise resolves.
 */
export type SimulatedChain = Readonly<{
  view: ChainView;
  /** Takes a raw transaction (hex) into the mempool and gives its txid; one that is there already is fine. Throws RefusedTransaction. */
  accept(rawHex: string): Promise<string>;
  /** Mines blocks with all that waits in the mempool; gives the new height. `at` dates the block of an index otherwise than now. */
  mine(blocks: number, at?: (index: number) => Instant): Promise<number>;
  /** Replaces the last `depth` blocks by depth + 1 empty ones; what they held waits again for the next block. Gives the height. */
  reorg(depth: number): Promise<number>;
  /** Appends a block of another node on this chain, as it stores it; gives the new height. Throws RangeError when it does not follow the tip. */
  adopt(rawBlock: Buffer): Promise<number>;
  /** Forgets an unconfirmed transaction and all that spend from it; gives their ids. */
  drop(txid: string): Promise<readonly string[]>;
  close(): Promise<void>;
}>;

export type SimulatedChainOptions = Readonly<{
  journal?: OpenJournal; // absent: nothing is kept
  clock: Clock;
  /** The script (hex) that coinbases pay. */
  minerScript: string;
  /** Called for every transaction that enters the mempool or a block, except during the journal's replay. */
  onNews?: ChainListener;
  /** The first block, as nodes store it; absent: regtest's own. */
  genesis?: Buffer | undefined;
}>;

export type ChainListener = (place: "mempool" | "confirmed", record: TxRecord) => void;

const MAX_BLOCK_WEIGHT = 3_996_000; // leaves room for header and coinbase

/** The chain of a journal, replayed, or a new one. Throws a sentence for a damaged journal. */
export function openSimulatedChain(options: SimulatedChainOptions): SimulatedChain {
  const { clock, minerScript, genesis, journal: open = journalIn(undefined), onNews = () => {} } = options;
  const state = createChainState();
  adoptBlock(state, readForeignBlock(state, genesis ?? rawBlock(GENESIS_HEADER, [GENESIS_COINBASE])));
  let blocksMade = 0;
  const journal = open((entry) => void (blocksMade += replay(state, entrySchema.parse(entry))));

  const acceptNow = (rawHex: string): string => {
    const raw = readHex(rawHex);
    const known = state.mempool().get(txidOf(raw));
    if (known) return known.tx.txid;
    const { tx, replaces } = checkTransaction(state, raw);
    journal.append({ tx: rawHex });
    for (const old of replaces) state.evict(old.tx.txid);
    const record = state.enter(tx);
    onNews("mempool", record);
    return record.tx.txid;
  };
  const mineOne = (at: Instant): void => {
    const made = makeBlock(state, fillBlock(state), minerScript, at, blocksMade++);
    journal.append({ block: entryOf(made) });
    state.connect(made.block, made.coinbase);
    for (const txid of made.block.txids) onNews("confirmed", state.knownTx(txid));
  };

  return {
    view: state,
    async accept(rawHex) {
      const txid = acceptNow(rawHex);
      await journal.synced();
      return txid;
    },
    async mine(blocks, at = clock) {
      for (let index = 0; index < blocks; index++) mineOne(at(index));
      await journal.synced();
      return state.tip().height;
    },
    async reorg(depth) {
      const branch = emptyBranch(state, depth, minerScript, clock(), () => blocksMade++);
      journal.append({ undo: depth, blocks: branch.map(entryOf) });
      for (let undone = 0; undone < depth; undone++) state.disconnect();
      for (const { block, coinbase } of branch) state.connect(block, coinbase);
      await journal.synced();
      return state.tip().height;
    },
    async adopt(block) {
      const next = readForeignBlock(state, block);
      journal.append({ adopted: block.toString("hex") });
      adoptBlock(state, next);
      await journal.synced();
      return state.tip().height;
    },
    async drop(txid) {
      if (state.mempool().has(txid)) journal.append({ drop: txid });
      const dropped = state.evict(txid);
      await journal.synced();
      return dropped;
    },
    close: () => journal.close(),
  };
}

const blockEntry = z.object({ header: z.string(), coinbase: z.string(), txids: z.array(z.string()) });
const entrySchema = z.union([
  z.object({ block: blockEntry }),
  z.object({ tx: z.string() }),
  z.object({ undo: z.number().int(), blocks: z.array(blockEntry) }),
  z.object({ drop: z.string() }),
  z.object({ adopted: z.string() }),
]);
type BlockEntry = z.infer<typeof blockEntry>;

/**
 * Replays a journal entry; its signatures were checked when it was written. Returns the number of blocks
 * made.
 */
function replay(state: ChainState, entry: z.infer<typeof entrySchema>): number {
  if ("tx" in entry) {
    enterFirst(state, readTx(Buffer.from(entry.tx, "hex")));
    return 0;
  }
  if ("drop" in entry) {
    state.evict(entry.drop);
    return 0;
  }
  if ("adopted" in entry) {
    adoptBlock(state, readForeignBlock(state, Buffer.from(entry.adopted, "hex")));
    return 0;
  }
  if ("block" in entry) {
    replayBlock(state, entry.block);
    return 1;
  }
  for (let undone = 0; undone < entry.undo; undone++) state.disconnect();
  for (const block of entry.blocks) replayBlock(state, block);
  return entry.blocks.length;
}

function replayBlock(state: ChainState, entry: BlockEntry): void {
  const coinbase = readTx(Buffer.from(entry.coinbase, "hex"));
  const paying = entry.txids.map((txid) => state.knownTx(txid).tx);
  state.connect(describeBlock(state, Buffer.from(entry.header, "hex"), [coinbase, ...paying]), coinbase);
}

function entryOf({ block, coinbase }: NewBlock): BlockEntry {
  return {
    header: block.header.toString("hex"),
    coinbase: coinbase.raw.toString("hex"),
    txids: block.txids.slice(1),
  };
}

function fillBlock(view: ChainView): readonly TxRecord[] {
  const filling: TxRecord[] = [];
  let weight = 0;
  for (const record of view.mempool().values()) {
    weight += record.tx.weight;
    if (weight > MAX_BLOCK_WEIGHT) break; // later ones may depend on the one that did not fit
    filling.push(record);
  }
  return filling;
}

/** The empty blocks that replace the last `depth`, made before anything is undone. */
function emptyBranch(
  view: ChainView,
  depth: number,
  script: string,
  at: Instant,
  extraNonce: () => number,
): readonly NewBlock[] {
  const fork = view.blockAt(view.tip().height - depth);
  if (!fork) throw new RangeError(`Expected a depth of at most ${view.tip().height} blocks, got ${depth}.`);
  const made: NewBlock[] = [];
  const branch: Chain = {
    tip: () => made.at(-1)?.block ?? fork,
    blockAt: (height): ChainBlock | undefined =>
      height <= fork.height ? view.blockAt(height) : made[height - fork.height - 1]?.block,
  };
  for (let index = 0; index <= depth; index++) made.push(makeBlock(branch, [], script, at, extraNonce()));
  return made;
}

function readHex(text: string): Buffer {
  const hex = text.trim();
  if (!/^(?:[0-9a-fA-F]{2})+$/.test(hex))
    throw new RefusedTransaction(-22, "TX decode failed. Expected hex digits.");
  return Buffer.from(hex, "hex");
}

function txidOf(raw: Buffer): string {
  try {
    return readTx(raw).txid;
  } catch {
    return ""; // the rules report it
  }
}
