import { coinOf } from "../../domain/invoices/depositCoin.ts";
import { depositStatusOf, isUnfinished, offerOf } from "../../domain/invoices/credit.ts";
import type { Deposit, Invoice } from "../../domain/invoices/invoice.ts";
import { sentencesIn } from "../../../languages/formats.ts";
import { wordsOf, type Words } from "../../../languages/translate.ts";
import { coinAmount } from "../../../intents/coinAmount.ts";
import { BITCOIN_CHAIN_ID, sameCurrency } from "../../../intents/identifiers.ts";
import { isPayers } from "./methodView.ts";
import type { CheckoutPayment, CheckoutRefund, CheckoutView } from "./view.ts";
import type { ViewContext } from "./viewContext.ts";

/** What was paid: each deposit in its own coin, which need not be the one that was asked for. */
export function paymentView(invoice: Invoice, deposit: Deposit, context: ViewContext): CheckoutPayment {
  const [txid = deposit.outpoint] = deposit.outpoint.split(":");
  const t = wordsOf(context.language);
  const isDropped = depositStatusOf(invoice.facts, deposit) === "gone";
  return {
    txid,
    amount: amountOf(invoice, deposit, deposit.value, context) ?? t("record.otherCoin"),
    state: isDropped ? "dropped" : deposit.confirmations > 0 ? "confirmed" : "seen",
    explorerUrl: context.explorers.tx(deposit.chainId, txid),
    late: deposit.late,
    note: noteOf(invoice, deposit, context),
  };
}

function noteOf(invoice: Invoice, deposit: Deposit, context: ViewContext): string | undefined {
  const t = wordsOf(context.language);
  const { mismatch, delayed } = deposit;
  if (mismatch === "asset") return t("record.wrongAsset");
  if (mismatch === "chain") {
    const networks = networksOf(invoice, deposit, context);
    return networks ? t("record.wrongNetwork", networks) : t("record.wrongChain");
  }
  if (mismatch === "address") return t("record.foundByShop");
  return delayed ? t("record.delayed") : undefined;
}

/** Of a payment that came on another network, and of which nothing has come yet: both networks, each with its coin. */
export function wrongNetwork(invoice: Invoice, context: ViewContext): CheckoutView["wrongNetwork"] {
  const { facts } = invoice;
  const deposit = facts.deposits.find((one) => one.mismatch === "chain" && isUnfinished(facts, one));
  return deposit && networksOf(invoice, deposit, context);
}

/** Undefined where nothing was asked for at that address. */
function networksOf(
  invoice: Invoice,
  deposit: Deposit,
  { methods, language }: ViewContext,
): CheckoutView["wrongNetwork"] {
  const offer = offerOf(invoice.facts, deposit);
  if (!offer) return undefined;
  const t = wordsOf(language);
  const nameOf = (chainId: number) => {
    if (chainId === BITCOIN_CHAIN_ID) return "Bitcoin";
    const known = methods.find((method) => method.chainId === chainId)?.chainName;
    return known ?? t("common.chain", { id: String(chainId) });
  };
  const known = methods.find(
    ({ chainId, currency }) => chainId === deposit.chainId && sameCurrency(currency, deposit.currency),
  );
  const coin = known?.symbol ?? coinOf(deposit, invoice)?.symbol ?? t("record.someCoin");
  return {
    sent: t("common.coinOn", { coin, network: nameOf(deposit.chainId) }),
    asked: t("common.coinOn", { coin: offer.symbol, network: nameOf(offer.chainId) }),
  };
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

/** A payment that was returned while the invoice is open is explained: the payer may not have noticed. */
export function refundNotice(invoice: Invoice, context: ViewContext): string | undefined {
  const { facts, state } = invoice;
  const refund = facts.refunds.at(-1);
  const deposit = facts.deposits.find(({ outpoint }) => outpoint === refund?.outpoint);
  if (state !== "New" || !refund || !deposit) return undefined;
  const t = wordsOf(context.language);
  const amount = amountOf(invoice, deposit, deposit.value, context);
  const what = amount === undefined ? t("notice.paymentNotConverted") : t("notice.notConverted", { amount });
  const back = refund.amount === undefined ? undefined : amountOf(invoice, deposit, refund.amount, context);
  const where = whereTo(t, back, isToPayer(invoice, deposit, context) ? undefined : context.store.name);
  return sentencesIn(context.language, [what, where, t("notice.payAgain")]);
}

/** Without a `store` it went to the payer. */
function whereTo(t: Words, amount: string | undefined, store: string | undefined): string {
  if (store === undefined)
    return amount === undefined ? t("notice.toYou") : t("notice.restToYou", { amount });
  return amount === undefined ? t("notice.toShop", { store }) : t("notice.restToShop", { amount, store });
}

/** A payment keeps the refund address of the price that it was made for. */
function isToPayer(invoice: Invoice, deposit: Deposit, context: ViewContext): boolean {
  const offer = offerOf(invoice.facts, deposit);
  return offer !== undefined && isPayers(invoice, offer, context);
}

function amountOf(
  invoice: Invoice,
  deposit: Deposit,
  amount: bigint,
  { methods }: ViewContext,
): string | undefined {
  const coin = coinOf(deposit, invoice, methods);
  return coin && `${coinAmount(amount, { ...coin, chainId: deposit.chainId })} ${coin.symbol}`;
}
