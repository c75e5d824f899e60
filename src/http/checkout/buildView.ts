import { bitcoinQrUri } from "../../bitcoin/paymentUri.ts";
import type { Unavailable } from "../../gateway/methodAvailability.ts";
import type { Method } from "../../gateway/methods.ts";
import type { Refusal } from "../../gateway/refusals.ts";
import type { MerchantStore } from "../../gateway/storePort.ts";
import { fateOf } from "../../invoices/credit.ts";
import { currentOffer, type Deposit, type Invoice, type Offer } from "../../invoices/invoice.ts";
import { paidInPrice } from "../../invoices/decide.ts";
import { formatDecimal, formatFixed, sum } from "../../money/amount.ts";
import { BITCOIN_CHAIN_ID } from "../../protocol/identifiers.ts";
import { isoTime, type Instant } from "../../time.ts";
import { metadataText } from "../api/paymentRows.ts";
import { dueOf, paymentUri, rateOf } from "../api/presentMethods.ts";
import { qrSvg } from "./qr.ts";
import { stageOf } from "./stage.ts";
import type { CheckoutMethod, CheckoutView, MethodChoice } from "./view.ts";

/** What the page needs to know beside the invoice. */
export type ViewContext = Readonly<{
  store: MerchantStore;
  methods: readonly Method[];
  /** Methods for which the price is too small, and what pricing a method came to last, by method id. */
  unavailable: ReadonlyMap<string, Unavailable>;
  refusals: ReadonlyMap<string, Refusal>;
  now: Instant;
  publicUrl: string;
  sandbox: boolean;
  testNetwork: boolean;
  bitcoinConfirmations: number;
  offerMaxAgeMs: number;
  explorers: Explorers;
}>;

/** Links to block explorers, by chain; undefined where none is known. */
export type Explorers = Readonly<{ tx(chainId: number, txHash: string): string | undefined }>;

/** An invoice as the checkout shows it. */
export function checkoutView(invoice: Invoice, context: ViewContext): CheckoutView {
  const { terms, facts } = invoice;
  const offer = facts.offers.at(-1);
  const url = `/i/${invoice.id}`;
  const settled = facts.settlements.at(-1);
  return {
    invoiceId: invoice.id,
    storeName: context.store.name,
    price: formatFixed(terms.price, terms.decimals),
    currency: terms.currency,
    description: metadataText(terms.metadata, "itemDesc"),
    orderId: metadataText(terms.metadata, "orderId"),
    paidAt: settled && isoTime(settled.at).replace("T", " ").slice(0, 16) + " UTC",
    state: invoice.state,
    additional: invoice.additional,
    stage: stageOf(invoice),
    confirmations: confirmationsOf(invoice, context),
    expiresAtMs: terms.expiresAt,
    nowMs: context.now,
    method: offer && methodView(invoice, offer, context),
    methods: choices(invoice, offer, context),
    payments: facts.deposits.map((deposit) => paymentView(invoice, deposit, context)),
    settlement: settlementView(invoice, context),
    refunds: facts.refunds.map(({ txHash, amount }) => ({
      txHash,
      amount:
        amount !== undefined && offer
          ? `${formatDecimal(amount, offer.decimals)} ${offer.symbol}`
          : undefined,
      explorerUrl: offer && txHash ? context.explorers.tx(offer.chainId, txHash) : undefined,
    })),
    redirectUrl: fillRedirect(invoice),
    unpricedReason: unpricedReason(invoice, context),
    notice: refundNotice(invoice, context),
    sandbox: context.sandbox,
    sandboxWalletUrl: walletUrl(invoice, offer, context),
    version: invoice.version,
    statusUrl: `${url}/status`,
    eventsUrl: `${url}/events`,
  };
}

function confirmationsOf(
  invoice: Invoice,
  { bitcoinConfirmations: need }: ViewContext,
): CheckoutView["confirmations"] {
  const kept = invoice.facts.deposits.filter((deposit) => fateOf(invoice.facts, deposit) !== "gone");
  if (kept.length === 0 || stageOf(invoice) === "awaiting") return undefined;
  return { need, have: Math.min(...kept.map(({ confirmations }) => confirmations)) };
}

function methodView(invoice: Invoice, offer: Offer, context: ViewContext): CheckoutMethod {
  const method = context.methods.find(({ id }) => id === offer.methodId);
  const open = dueOf(invoice, offer);
  const due = open > 0n ? open : 0n;
  const show = (amount: bigint) => formatDecimal(amount, offer.decimals);
  const earlier = invoice.facts.offers.findLast(
    (other) => other !== offer && other.methodId === offer.methodId,
  );
  const isBitcoin = offer.chainId === BITCOIN_CHAIN_ID;
  const kept = invoice.facts.deposits.filter(
    (deposit) =>
      deposit.methodId === offer.methodId && ["moving", "settled"].includes(fateOf(invoice.facts, deposit)),
  );
  return {
    id: offer.methodId,
    name: method?.name ?? offer.symbol,
    currency: offer.symbol,
    network: isBitcoin ? "Bitcoin" : (method?.chainName ?? `chain ${offer.chainId}`),
    amount: show(offer.input),
    due: show(due),
    paid: show(sum(kept.map(({ value }) => value))),
    paidOfPrice: formatFixed(paidInPrice(invoice), invoice.terms.decimals),
    address: offer.depositAddress,
    uri: paymentUri(offer, due),
    qrSvg: qrSvg(isBitcoin ? bitcoinQrUri(offer.depositAddress, due) : paymentUri(offer, due)),
    rate: `1 ${offer.symbol} = ${shortRate(rateOf(invoice, offer))} ${invoice.terms.currency}, fees included`,
    quoteValidUntilMs: offer.from + context.offerMaxAgeMs,
    refundAddress: offer.refundTo,
    refundOwner: "the merchant",
    testNetwork: context.testNetwork,
    changed:
      earlier && earlier.input !== offer.input
        ? { from: show(earlier.input), to: show(offer.input) }
        : undefined,
  };
}

/** Why there is no price yet, where that is known. */
function unpricedReason(
  invoice: Invoice,
  { methods, unavailable, refusals }: ViewContext,
): string | undefined {
  if (invoice.facts.offers.length > 0) return undefined;
  const reasons = methods.map(({ id }) => {
    const refusal = refusals.get(id);
    return (
      unavailable.get(id)?.reason ?? (refusal?.code === "service_unavailable" ? undefined : refusal?.message)
    );
  });
  return reasons.find((reason) => reason !== undefined);
}

/** A payment that came back while the invoice is still open wants a word: it is not the payer who has it now. */
function refundNotice({ facts, state }: Invoice, { store }: ViewContext): string | undefined {
  const refund = facts.refunds.at(-1);
  const deposit = facts.deposits.find(({ outpoint }) => outpoint === refund?.outpoint);
  const offer = facts.offers.find(({ depositAddress }) => depositAddress === deposit?.address);
  if (state !== "New" || !refund || !deposit || !offer) return undefined;
  const show = (amount: bigint) => `${formatDecimal(amount, offer.decimals)} ${offer.symbol}`;
  const back = refund.amount === undefined ? "It" : `${show(refund.amount)} (the rest was the miner's fee)`;
  return `Your ${show(deposit.value)} could not be converted. ${back} went to the refund address of ${store.name}: ask there. You can still pay the full amount.`;
}

/** A rate for reading: two decimals are enough there. The API has the exact one. */
function shortRate(rate: string): string {
  const [whole = "0", fraction = ""] = rate.split(".");
  return whole.length > 3 ? `${whole}.${fraction.padEnd(2, "0").slice(0, 2)}` : rate;
}

/** A single method that cannot be chosen has had its say in unpricedReason. */
function choices(invoice: Invoice, offer: Offer | undefined, context: ViewContext): readonly MethodChoice[] {
  const all = context.methods.map((method) => choice(invoice, method, offer, context));
  return all.length === 1 && all.every(({ available }) => !available) ? [] : all;
}

function choice(
  invoice: Invoice,
  method: Method,
  offer: Offer | undefined,
  context: ViewContext,
): MethodChoice {
  const tooSmall = context.unavailable.get(method.id)?.reason;
  return {
    id: method.id,
    name: method.name,
    active: offer?.methodId === method.id,
    available: tooSmall === undefined || currentOffer(invoice, method.id) !== undefined,
    reason: tooSmall ?? context.refusals.get(method.id)?.message,
    chooseUrl: `/i/${invoice.id}/methods/${method.id}`,
  };
}

function paymentView(
  invoice: Invoice,
  deposit: Deposit,
  context: ViewContext,
): CheckoutView["payments"][number] {
  const offer = invoice.facts.offers.find(({ depositAddress }) => depositAddress === deposit.address);
  const [txid = deposit.outpoint] = deposit.outpoint.split(":");
  const isDropped = fateOf(invoice.facts, deposit) === "gone";
  return {
    txid,
    amount: offer ? `${formatDecimal(deposit.value, offer.decimals)} ${offer.symbol}` : "",
    state: isDropped ? "dropped" : deposit.confirmations > 0 ? "confirmed" : "seen",
    explorerUrl: offer && context.explorers.tx(offer.chainId, txid),
    late: deposit.late,
  };
}

function settlementView(invoice: Invoice, context: ViewContext): CheckoutView["settlement"] {
  const settled = invoice.facts.settlements.at(-1);
  const { settlement } = invoice.terms;
  if (!settled) return undefined;
  return {
    amount: settled.amount === undefined ? "" : formatDecimal(settled.amount, settlement.decimals),
    currency: settlement.symbol,
    chain: settlement.chainName,
    txHash: settled.txHash ?? "",
    explorerUrl: settled.txHash ? context.explorers.tx(settlement.chainId, settled.txHash) : undefined,
    evidence: settled.evidence,
  };
}

/** The shop's own page, with its placeholders filled, also those that its URL builder has encoded. */
function fillRedirect(invoice: Invoice): string | undefined {
  const values: Readonly<Record<string, string>> = {
    invoiceid: invoice.id,
    orderid: metadataText(invoice.terms.metadata, "orderId") ?? "",
    status: invoice.state,
  };
  return invoice.terms.checkout.redirectUrl?.replace(
    /(?:\{|%7B)(InvoiceId|OrderId|Status)(?:\}|%7D)/gi,
    (_, name: string) => encodeURIComponent(values[name.toLowerCase()] ?? ""),
  );
}

function walletUrl(invoice: Invoice, offer: Offer | undefined, context: ViewContext): string | undefined {
  if (!context.sandbox || !offer) return undefined;
  const due = dueOf(invoice, offer);
  if (due <= 0n) return undefined;
  const query = new URLSearchParams({
    to: offer.depositAddress,
    amount: formatDecimal(due, offer.decimals),
    back: `/i/${invoice.id}`,
  });
  return `${context.publicUrl}/sandbox/wallet?${query}`;
}
