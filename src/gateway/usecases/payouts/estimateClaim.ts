import { formatDecimal, min } from "../../../values/amount.ts";
import { claim } from "../../domain/payouts/claim.ts";
import type { Settlement } from "../../domain/invoices/invoice.ts";
import type { Payout, PayoutCoin } from "../../domain/payouts/payout.ts";
import type { PullPayment } from "../../domain/payouts/pullPayment.ts";
import { quoteResponseSchema } from "../../../intents/quote.ts";
import { readTarget, type PayoutRequest } from "./claimPayout.ts";
import { requirePullPayment } from "./createPullPayment.ts";
import { GatewayError } from "../../errors.ts";
import type { Gateway } from "../gateway.ts";
import type { PayoutContext } from "./payoutContext.ts";
import type { Quote } from "../../ports/servicePort.ts";
import { worthNow } from "../pricing/priceTerms.ts";
import { isSettlementCoin } from "../proofs/provePayout.ts";
import { isSameCoin } from "../stores/settlements.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";
import { sentence } from "../../../values/sentence.ts";

/** What a claim would bring. Without an answer of the service, or a rate, `expected` is undefined and the claim is taken all the same. */
export type Estimate = Readonly<{
  coin: PayoutCoin;
  destination: string;
  amount: bigint; // that is claimed, smallest units of the pull payment's currency
  expected: bigint | undefined; // smallest units of the coin, after fees
  seconds: number | undefined; // how long it takes once the merchant has sent it
  direct: boolean; // it is the coin in which the merchant is paid: nothing is converted
}>;

/** Looks at a claim without making it. Throws what claimPayout throws. */
export async function estimateClaim(
  gateway: PayoutContext,
  pullPaymentId: string,
  request: PayoutRequest,
): Promise<Readonly<{ pullPayment: PullPayment; estimate: Estimate }>> {
  const pullPayment = await requirePullPayment(gateway, pullPaymentId);
  const target = await readTarget(gateway, pullPayment.storeId, request);
  const at = gateway.clock();
  const others = await gateway.persistence.payouts.list({ pullPaymentId, limit: 1_000 });
  const { amount, metadata } = request;
  const { payout } = claim(pullPayment, others, { id: "estimate", ...target, amount, metadata, at });
  const promise = { ...target, amount: payout.originalAmount };
  const merchant = await gateway.persistence.stores.load(pullPayment.storeId);
  return { pullPayment, estimate: { ...promise, ...(await expectedOf(gateway, merchant, payout)) } };
}

type Expected = Pick<Estimate, "expected" | "seconds" | "direct">;

async function expectedOf(
  gateway: Pick<Gateway, "log" | "service" | "rates" | "persistence">,
  merchant: MerchantStore | undefined,
  payout: Payout,
): Promise<Expected> {
  const unknown = { expected: undefined, seconds: undefined, direct: false };
  if (!merchant) return unknown;
  try {
    const { settlement } = merchant.settings;
    const input = await payoutInput(gateway, merchant, payout);
    if (isSettlementCoin(payout, settlement)) return { expected: input, seconds: undefined, direct: true };
    const quote = await quotePayout(gateway, merchant, payout, settlement.recipient);
    return { expected: quote.output, seconds: secondsOf(quote), direct: false };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    gateway.log.warn("payout.not_quoted", { pullPayment: payout.pullPaymentId, error });
    return unknown;
  }
}

/**
 * What a payout takes of the settlement coin, in its smallest units: what it is worth now, and for a refund never more than
 * its part of what the invoice has brought. Throws GatewayError rate_unavailable.
 */
export async function payoutInput(
  gateway: Pick<Gateway, "rates" | "persistence">,
  { settings: { settlement } }: MerchantStore,
  payout: Payout,
): Promise<bigint> {
  const { originalAmount: amount, originalCurrency: currency, originalDecimals: decimals } = payout;
  const now = await worthNow(gateway.rates, { amount, currency, decimals }, settlement);
  const brought = await broughtIn(gateway, settlement, payout);
  return brought === undefined ? now : min(now, brought);
}

/**
 * A refund's part of what its invoice has brought, in the coin in which the store is paid now: at the rate of now where the invoice
 * was settled in another one. Undefined for a payout that is no refund.
 */
async function broughtIn(
  { rates, persistence }: Pick<Gateway, "rates" | "persistence">,
  settlement: Settlement,
  { worth, pullPaymentId }: Payout,
): Promise<bigint | undefined> {
  if (worth === undefined) return undefined;
  const pull =
    pullPaymentId === undefined ? undefined : await persistence.payouts.loadPullPayment(pullPaymentId);
  const invoice = pull?.refund && (await persistence.invoices.load(pull.refund.invoiceId));
  if (!invoice || isSameCoin(invoice.terms.settlement, settlement)) return worth;
  const { symbol: currency, decimals } = invoice.terms.settlement;
  return worthNow(rates, { amount: worth, currency, decimals }, settlement);
}

/**
 * The service's quote for a payout, from the settlement coin to the buyer's: `user` signs and pays. Throws GatewayError
 * (rate_unavailable, service_unavailable, service_refused, quote_unusable, amount_too_small).
 */
export async function quotePayout(
  gateway: Pick<Gateway, "rates" | "service" | "persistence">,
  merchant: MerchantStore,
  payout: Payout,
  user: string,
): Promise<Quote> {
  const { chainId, currency, decimals, symbol } = merchant.settings.settlement;
  const amount = await payoutInput(gateway, merchant, payout);
  if (amount === 0n)
    throw new GatewayError(
      "amount_too_small",
      sentence("The payout is less than {least} {coin}.", {
        least: formatDecimal(1n, decimals),
        coin: symbol,
      }),
    );
  return gateway.service.quote({
    user,
    originChainId: chainId,
    originCurrency: currency,
    recipient: payout.destination,
    destinationChainId: payout.coin.chainId,
    destinationCurrency: payout.coin.currency,
    amount,
    tradeType: "EXACT_INPUT",
    depositAddress: undefined,
  });
}

function secondsOf({ raw }: Quote): number | undefined {
  return quoteResponseSchema.safeParse(raw).data?.details?.timeEstimate;
}
