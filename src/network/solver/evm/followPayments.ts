import { MINUTE_MS } from "../../../values/time.ts";
import type { EvmChain } from "../../chains/evm.ts";
import { NATIVE_EVM_CURRENCY } from "../../../intents/identifiers.ts";
import { NodesDisagree } from "../../chains/nodePool.ts";
import { requireChain } from "../../parts.ts";
import { openPayments, type OpenPayment } from "../../persistence/outbound.ts";
import { broughtBy, readStoredSwap } from "../../pools/storedSwap.ts";
import { isCancellation } from "./cancelReverted.ts";
import { endingOf, type Ending } from "./ending.ts";
import { isolateFailure } from "../isolateFailure.ts";
import { backOff, isBackedOff, lasts, takenKey, usedKey, type SolverParts } from "../memory.ts";
import { tellSigned } from "./broadcast.ts";
import { OPEN_PER_TICK } from "./sendPayments.ts";
import { CERTAIN_MS, RESEND_MS } from "../settings.ts";
import { openRun, readOrder, signAgain } from "./signPayment.ts";

const ASKED_AT_ONCE = 50;
const MISSED_MS = MINUTE_MS; // younger payments are not missed yet

/**
 * Polls the receipts of open payments. A final one is given to `close`. A success counts at once;
 * "reverted" only after it was observed for a while, because the deposit is refunded then. A receipt that a
 * reorganisation removes before that leaves an ordinary open payment, and so does one that `close` cannot
 * decide yet (false).
 */
export async function followPayments(
  parts: SolverParts,
  chainId: number,
  close: (payment: OpenPayment, ending: Ending) => Promise<boolean>,
): Promise<void> {
  const { memory } = parts;
  const chain = requireChain(parts.evm, chainId);
  const open = await openPayments(parts.store, chainId, OPEN_PER_TICK);
  const tip = open.length > 0 && chain.confirmations > 1 ? await chain.agreed.tipHeight() : undefined;
  const missed: OpenPayment[] = [];
  const follow = (payment: OpenPayment) => unlessDisputed(() => followOne(payment));
  const followOne = async (payment: OpenPayment) => {
    const ending = await endingOf(chain, payment);
    const { id, createdAt } = payment.outbound;
    if (!ending) {
      memory.inBlock.delete(id);
      memory.doubted.delete(usedKey(id));
      if (parts.clock() - createdAt >= MISSED_MS) missed.push(payment);
      return;
    }
    memory.inBlock.add(id);
    if (!isDeep(chain, ending, tip) || !(await isCertain(parts, chain, payment, ending))) return;
    if (await close(payment, ending)) forget(parts, payment);
  };
  for (let from = 0; from < open.length; from += ASKED_AT_ONCE) {
    const followed = await Promise.all(
      open
        .slice(from, from + ASKED_AT_ONCE)
        .map((payment) => isolateFailure(parts, { payment: payment.outbound.id }, () => follow(payment))),
    );
    if (followed.includes(false)) return;
  }
  if (missed.length > 0) await findForeign(parts, chain, missed);
}

/** Where the nodes do not agree nothing is known, which holds up no other payment. */
async function unlessDisputed(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof NodesDisagree)) throw error;
  }
}

function isDeep(chain: EvmChain, { receipt }: Ending, tip: number | undefined): boolean {
  return tip === undefined || receipt.height <= tip - chain.confirmations + 1;
}

/**
 * A success is believed when its logs show the payment. A revert is believed when it lasts, unless a node that is asked alone
 * shows elsewhere that the transaction moved money.
 */
async function isCertain(
  parts: SolverParts,
  chain: EvmChain,
  payment: OpenPayment,
  { hash, receipt }: Ending,
): Promise<boolean> {
  const { memory } = parts;
  if (receipt.success) {
    memory.doubted.delete(hash);
    if (showsPayment(parts, payment, { hash, receipt })) return true;
  } else {
    const again = `disputed ${hash}`;
    if (!lasts(parts, hash, CERTAIN_MS) || isBackedOff(parts, again)) return false;
    const isDisputed = chain.agreement === 1 && (await chain.movedMoney(hash, receipt.blockHash));
    if (!isDisputed) return true;
    backOff(parts, again, RESEND_MS);
  }
  const { id } = payment.outbound;
  memory.alarms.raise("network.receipt_disputed", id, { payment: id, chain: chain.id, hash });
  return false;
}

const PAYS_ITS_CURRENCY: ReadonlySet<string> = new Set(["fill", "refund", "withdraw", "claim", "treasury"]);

/**
 * False when a transaction that is said to have succeeded has no log of its token, or of its swaps: what reverted has none, and
 * the payee nothing. Coins leave no log, and are believed.
 */
function showsPayment(
  parts: SolverParts,
  { outbound: { kind, currency, order }, attempts }: OpenPayment,
  { hash, receipt: { logs } }: Ending,
): boolean {
  const landed = attempts.find((attempt) => attempt.hash === hash);
  if (landed && isCancellation(parts, landed)) return true;
  const swap = readStoredSwap(order);
  if (swap && broughtBy(swap, logs) === undefined) return false;
  const isToken = currency !== NATIVE_EVM_CURRENCY && PAYS_ITS_CURRENCY.has(kind);
  return !isToken || logs.some(({ address }) => address === currency);
}

function forget({ memory }: SolverParts, { outbound, attempts }: OpenPayment): void {
  const { id, chainId } = outbound;
  memory.inBlock.delete(id);
  memory.alarms.clear("network.payment_late", id);
  memory.alarms.clear("network.payment_at_highest_price", id);
  memory.alarms.clear("network.nonce_taken", id);
  memory.alarms.clear("network.receipt_missing", id);
  memory.alarms.clear("network.receipt_disputed", id);
  memory.alarms.clear("network.withdrawal_reverted", id);
  memory.doubted.delete(takenKey(id));
  memory.doubted.delete(usedKey(id));
  for (const { hash } of attempts) {
    memory.broadcasts.delete(hash);
    memory.doubted.delete(hash);
    if (memory.heads.get(chainId)?.hash === hash) memory.heads.delete(chainId);
  }
}

/**
 * Another holder of the solver's key may use up a nonce: then none of a payment's transactions can ever be
 * in a block. It is signed again under another nonce, but only when this was observed for a while, with
 * enough blocks on that nonce and no receipt of ours: two valid transactions of one payment must never
 * exist. A node that knows one of ours has lost its receipt: then the nonce is our own.
 */
async function findForeign(
  parts: SolverParts,
  chain: EvmChain,
  missed: readonly OpenPayment[],
): Promise<void> {
  const { memory, settings, keys } = parts;
  const mined = await chain.agreed.minedNonce(keys.solverEvmAddress, settings.solver.foreignDepth);
  for (const payment of missed) {
    const { outbound, attempts } = payment;
    const { nonce } = readOrder(outbound);
    if (nonce >= mined) {
      memory.doubted.delete(takenKey(outbound.id));
      continue;
    }
    if (await isKnown(chain, payment)) {
      memory.doubted.delete(takenKey(outbound.id));
      const data = { payment: outbound.id, chain: chain.id, nonce };
      memory.alarms.raise("network.receipt_missing", outbound.id, data);
      continue;
    }
    memory.alarms.raise("network.nonce_taken", outbound.id, {
      payment: outbound.id,
      chain: chain.id,
      nonce,
      account: keys.solverEvmAddress,
    });
    if (!lasts(parts, takenKey(outbound.id), CERTAIN_MS)) continue;
    await isolateFailure(parts, { payment: outbound.id }, async () => {
      if (await endingOf(chain, payment)) return;
      const run = await openRun(parts, chain.id);
      const hash = await signAgain(parts, run, outbound, attempts.length, (signed) =>
        tellSigned(parts, outbound, signed),
      );
      memory.doubted.delete(takenKey(outbound.id));
      parts.log.warn("network.payment_signed_again", { payment: outbound.id, hash });
    });
  }
}

/** True when any node knows a transaction of the payment, in a block or not. */
async function isKnown(chain: EvmChain, { attempts }: OpenPayment): Promise<boolean> {
  for (const { hash } of attempts.toReversed()) if (await chain.agreed.isKnown(hash)) return true;
  return false;
}
