import type { ChainView } from "./chainState.ts";
import type { TxRecord } from "./blockRecord.ts";

const RECENT_BLOCKS = 12;
const FLOOR = 1; // sat/vB, the least that is relayed

/** The part of recent transactions that paid less than the estimate, by confirmation target in blocks. */
const TARGETS: Readonly<Record<string, number>> = {
  1: 0.9,
  2: 0.75,
  3: 0.6,
  4: 0.5,
  5: 0.5,
  6: 0.5,
  10: 0.35,
  25: 0.25,
  144: 0.1,
  504: 0,
  1008: 0,
};

/** Fee rates (sat/vB) by target, from what the mempool and the last blocks paid; the floor when there is nothing to learn from. */
export function feeEstimates(view: ChainView): Readonly<Record<string, number>> {
  const rates = recentRecords(view).map(({ fee, tx }) => Number(fee) / tx.vsize); // a rate for show, not money
  rates.sort((a, b) => a - b);
  return Object.fromEntries(
    Object.entries(TARGETS).map(([target, part]) => {
      const rate = rates[Math.min(rates.length - 1, Math.floor(part * rates.length))] ?? FLOOR;
      return [target, Math.max(FLOOR, Math.round(rate * 1000) / 1000)];
    }),
  );
}

function recentRecords(view: ChainView): readonly TxRecord[] {
  const records = [...view.mempool().values()];
  for (let age = 0; age < RECENT_BLOCKS; age++) {
    const block = view.blockAt(view.tip().height - age);
    if (block) records.push(...block.txids.slice(1).map((txid) => view.knownTx(txid)));
  }
  return records;
}
