import { assetsOf, type Asset } from "../../domain/books/assets.ts";
import { reversalLines } from "../../domain/books/lines/reversalLines.ts";
import { hasLines, linesBetween } from "../../domain/books/lines/linesBetween.ts";
import type { Worths } from "../../domain/books/lines/paymentLine.ts";
import { payoutBooking } from "../../domain/books/lines/refundLine.ts";
import { receiptBooking, receiptLineId } from "../../domain/books/lines/receiptLine.ts";
import { currencyId, entriesBetween, reversalOf, unattributedEntry } from "../../domain/books/ledger.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import type { BookedCoin, Payout } from "../../domain/payouts/payout.ts";
import type { Instant } from "../../../values/time.ts";
import type { Booking } from "../../ports/bookLinesPort.ts";
import type { Unattributed } from "../../ports/booksPort.ts";
import type { Gateway } from "../gateway.ts";
import { lastPayoutLine, nextLineId } from "./payoutLines.ts";
import type { Persistence } from "../../ports/persistencePort.ts";

type Reading = Pick<Gateway, "persistence">;

/** What a step of an invoice adds to the books at `at`; undefined when that is nothing. */
export async function bookInvoiceStep(
  { persistence }: Reading,
  before: Invoice,
  after: Invoice,
  at: Instant,
): Promise<Booking | undefined> {
  const entries = entriesBetween(before, after);
  const isTold = hasLines(before, after);
  if (entries.length === 0 && !isTold) return undefined;
  const worths = isTold ? await persistence.books.worthsOf(after.id) : new Map<string, never>();
  const lines = linesBetween(before, after, worths, at);
  const kept = lines.some(({ kind }) => kind === "reversed") ? await persistence.books.linesOf(after.id) : [];
  const booking = { entries, lines: reversalLines(lines, kept), assets: assetsOf(after, entries) };
  return isTold ? { ...booking, valuations: countValuations(worths) } : booking;
}

/** What a step of a payout adds to the books; undefined when that is nothing. */
export async function bookPayoutStep(
  { persistence }: Reading,
  before: Payout | undefined,
  after: Payout,
): Promise<Booking | undefined> {
  if (after.state !== "Completed" || before?.state === "Completed") return undefined;
  const assets = [after.coin, ...(after.departure ? [after.departure.coin] : [])].map(assetOf);
  return { ...(await bookingOf(persistence, after)), assets };
}

function assetOf({ chainId, currency, symbol, decimals }: BookedCoin): Asset {
  return { id: currencyId(chainId, currency), symbol, decimals };
}

/** What a payout that is completed adds to the books, with the words of the invoice or the unattributed funds that it refunds. */
export async function bookingOf(
  persistence: Persistence,
  payout: Payout,
): Promise<ReturnType<typeof payoutBooking>> {
  const { pullPaymentId, unattributed } = payout;
  const pullPayment =
    pullPaymentId === undefined ? undefined : await persistence.payouts.loadPullPayment(pullPaymentId);
  const refunded = pullPayment?.refund && (await persistence.invoices.load(pullPayment.refund.invoiceId));
  const output =
    unattributed && (await persistence.unattributed.load(unattributed.chainId, unattributed.outpoint));
  return payoutBooking(payout, pullPayment, refunded, output?.state === "refunded" ? output : undefined);
}

/**
 * Books that the block of refunded funds has left the chain, or that another block has them. For a completed payout the booking
 * includes the receipt of the funds and its line.
 */
export async function bookFundsBlock(
  { persistence }: Reading,
  payout: Payout,
  found: Unattributed,
  isThere: boolean,
): Promise<Booking> {
  const entry = unattributedEntry(found);
  const isPaid = payout.state === "Completed";
  const receipt = isPaid ? receiptBooking(payout, found) : { entries: [], lines: [] };
  const last = isPaid ? await lastPayoutLine(persistence.books, receiptLineId(payout.id)) : undefined;
  const id = last && nextLineId(last.line);
  if (isThere) {
    const lines = receipt.lines.map((line) =>
      id === undefined ? line : { ...line, id, kind: "corrected" as const },
    );
    return { entries: [entry, ...receipt.entries], lines, assets: [] };
  }
  const lines = last ? [{ ...last.line, id: `${id}:reversed`, kind: "reversed" as const }] : [];
  return { entries: [...receipt.entries, entry].map(reversalOf), lines, assets: [] };
}

/** Counts the valuations of an invoice and the worths in them: another count means that a payment was valued meanwhile. */
function countValuations(worths: Worths): number {
  return worths.size + [...worths.values()].reduce((count, some) => count + some.length, 0);
}
