import { BTC_DECIMALS } from "../../../bitcoin/codec/paymentUri.ts";
import { divFloor, formatDecimal, formatFixed } from "../../../values/amount.ts";
import type { AddressNames } from "../../addressNames.ts";
import type { ChainView } from "../chain/chainState.ts";
import type { TxRecord } from "../chain/blockRecord.ts";
import { outputSum, type ChainOutput } from "../chain/transactionRecord.ts";
import { addressOf, scriptType } from "../rules/outputScript.ts";
import { readableTime } from "../../readableTime.ts";

const SHOWN = 50; // inputs, and outputs; the rest is in the JSON

/** One input or output: owner, amount (BTC), and the transaction on its other side when there is one. */
export type TxLine = Readonly<{
  address: string;
  name: string | undefined;
  amount: string;
  txid: string | undefined;
  spendable: boolean; // false for data
}>;

/** What the page of a Bitcoin transaction shows; amounts in BTC, the fee also in sats, its rate in sat/vB (rounded down). */
export function bitcoinTxView({ tx, fee, spent, block }: TxRecord, view: ChainView, names: AddressNames) {
  const line = ({ script, value }: ChainOutput, txid: string | undefined): TxLine => {
    const type = scriptType(script);
    const address = addressOf(script) ?? `no address (${type})`;
    const amount = formatFixed(value, BTC_DECIMALS);
    return { address, name: names.of(address), amount, txid, spendable: type !== "op_return" };
  };
  const spenderOf = (vout: number) => view.spender({ txid: tx.txid, vout })?.record.tx.txid;
  return {
    txid: tx.txid,
    coinbase: tx.coinbase,
    confirmations: block ? view.tip().height - block.height + 1 : 0,
    height: block?.height,
    minedAt: block && readableTime(block.time),
    total: formatFixed(outputSum(tx), BTC_DECIMALS),
    fee: formatFixed(fee, BTC_DECIMALS),
    feeSats: String(fee),
    feeRate: formatDecimal(divFloor(fee * 10n, BigInt(tx.vsize)), 1),
    vsize: tx.vsize,
    inputs: spent.slice(0, SHOWN).map((output, vin) => line(output, tx.inputs[vin]?.txid)),
    moreInputs: Math.max(0, spent.length - SHOWN),
    outputs: tx.outputs.slice(0, SHOWN).map((output, vout) => line(output, spenderOf(vout))),
    moreOutputs: Math.max(0, tx.outputs.length - SHOWN),
  };
}
