import { scriptOf, type BitcoinAddress } from "../../../bitcoin/codec/address.ts";
import { settle, type SpendPlan } from "../../../bitcoin/codec/fundTransaction.ts";
import { dustThreshold } from "../../../bitcoin/codec/outputScript.ts";
import { refundCoin, type Refund as CoinRefund } from "../../../bitcoin/codec/sweep.ts";
import { feeAt, virtualSize } from "../../../bitcoin/codec/transactionSize.ts";
import type { Write } from "../../../database/driver.ts";
import { BITCOIN } from "../../catalog.ts";
import { screened } from "../../checks/screenPayments.ts";
import { draftOf, draftWrites, observe } from "../../observe.ts";
import type { NetworkParts } from "../../parts.ts";
import type { BridgeRequest, Deposit } from "../../request.ts";
import { coinsByOutpoint } from "../../persistence/coins.ts";
import { depositsByIds } from "../../persistence/deposits.ts";
import { reopenOutbound } from "../../persistence/landings.ts";
import { paymentsOf } from "../../persistence/outbound.ts";
import { openCoinBudget, payFrom, spend, type CoinBudget } from "./fills.ts";
import { signBitcoin, takeCoins, takeDeposit } from "./payments.ts";
import { isolateFailure } from "../isolateFailure.ts";
import { costOfReverted } from "../revertedFills.ts";
import { waitForRoom } from "../waitForRoom.ts";

/** A refund as it could be sent: its plan, where what the fee leaves over goes, and the writes that take its coins. */
type Refund = Readonly<{ plan: SpendPlan; changeTo: string; takes: (id: string) => readonly Write[] }>;

/**
 * Returns deposits that could not be bridged: exactly the deposited output, to refundTo, less the miner's fee
 * and what a fill that reverted has cost. What an exact
 * output left over is returned from the solver's coins, because the deposit itself was bridged. A refund counts as done
 * when it is in a block.
 */
export async function refundOnBitcoin(
  parts: NetworkParts,
  requests: readonly BridgeRequest[],
): Promise<void> {
  const served = await screened(parts, requests, "refund");
  if (served.length === 0) return;
  const budget = await openCoinBudget(parts);
  for (const request of served) {
    const goOn = await isolateFailure(parts, { request: request.id }, () =>
      refundOne(parts, budget, request),
    );
    if (!goOn) return;
  }
}

async function refundOne(parts: NetworkParts, budget: CoinBudget, request: BridgeRequest): Promise<void> {
  const { store, clock } = parts;
  const { id: requestId, deposit, refundTo } = request;
  if (!deposit || !refundTo)
    throw new Error(`Request ${requestId} is to be refunded without a deposit or a refund address.`);
  const id = `${requestId}/refund`;
  const [cancelled] = (await paymentsOf(store, requestId)).filter(({ outbound }) => outbound.id === id);
  // The deposit is back: what was signed for it is valid again, and a second refund would be one too many.
  if (cancelled) return store.commit([reopenOutbound(store, cancelled.outbound)]);
  const to = scriptOf(parts.bitcoin.network, refundTo as BitcoinAddress); // checked for the deposit's chain
  const isOurs = deposit.id.includes("#"); // a part of a deposit that was bridged
  const refund = isOurs
    ? fromOurCoins(parts, budget, deposit, to)
    : await fromDeposit(parts, budget, request, deposit, to);
  if (refund === "later") return parts.log.debug("network.waits_for_change", { request: requestId });
  if (refund === "uneconomic") return keepUneconomic(parts, request, deposit);
  const { plan, changeTo } = refund;
  const amount = plan.outputs[0]?.value ?? 0n;
  const { satPerKvb } = budget;
  const purpose = {
    ...({ id, requestId, kind: "refund", amount, plan, changeTo, satPerKvb } as const),
    takes: refund.takes(id),
  };
  const noRoom = await parts.limits.within("refunder", { requestId, currency: BITCOIN, amount }, (spent) =>
    signBitcoin(parts, purpose, ({ txid: hash }) => {
      const seen = { kind: "refund-signed", hash, amount, at: clock() } as const;
      return [...draftWrites(store, observe(draftOf(request), seen).draft), ...spent];
    }),
  );
  if (noRoom) return waitForRoom(parts, request, noRoom);
  if (isOurs) spend(budget, plan);
}

/** The deposited output itself goes back, less what a fill that reverted has cost. */
async function fromDeposit(
  parts: NetworkParts,
  { own, satPerKvb }: CoinBudget,
  request: BridgeRequest,
  deposit: Deposit,
  to: string,
): Promise<Refund | "uneconomic"> {
  const { id, depositAddress } = request;
  if (depositAddress === undefined)
    throw new Error(`Request ${id} has a Bitcoin deposit without an address.`);
  const script = scriptOf(parts.bitcoin.network, depositAddress as BitcoinAddress); // issued by us
  const coin = { outpoint: deposit.id, value: deposit.amount, script };
  const charge = await costOfReverted(parts, request, BITCOIN);
  const isKept = charge >= dustThreshold(own); // less cannot be paid out, and is let off
  const plan = isKept
    ? lessCharge({ coin, to, satPerKvb }, charge, own)
    : refundCoin({ coin, to, satPerKvb });
  if (!plan) return "uneconomic";
  const [row] = await depositsByIds(parts.store, [deposit.id]);
  if (!row) throw new Error(`Deposit ${deposit.id} of request ${id} is not in the database.`);
  const [known] = await coinsByOutpoint(parts.store, [deposit.id]);
  const takes = (payment: string) => takeDeposit(parts, row, script, known, payment);
  return { plan, changeTo: isKept ? own : to, takes };
}

/** The plan of a refund that leaves a charge with the solver, as its change: replacements cost the solver. */
function lessCharge({ coin, to, satPerKvb }: CoinRefund, charge: bigint, own: string): SpendPlan | undefined {
  const feeFor = (vsize: number) => feeAt(vsize, satPerKvb);
  const value = coin.value - charge - feeFor(virtualSize([coin.script], [to, own]));
  if (value < dustThreshold(to)) return undefined;
  const plan = settle([coin], { targets: [{ script: to, value }], changeScript: own, feeFor });
  return plan.kind === "plan" ? plan : undefined;
}

/** The receiver bears the fee of a payment with one coin and no change; the solver bears the rest. */
function fromOurCoins(
  parts: NetworkParts,
  budget: CoinBudget,
  deposit: Deposit,
  to: string,
): Refund | "uneconomic" | "later" {
  const { own, satPerKvb, holdings } = budget;
  const value = deposit.amount - feeAt(virtualSize([own], [to]), satPerKvb);
  if (value <= 0n || value < dustThreshold(to)) return "uneconomic";
  const plan = payFrom(budget, to, value);
  if (plan.kind !== "plan") return "later";
  const takes = (payment: string) => takeCoins(parts, holdings.coins, payment, plan.inputs);
  return { plan, changeTo: own, takes };
}

async function keepUneconomic(
  { store, clock, log }: NetworkParts,
  request: BridgeRequest,
  { amount }: Deposit,
): Promise<void> {
  const { draft } = observe(draftOf(request), { kind: "refund-uneconomic", at: clock() });
  await store.commit(draftWrites(store, draft));
  log.warn("network.not_refundable", { request: request.id, sats: String(amount) });
}
