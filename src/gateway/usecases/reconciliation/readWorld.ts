import { refundedOffer } from "../../domain/invoices/credit.ts";
import { read, UNAVAILABLE, UNSEEN, type Reading } from "../../domain/reconciliation/seen.ts";
import type { Arrival } from "../../../evm/reader/evmRpc.ts";
import { txOf } from "../../domain/invoices/outpoint.ts";
import type { Deposit, Invoice, RefundFact, SettlementFact } from "../../domain/invoices/invoice.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import type { Run } from "./reconcileRun.ts";
import { bitcoinScript } from "../crediting/refundOf.ts";
import { formerProofOf, proofOf } from "../crediting/transferProofs.ts";

/** What chains show of amounts that are in the books. Nothing counts that is in no block of the best chain. */

/** What the transaction of a deposit brought to its address. */
export async function readArrival(run: Run, deposit: Deposit): Promise<Reading> {
  const { chainId, outpoint, address, currency, value } = deposit;
  const txid = txOf(outpoint);
  if (chainId === BITCOIN_CHAIN_ID) {
    return readBitcoin(
      run,
      txid,
      address,
      (outputs) => outputs.find(({ vout }) => outpoint === `${txid}:${vout}`)?.value,
    );
  }
  return readEvm(run, { chainId, currency, address, txid }, (arrivals) => {
    const own = arrivals.find(({ part, logIndex }) =>
      [`${txid}:${part}`, `${txid}:${logIndex}`].includes(outpoint),
    );
    return own ?? arrivals.find(({ amount }) => amount === value); // a deposit that only the service reports has no place
  });
}

/** What the transaction of a settlement brought to the merchant. */
export async function readSettlement(
  run: Run,
  { terms }: Invoice,
  { txHash, proof, amount }: SettlementFact,
): Promise<Reading> {
  const { chainId, currency, recipient: address } = terms.settlement;
  if (txHash === undefined) return notChecked(run, "settlements without a transaction");
  return readEvm(run, { chainId, currency, address, txid: txHash }, (arrivals) => {
    const own = arrivals.find((one) => [proofOf(chainId, one), formerProofOf(chainId, one)].includes(proof));
    if (own || !proof.startsWith("request:")) return own;
    return arrivals.find((one) => one.amount === amount) ?? arrivals[0];
  });
}

/** What the transaction of a refund brought to the address where the invoice wanted its money back. */
export async function readRefund(
  run: Run,
  { facts }: Invoice,
  deposit: Deposit,
  { requestId, txHash: txid, amount }: RefundFact,
): Promise<Reading> {
  const { chainId, currency, value } = deposit;
  const offer = refundedOffer(facts, requestId, deposit);
  if (txid === undefined || amount === undefined || !offer)
    return notChecked(run, "refunds without a transaction or its amount");
  const fitting = <T extends Readonly<{ amount: bigint | undefined }>>(paid: readonly T[]) =>
    paid.find((one) => one.amount === amount) ??
    paid.find((one) => one.amount !== undefined && one.amount <= value);
  if (chainId !== BITCOIN_CHAIN_ID)
    return readEvm(run, { chainId, currency, address: offer.refundTo, txid }, fitting);
  return readBitcoin(run, txid, offer.refundTo, (outputs) => {
    return fitting(outputs.map((output) => ({ amount: output.value })))?.amount;
  });
}

function notChecked(run: Run, why: string): Reading {
  run.pass(why);
  return UNSEEN;
}

type Output = Readonly<{ vout: number; value: bigint }>;

/** The amount among what a transaction paid to an address that `choose` takes; 0 when it takes none. */
export async function readBitcoin(
  run: Run,
  txid: string,
  address: string,
  choose: (outputs: readonly Output[]) => bigint | undefined,
): Promise<Reading> {
  const { explorer } = run.outside;
  const found = await run.ask("explorer", async () => {
    const tx = await explorer.tx(txid.toLowerCase());
    const { confirmed, block_height: height, block_hash: hash } = tx?.status ?? {};
    if (!tx || !confirmed || height === undefined || height === null) return [];
    if ((await explorer.blockHash(height)) !== hash) return []; // its block has left the best chain
    const script = bitcoinScript(run.outside, address);
    return tx.vout.flatMap(({ scriptpubkey, value }, vout) =>
      scriptpubkey === script ? [{ vout, value }] : [],
    );
  });
  return found ? read(choose(found.answer) ?? 0n) : UNAVAILABLE;
}

type Payment = Readonly<{ chainId: number; currency: string; address: string; txid: string }>;

/**
 * The same on an EVM chain; "unseen" where no node of it is configured, or the node does not show internal
 * transfers.
 */
export async function readEvm(
  run: Run,
  { chainId, currency, address, txid }: Payment,
  choose: (arrivals: readonly Arrival[]) => Arrival | undefined,
): Promise<Reading> {
  const reader = run.outside.arrivals.get(chainId);
  if (!reader) return notChecked(run, `amounts on chain ${chainId}, because RPC_${chainId} is not set`);
  const found = await run.ask(`chain ${chainId}`, () => reader(txid, currency, address));
  if (!found) return UNAVAILABLE;
  const arrivals = found.answer;
  if (arrivals.some(({ amount }) => amount === undefined))
    return notChecked(run, `coins on chain ${chainId} whose way its node does not show`);
  return read(choose(arrivals)?.amount ?? 0n);
}

/** What a transaction of an EVM chain took from an address; "unseen" where no node of it is configured. */
export async function readEvmDeparture(
  run: Run,
  { chainId, currency, address, txid }: Payment,
): Promise<Reading> {
  const reader = run.outside.departures.get(chainId);
  if (!reader) return notChecked(run, `amounts on chain ${chainId}, because RPC_${chainId} is not set`);
  const found = await run.ask(`chain ${chainId}`, () => reader(txid, currency, address));
  return found ? read(found.answer) : UNAVAILABLE;
}
