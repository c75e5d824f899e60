import { refundInvoice, type RefundVariant } from "../../src/gateway/usecases/payouts/refundInvoice.ts";
import { claimPayout } from "../../src/gateway/usecases/payouts/claimPayout.ts";
import { cancelPayout, changePayout, markPayout } from "../../src/gateway/usecases/payouts/managePayouts.ts";
import {
  beginPayment,
  preparePayoutPayment,
} from "../../src/gateway/usecases/payouts/preparePayoutPayment.ts";
import { aboutToSend, withSent, type Payout } from "../../src/gateway/domain/payouts/payout.ts";
import type { Invoice } from "../../src/gateway/domain/invoices/invoice.ts";
import { sum } from "../../src/values/amount.ts";
import { receivedOf } from "../../src/gateway/domain/payouts/refundable.ts";
import type { Service } from "./service.ts";
import type { World } from "./world.ts";

/** The merchant's treasury: what it has really sent to the service, whatever the gateway knows of it. */
export type Treasury = Readonly<{
  sent: readonly Sent[];
  /** Pays for a request of the service and gives the transaction's hash. */
  pay(payoutId: string, requestId: string, amount: bigint): string;
}>;

type Sent = Readonly<{ payoutId: string; requestId: string; amount: bigint }>;

const OWNER = `0x${"33".repeat(20)}`;

export function createTreasury(service: Service): Treasury {
  const sent: Sent[] = [];
  return {
    sent,
    pay(payoutId, requestId, amount) {
      sent.push({ payoutId, requestId, amount });
      service.deposit(requestId, amount);
      return `0x${sent.length.toString(16).padStart(64, "d")}`;
    },
  };
}

/** A refund that the shop allows and its buyer claims at once, in Bitcoin to an address of his. */
export async function refund(world: World, invoice: Invoice, variant: RefundVariant): Promise<void> {
  const { gateway } = world.process();
  const { id } = await refundInvoice(gateway, invoice.id, {
    ...{ name: undefined, description: undefined, variant, methods: [], subtractBps: 0n, custom: undefined },
    mayApprove: true,
  });
  const claim = { destination: world.newAddress().address, methodId: "BTC-CHAIN", amount: undefined };
  await claimPayout(gateway, id, { ...claim, approved: true });
}

/**
 * The treasury pays a payout as the command and the payout's page do: it is under way before anything is sent. A wallet whose page
 * was closed does not say what it has sent.
 */
export async function payPayout(world: World, { id }: Payout, isPageClosed = false): Promise<void> {
  const { gateway } = world.process();
  const { payment } = await preparePayoutPayment(gateway, id, OWNER);
  const { requestId, input } = payment;
  await beginPayment(gateway, id, requestId);
  await changePayout(gateway, id, (now) => aboutToSend(now, requestId));
  const hash = world.treasury.pay(id, requestId, input);
  if (!isPageClosed) await changePayout(gateway, id, (now) => withSent(now, requestId, [hash]));
}

const OVER: ReadonlySet<string> = new Set(["refund", "refunded", "failure"]);

/**
 * The owner takes a payout back, or cancels it. He looks into his wallet first, as its page tells him to: what it has sent he
 * takes back only once the service says what became of it.
 */
export async function takeBackPayout(world: World, { id, state, service }: Payout): Promise<void> {
  const { gateway, life } = world.process();
  if (life.isOver()) return;
  if (state !== "InProgress" || !service) return void (await cancelPayout(gateway, id));
  const isSent = world.treasury.sent.some(({ requestId }) => requestId === service.requestId);
  // A word that is unknown says nothing of what became of it.
  if (isSent && !OVER.has((await gateway.service.status(service.requestId)).word)) return;
  const mark = { state: "AwaitingPayment" as const, txHash: undefined, proof: undefined };
  await markPayout(gateway, id, { ...mark, nothingUnderWay: true });
}

/** Every payout that there is. */
export function payoutsOf({ persistence, merchant }: World): Promise<readonly Payout[]> {
  return persistence.payouts.list({ storeId: merchant.id, limit: 1_000 });
}

/**
 * No buyer is refunded twice, no refund takes more than its invoice had brought, and what is called paid was paid. A service that
 * says what it has not done, or that a request is over which it goes on with, can bring the merchant to pay again: nobody else
 * knows what became of his money.
 */
export async function refundFaults(world: World): Promise<readonly string[]> {
  const { service, treasury, commits } = world;
  if (service.hasLied()) return [];
  const payouts = await payoutsOf(world);
  const filled = new Set(service.done.flatMap(({ kind, requestId }) => (kind === "fill" ? requestId : [])));
  const paidOf = ({ id }: Payout) => treasury.sent.filter((one) => one.payoutId === id && filled.has(one.requestId));
  const takenOf = (payout: Payout) => paidOf(payout).filter(({ requestId }) => !service.hasMisled(requestId));
  const faults: string[] = [];
  for (const payout of payouts) {
    const paid = takenOf(payout);
    if (paid.length > 1) faults.push(`payout ${payout.id} was paid ${paid.length} times`);
    if (payout.state === "Completed" && paidOf(payout).length === 0)
      faults.push(`payout ${payout.id} is Completed, and nobody paid it`);
    if (payout.state === "Cancelled" && paid.length > 0) faults.push(`payout ${payout.id} is Cancelled, and was paid`);
  }
  for (const invoice of await world.invoices()) {
    const pulls = new Set((await world.persistence.payouts.refundsOf(invoice.id)).map(({ id }) => id));
    const own = payouts.filter(({ pullPaymentId = "" }) => pulls.has(pullPaymentId));
    const spent = sum(own.flatMap((one) => takenOf(one).map(({ amount }) => amount)));
    const most = commits.of(invoice.id).map(({ after }) => receivedOf(after)).reduce((a, b) => (a > b ? a : b), 0n);
    if (spent > most) faults.push(`refunds of ${invoice.id} took ${spent}, and it had never brought more than ${most}`);
  }
  return faults;
} // prettier-ignore

/** Once all is quiet: what the service paid is Completed. */
export async function refundsAreOver(world: World): Promise<readonly string[]> {
  const filled = new Set(world.service.done.flatMap(({ kind, requestId }) => (kind === "fill" ? requestId : [])));
  const open = (await payoutsOf(world)).filter(({ state, service }) => state === "InProgress" && filled.has(service?.requestId ?? ""));
  return open.map(({ id }) => `payout ${id} was paid by the service, and is still in progress`);
} // prettier-ignore
