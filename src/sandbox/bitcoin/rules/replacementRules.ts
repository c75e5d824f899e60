import type { ChainView } from "../chain/chainState.ts";
import type { TxRecord } from "../chain/blockRecord.ts";
import type { ChainTx } from "../chain/transactionRecord.ts";

const MAX_REPLACED = 100;

/** The unconfirmed transactions that spend what this one spends. */
export function conflictsOf(view: ChainView, tx: ChainTx): ReadonlySet<TxRecord> {
  const spenders = tx.inputs.flatMap((input) => view.spender(input)?.record ?? []);
  return new Set(spenders.filter(({ block }) => !block));
}

/**
 * Why Core refuses to replace `conflicts` and all that depend on them (BIP125), or undefined: a higher rate
 * than each, 100 at most, no new unconfirmed inputs, more fee than all together plus the cost of relaying
 * the new one. Like Core since version 28, the simulated chain does not require that the old ones signalled
 * replaceability.
 */
export function replacementFault(
  view: ChainView,
  tx: ChainTx,
  fee: bigint,
  conflicts: ReadonlySet<TxRecord>,
): string | undefined {
  if (conflicts.size === 0) return undefined;
  const leaving = withDependents(view, conflicts);
  const from = tx.inputs.map(({ txid }) => view.knownTx(txid));
  if (from.some((source) => leaving.has(source))) return "bad-txns-spends-conflicting-tx";
  const refusal = `rejecting replacement ${tx.txid}`;
  for (const old of conflicts) {
    if (rate(fee, tx) <= rate(old.fee, old.tx)) {
      return `insufficient fee, ${refusal}; new feerate is not above the old one`;
    }
  }
  // A dependent of two of them counts twice, as it does in Core.
  const count = [...conflicts].reduce((total, old) => total + withDependents(view, [old]).size, 0);
  if (count > MAX_REPLACED) return `too many potential replacements, ${refusal}; ${count} > ${MAX_REPLACED}`;
  const parents = new Set([...conflicts].flatMap((old) => old.tx.inputs.map(({ txid }) => txid)));
  const adds = from.some((source) => !source.block && !parents.has(source.tx.txid));
  if (adds) return `replacement-adds-unconfirmed, ${refusal}`;
  const least = [...leaving].reduce((total, old) => total + old.fee, BigInt(tx.vsize));
  return fee < least ? `insufficient fee, ${refusal}; ${fee} < ${least}` : undefined;
}

/** Sats for each 1,000 vB, rounded down as Core rounds. */
function rate(fee: bigint, { vsize }: ChainTx): bigint {
  return (fee * 1_000n) / BigInt(vsize);
}

function withDependents(view: ChainView, records: Iterable<TxRecord>): Set<TxRecord> {
  const found = new Set(records);
  for (const record of found) {
    record.tx.outputs.forEach((_, vout) => {
      const spender = view.spender({ txid: record.tx.txid, vout });
      if (spender) found.add(spender.record); // a set is walked to its end, also what joins on the way
    });
  }
  return found;
}
