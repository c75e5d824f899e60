import { isPaidBy, type Payout, type ServicePayment } from "../../domain/payouts/payout.ts";
import { PayoutRefusal } from "../../domain/payouts/pullPayment.ts";
import { declined, handedOver, handOver } from "../../domain/payouts/walletPayment.ts";
import { GatewayError } from "../../errors.ts";
import { changePayout, requirePayout } from "../payouts/managePayouts.ts";
import type { Gateway } from "../gateway.ts";
import {
  askOf,
  preparePayoutPayment,
  requirePayable,
  type Sending,
  type ToSign,
} from "../payouts/preparePayoutPayment.ts";

/** What a wallet is asked to send, and nothing else: gas and nonce are its own business. `value` is in the chain's own coin. */
export type WalletTransaction = Readonly<{ chainId: number; to: string; data: string; value: bigint }>;

/** The steps of a quote, for a wallet in a browser. Wired in app.ts to src/wallet, which checks what commands sign as well. */
export type WalletSteps = Readonly<{
  /** Checked against what was asked for. Throws GatewayError quote_unusable: nothing of it may be sent then. */
  read(toSign: Signable): Promise<readonly WalletTransaction[]>;
  /**
   * Reports to the service that a transaction was sent, or is in a block. A service that does not take
   * reports finds it by itself.
   */
  report(toSign: Signable, place: number, txHash: string, stage: "sent" | "confirmed"): Promise<void>;
}>;
export type Signable = Pick<ToSign, "payment" | "request">;

/** A payment that a browser wallet makes: the account that signs, all its transactions, and those that it was asked for. */
export type WalletPayment = Readonly<{
  payout: Payout;
  payment: ServicePayment;
  transactions: readonly WalletTransaction[];
}>;

type Paying = Sending & Readonly<{ steps: WalletSteps }>;

/** A gateway whose owner pays from a browser wallet. */
export type PayingGateway = Gateway & Paying;

/**
 * Prepares the payment for an account of a wallet: a new checked quote, or the present one of a payment
 * that this wallet has begun. Nothing is sent. Throws what preparePayoutPayment throws, and GatewayError
 * quote_unusable.
 */
export async function prepareForWallet(gateway: Paying, id: string, account: string): Promise<WalletPayment> {
  const payout = await requirePayout(gateway, id);
  if (payout.state !== "InProgress" || !payout.service?.handed) {
    const made = await preparePayoutPayment(gateway, id, account);
    return { payout: made.payout, payment: made.payment, transactions: await gateway.steps.read(made) };
  }
  const { user } = payout.service;
  if (user.toLowerCase() === account.toLowerCase()) return walletPaymentOf(gateway, payout, payout.service);
  const message = `This payment was begun with the account ${user}; the wallet is at ${account}. Choose that account in the wallet and go on.`;
  throw new PayoutRefusal("invalid-state", message);
}

/** The payment of a quote that is kept with the payout. Throws GatewayError quote_unusable, store_not_found. */
export async function walletPaymentOf(
  gateway: Paying,
  payout: Payout,
  payment: ServicePayment,
): Promise<WalletPayment> {
  const signable = await signableOf(gateway, payout, payment);
  return { payout, payment, transactions: await gateway.steps.read(signable) };
}

/**
 * Records that the wallet is about to be asked for the transaction at a place. Throws PayoutRefusal
 * invalid-state, also for a place that the quote does not have, GatewayError quote_unusable, and what
 * requirePayable throws.
 */
export function askWallet(gateway: Paying, id: string, requestId: string, place: number): Promise<Payout> {
  return changePayout(gateway, id, async (payout) => {
    const after = handOver(payout, requestId, place);
    await requirePayable(gateway, payout);
    const planned = after.service && (await walletPaymentOf(gateway, after, after.service)).transactions;
    if (planned && place < planned.length) return after;
    const message = `The quote has ${planned?.length ?? 0} transactions; there is none at place ${place + 1}. Load the page again.`;
    throw new PayoutRefusal("invalid-state", message);
  });
}

/**
 * Stores the hash of a transaction that the wallet has sent, and reports it to the service. For a payment
 * that was cancelled meanwhile nothing is stored, and an inbox entry is made. Throws PayoutRefusal
 * invalid-state.
 */
export async function noteSent(
  gateway: Paying,
  id: string,
  sent: Readonly<{ requestId: string; place: number; txHash: string }>,
): Promise<Payout> {
  const { requestId, place, txHash } = sent;
  const payout = await changePayout(gateway, id, (now) => {
    if (!isPaidBy(now, requestId) && now.formerRequests?.includes(requestId))
      throw sentTooLate(gateway, now, sent);
    return handedOver(now, requestId, place, txHash);
  });
  await report(gateway, payout, place, "sent");
  return payout;
}

function sentTooLate(
  { log }: Paying,
  { id: payout }: Payout,
  { requestId, txHash }: Readonly<{ requestId: string; txHash: string }>,
): PayoutRefusal {
  log.error("payout.sent_after_taking_back", { payout, requestId, txHash });
  const message = `This payment was taken back before the wallet sent ${txHash}. Do not pay it again before that has failed, or its money has come back.`;
  return new PayoutRefusal("invalid-state", message);
}

/**
 * Reports to the service that a transaction is in a block: transfers within one chain are known to it by
 * this alone.
 */
export async function noteConfirmed(gateway: Paying, id: string, place: number): Promise<Payout> {
  const payout = await requirePayout(gateway, id);
  await report(gateway, payout, place, "confirmed");
  return payout;
}

/**
 * The wallet has declined and sent nothing: before the first transaction the payout returns to awaiting
 * payment.
 */
export function noteDeclined(gateway: Paying, id: string, requestId: string, place: number): Promise<Payout> {
  return changePayout(gateway, id, (payout) => declined(payout, requestId, place));
}

async function report(
  gateway: Paying,
  payout: Payout,
  place: number,
  stage: "sent" | "confirmed",
): Promise<void> {
  const { service } = payout;
  const txHash = service?.handed?.[place]?.hash;
  if (!service || txHash === undefined) return;
  try {
    await gateway.steps.report(await signableOf(gateway, payout, service), place, txHash, stage);
  } catch (error) {
    gateway.log.warn("payout.not_reported", {
      payout: payout.id,
      requestId: service.requestId,
      txHash,
      error,
    });
  }
}

async function signableOf(
  { persistence }: Paying,
  payout: Payout,
  payment: ServicePayment,
): Promise<Signable> {
  const merchant = await persistence.stores.load(payout.storeId);
  if (!merchant) throw new GatewayError("store_not_found", `There is no store ${payout.storeId}.`);
  return { payment, request: askOf(merchant.settings.settlement, payout, payment) };
}
