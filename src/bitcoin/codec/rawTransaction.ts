import { Transaction } from "bitcoinjs-lib";
import { writeOutpoint } from "./payment.ts";
import type { Coin } from "./transactionSize.ts";

/** One output of a transaction: its index and its value in sats. */
export type RawOutput = Readonly<{ index: number; value: bigint }>;

/** The outputs of a raw transaction (hex) that pay a script (hex); none when it is not the transaction of that txid. */
export function outputsPaying(raw: string, txid: string, script: string): readonly RawOutput[] {
  const transaction = parse(raw);
  if (transaction?.getId() !== txid) return [];
  return transaction.outs.flatMap((output, index) =>
    Buffer.from(output.script).toString("hex") === script ? [{ index, value: output.value }] : [],
  );
}

/** The outpoints "txid:vout" that a raw transaction (hex) spends; none when it is not the transaction of that txid. */
export function outpointsSpent(raw: string, txid: string): readonly string[] {
  const transaction = parse(raw);
  if (transaction?.getId() !== txid) return [];
  return transaction.ins.map(({ hash, index }) => writeOutpoint(hash, index));
}

/** True when a raw transaction (hex) is the one of that txid. */
export function hasTxid(raw: string, txid: string): boolean {
  return parse(raw)?.getId() === txid;
}

/** True when a raw transaction (hex) made a coin: of that value, for that script. */
export function hasOutput(raw: string, { outpoint, value, script }: Coin): boolean {
  const [txid = "", vout = ""] = outpoint.split(":");
  return outputsPaying(raw, txid, script).some((one) => String(one.index) === vout && one.value === value);
}

function parse(raw: string): Transaction | undefined {
  try {
    return Transaction.fromHex(raw);
  } catch {
    return undefined;
  }
}
