import { fund, worthwhileCoins, type Shortfall, type SpendPlan } from "./fundTransaction.ts";
import type { Payment } from "./payment.ts";
import { feeAt, type Coin } from "./transactionSize.ts";

/** The payment pays that rate already: only `least` (sat/kvB) or more is a reason to replace it. */
export type NotHigher = Readonly<{ kind: "rate-not-higher"; least: bigint }>;

export type Bump = Readonly<{
  satPerKvb: bigint;
  /** Coins that may be added. Confirmed ones only: nodes may refuse a replacement with new unconfirmed inputs (BIP125, rule 2). */
  extraCoins: readonly Coin[];
  changeScript: string;
  splitChangeAbove?: bigint | undefined;
}>;

const RELAY_SATS_PER_VBYTE = 1n; // Core's default incremental relay fee

/**
 * The plan of a replacement (BIP125) of an unconfirmed payment of ours: the same payees, all of its coins,
 * so that the two can never both be in a chain, less change, and more coins when the change does not
 * suffice. The fee pays the rate, the old fee and the relay of the new transaction on top (rule 4), at a
 * higher rate than before, also when that is above the requested one. Transactions that spend the old
 * payment's change are evicted with it, and the fee does not count them: pay from that change only once it
 * is confirmed, or give up bumping.
 */
export function bumpPayment(
  previous: Pick<Payment, "txid" | "fee" | "vsize" | "inputs" | "outputs" | "change">,
  { satPerKvb, extraCoins, changeScript, splitChangeAbove }: Bump,
): SpendPlan | Shortfall | NotHigher {
  const oldSize = BigInt(previous.vsize);
  const least = (previous.fee * 1_000n) / oldSize + 1n;
  if (satPerKvb < least) return { kind: "rate-not-higher", least };
  const spent = new Set(previous.inputs.map(({ outpoint }) => outpoint));
  const usable = extraCoins.filter(
    ({ outpoint }) => !spent.has(outpoint) && !outpoint.startsWith(previous.txid),
  );
  const feeFor = (vsize: number): bigint => {
    const asked = feeAt(vsize, satPerKvb);
    const relayed = previous.fee + BigInt(vsize) * RELAY_SATS_PER_VBYTE;
    return asked > relayed ? asked : relayed;
  };
  const targets = previous.outputs.slice(0, previous.outputs.length - previous.change);
  return fund(previous.inputs, worthwhileCoins(usable, satPerKvb), {
    targets,
    changeScript,
    splitChangeAbove,
    feeFor,
  });
}
