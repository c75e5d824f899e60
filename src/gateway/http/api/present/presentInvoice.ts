import { possibleMarks } from "../../../usecases/invoices/markInvoice.ts";
import {
  presentAmounts,
  presentAttention,
  presentDeposit,
  presentExceptions,
} from "../../../usecases/invoices/presentAmounts.ts";
import type { PullPayment } from "../../../domain/payouts/pullPayment.ts";
import type { Refusal } from "../../../usecases/pricing/refusals.ts";
import { paidInPrice, priceOf } from "../../../domain/invoices/paid.ts";
import type { Facts, Invoice } from "../../../domain/invoices/invoice.ts";
import { formatFixed } from "../../../../values/amount.ts";
import { unixSeconds } from "../../../../values/time.ts";
import type { invoiceAnswer, ownAnswer } from "../../answers/invoice.ts";
import type { Answer } from "../../answers/scalars.ts";
import { presentPolicy } from "../policyBody.ts";

/** An invoice as the merchant API shows it (Greenfield): decimal strings, unix seconds, our own concepts under `crosstill`. */
export function presentInvoice(
  invoice: Invoice,
  publicUrl: string,
  refusals: ReadonlyMap<string, Refusal>,
  methodIds: readonly string[],
  refunds: readonly PullPayment[],
): Answer<typeof invoiceAnswer> {
  const { id, storeId, terms, state, additional } = invoice;
  const { checkout } = terms;
  const { receipt = {} } = checkout.echo ?? {};
  return {
    id,
    storeId,
    amount: formatFixed(priceOf(invoice), terms.decimals),
    paidAmount: formatFixed(paidInPrice(invoice), terms.decimals),
    currency: terms.currency,
    type: terms.topUp ? "TopUp" : "Standard",
    checkoutLink: `${publicUrl}/i/${id}`,
    createdTime: unixSeconds(terms.createdAt),
    expirationTime: unixSeconds(terms.expiresAt),
    monitoringExpiration: unixSeconds(terms.monitoringUntil),
    status: state,
    additionalStatus: additional,
    availableStatusesForManualMarking: possibleMarks(invoice),
    archived: invoice.archivedAt !== undefined,
    metadata: terms.metadata as Readonly<Record<string, unknown>>, // an object: invoiceRequest.ts read it
    checkout: {
      speedPolicy: checkout.echo?.speedPolicy ?? "MediumSpeed",
      paymentMethods: methodIds,
      defaultPaymentMethod: checkout.defaultMethod ?? null,
      lazyPaymentMethods: true,
      expirationMinutes: Math.round((terms.expiresAt - terms.createdAt) / 60_000),
      monitoringMinutes: Math.round((terms.monitoringUntil - terms.expiresAt) / 60_000),
      paymentTolerance: terms.policy.tolerance.bps / 100,
      redirectURL: checkout.redirectUrl ?? null,
      redirectAutomatically: checkout.redirectAutomatically,
      defaultLanguage: checkout.echo?.defaultLanguage ?? null,
    },
    receipt: {
      enabled: receipt.enabled ?? null,
      showQR: receipt.showQR ?? null,
      showPayments: receipt.showPayments ?? null,
    },
    crosstill: { ...presentOwn(invoice, refunds), notPriced: presentRefusals(refusals) },
  };
}

/** Where the money is: each request, each settlement with its evidence, each refund. */
function presentOwn(
  invoice: Invoice,
  refunds: readonly PullPayment[],
): Omit<Answer<typeof ownAnswer>, "notPriced"> {
  const { facts, terms, version } = invoice;
  const { settlement } = terms;
  const { chainId, currency, recipient, decimals, symbol } = settlement;
  return {
    version,
    ...presentAmounts(invoice),
    oddities: presentExceptions(invoice),
    attention: presentAttention(invoice, refunds),
    due: { chainId, currency, symbol, decimals, recipient, amount: terms.due.toString() },
    requests: requestsOf(facts),
    deposits: facts.deposits.map((deposit) => presentDeposit(invoice, deposit)),
    settlements: facts.settlements.map(({ amount, txHash, evidence, proven, requestId, outpoint }) => ({
      chainId,
      currency,
      recipient,
      decimals,
      requestId,
      evidence,
      claimed: !proven,
      amount: amount?.toString() ?? null,
      txHash: txHash ?? null,
      originOutpoint: outpoint,
    })),
    refunds: facts.refunds.map(({ amount, txHash, requestId, outpoint }) => ({
      requestId,
      originOutpoint: outpoint,
      amount: amount?.toString() ?? null,
      txHash: txHash ?? null,
    })),
    anomalies: facts.anomalies.map((anomaly) => ({ ...anomaly, at: unixSeconds(anomaly.at) })),
    refundTo: facts.refundTo,
    marks: facts.marks.map((mark) => ({ ...mark, at: unixSeconds(mark.at) })),
    resolved: facts.resolved.map((resolution) => ({ ...resolution, at: unixSeconds(resolution.at) })),
    policy: presentPolicy(terms.policy, settlement.decimals),
  };
}

/** The requests with a report from the service, and the requests of offers without one yet, as waiting. */
function requestsOf({ offers, requests }: Facts): Answer<typeof ownAnswer>["requests"] {
  const spokenOf = new Set(requests.map(({ requestId }) => requestId));
  const silent = new Map(offers.map(({ requestId, depositAddress }) => [requestId, depositAddress]));
  return [
    ...[...silent]
      .filter(([requestId]) => !spokenOf.has(requestId))
      .map(([requestId, depositAddress]) => ({ requestId, status: "waiting", depositAddress, parent: null })),
    ...requests.map(({ requestId, word, depositAddress, parent }) => ({
      requestId,
      status: word,
      depositAddress,
      parent: parent ?? null,
    })),
  ];
}

/** Methods without a price, and why: too small an amount comes with the amount that would do. */
function presentRefusals(refusals: ReadonlyMap<string, Refusal>): Answer<typeof ownAnswer>["notPriced"] {
  return [...refusals].map(([methodId, { code, message, data }]) => ({
    ...data,
    methodId,
    message,
    code: code.replaceAll("_", "-"),
  }));
}
