import { attentionOf } from "../invoices/attention.ts";
import { depositStatusOf, type DepositStatus } from "../invoices/credit.ts";
import type { Cost, Deposit, Invoice, RefundFact, SettlementFact } from "../invoices/invoice.ts";
import { ORIGIN_REORGANISED } from "../invoices/depositReorg.ts";
import type { BookedLine, PaymentLine, RefundLine } from "../books/lines/line.ts";
import { currencyId, entriesOf, type CurrencyId, type Entry } from "../books/ledger.ts";
import { flowsOf, type Flows } from "./flows.ts";
import { standingLine } from "../books/lines/standingLine.ts";

/** What is kept of an invoice for accountants, and what it was decided upon. */
export type InvoiceBooks = Readonly<{
  invoice: Invoice;
  entries: readonly Entry[];
  lines: readonly BookedLine[];
  /** The costs stated by the stored quotes, by quote id; undefined for one that states none. */
  costs: ReadonlyMap<string, Cost | undefined>;
}>;

/** What the books have of one deposit. */
export type DepositBooks = Readonly<{
  deposit: Deposit;
  fate: DepositStatus;
  settlement: SettlementFact | undefined;
  refund: RefundFact | undefined;
  booked: Flows;
  /** The same made anew from the facts and from the quotes as they were kept. */
  implied: Flows;
  settledIn: CurrencyId;
  decimals: number; // of the settlement coin
  payment: PaymentLine | undefined;
  sentBack: RefundLine | undefined;
  isWatched: boolean; // an inbox entry covers it
}>;

/** The bookings of one deposit among those of its invoice. */
export function depositBooks(books: InvoiceBooks, deposit: Deposit): DepositBooks {
  const { invoice, lines, costs } = books;
  const { facts, terms } = invoice;
  const { chainId, outpoint } = deposit;
  const name = `${chainId}:${outpoint}`;
  const kept = facts.offers.map((offer) =>
    costs.has(offer.quoteId) ? { ...offer, cost: costs.get(offer.quoteId) } : offer,
  );
  const entries = entriesOfDeposit(books.entries, deposit);
  return {
    deposit,
    fate: depositStatusOf(facts, deposit),
    decimals: terms.settlement.decimals,
    settledIn: currencyId(terms.settlement.chainId, terms.settlement.currency),
    settlement: facts.settlements.find((one) => one.outpoint === outpoint),
    refund: facts.refunds.find((one) => one.outpoint === outpoint),
    booked: flowsOf(entries, deposit, terms.settlement),
    implied: flowsOf(
      entriesOf({ ...invoice, facts: { ...facts, offers: kept } }, deposit),
      deposit,
      terms.settlement,
    ),
    payment: standingLine(lines, "payments", name) as PaymentLine | undefined, // the ids name the file
    sentBack: standingLine(lines, "refunds", name) as RefundLine | undefined,
    isWatched: isInInbox(invoice, deposit),
  };
}

/** The entries of a deposit among those of its invoice. */
export function entriesOfDeposit<T extends Entry>(
  entries: readonly T[],
  { chainId, outpoint }: Deposit,
): readonly T[] {
  const prefix = `${chainId}:${outpoint}:`;
  return entries.filter(({ id }) => id.startsWith(prefix));
}

function isInInbox(invoice: Invoice, { outpoint }: Deposit): boolean {
  return attentionOf(invoice).some(
    ({ outpoint: about, key }) => about === outpoint || key === `anomaly:${ORIGIN_REORGANISED}:${outpoint}`,
  );
}
