import { Transaction } from "bitcoinjs-lib";
import { ageFault, lockFault } from "./lockRules.ts";
import { chainTx, outputSum, type ChainOutput, type ChainTx } from "../chain/transactionRecord.ts";
import { scriptType } from "./outputScript.ts";
import { conflictsOf, replacementFault } from "./replacementRules.ts";
import { nonStandardInput, spendFault, unsupportedInput } from "./spendRules.ts";
import { shapeFault } from "./transactionShape.ts";
import type { ChainView } from "../chain/chainState.ts";
import type { TxRecord } from "../chain/blockRecord.ts";

/** A transaction that the ledger does not take; `code` and `message` are those of Bitcoin Core where it has them. */
export class RefusedTransaction extends Error {
  override name = "RefusedTransaction";
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

const REJECTED = -26; // breaks a rule of the network or of policy
const MISSING = -25;
const UNREADABLE = -22;
const ALREADY_CONFIRMED = -27;

const COINBASE_MATURITY = 100;
const MAX_FEE_RATE = 10_000n; // sat/vB; Core's guard against a change output that was forgotten

/** A transaction that passed, and the unconfirmed ones that it replaces (without their dependents). */
export type PassedTx = Readonly<{ tx: ChainTx; replaces: readonly TxRecord[] }>;

/**
 * Checks a raw transaction against the chain and the mempool by Bitcoin's rules and Core's default policy, in Core's order,
 * so that of several faults the same one is named. Throws RefusedTransaction with the reason.
 */
export function checkTransaction(view: ChainView, raw: Buffer): PassedTx {
  const parsed = parse(raw);
  const tx = chainTx(parsed, raw);
  if (hasConfirmedCoins(view, tx.txid)) {
    throw new RefusedTransaction(ALREADY_CONFIRMED, "Transaction already in block chain");
  }
  refuseFor(shapeFault(tx, parsed));
  refuseFor(lockFault(view, tx));
  const conflicts = conflictsOf(view, tx);
  if (view.mempool().has(tx.txid)) refuseFor("txn-already-in-mempool");
  const spent = spentOutputs(view, tx);
  refuseFor(ageFault(view, tx));
  refuseFor(maturityFault(view, tx));
  const fee = spent.reduce((total, { value }) => total + value, 0n) - outputSum(tx);
  if (fee < 0n) refuseFor("bad-txns-in-belowout");
  refuseFor(nonStandardInput(parsed, spent));
  if (fee < BigInt(tx.vsize)) refuseFor(`min relay fee not met, ${fee} < ${tx.vsize}`);
  refuseFor(replacementFault(view, tx, fee, conflicts));
  refuseFor(unsupportedInput(parsed, spent));
  for (const vin of spent.keys()) refuseFor(spendFault(parsed, vin, spent));
  if (fee > BigInt(tx.vsize) * MAX_FEE_RATE) {
    throw new RefusedTransaction(
      MISSING,
      "Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)",
    );
  }
  return { tx, replaces: [...conflicts] };
}

function parse(raw: Buffer): Transaction {
  let parsed: Transaction;
  try {
    parsed = Transaction.fromBuffer(raw);
  } catch {
    throw new RefusedTransaction(UNREADABLE, "TX decode failed. Make sure the tx has at least one input.");
  }
  if (!raw.equals(parsed.toBuffer()))
    throw new RefusedTransaction(UNREADABLE, "TX decode failed. Not minimally encoded.");
  return parsed;
}

/** Whether a transaction is known by what it left in the chain: once all of that is spent, a node has forgotten it. */
function hasConfirmedCoins(view: ChainView, txid: string): boolean {
  const record = view.tx(txid);
  if (!record?.block) return false;
  return record.tx.outputs.some(
    ({ script }, vout) => scriptType(script) !== "op_return" && !view.spender({ txid, vout })?.record.block,
  );
}

function spentOutputs(view: ChainView, tx: ChainTx): readonly ChainOutput[] {
  return tx.inputs.map((input) => {
    const output = view.output(input);
    if (!output || view.spender(input)?.record.block) {
      throw new RefusedTransaction(MISSING, "bad-txns-inputs-missingorspent");
    }
    return output;
  });
}

function maturityFault(view: ChainView, tx: ChainTx): string | undefined {
  const next = view.tip().height + 1;
  const young = tx.inputs.some(({ txid }) => {
    const source = view.knownTx(txid);
    return source.tx.coinbase && source.block && next - source.block.height < COINBASE_MATURITY;
  });
  return young ? "bad-txns-premature-spend-of-coinbase" : undefined;
}

function refuseFor(reason: string | undefined): void {
  if (reason !== undefined) throw new RefusedTransaction(REJECTED, reason);
}
