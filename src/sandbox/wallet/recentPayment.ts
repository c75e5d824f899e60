import { BTC_DECIMALS } from "../../bitcoin/codec/paymentUri.ts";
import { formatDecimal, sum } from "../../values/amount.ts";
import type { TxRecord } from "../bitcoin/chain/blockRecord.ts";
import { addressOf } from "../bitcoin/rules/outputScript.ts";

/**
 * A transaction in its owner's list: payee and amount (BTC), and the fee rate (sat/vB) that would replace
 * it.
 */
export function recentPayment({ tx, block, fee, spent }: TxRecord, tip: number, own: string) {
  const payee = tx.outputs.find(({ script }) => addressOf(script) !== own);
  const isOurs = spent.some(({ script }) => addressOf(script) === own);
  const received = tx.outputs.filter(({ script }) => addressOf(script) === own);
  const amount = isOurs ? (payee?.value ?? 0n) : sum(received.map(({ value }) => value));
  const rate = Math.ceil(Number(fee) / tx.vsize); // a rate for show
  return {
    txid: tx.txid,
    direction: isOurs ? "Paid" : "Received",
    address: payee && isOurs ? addressOf(payee.script) : own,
    amount: formatDecimal(amount, BTC_DECIMALS),
    confirmations: block ? tip - block.height + 1 : 0,
    rate,
    higherRate: rate * 2 + 1,
    canBump: !block && isOurs,
  };
}
