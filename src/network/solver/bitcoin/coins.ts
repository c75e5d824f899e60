import { Transaction } from "bitcoinjs-lib";
import { z } from "zod";
import { scriptOf } from "../../../bitcoin/codec/address.ts";
import type { Coin } from "../../../bitcoin/codec/transactionSize.ts";
import { sum } from "../../../values/amount.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import type { Keys } from "../../addresses.ts";
import type { BitcoinChain } from "../../chains/bitcoin.ts";
import { coinsByOutpoint, unspentCoins, type CoinRow } from "../../persistence/coins.ts";
import type { NetworkStore } from "../../persistence/open.ts";
import { openPayments, type OpenPayment } from "../../persistence/outbound.ts";

/**
 * What is stored of a Bitcoin payment beside its transactions: the number of first outputs to payees, and
 * the script (hex) of the others.
 */
export type BitcoinOrder = Readonly<{ payees: number; changeTo: string }>;

/** The solver's money on Bitcoin in sats: coins in blocks, and what its own open payments will bring back. */
export type BitcoinHoldings = Readonly<{ coins: readonly CoinRow[]; free: bigint; coming: bigint }>;

const orderSchema = z.object({ payees: z.number(), changeTo: z.string() });
export const OPEN_AT_ONCE = 1_000; // far more than fit into the blocks of an hour

/** The script (hex) of the solver's account. */
export function solverScript({ bitcoin, keys }: Readonly<{ bitcoin: BitcoinChain; keys: Keys }>): string {
  return scriptOf(bitcoin.network, keys.solverBitcoin);
}

/** What the solver holds now. Only coins in blocks can be spent: a payment never hangs on another that may be replaced. */
export async function bitcoinHoldings(store: NetworkStore): Promise<BitcoinHoldings> {
  const open = await openPayments(store, BITCOIN_CHAIN_ID, OPEN_AT_ONCE);
  const expected = open.flatMap(ownOutputs);
  const arrived = await coinsByOutpoint(
    store,
    expected.map(({ outpoint }) => outpoint),
  );
  const known = new Set(arrived.map(({ outpoint }) => outpoint));
  const coins = await unspentCoins(store);
  const coming = expected.filter(({ outpoint }) => !known.has(outpoint));
  return { coins, free: valueOf(coins), coming: valueOf(coming) };
}

/** How a stored payment is laid out. */
export function readOrder({ outbound }: OpenPayment): BitcoinOrder {
  return orderSchema.parse(outbound.order);
}

/** The outputs of a payment's latest transaction that pay the solver itself. A refund has none. */
function ownOutputs(payment: OpenPayment): readonly Coin[] {
  const latest = payment.attempts.at(-1);
  const { payees, changeTo } = readOrder(payment);
  if (!latest || (payment.outbound.kind === "refund" && payees === 0)) return [];
  return Transaction.fromHex(latest.raw).outs.flatMap(({ value }, vout) =>
    vout < payees ? [] : [{ outpoint: `${latest.hash}:${vout}`, value, script: changeTo }],
  );
}

function valueOf(coins: readonly Readonly<{ value: bigint }>[]): bigint {
  return sum(coins.map(({ value }) => value));
}
