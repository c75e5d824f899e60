import type { Settlement } from "../../domain/invoices/invoice.ts";
import { start, withQuote, type Payout, type ServicePayment } from "../../domain/payouts/payout.ts";
import { PayoutRefusal } from "../../domain/payouts/pullPayment.ts";
import { coinOfSettlement } from "./departureOf.ts";
import { quotePayout } from "./estimateClaim.ts";
import { GatewayError } from "../../errors.ts";
import { requireFormerOver } from "./formerRequests.ts";
import { changePayout, requirePayout } from "./managePayouts.ts";
import type { Gateway } from "../gateway.ts";
import type { QuoteAsk } from "../../ports/servicePort.ts";
import { costOf } from "../pricing/priceMethod.ts";
import { isSettlementCoin } from "../proofs/provePayout.ts";
import { requireStillCovered } from "./refundInvoice.ts";
import { sentence } from "../../../values/sentence.ts";

/** What paying through the service needs; a command has as much beside the running server. */
export type Sending = Pick<Gateway, "clock" | "random" | "persistence" | "log" | "rates" | "service">;

/** A stored quote, and what it was asked for: the steps that the payer signs are checked against that. */
export type ToSign = Readonly<{
  payout: Payout;
  payment: ServicePayment;
  request: Omit<QuoteAsk, "amount" | "depositAddress"> & Readonly<{ amount: string }>;
}>;

/**
 * Gets a quote for an approved payout and keeps it; nothing is sent. `user` is the address that will sign and pay. Throws
 * GatewayError (payout_not_found, what quotePayout throws, and service_unavailable while an earlier attempt cannot be asked
 * after) and PayoutRefusal (invalid-state, also while an earlier attempt has got money; non-refundable).
 */
export async function preparePayoutPayment(
  gateway: Sending,
  payoutId: string,
  user: string,
): Promise<ToSign> {
  const before = await requirePayout(gateway, payoutId);
  requireWaiting(before);
  await requirePayable(gateway, before);
  const merchant = await gateway.persistence.stores.load(before.storeId);
  if (!merchant) throw new GatewayError("store_not_found", `There is no store ${before.storeId}.`);
  const { settlement } = merchant.settings;
  if (isSettlementCoin(before, settlement)) {
    const said = sentence(
      "This payout is in {coin} on {chain}, in which the shop is paid: send it from your wallet, and mark the payout with the transaction.",
      { coin: settlement.symbol, chain: settlement.chainName },
    );
    throw new PayoutRefusal("payment-method-not-supported", said);
  }
  const quote = await quotePayout(gateway, merchant, before, user);
  const payment: ServicePayment = {
    requestId: quote.requestId,
    user,
    input: quote.input,
    expected: quote.output,
    minimum: quote.minimum,
    coin: coinOfSettlement(settlement),
    gross: costOf(quote)?.gross,
    quote: quote.raw,
    word: "waiting",
    at: gateway.clock(),
  };
  const payout = await changePayout(gateway, payoutId, (now) => withQuote(now, payment));
  return { payout, payment, request: askOf(settlement, payout, payment) };
}

/** What a payment's quote was asked for. It pays in the coin of the quote, also when the store has another settlement now. */
export function askOf(
  settlement: Settlement,
  { destination, coin }: Payout,
  { user, input, coin: paysIn = settlement }: ServicePayment,
): ToSign["request"] {
  const { chainId, currency } = paysIn;
  return {
    user,
    originChainId: chainId,
    originCurrency: currency,
    recipient: destination,
    destinationChainId: coin.chainId,
    destinationCurrency: coin.currency,
    amount: input.toString(),
    tradeType: "EXACT_INPUT",
  };
}

/**
 * Records that the steps of a quote are about to be sent: from then on no other sender pays it, and the
 * service is polled for it. Throws PayoutRefusal invalid-state when a payment is in progress or the quote
 * is outdated, and what requirePayable throws.
 */
export function beginPayment(gateway: Sending, payoutId: string, requestId: string): Promise<Payout> {
  return changePayout(gateway, payoutId, async (payout) => {
    const after = start(payout, requestId);
    await requirePayable(gateway, payout);
    return after;
  });
}

/**
 * Whether a payout may be paid through the service: asked when it is quoted, and again before a wallet sends anything, because a
 * quote may lie for hours. Throws PayoutRefusal (non-refundable; invalid-state when an earlier attempt has got money) and
 * GatewayError service_unavailable while an earlier attempt cannot be asked after.
 */
export async function requirePayable(gateway: Sending, payout: Payout): Promise<void> {
  await requireStillCovered(gateway, payout);
  await requireFormerOver(gateway, payout);
}

function requireWaiting({ state }: Payout): void {
  if (state === "AwaitingPayment") return;
  const said =
    state === "AwaitingApproval"
      ? sentence("Expected a payout that is AwaitingPayment; this one is AwaitingApproval. Approve it first.")
      : sentence("Expected a payout that is AwaitingPayment; this one is {state}.", { state });
  throw new PayoutRefusal("invalid-state", said);
}
