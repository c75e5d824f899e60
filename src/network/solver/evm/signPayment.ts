import type { Hex } from "viem";
import { HttpFailure } from "../../../http-client/http.ts";
import type { Write } from "../../../database/driver.ts";
import { signEvm, type EvmCall, type EvmChain, type GasFees } from "../../chains/evm.ts";
import { requireChain, type NetworkParts } from "../../parts.ts";
import { readStoredSwap, type StoredSwap } from "../../pools/storedSwap.ts";
import type { CurrencyKey } from "../../request.ts";
import {
  evmSlot,
  insertAttempt,
  insertOutbound,
  moveNonce,
  moveOutbound,
  storedNonce,
  usedNonces,
  type Outbound,
  type OutboundKind,
} from "../../persistence/outbound.ts";
import { GAS_HEADROOM } from "./gas.ts";

/** What the payments that are signed on one chain in one go share: fees, and the nonces that are free. */
export type EvmRun = {
  readonly chain: EvmChain;
  readonly fees: GasFees; // of a transaction that is signed now
  readonly taken: ReadonlySet<number>;
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
    swap?: StoredSwap; // what it does at pools
  }>;

/**
 * Begins signing on a chain: asks for fees and finds the free nonces. The next one is the lowest that no block and no payment
 * of ours has, so that a gap is filled by the next payment. Throws HttpFailure when the chain gave no answer, and when gas is
 * above the highest price of the setting.
 */
export async function openRun(
  parts: Pick<NetworkParts, "evm" | "keys" | "store" | "settings" | "log">,
  chainId: number,
): Promise<EvmRun> {
  const { evm, keys, store, settings, log } = parts;
  const chain = requireChain(evm, chainId);
  const stored = await storedNonce(store, chainId);
  const owner = keys.solverEvmAddress;
  const [suggested, mined] = await Promise.all([
    chain.gasFees(),
    stored === undefined ? chain.nextNonce(owner) : chain.minedNonce(owner, 1),
  ]);
  if (stored !== undefined && mined > stored) {
    log.error("network.foreign_nonce", { chain: chainId, account: owner, expected: stored, got: mined });
  }
  const taken = await usedNonces(store, chainId, mined);
  return { chain, fees: cap(suggested, settings.solver.maxGasPrice, chainId), taken, stored, nonce: mined };
}

function cap({ maxFeePerGas, maxPriorityFeePerGas }: GasFees, highest: bigint, chainId: number): GasFees {
  if (maxFeePerGas > highest) {
    throw new HttpFailure(
      "busy",
      `Gas on chain ${chainId} costs ${maxFeePerGas} wei, and the setting allows ${highest}. Wait, or raise it.`,
    );
  }
  const dear = maxFeePerGas * GAS_HEADROOM;
  return { maxFeePerGas: dear > highest ? highest : dear, maxPriorityFeePerGas };
}

/**
 * Signs a payment with the run's next nonce and commits it, its transaction, the nonce and `others` together, before anything
 * leaves. `others` may depend on the transaction's hash.
 */
export async function signPayment(
  parts: Pick<NetworkParts, "store" | "keys" | "clock">,
  run: EvmRun,
  order: EvmOrder,
  others: (hash: Hex) => readonly Write[],
): Promise<Hex> {
  const { store, clock } = parts;
  const { id, requestId, kind, chainId, currency, amount } = order;
  const signed = await signNext(parts, run, order);
  const row: Outbound = {
    id,
    requestId,
    kind,
    chainId,
    currency,
    amount,
    slot: signed.slot,
    order: signed.order,
    state: "open",
    hash: null,
    fee: null,
    createdAt: clock(),
    closedAt: null,
  };
  const attempt = { ...signed.attempt, outboundId: id, number: 1 };
  await store.commit([
    ...others(signed.attempt.hash),
    insertOutbound(store, row),
    insertAttempt(store, attempt),
    signed.moveNonce,
  ]);
  signed.advance();
  return signed.attempt.hash;
}

/**
 * Signs a payment once more under the run's next nonce, because its old nonce is used up by a transaction that is none of
 * ours: the old attempts can never be valid again. Changes nothing when the payment has moved on in between.
 */
export async function signAgain(
  parts: Pick<NetworkParts, "store" | "keys" | "clock">,
  run: EvmRun,
  outbound: Outbound,
  attempts: number,
  others: (hash: Hex) => Promise<readonly Write[]>,
): Promise<Hex> {
  const { store } = parts;
  const { call, gas } = readOrder(outbound);
  const swap = readStoredSwap(outbound.order);
  const signed = await signNext(parts, run, { chainId: outbound.chainId, call, gas, ...(swap && { swap }) });
  const attempt = { ...signed.attempt, outboundId: outbound.id, number: attempts + 1 };
  await store.commit([
    ...(await others(signed.attempt.hash)),
    moveOutbound(store, outbound, { slot: signed.slot, order: signed.order }),
    insertAttempt(store, attempt),
    signed.moveNonce,
  ]);
  signed.advance();
  return signed.attempt.hash;
}

async function signNext(
  { store, keys, clock }: Pick<NetworkParts, "store" | "keys" | "clock">,
  run: EvmRun,
  { chainId, call, gas, swap }: Pick<EvmOrder, "chainId" | "call" | "gas" | "swap">,
) {
  let nonce = run.nonce;
  while (run.taken.has(nonce)) nonce += 1;
  const { hash, raw } = await signEvm(keys.solverEvm, { ...call, ...run.fees, gas, chainId, nonce });
  const next = Math.max(run.stored ?? 0, nonce + 1);
  return {
    slot: evmSlot(chainId, nonce),
    order: { ...call, gas, nonce, ...(swap && { swap }) },
    attempt: { hash, raw, price: run.fees.maxFeePerGas, createdAt: clock(), sentAt: null },
    moveNonce: moveNonce(store, chainId, run.stored, next),
    advance() {
      run.nonce = nonce + 1;
      run.stored = next;
    },
  };
}

/** What a payment's transactions do, as it was stored. */
export function readOrder({ order }: Outbound): Readonly<{ call: EvmCall; gas: bigint; nonce: number }> {
  const stored = order as Pick<EvmCall, "to" | "data" | "authorizationList"> &
    Readonly<{ value: string; gas: string; nonce: number }>; // signNext's, with digits
  const { to, data, value, gas, nonce, authorizationList } = stored;
  const call = { to, data, value: BigInt(value), ...(authorizationList && { authorizationList }) };
  return { call, gas: BigInt(gas), nonce };
}
