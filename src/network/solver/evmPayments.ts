import type { Hex } from "viem";
import type { Write } from "../../db/driver.ts";
import { MINUTE_MS, SECOND_MS } from "../../time.ts";
import { signEvm, type EvmCall, type EvmChain, type GasFees, type Receipt } from "../chains/evm.ts";
import { requireChain, type NetworkParts } from "../parts.ts";
import type { CurrencyKey } from "../request.ts";
import { moveNonce, storedNonce } from "../store/nonces.ts";
import {
  insertAttempt,
  insertOutbound,
  noteSent,
  openPayments,
  type Attempt,
  type OpenPayment,
  type Outbound,
  type OutboundKind,
} from "../store/outbound.ts";
import { GAS_HEADROOM } from "./gas.ts";
import { isolated } from "./isolated.ts";

const OPEN_PER_TICK = 400;
const RESEND_MS = 15 * SECOND_MS; // a transaction that is in no block by then is handed over once more, unchanged
const REVERT_CERTAIN_MS = 5 * MINUTE_MS;
const ASKED_AT_ONCE = 50;

/** What the payments that are signed on one chain in one tick share: the nonce moves on with each of them. */
export type EvmRun = {
  readonly chain: EvmChain;
  readonly fees: GasFees;
  stored: number | undefined;
  nonce: number;
};

/** A payment to be signed from the solver's account: what for, and the transaction. The amount is of the currency. */
export type EvmOrder = CurrencyKey &
  Readonly<{
    id: string;
    requestId: string | null;
    kind: OutboundKind;
    amount: bigint;
    call: EvmCall;
    gas: bigint; // limit
  }>;

/** Begins signing on a chain: asks for fees and the nonce. Throws HttpFailure when the chain gave no answer. */
export async function openRun({ evm, keys, store }: NetworkParts, chainId: number): Promise<EvmRun> {
  const chain = requireChain(evm, chainId);
  const [fees, counted, stored] = await Promise.all([
    chain.gasFees(),
    chain.nextNonce(keys.solverEvmAddress),
    storedNonce(store, chainId),
  ]);
  return { chain, fees, stored, nonce: Math.max(counted, stored ?? 0) };
}

/**
 * Signs a payment with the run's next nonce and commits it, its transaction, the nonce and `others` together, before anything
 * leaves. `others` may depend on the transaction's hash.
 */
export async function signPayment(
  parts: NetworkParts,
  run: EvmRun,
  order: EvmOrder,
  others: (hash: Hex) => readonly Write[],
): Promise<void> {
  const { store, keys, clock } = parts;
  const { id, requestId, kind, chainId, currency, amount, call, gas } = order;
  const price = run.fees.maxFeePerGas * GAS_HEADROOM;
  const fees = { maxFeePerGas: price, maxPriorityFeePerGas: run.fees.maxPriorityFeePerGas };
  const { hash, raw } = await signEvm(keys.solverEvm, { ...call, ...fees, gas, chainId, nonce: run.nonce });
  const row: Outbound = {
    ...{ id, requestId, kind, chainId, currency, amount },
    slot: slotOf(chainId, run.nonce),
    order: { ...call, gas, nonce: run.nonce },
    state: "open",
    hash: null,
    fee: null,
    createdAt: clock(),
    closedAt: null,
  };
  const attempt = { hash, outboundId: id, number: 1, raw, price, createdAt: clock(), sentAt: null };
  await store.commit([
    ...others(hash),
    insertOutbound(store, row),
    insertAttempt(store, attempt),
    moveNonce(store, chainId, run.stored, run.nonce + 1),
  ]);
  run.nonce += 1;
  run.stored = run.nonce;
}

/** The nonce of an account on a chain as a slot; slots of a chain sort by nonce. */
function slotOf(chainId: number, nonce: number): string {
  return `evm:${chainId}:${String(nonce).padStart(12, "0")}`;
}

/**
 * Hands over what was never sent, and once more what is in no block for a while: always the stored bytes, in the order of
 * their nonces, because a chain need not keep a transaction whose predecessor it has not seen.
 */
export async function sendPayments(parts: NetworkParts, chainId: number): Promise<void> {
  const chain = requireChain(parts.evm, chainId);
  for (const { attempts } of await openPayments(parts.store, chainId, OPEN_PER_TICK)) {
    const latest = attempts.at(-1);
    if (!latest || !isDue(latest, parts.clock())) continue;
    const sent = await isolated(parts, { hash: latest.hash }, async () => {
      await chain.broadcast(latest.hash, latest.raw);
      await parts.store.commit([noteSent(parts.store, latest.hash, parts.clock())]);
    });
    if (!sent) return;
  }
}

function isDue({ sentAt }: Attempt, now: number): boolean {
  return sentAt === null || now - sentAt >= RESEND_MS;
}

/** How an open payment ended: the attempt that is in a block, and its receipt. */
export type Ending = Readonly<{ hash: string; receipt: Receipt }>;

/**
 * Looks for the receipts of open payments. One that is deep enough is given to `close`. A success is believed at once;
 * "reverted" only when it has been said for a while, because the deposit is given back for it.
 */
export async function followPayments(
  parts: NetworkParts,
  chainId: number,
  close: (payment: OpenPayment, ending: Ending) => Promise<void>,
): Promise<void> {
  const chain = requireChain(parts.evm, chainId);
  const open = await openPayments(parts.store, chainId, OPEN_PER_TICK);
  const deepest = open.length > 0 && chain.confirmations > 1 ? await chain.tipHeight() : undefined;
  for (let from = 0; from < open.length; from += ASKED_AT_ONCE) {
    const group = open.slice(from, from + ASKED_AT_ONCE);
    const followed = await Promise.all(
      group.map((payment) =>
        isolated(parts, { payment: payment.outbound.id }, async () => {
          const ending = await endingOf(chain, payment);
          if (!ending || !isDeep(chain, ending, deepest) || !isCertain(parts, ending)) return;
          await close(payment, ending);
        }),
      ),
    );
    if (followed.includes(false)) return;
  }
}

/** Whichever attempt is in a block: only one of them can ever be. */
async function endingOf(chain: EvmChain, { attempts }: OpenPayment): Promise<Ending | undefined> {
  for (const { hash } of attempts.toReversed()) {
    const receipt = await chain.receipt(hash);
    if (receipt) return { hash, receipt };
  }
  return undefined;
}

function isDeep(chain: EvmChain, { receipt }: Ending, tip: number | undefined): boolean {
  return tip === undefined || receipt.height <= tip - chain.confirmations + 1;
}

function isCertain({ revertedSince, clock }: NetworkParts, { hash, receipt }: Ending): boolean {
  if (receipt.success) {
    revertedSince.delete(hash);
    return true;
  }
  const since = revertedSince.get(hash) ?? clock();
  revertedSince.set(hash, since);
  return clock() - since >= REVERT_CERTAIN_MS;
}
