import type { BlockHeader, ChainNews } from "../../bitcoin/reader/followBlocks.ts";
import { outputsPaying } from "../../bitcoin/codec/rawTransaction.ts";
import type { Write } from "../../database/driver.ts";
import type { NetworkParts } from "../parts.ts";
import { solverScript } from "../solver/bitcoin/coins.ts";
import {
  coinsByOutpoint,
  coinsInBlocks,
  insertCoin,
  NO_BLOCK,
  saveCoin,
  unspentCoins,
  type CoinRow,
} from "../persistence/coins.ts";

/** Coins by outpoint, as they were read (undefined: never seen before) and as the news leave them. */
type Entries = Map<string, Readonly<{ before: CoinRow | undefined; now: CoinRow }>>;

/** Where the coins lie that were there before the first followed block: no reorganisation that is followed undoes them. */
const BEFORE = { height: 0, blockHash: NO_BLOCK } as const;

/**
 * The writes that update the solver's coins from blocks: what arrived (change, sweeps, an operator's
 * top-up), what left with its block, and what another holder of the seed has spent. Coins from before the
 * first block are requested once.
 */
export async function takeInCoins(
  parts: NetworkParts,
  known: readonly BlockHeader[],
  news: ChainNews,
): Promise<readonly Write[]> {
  const own = solverScript(parts);
  const entries: Entries = new Map();
  await takeUndone(parts, entries, own, news);
  const found = [...(known.length === 0 ? await coinsBefore(parts, own) : []), ...coinsOf(own, news)];
  await takeFound(parts, entries, found);
  await takeSpent(parts, entries, found, news);
  return [...entries.values()].map(({ before, now }) =>
    before ? saveCoin(parts.store, before, now) : insertCoin(parts.store, now),
  );
}

/** What a payment of ours took stays taken, because it may be back in a moment; until then it is in no block. */
async function takeUndone(
  { store }: NetworkParts,
  entries: Entries,
  own: string,
  { undone }: ChainNews,
): Promise<void> {
  const hashes = undone.map(({ hash }) => hash);
  for (const before of await coinsInBlocks(store, hashes)) {
    if (before.script !== own) continue; // a deposit, which has a row of its own
    const change = before.state === "unspent" ? { state: "undone" } : { blockHash: NO_BLOCK };
    entries.set(before.outpoint, { before, now: { ...before, ...change } });
  }
}

async function takeFound(
  { store }: NetworkParts,
  entries: Entries,
  found: readonly CoinRow[],
): Promise<void> {
  const outpoints = found.map(({ outpoint }) => outpoint);
  const stored = new Map((await coinsByOutpoint(store, outpoints)).map((coin) => [coin.outpoint, coin]));
  for (const coin of found) {
    const { outpoint, height, blockHash } = coin;
    const before = stored.get(outpoint);
    const held = entries.get(outpoint)?.now ?? before ?? coin;
    const state = held.state === "undone" ? "unspent" : held.state;
    entries.set(outpoint, { before, now: { ...held, height, blockHash, state } });
  }
}

/** A coin that is spent in a block without a payment of ours: someone else has the seed. */
async function takeSpent(
  { store, log }: NetworkParts,
  entries: Entries,
  found: readonly CoinRow[],
  { joined }: ChainNews,
): Promise<void> {
  const spent = new Set(joined.flatMap((block) => block.spent));
  const free = [...(await unspentCoins(store)), ...found].filter(({ outpoint }) => spent.has(outpoint));
  for (const coin of free) {
    const { before, now } = entries.get(coin.outpoint) ?? { before: coin, now: coin };
    if (now.state !== "unspent") continue;
    entries.set(coin.outpoint, { before, now: { ...now, state: "spent", spentBy: null } });
    log.warn("network.coin_spent_elsewhere", { outpoint: coin.outpoint, sats: String(coin.value) });
  }
}

/** The outputs in the joined blocks that pay the solver. */
function coinsOf(script: string, { joined }: ChainNews): readonly CoinRow[] {
  return joined.flatMap(({ header, outputs }) =>
    outputs
      .filter((output) => output.script === script)
      .map(({ txid, vout, value }) => ({
        outpoint: `${txid}:${vout}`,
        value,
        script,
        height: header.height,
        blockHash: header.hash,
        state: "unspent",
        spentBy: null,
      })),
  );
}

/** What the solver's wallet held already, as far as the transactions themselves bear the explorer out. */
async function coinsBefore({ bitcoin, keys }: NetworkParts, script: string): Promise<readonly CoinRow[]> {
  const coins: CoinRow[] = [];
  for (const { outpoint, confirmed } of await bitcoin.utxos(keys.solverBitcoin)) {
    const [txid = "", vout = ""] = outpoint.split(":");
    const raw = confirmed ? await bitcoin.rawTx(txid) : undefined;
    const output = outputsPaying(raw ?? "", txid, script).find(({ index }) => String(index) === vout);
    if (output)
      coins.push({ outpoint, value: output.value, script, ...BEFORE, state: "unspent", spentBy: null });
  }
  return coins;
}
