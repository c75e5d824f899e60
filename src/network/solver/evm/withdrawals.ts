import { sum } from "../../../values/amount.ts";
import { DAY_MS, MINUTE_MS } from "../../../values/time.ts";
import { keyOf, type Currency } from "../../catalog.ts";
import { allocatorProblem } from "../../contracts/allocator.ts";
import { newRequestId } from "../../parts.ts";
import { depositsToWithdraw, idOf, moveDeposit, type HeldDeposit } from "../../persistence/custody.ts";
import { depositsByIds } from "../../persistence/deposits.ts";
import { depositoryOrder } from "./depositoryOrder.ts";
import { excessId } from "../excess.ts";
import { gasLimit, REFUND_GAS } from "./gas.ts";
import { isBackedOff, backOff, type SolverParts } from "../memory.ts";
import { nextPage } from "../pages.ts";
import { COLLECT_AFTER_MS } from "../settings.ts";
import { openRun, signPayment } from "./signPayment.ts";
import { simulateCall } from "./simulate.ts";
import { valuer } from "../worth.ts";

const IN_ONE = 200; // deposits in one withdrawal
const RETRY_MS = 10 * MINUTE_MS;
const GOOD_FOR_MS = DAY_MS; // should it revert, its deposits wait for so long (see settle.ts)
const WORTH_TIMES_GAS = 4n;

/**
 * Brings settled deposits from the depository home to the solver's account, one currency in one transaction, once there is
 * enough of it, it is a day old, or the account runs low. The amount is the sum of deposits that were filled (less what an
 * exact output left over) or refunded (less the refund): never what the contract happens to hold, because that may be owed.
 */
export async function withdrawSettled(parts: SolverParts, chainId: number): Promise<void> {
  for (const currency of parts.catalog.currencies(chainId)) {
    const settled = await nextPage(parts.memory, {
      list: `withdrawals ${chainId} ${currency.address}`,
      limit: IN_ONE,
      placeOf: idOf,
      read: (after, limit) => depositsToWithdraw(parts.store, keyOf(currency), after, limit),
    });
    if (settled.length > 0) await withdraw(parts, currency, settled);
  }
}

async function withdraw(
  parts: SolverParts,
  currency: Currency,
  settled: readonly HeldDeposit[],
): Promise<void> {
  const { chainId, address } = currency;
  const key = `withdraw ${chainId} ${address}`;
  const { store, keys } = parts;
  const amount =
    sum(settled.map(({ deposit, owed }) => deposit.amount - owed)) - (await excessOf(parts, settled));
  if (isBackedOff(parts, key) || amount <= 0n || !(await isTime(parts, currency, settled, amount))) return;
  const nonce = newRequestId(parts.random); // of its own: a request has its id for a nonce, and 32 random bytes meet none
  const call = await depositoryOrder(parts, currency, {
    to: keys.solverEvmAddress,
    amount,
    nonce: BigInt(nonce),
    goodForMs: GOOD_FOR_MS,
  });
  const run = await openRun(parts, chainId);
  const tried = await simulateCall(parts, run.chain, { call, fees: run.fees, purpose: "own", about: key });
  const gas = tried.reverts ? undefined : gasLimit(tried.gas, "own");
  if (gas === undefined) {
    backOff(parts, key, RETRY_MS);
    const reason = tried.reverts
      ? ((await allocatorProblem(parts, chainId)) ?? tried.reason)
      : "it needs too much gas";
    parts.memory.alarms.raise("network.withdrawal_refused", key, {
      chain: chainId,
      currency: address,
      amount: String(amount),
      reason,
    });
    return;
  }
  parts.memory.alarms.clear("network.withdrawal_refused", key);
  const id = `withdraw/${nonce}`;
  const order = {
    ...({ id, requestId: null, kind: "withdraw", chainId, currency: address } as const),
    amount,
    call,
    gas,
  };
  await signPayment(parts, run, order, () =>
    settled.map(({ deposit }) => moveDeposit(store, deposit, "withdrawing", id)),
  );
}

/** What exact outputs left over of these deposits: it belongs to child requests. */
async function excessOf({ store }: SolverParts, settled: readonly HeldDeposit[]): Promise<bigint> {
  const parts = await depositsByIds(
    store,
    settled.map(({ deposit }) => excessId(deposit.id)),
  );
  return sum(parts.map(({ amount }) => amount));
}

async function isTime(
  parts: SolverParts,
  currency: Currency,
  settled: readonly HeldDeposit[],
  amount: bigint,
): Promise<boolean> {
  const { usd, inWei } = await valuer(parts, currency);
  const { maxFeePerGas } = await parts.market.gasFees(currency.chainId);
  if (inWei(amount) < REFUND_GAS * maxFeePerGas * WORTH_TIMES_GAS) return false;
  const { withdrawAbove, lowToken } = parts.settings.solver;
  const oldest = Math.min(...settled.map(({ deposit }) => deposit.seenAt));
  if (usd(amount) >= withdrawAbove || parts.clock() - oldest >= COLLECT_AFTER_MS) return true;
  return usd(await parts.market.capacity(currency, ["filling"])) < lowToken;
}
