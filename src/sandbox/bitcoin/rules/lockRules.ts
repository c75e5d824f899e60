import type { ChainView } from "../chain/chainState.ts";
import type { ChainTx } from "../chain/transactionRecord.ts";

const FINAL_SEQUENCE = 0xffffffff;
const LOCKTIME_IS_TIME = 500_000_000; // below it, a height

const RELATIVE_DISABLED = 0x80000000;
const RELATIVE_IS_TIME = 0x00400000;
const RELATIVE_VALUE = 0x0000ffff;
const RELATIVE_UNIT_S = 512;

/** "non-final" while a transaction's own lock holds: until a height, or until the chain's median time (BIP113). */
export function lockFault(view: ChainView, tx: ChainTx): string | undefined {
  const locktime = tx.raw.readUInt32LE(tx.raw.length - 4);
  const tip = view.tip();
  const reached = locktime < LOCKTIME_IS_TIME ? tip.height + 1 : tip.medianTime;
  const waived = tx.inputs.every(({ sequence }) => sequence === FINAL_SEQUENCE);
  return locktime === 0 || locktime < reached || waived ? undefined : "non-final";
}

/** "non-BIP68-final" while a coin is younger than its input's sequence asks for, in blocks or in units of 512 s. */
export function ageFault(view: ChainView, tx: ChainTx): string | undefined {
  if (tx.raw.readInt32LE(0) < 2) return undefined;
  const tip = view.tip();
  const waits = tx.inputs.some(({ txid, sequence }) => {
    if ((sequence & RELATIVE_DISABLED) !== 0) return false;
    const bornAt = view.knownTx(txid).block?.height ?? tip.height + 1;
    const age = sequence & RELATIVE_VALUE;
    if ((sequence & RELATIVE_IS_TIME) === 0) return bornAt + age > tip.height + 1;
    const before = view.blockAt(Math.max(bornAt - 1, 0))?.medianTime ?? 0;
    return before + age * RELATIVE_UNIT_S > tip.medianTime;
  });
  return waits ? "non-BIP68-final" : undefined;
}
