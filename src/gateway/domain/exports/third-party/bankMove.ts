import { metadataText } from "../../invoices/metadataText.ts";
import type { Instant } from "../../../../values/time.ts";
import type { CoinAmount, LineKind, PaymentLine, ReceiptLine, RefundLine } from "../../books/lines/line.ts";
import { paymentWorth } from "../../books/lines/paymentWorth.ts";
import { refundWorth } from "../../books/lines/refundWorth.ts";

/** A line of payments, receipts or refunds, as it was booked. */
export type BankItem = Readonly<{
  at: Instant;
  id: string;
  kind: LineKind;
  storeId: string;
  invoiceId: string | undefined;
}> &
  (
    | Readonly<{ file: "payments"; body: PaymentLine }>
    | Readonly<{ file: "receipts"; body: ReceiptLine }>
    | Readonly<{ file: "refunds"; body: RefundLine }>
  );

/** A movement on the merchant's accounts, as a bank would report it. */
export type BankMove = Readonly<{
  at: Instant;
  isIn: boolean;
  coin: CoinAmount | undefined; // coin and amount; undefined where it was not reported
  worth: string | undefined; // decimals of the asked currency, without a sign
  payee: string;
  description: string;
  reference: string;
  txid: string | undefined;
  nameTxid: string | undefined; // tells it apart from an equal one of the same day
}>;

/**
 * The bank movement of a line. Undefined for money that never was the merchant's: payments that the service
 * returned. A reversal is a movement the other way.
 */
export function bankMoveOf(item: BankItem, currency: string | undefined): BankMove | undefined {
  if (item.file === "payments")
    return item.body.outcome === "settled" ? arrival(item, item.body, currency) : undefined;
  if (item.file === "receipts") return receipt(item, item.body, currency);
  return item.body.how === "automatic" ? undefined : departure(item, item.body, currency);
}

function arrival(
  { at, kind, invoiceId }: BankItem,
  body: PaymentLine,
  currency: string | undefined,
): BankMove {
  const { metadata, settled, settledTxid, txid, assignedAt, paidAt } = body;
  return {
    at: kind === "booked" && assignedAt !== undefined ? paidAt : at, // the day of the transfer, not of the click
    isIn: kind !== "reversed",
    coin: settled,
    txid: settledTxid,
    nameTxid: settledTxid ?? txid, // the payer's, where the service named none
    worth: paymentWorth(body, currency),
    payee: metadataText(metadata, "buyerName") ?? metadataText(metadata, "buyerEmail") ?? "",
    description: said(kind, body.description ?? `Payment of invoice ${invoiceId}`),
    reference: body.orderId ?? invoiceId ?? "",
  };
}

function receipt({ at, kind }: BankItem, body: ReceiptLine, currency: string | undefined): BankMove {
  const { payoutId, received, txid, sender } = body;
  return {
    at,
    isIn: kind !== "reversed",
    coin: received,
    txid,
    nameTxid: txid,
    worth: refundWorth(body, currency),
    payee: sender ?? "",
    description: said(kind, `Unattributed funds, refunded by payout ${payoutId}`),
    reference: payoutId,
  };
}

function departure(
  { at, kind, invoiceId }: BankItem,
  body: RefundLine,
  currency: string | undefined,
): BankMove {
  const { how, subject, name, to, orderId } = body;
  const what = how === "refund" ? `Refund of invoice ${invoiceId}` : `Payout ${name ?? subject}`;
  return {
    at,
    isIn: kind === "reversed",
    ...leftBy(body),
    worth: refundWorth(body, currency),
    payee: to ?? "",
    description: said(kind, `${what}${legsOf(body)}`),
    reference: orderId ?? invoiceId ?? subject,
  };
}

/** What left the merchant. Versions before did not know it of what the service had converted. */
function leftBy({ spent, spentTxid, paid, txid }: RefundLine): Pick<BankMove, "coin" | "txid" | "nameTxid"> {
  const left = spent ? { coin: spent, txid: spentTxid } : { coin: paid, txid };
  return { ...left, nameTxid: left.txid ?? txid };
}

/** Both legs, where one coin left and another arrived. */
function legsOf({ spent, paid }: RefundLine): string {
  if (!spent || (spent.chainId === paid.chainId && spent.currency === paid.currency)) return "";
  return `: ${inWords(spent)} left, ${inWords(paid)} arrived`;
}

function inWords({ amount, symbol, units, currency, chainId }: CoinAmount): string {
  return amount === undefined ? `${units} units of ${currency} on chain ${chainId}` : `${amount} ${symbol}`;
}

function said(kind: LineKind, what: string): string {
  return kind === "booked" ? what : `${kind === "reversed" ? "Taken back" : "Corrected"}: ${what}`;
}

/** The worth of a movement, signed as banks do: negative for what left. Undefined without a valuation. */
export function signedWorth(move: BankMove): string | undefined {
  return move.worth === undefined ? undefined : signed(move, move.worth);
}

/** An amount of a move, as banks write it: below zero for what left. */
export function signed({ isIn }: BankMove, amount: string): string {
  return !isIn && /[1-9]/.test(amount) ? `-${amount}` : amount;
}
