import { shownText } from "../../domain/invoices/metadataText.ts";
import { payoutAmountNow } from "../../usecases/payouts/claimPayout.ts";
import { payoutInput } from "../../usecases/payouts/estimateClaim.ts";
import type { Instant } from "../../../values/time.ts";
import { GatewayError } from "../../errors.ts";
import { requirePayout } from "../../usecases/payouts/managePayouts.ts";
import { payoutMethods, type Method } from "../../usecases/pricing/methods.ts";
import { walletPaymentOf, type PayingGateway } from "../../usecases/wallet-payments/payByWallet.ts";
import type { MerchantStore } from "../../usecases/stores/merchantStore.ts";
import type { Payout } from "../../domain/payouts/payout.ts";
import type { PullPayment } from "../../domain/payouts/pullPayment.ts";

/** The data of a payout's page. Data from outside systems is undefined while they do not answer. */
export type PayoutPage = Readonly<{
  now: Instant;
  payout: Payout;
  merchant: MerchantStore;
  pullPayment: PullPayment | undefined;
  order: string | undefined; // of a refund: the order or the item of its invoice, as lists show it
  method: Method | undefined; // the buyer's coin, as the service names it
  coinsNow: bigint | undefined; // what it is worth now, smallest units of the buyer's coin
  inputNow: bigint | undefined; // what it takes of the settlement coin now, its smallest units
  transactions: number | undefined; // how many a browser wallet has to send, once it has begun
}>;

/** Throws GatewayError payout_not_found. */
export async function loadPayoutPage(gateway: PayingGateway, id: string): Promise<PayoutPage> {
  const payout = await requirePayout(gateway, id);
  const { persistence } = gateway;
  const merchant = await persistence.stores.load(payout.storeId);
  if (!merchant) throw new GatewayError("store_not_found", `There is no store ${payout.storeId}.`);
  const { pullPaymentId, service, state } = payout;
  const isOpen = state === "AwaitingApproval" || state === "AwaitingPayment";
  const [pullPayment, methods, coinsNow, inputNow, payment] = await Promise.all([
    pullPaymentId === undefined ? undefined : persistence.payouts.loadPullPayment(pullPaymentId),
    orSilent(payoutMethods(gateway)),
    isOpen ? orSilent(payoutAmountNow(gateway, payout)) : undefined,
    isOpen ? orSilent(payoutInput(gateway, merchant, payout)) : undefined,
    service?.handed ? orSilent(walletPaymentOf(gateway, payout, service)) : undefined,
  ]);
  const refunded = pullPayment?.refund && (await persistence.invoices.load(pullPayment.refund.invoiceId));
  const metadata = refunded?.terms.metadata;
  const method = methods?.find((one) => one.id === payout.coin.methodId);
  return {
    now: gateway.clock(),
    payout,
    merchant,
    pullPayment,
    order: shownText(metadata, "orderId") ?? shownText(metadata, "itemDesc"),
    method,
    coinsNow,
    inputNow,
    transactions: payment?.transactions.length,
  };
}

/** The page is shown without what cannot be had now. */
async function orSilent<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof GatewayError) return undefined;
    throw error;
  }
}
