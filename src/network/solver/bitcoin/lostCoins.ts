import { fund, worthwhileCoins } from "../../../bitcoin/codec/fundTransaction.ts";
import { readPayment } from "../../../bitcoin/codec/payment.ts";
import { feeAt } from "../../../bitcoin/codec/transactionSize.ts";
import { GONE_AFTER } from "../../deposits/lostDeposits.ts";
import type { NetworkParts } from "../../parts.ts";
import { adriftCoins, coinsOfPayments, saveCoin, type CoinRow } from "../../persistence/coins.ts";
import { insertAttempt, openPayment } from "../../persistence/outbound.ts";
import { readOrder } from "./coins.ts";
import { openCoinBudget, spend, splitAbove, type CoinBudget } from "./fills.ts";
import { attemptOf, signPlan, takeCoins } from "./payments.ts";
import { replacedWrites } from "./replacements.ts";
import { isolateFailure } from "../isolateFailure.ts";

/**
 * Given the height of the tip: replaces payments that spend a coin of the solver that a reorganisation
 * removed permanently: the coin's transaction is in no block for six blocks, and no explorer has it. The
 * other coins of the payment are kept, so that no two of its transactions can be in a chain together;
 * without others, the lost coin itself makes the old transaction invalid.
 */
export async function payLostAnew(parts: NetworkParts, tip: number): Promise<void> {
  const adrift = await adriftCoins(parts.store, tip - GONE_AFTER);
  if (adrift.length === 0) return;
  const budget = await openCoinBudget(parts);
  for (const coin of adrift) {
    const goOn = await isolateFailure(parts, { coin: coin.outpoint }, () => payAnew(parts, budget, coin));
    if (!goOn) return;
  }
}

async function payAnew(parts: NetworkParts, budget: CoinBudget, lost: CoinRow): Promise<void> {
  const { store, bitcoin, clock, log } = parts;
  const [txid = ""] = lost.outpoint.split(":");
  const payment = await openPayment(store, lost.spentBy ?? "");
  const latest = payment?.attempts.at(-1);
  if (!payment || !latest || (await bitcoin.rawTx(txid)) !== undefined) return; // it still waits for a block
  const { id } = payment.outbound;
  const { payees, changeTo } = readOrder(payment);
  const coins = await coinsOfPayments(store, [id]);
  const { inputs, outputs } = readPayment(latest.raw, coins, 0);
  const { holdings, satPerKvb } = budget;
  const kept = inputs.filter(({ outpoint }) => outpoint !== lost.outpoint);
  const plan = fund(kept, worthwhileCoins(holdings.coins, satPerKvb), {
    targets: outputs.slice(0, payees),
    changeScript: changeTo,
    splitChangeAbove: splitAbove(holdings),
    feeFor: (vsize) => feeAt(vsize, satPerKvb),
  });
  if (plan.kind !== "plan") return log.debug("network.waits_for_change", { payment: id });
  const anew = await signPlan(parts, plan);
  await store.commit([
    ...(await replacedWrites(parts, payment, anew)),
    saveCoin(store, lost, { state: "undone" }),
    ...takeCoins(parts, holdings.coins, id, plan.inputs),
    insertAttempt(store, attemptOf(anew, id, latest.number + 1, satPerKvb, clock())),
  ]);
  spend(budget, plan);
  log.error("network.coin_lost", { outpoint: lost.outpoint, sats: String(lost.value), payment: id });
}
