import { depositStatusOf, offerOf, paymentTime, worthOf } from "../../invoices/credit.ts";
import { coinOf } from "../../invoices/depositCoin.ts";
import { isDirect } from "../../invoices/direct.ts";
import type { Deposit, Invoice } from "../../invoices/invoice.ts";
import { metadataText } from "../../invoices/metadataText.ts";
import { offerRate, paidRate } from "../../invoices/offerRate.ts";
import { inPrice, paidByDeposit } from "../../invoices/paid.ts";
import { formatDecimal, formatFixed, sum } from "../../../../values/amount.ts";
import { convertDown, rateFromDecimal } from "../../../../values/rate.ts";
import { entriesOf, type Entry } from "../ledger.ts";
import { coinAmount } from "./coinAmount.ts";
import type { PaymentLine } from "./line.ts";
import type { Worth } from "../../../../values/worth.ts";

const ALL_BPS = 10_000n;

/** Valuations of deposits in the tracked currencies, by outpoint. */
export type Worths = ReadonlyMap<string, readonly Worth[]>;

/** The line of a deposit as the books have it now; undefined while it has not ended. Its figures are sums of its entries. */
export function paymentLine(invoice: Invoice, deposit: Deposit, worths: Worths): PaymentLine | undefined {
  const { terms, facts } = invoice;
  const outcome = depositStatusOf(facts, deposit);
  if (outcome !== "settled" && outcome !== "refunded") return undefined;
  const [txid = "", output] = deposit.outpoint.split(":");
  return {
    outcome,
    paidAt: paymentTime(deposit),
    ...(deposit.firstSeenAt === undefined ? {} : { assignedAt: deposit.seenAt }),
    method: deposit.methodId,
    address: deposit.address,
    txid,
    output,
    ...(isDirect(facts, deposit) ? { direct: true as const } : {}),
    orderId: metadataText(terms.metadata, "orderId"),
    description: metadataText(terms.metadata, "itemDesc"),
    paid: coinAmount(deposit, deposit.value, coinOf(deposit, invoice)),
    confirmations: deposit.confirmations,
    ...(outcome === "settled" ? settledPart(invoice, deposit) : refundedPart(invoice, deposit)),
    priceCurrency: terms.currency,
    ...valuesOf(invoice, deposit, worths.get(deposit.outpoint) ?? []),
    oddity: deposit.mismatch ?? (deposit.late ? "late" : undefined),
    metadata: terms.metadata,
  };
}

/**
 * The worth in the price's currency and in the tracked ones: what the payment counts for, as on the invoice, at the rates of when
 * it was first seen. So a late payment has the price at which it counted. What went back has its part of the price.
 */
function valuesOf(
  invoice: Invoice,
  deposit: Deposit,
  worths: readonly Worth[],
): Pick<PaymentLine, "value" | "worths" | "rate"> {
  const { terms, facts } = invoice;
  const { credit, mismatch, value: paid } = deposit;
  const isSettled = depositStatusOf(facts, deposit) === "settled";
  const counted = isSettled ? worthOf(facts, deposit) : credit;
  const inItsPrice = isSettled ? paidByDeposit(invoice, deposit) : inPrice(terms, credit);
  const offer = mismatch || paid === 0n ? undefined : offerOf(facts, deposit); // an output of nothing has no rate
  const isAsPriced = inItsPrice === inPrice(terms, credit);
  return {
    rate: offer && (counted === credit ? offerRate(invoice, offer) : paidRate(invoice, offer, counted, paid)),
    value: formatFixed(inItsPrice, terms.decimals),
    worths: isAsPriced ? worths : worths.map((worth) => revalued(worth, inItsPrice, terms.decimals)),
  };
}

/** The worth of another amount at the rate of the valuation, rounded down. */
function revalued(worth: Worth, amount: bigint, decimals: number): Worth {
  const digits = worth.value.split(".")[1]?.length ?? 0;
  const value = convertDown(amount, rateFromDecimal(worth.rate, decimals, digits));
  return { ...worth, value: formatFixed(value, digits) };
}

function settledPart(invoice: Invoice, deposit: Deposit) {
  const { settlement: coin } = invoice.terms;
  const settled = invoice.facts.settlements.find(({ outpoint }) => outpoint === deposit.outpoint);
  const entries = entriesOf(invoice, deposit);
  const show = (units: bigint) => formatDecimal(units, coin.decimals);
  const into = (account: string) =>
    sum(entries.filter(({ to }) => to === account).map(({ amount }) => amount));
  const [received, surplus] = [into("settled"), into("surplus") - outOf(entries, "surplus")];
  const fees = entries.flatMap(({ to, amount }) =>
    to.startsWith("fees:") ? [[to.slice("fees:".length), amount] as const] : [],
  );
  const gross = received + surplus + sum(fees.map(([, fee]) => fee));
  return {
    endedAt: settled?.at ?? deposit.seenAt,
    requestId: settled?.requestId,
    settled: settled?.amount === undefined ? undefined : coinAmount(coin, settled.amount, coin),
    recipient: coin.recipient,
    settledTxid: settled?.txHash,
    evidence: settled?.evidence,
    fees: Object.fromEntries(fees.map(([kind, fee]) => [kind, show(fee)])),
    surplus: surplus === 0n ? undefined : show(surplus),
    costBps: gross > 0n && received > 0n && fees.length > 0 ? bpsOf(gross - received, gross) : undefined,
  };
}

function refundedPart(invoice: Invoice, deposit: Deposit) {
  const refund = invoice.facts.refunds.find(({ outpoint }) => outpoint === deposit.outpoint);
  const coin = coinOf(deposit, invoice);
  return {
    endedAt: refund?.at ?? deposit.seenAt,
    requestId: refund?.requestId,
    refunded: refund?.amount === undefined ? undefined : coinAmount(deposit, refund.amount, coin),
    refundTxid: refund?.txHash,
    fees: {},
  };
}

function outOf(entries: readonly Entry[], account: string): bigint {
  return sum(entries.filter(({ from }) => from === account).map(({ amount }) => amount));
}

/** Ten-thousandths, rounded towards zero; negative when more arrived than it was worth. */
function bpsOf(part: bigint, whole: bigint): number {
  // eslint-disable-next-line no-restricted-syntax -- a ratio
  return Number((part * ALL_BPS) / whole);
}
