import { bitcoinUri } from "../../../../bitcoin/codec/paymentUri.ts";
import { nativeUri, tokenUri } from "../../../../evm/codec/paymentUri.ts";
import type { Method } from "../../../usecases/pricing/methods.ts";
import type { Unavailable } from "../../../usecases/pricing/methodAvailability.ts";
import { paymentStatus, paymentValue } from "../../../usecases/invoices/presentAmounts.ts";
import type { SignedOffer } from "../../../usecases/signatures/signedOffer.ts";
import { paymentTime, worthOf } from "../../../domain/invoices/credit.ts";
import { dueOf, standingOffer } from "../../../domain/invoices/due.ts";
import { paidWorth } from "../../../domain/invoices/paid.ts";
import { offerRate } from "../../../domain/invoices/offerRate.ts";
import { type Deposit, type Invoice, type Offer } from "../../../domain/invoices/invoice.ts";
import { divFloor, formatDecimal, sum } from "../../../../values/amount.ts";
import { BITCOIN_CHAIN_ID, NATIVE_EVM_CURRENCY } from "../../../../intents/identifiers.ts";
import { unixSeconds } from "../../../../values/time.ts";
import type { invoiceMethodAnswer, methodPaymentAnswer } from "../../answers/invoice.ts";
import type { Answer } from "../../answers/scalars.ts";

/** Which payments are wanted, and the gateway's signature of the offer, where there is one to pay. */
export type Beside = Readonly<{ onlyAccounted: boolean; signature: SignedOffer | undefined }>;

/** One payment method of an invoice as the merchant API shows it. Without an offer it is not activated: choosing it makes one. */
export function presentMethod(
  invoice: Invoice,
  method: Method,
  unavailable: Unavailable | undefined,
  { onlyAccounted, signature }: Beside,
): Answer<typeof invoiceMethodAnswer> {
  const { terms } = invoice;
  const offer = standingOffer(invoice, method.id);
  const deposits = invoice.facts.deposits.filter(({ methodId }) => methodId === method.id);
  const show = (amount: bigint) => signed(amount, method.decimals);
  const due = offer ? dueOf(invoice, offer) : 0n;
  const kept = deposits.filter((deposit) => isKept(invoice, deposit) && !deposit.mismatch);
  const paid = sum(kept.map(({ value }) => value));
  return {
    paymentMethodId: method.id,
    paymentMethod: method.id, // older clients read these three names
    cryptoCode: method.symbol,
    networkFee: "0",
    currency: method.symbol,
    destination: offer?.depositAddress ?? "",
    paymentLink: offer && due > 0n ? paymentUri(offer, terms.topUp ? undefined : due) : "",
    rate: offer ? offerRate(invoice, offer) : "0",
    paymentMethodPaid: show(paid),
    ...totals(invoice, offer, show),
    paymentMethodFee: "0",
    payments: deposits
      .filter((deposit) => !onlyAccounted || paymentStatus(invoice, deposit) !== "Invalid")
      .map((deposit) => presentPayment(invoice, deposit)),
    activated: offer !== undefined,
    additionalData: {
      chainId: method.chainId,
      tokenAddress: method.currency,
      decimals: method.decimals,
      requestId: offer?.requestId ?? null,
      depositAddress: offer?.depositAddress ?? null,
      direct: method.direct === true,
      refundTo: offer && !offer.direct ? offer.refundTo : null,
      quotedAt: offer ? unixSeconds(offer.from) : null,
      minimumSettlement: offer?.floor.toString() ?? null,
      signature: signature ?? null,
      available: unavailable === undefined,
      reason: unavailable?.reason ?? null,
      recommendedMinimum: unavailable?.recommendedMinimum ?? null,
    },
  };
}

/**
 * Paid, still due and asked for in all, in the method's coin: what was paid in other coins by the method's rate. Of a top-up
 * nothing is due, and what was paid is what was asked for.
 */
function totals(invoice: Invoice, offer: Offer | undefined, show: (amount: bigint) => string) {
  const paid = offer ? paidIn(invoice, offer) : 0n;
  const due = offer && !invoice.terms.topUp ? dueOf(invoice, offer) : 0n;
  return { totalPaid: show(paid), due: show(due), amount: show(paid + due) };
}

/** What was paid of the price, in the coin of an offer: by the rate of the method's first offer, which was for the whole price. */
function paidIn(invoice: Invoice, { methodId }: Offer): bigint {
  const first = invoice.facts.offers.find((offer) => offer.methodId === methodId);
  return first ? divFloor(first.input * paidWorth(invoice), first.covers) : 0n;
}

function presentPayment(invoice: Invoice, deposit: Deposit): Answer<typeof methodPaymentAnswer> {
  const { facts } = invoice;
  const settlement = facts.settlements.find(({ outpoint }) => outpoint === deposit.outpoint);
  const refund = facts.refunds.find(({ outpoint }) => outpoint === deposit.outpoint);
  const request = facts.requests.find(({ outpoint }) => outpoint === deposit.outpoint);
  return {
    id: deposit.outpoint.replace(":", "-"), // plugins take what stands before the first dash as the transaction id
    receivedDate: unixSeconds(paymentTime(deposit)),
    value: paymentValue(invoice, deposit),
    fee: "0",
    status: paymentStatus(invoice, deposit),
    destination: deposit.address,
    confirmations: deposit.confirmations,
    requestId: request?.requestId ?? null,
    settlementTxHash: settlement?.txHash ?? null,
    settledAmount: settlement?.amount?.toString() ?? null,
    refundTxHash: refund?.txHash ?? null,
  };
}

function isKept(invoice: Invoice, deposit: Deposit): boolean {
  return worthOf(invoice.facts, deposit) > 0n;
}

/** A payment link for an offer: BIP321 for Bitcoin, EIP-681 elsewhere. The amount is exact, or the payer's own. */
export function paymentUri(offer: Offer, amount: bigint | undefined): string {
  if (offer.chainId === BITCOIN_CHAIN_ID) return bitcoinUri(offer.depositAddress, amount);
  return offer.currency === NATIVE_EVM_CURRENCY
    ? nativeUri(offer.depositAddress, offer.chainId, amount)
    : tokenUri(offer.currency, offer.depositAddress, offer.chainId, amount);
}

function signed(amount: bigint, decimals: number): string {
  return amount < 0n ? `-${formatDecimal(-amount, decimals)}` : formatDecimal(amount, decimals);
}
