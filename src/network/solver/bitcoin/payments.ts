import type { Signer } from "bitcoinjs-lib";
import type { BitcoinAddress } from "../../../bitcoin/codec/address.ts";
import type { SpendPlan } from "../../../bitcoin/codec/fundTransaction.ts";
import { buildPayment, type Payment, type SignerFor } from "../../../bitcoin/codec/payment.ts";
import type { Write } from "../../../database/driver.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../intents/identifiers.ts";
import { MINUTE_MS } from "../../../values/time.ts";
import type { NetworkParts } from "../../parts.ts";
import { issuedAmong } from "../../persistence/addresses.ts";
import { insertCoin, saveCoin, type CoinRow } from "../../persistence/coins.ts";
import { saveDeposit } from "../../persistence/deposits.ts";
import { landedAmong } from "../../persistence/landings.ts";
import {
  insertAttempt,
  insertOutbound,
  noteSent,
  openPayments,
  type Attempt,
  type Outbound,
} from "../../persistence/outbound.ts";
import type { DepositRow } from "../../persistence/rows.ts";
import { OPEN_AT_ONCE, solverScript, type BitcoinOrder } from "./coins.ts";
import { isolateFailure } from "../isolateFailure.ts";

const RESEND_MS = MINUTE_MS; // until it is in a block

/** A payment to be signed: what for, how it is laid out, and the writes that take its coins. */
export type BitcoinPurpose = Readonly<{
  id: string;
  requestId: string | null;
  kind: "fill" | "refund" | "sweep";
  amount: bigint; // sats that arrive
  plan: SpendPlan;
  changeTo: string;
  satPerKvb: bigint;
  takes: readonly Write[];
}>;

/**
 * Signs a payment and commits it, its transaction, its coins and `others` together, before anything leaves. Throws
 * ConflictError when another process has taken one of the coins.
 */
export async function signBitcoin(
  parts: NetworkParts,
  purpose: BitcoinPurpose,
  others: (payment: Payment) => readonly Write[],
): Promise<void> {
  const { store, clock } = parts;
  const { id, requestId, kind, amount, plan, changeTo, satPerKvb } = purpose;
  const payment = await signPlan(parts, plan);
  const order: BitcoinOrder = { payees: plan.outputs.length - plan.change, changeTo };
  const row: Outbound = {
    id,
    requestId,
    kind,
    amount,
    order,
    chainId: BITCOIN_CHAIN_ID,
    currency: BTC_CURRENCY,
    slot: `bitcoin:${plan.inputs[0]?.outpoint}:${id}`, // every coin that it uses up is a row of its own
    state: "open",
    hash: null,
    fee: null,
    createdAt: clock(),
    closedAt: null,
  };
  await store.commit([
    ...others(payment),
    ...purpose.takes,
    insertOutbound(store, row),
    insertAttempt(store, attemptOf(payment, id, 1, satPerKvb, clock())),
  ]);
}

/** A signed transaction as the attempt of a payment, not sent yet. */
export function attemptOf(
  { txid, rawHex }: Payment,
  outboundId: string,
  number: number,
  price: bigint,
  createdAt: number,
): Attempt {
  return { hash: txid, outboundId, number, raw: rawHex, price, createdAt, sentAt: null };
}

/** Signs a plan with the keys of the solver's account and of the deposit addresses that it spends from. */
export async function signPlan(parts: NetworkParts, plan: SpendPlan): Promise<Payment> {
  return buildPayment(plan, await signersFor(parts, [...new Set(plan.inputs.map(({ script }) => script))]));
}

async function signersFor(parts: NetworkParts, scripts: readonly string[]): Promise<SignerFor> {
  const { keys, store } = parts;
  const issued = await issuedAmong(store, scripts);
  const signers = new Map<string, Signer>([[solverScript(parts), keys.solverBitcoinKey]]);
  for (const [script, { addressIndex, address }] of issued) {
    signers.set(script, keys.depositKey(addressIndex, address as BitcoinAddress)); // issued by us for its script
  }
  return (script) => signers.get(script);
}

/** Takes coins of the solver's account for a payment. */
export function takeCoins(
  { store }: NetworkParts,
  coins: readonly CoinRow[],
  id: string,
  taken: readonly Readonly<{ outpoint: string }>[],
): readonly Write[] {
  const chosen = new Set(taken.map(({ outpoint }) => outpoint));
  return coins
    .filter(({ outpoint }) => chosen.has(outpoint))
    .map((coin) => saveCoin(store, coin, { state: "spent", spentBy: id }));
}

/** Takes a deposit for a payment; `known` is its row among the coins when a payment had taken it before. */
export function takeDeposit(
  { store }: NetworkParts,
  deposit: DepositRow,
  script: string,
  known: CoinRow | undefined,
  id: string,
): readonly Write[] {
  const { id: outpoint, amount: value, height, blockHash } = deposit;
  const coin = { outpoint, value, script, height, blockHash, state: "spent", spentBy: id };
  return [
    known ? saveCoin(store, known, coin) : insertCoin(store, coin),
    saveDeposit(store, deposit, { ...deposit, custody: null, movedBy: id }),
  ];
}

/** Hands over what was never sent, and once more what is in no block for a while: always the stored bytes. */
export async function sendBitcoin(parts: NetworkParts): Promise<void> {
  const { store, bitcoin, clock } = parts;
  const open = await openPayments(store, BITCOIN_CHAIN_ID, OPEN_AT_ONCE);
  const landed = await landedAmong(
    store,
    open.map(({ outbound }) => outbound.id),
  );
  for (const { outbound, attempts } of open) {
    const latest = attempts.at(-1);
    if (!latest || landed.has(outbound.id)) continue;
    if (latest.sentAt !== null && clock() - latest.sentAt < RESEND_MS) continue;
    const goOn = await isolateFailure(parts, { payment: outbound.id, hash: latest.hash }, async () => {
      await bitcoin.broadcast(latest.hash, latest.raw);
      await store.commit([noteSent(store, latest.hash, clock())]);
    });
    if (!goOn) return;
  }
}
