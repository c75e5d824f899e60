import type { Refusal } from "../../gateway/refusals.ts";
import { paidInPrice } from "../../invoices/decide.ts";
import { isFinal, type Facts, type Invoice } from "../../invoices/invoice.ts";
import { formatFixed } from "../../money/amount.ts";
import { unixSeconds } from "../../time.ts";

/** An invoice as the merchant API shows it (Greenfield): decimal strings, unix seconds, our own concepts under `crosstill`. */
export function presentInvoice(
  invoice: Invoice,
  publicUrl: string,
  refusals: ReadonlyMap<string, Refusal>,
): Readonly<Record<string, unknown>> {
  const { id, storeId, terms, state, additional } = invoice;
  const { checkout } = terms;
  return {
    id,
    storeId,
    amount: formatFixed(terms.price, terms.decimals),
    paidAmount: formatFixed(paidInPrice(invoice), terms.decimals),
    currency: terms.currency,
    type: "Standard",
    checkoutLink: `${publicUrl}/i/${id}`,
    createdTime: unixSeconds(terms.createdAt),
    expirationTime: unixSeconds(terms.expiresAt),
    monitoringExpiration: unixSeconds(terms.monitoringUntil),
    status: state,
    additionalStatus: additional,
    availableStatusesForManualMarking: isFinal(state) ? [] : ["Settled", "Invalid"],
    archived: false,
    metadata: terms.metadata,
    checkout: {
      speedPolicy: "MediumSpeed",
      paymentMethods: checkout.methods,
      defaultPaymentMethod: checkout.defaultMethod ?? null,
      lazyPaymentMethods: true,
      expirationMinutes: Math.round((terms.expiresAt - terms.createdAt) / 60_000),
      monitoringMinutes: Math.round((terms.monitoringUntil - terms.expiresAt) / 60_000),
      paymentTolerance: terms.toleranceBps / 100,
      redirectURL: checkout.redirectUrl ?? null,
      redirectAutomatically: checkout.redirectAutomatically,
      defaultLanguage: null,
    },
    receipt: { enabled: null, showQR: null, showPayments: null },
    crosstill: { ...presentOwn(invoice), notPriced: presentRefusals(refusals) },
  };
}

/** Where the money is: each request, each settlement with its evidence, each refund. */
function presentOwn({ facts, terms, version }: Invoice): Readonly<Record<string, unknown>> {
  const { settlement } = terms;
  const { chainId, currency, recipient, decimals, symbol } = settlement;
  return {
    version,
    due: { chainId, currency, symbol, decimals, recipient, amount: terms.due.toString() },
    requests: requestsOf(facts),
    settlements: facts.settlements.map(({ amount, txHash, evidence, requestId, outpoint }) => ({
      ...{ chainId, currency, recipient, decimals, requestId, evidence },
      amount: amount?.toString() ?? null,
      txHash: txHash ?? null,
      originOutpoint: outpoint,
    })),
    refunds: facts.refunds.map(({ amount, txHash, requestId, outpoint }) => ({
      ...{ requestId, originOutpoint: outpoint },
      amount: amount?.toString() ?? null,
      txHash: txHash ?? null,
    })),
    anomalies: facts.anomalies,
  };
}

/** What the service has said about, and the requests of offers that it has not spoken of yet: those wait. */
function requestsOf({ offers, requests }: Facts): readonly Readonly<Record<string, string | null>>[] {
  const spokenOf = new Set(requests.map(({ requestId }) => requestId));
  const silent = new Map(offers.map(({ requestId, depositAddress }) => [requestId, depositAddress]));
  return [
    ...[...silent]
      .filter(([requestId]) => !spokenOf.has(requestId))
      .map(([requestId, depositAddress]) => ({ requestId, status: "waiting", depositAddress, parent: null })),
    ...requests.map(({ requestId, word, depositAddress, parent }) => ({
      ...{ requestId, status: word, depositAddress, parent: parent ?? null },
    })),
  ];
}

/** Methods without a price, and why: too small an amount comes with the amount that would do. */
function presentRefusals(
  refusals: ReadonlyMap<string, Refusal>,
): readonly Readonly<Record<string, unknown>>[] {
  return [...refusals].map(([methodId, { code, message, data }]) => ({
    ...{ ...data, methodId, message },
    code: code.replaceAll("_", "-"),
  }));
}
