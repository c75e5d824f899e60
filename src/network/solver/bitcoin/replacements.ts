import { bumpPayment } from "../../../bitcoin/codec/bumpPayment.ts";
import { readPayment, type Payment } from "../../../bitcoin/codec/payment.ts";
import { min, sum } from "../../../values/amount.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import type { Write } from "../../../database/driver.ts";
import type { Observation } from "../../decide.ts";
import { draftOf, draftWrites, observe } from "../../observe.ts";
import type { NetworkParts } from "../../parts.ts";
import { coinsOfPayments } from "../../persistence/coins.ts";
import { landedAmong } from "../../persistence/landings.ts";
import { insertAttempt, openPayments, type Attempt, type OpenPayment } from "../../persistence/outbound.ts";
import { requestById } from "../../persistence/requests.ts";
import { OPEN_AT_ONCE, readOrder } from "./coins.ts";
import { openCoinBudget, spend, splitAbove, type CoinBudget } from "./fills.ts";
import { attemptOf, signPlan, takeCoins } from "./payments.ts";
import { isolateFailure } from "../isolateFailure.ts";

const MOST_ATTEMPTS = 10; // each must pay for the relay of all before it

type Stuck = Readonly<{ payment: OpenPayment; latest: Attempt }>;

/**
 * Replaces payments that are in no block for a while by ones with higher fees (BIP125) when rates went up: the same payees, all of the
 * old coins, so that only one of them can ever be in a chain. The old transactions stay known: whichever lands settles.
 */
export async function replaceStuck(parts: NetworkParts): Promise<void> {
  const stuck = await stuckPayments(parts);
  if (stuck.length === 0) return;
  const budget = await openCoinBudget(parts);
  for (const one of stuck) {
    const { id } = one.payment.outbound;
    const goOn = await isolateFailure(parts, { payment: id }, () => replaceOne(parts, budget, one));
    if (!goOn) return;
  }
}

async function stuckPayments({ store, clock, settings }: NetworkParts): Promise<readonly Stuck[]> {
  const since = clock() - settings.bitcoin.stuckMs;
  const old = (await openPayments(store, BITCOIN_CHAIN_ID, OPEN_AT_ONCE)).flatMap((payment) => {
    const latest = payment.attempts.at(-1);
    return latest && latest.createdAt <= since && latest.number < MOST_ATTEMPTS ? [{ payment, latest }] : [];
  });
  const landed = await landedAmong(
    store,
    old.map(({ payment }) => payment.outbound.id),
  );
  return old.filter(({ payment }) => !landed.has(payment.outbound.id));
}

async function replaceOne(
  parts: NetworkParts,
  budget: CoinBudget,
  { payment, latest }: Stuck,
): Promise<void> {
  const { store, settings, clock, log } = parts;
  const { id } = payment.outbound;
  const { payees, changeTo } = readOrder(payment);
  const read = readPayment(latest.raw, await coinsOfPayments(store, [id]), 0);
  const previous = { ...read, change: read.outputs.length - payees };
  const satPerKvb = min(budget.satPerKvb, settings.bitcoin.highestRate);
  const { holdings } = budget;
  // What pays with all that it has gets smaller instead. A refund of a deposit takes no other coin: should the deposit be
  // lost, only its own coin is lost with it.
  const paysAlone = payees === 0 || read.inputs.some(({ script }) => script !== budget.own);
  const plan = bumpPayment(previous, {
    satPerKvb,
    extraCoins: paysAlone ? [] : holdings.coins,
    changeScript: changeTo,
    splitChangeAbove: payees > 0 ? splitAbove(holdings) : undefined,
  });
  if (plan.kind !== "plan") return; // paying well already, or nothing left to pay with
  const replacement = await signPlan(parts, plan);
  await store.commit([
    ...(await replacedWrites(parts, payment, replacement)),
    ...takeCoins(parts, holdings.coins, id, plan.inputs),
    insertAttempt(store, attemptOf(replacement, id, latest.number + 1, satPerKvb, clock())),
  ]);
  spend(budget, plan);
  log.info("network.replaced", {
    payment: id,
    hash: replacement.txid,
    replaced: latest.hash,
    fee: String(plan.fee),
  });
}

/** The request learns the hash that is to be expected now, and what a refund still brings. */
export async function replacedWrites(
  { store, clock }: NetworkParts,
  { outbound }: OpenPayment,
  { txid: hash, outputs, change }: Payment,
): Promise<readonly Write[]> {
  const { requestId, kind, amount } = outbound;
  const request = requestId === null ? undefined : await requestById(store, requestId);
  if (!request) return [];
  const paid = outputs.length === change ? sum(outputs.map(({ value }) => value)) : amount;
  const seen: Observation =
    kind === "fill"
      ? { kind: "fill-signed", hash, at: clock() }
      : { kind: "refund-signed", hash, amount: paid, at: clock() };
  return draftWrites(store, observe(draftOf(request), seen).draft);
}
