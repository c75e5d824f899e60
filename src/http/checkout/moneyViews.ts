import { coinOf } from "../../gateway/depositCoin.ts";
import { fateOf, isUnfinished } from "../../invoices/credit.ts";
import type { Deposit, Invoice } from "../../invoices/invoice.ts";
import { formatDecimal } from "../../money/amount.ts";
import { BITCOIN_CHAIN_ID, sameCurrency } from "../../protocol/identifiers.ts";
import { isPayers } from "./methodView.ts";
import type { CheckoutPayment, CheckoutRefund, CheckoutSettlement, CheckoutView } from "./view.ts";
import type { ViewContext } from "./viewContext.ts";

/** What was paid: each deposit in its own coin, which need not be the one that was asked for. */
export function paymentView(invoice: Invoice, deposit: Deposit, context: ViewContext): CheckoutPayment {
  const [txid = deposit.outpoint] = deposit.outpoint.split(":");
  const isDropped = fateOf(invoice.facts, deposit) === "gone";
  return {
    txid,
    amount: amountOf(invoice, deposit, deposit.value, context) ?? "An amount of another coin",
    state: isDropped ? "dropped" : deposit.confirmations > 0 ? "confirmed" : "seen",
    explorerUrl: context.explorers.tx(deposit.chainId, txid),
    late: deposit.late,
    note: noteOf(invoice, deposit, context),
  };
}

function noteOf(invoice: Invoice, deposit: Deposit, context: ViewContext): string | undefined {
  const { mismatch, delayed } = deposit;
  if (mismatch === "asset") return "Another coin than the one that was asked for.";
  if (mismatch === "chain") {
    const { sent, asked } = networksOf(invoice, deposit, context);
    return `On another network than the one that was asked for: ${sent} instead of ${asked}.`;
  }
  if (mismatch === "address") return "The shop has found that this is your payment.";
  return delayed ? "The network is slow: no block has taken it yet." : undefined;
}

/** Of a payment that came on another network, and of which nothing has come yet: both networks, each with its coin. */
export function wrongNetwork(invoice: Invoice, context: ViewContext): CheckoutView["wrongNetwork"] {
  const { facts } = invoice;
  const deposit = facts.deposits.find((one) => one.mismatch === "chain" && isUnfinished(facts, one));
  return deposit && networksOf(invoice, deposit, context);
}

function networksOf(invoice: Invoice, deposit: Deposit, context: ViewContext) {
  const offer = invoice.facts.offers.findLast(({ depositAddress }) => depositAddress === deposit.address);
  const nameOf = (chainId: number) => {
    if (chainId === BITCOIN_CHAIN_ID) return "Bitcoin";
    return context.methods.find((method) => method.chainId === chainId)?.chainName ?? `chain ${chainId}`;
  };
  const known = context.methods.find(
    ({ chainId, currency }) => chainId === deposit.chainId && sameCurrency(currency, deposit.currency),
  );
  const sent = known?.symbol ?? coinOf(deposit, invoice)?.symbol ?? "a coin";
  return {
    sent: `${sent} on ${nameOf(deposit.chainId)}`,
    asked: offer ? `${offer.symbol} on ${nameOf(offer.chainId)}` : "what was asked for",
  };
}

/** What the merchant received, payment by payment, and how sure that is. */
export function settlementViews(
  { facts, terms: { settlement } }: Invoice,
  { explorers }: ViewContext,
): readonly CheckoutSettlement[] {
  return facts.settlements.map(({ amount, txHash, evidence, proven }) => ({
    amount: amount === undefined ? "" : formatDecimal(amount, settlement.decimals),
    currency: settlement.symbol,
    chain: settlement.chainName,
    txHash: txHash ?? "",
    explorerUrl: txHash ? explorers.tx(settlement.chainId, txHash) : undefined,
    evidence,
    claimed: !proven,
  }));
}

/** What was sent back, in the coin in which it came. */
export function refundViews(invoice: Invoice, context: ViewContext): readonly CheckoutRefund[] {
  const { facts } = invoice;
  return facts.refunds.map(({ txHash, amount, outpoint }) => {
    const deposit = facts.deposits.find((one) => one.outpoint === outpoint);
    return {
      txHash,
      toPayer: deposit !== undefined && isToPayer(invoice, deposit, context),
      amount: deposit && amount !== undefined ? amountOf(invoice, deposit, amount, context) : undefined,
      explorerUrl: deposit && txHash ? context.explorers.tx(deposit.chainId, txHash) : undefined,
    };
  });
}

/** A payment that came back while the invoice is still open wants a word: the payer may not be the one who has it now. */
export function refundNotice(invoice: Invoice, context: ViewContext): string | undefined {
  const { facts, state } = invoice;
  const refund = facts.refunds.at(-1);
  const deposit = facts.deposits.find(({ outpoint }) => outpoint === refund?.outpoint);
  if (state !== "New" || !refund || !deposit) return undefined;
  const show = (amount: bigint) => amountOf(invoice, deposit, amount, context) ?? "payment";
  const back = refund.amount === undefined ? "It" : `${show(refund.amount)} (the rest was the network's fee)`;
  const where = isToPayer(invoice, deposit, context)
    ? "your refund address"
    : `the refund address of ${context.store.name}: ask there`;
  return `Your ${show(deposit.value)} could not be converted. ${back} went to ${where}. You can still pay the full amount.`;
}

/** A payment keeps the refund address of the price that it was made for. */
function isToPayer(invoice: Invoice, { address }: Deposit, context: ViewContext): boolean {
  const offer = invoice.facts.offers.findLast(({ depositAddress }) => depositAddress === address);
  return offer !== undefined && isPayers(invoice, offer, context);
}

function amountOf(
  invoice: Invoice,
  deposit: Deposit,
  amount: bigint,
  { methods }: ViewContext,
): string | undefined {
  const coin = coinOf(deposit, invoice, methods);
  return coin && `${formatDecimal(amount, coin.decimals)} ${coin.symbol}`;
}
