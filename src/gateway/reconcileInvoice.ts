import { depositBooks, entriesOfDeposit, type InvoiceBooks } from "../accounting/reconcile/depositBooks.ts";
import { depositDifferences } from "../accounting/reconcile/depositDifferences.ts";
import { UNSEEN, type Told } from "../accounting/reconcile/seen.ts";
import { txOf } from "../invoices/factChanges.ts";
import type { Deposit, Invoice } from "../invoices/invoice.ts";
import { statusMeaning } from "../protocol/status.ts";
import type { RequestNews } from "./ports.ts";
import { readArrival, readRefund, readSettlement } from "./readWorld.ts";
import { reconcileAddress } from "./reconcileAddress.ts";
import type { KeptInvoice } from "./reconcilePort.ts";
import type { Run } from "./reconcileRun.ts";
import { settlementPlace } from "./transferPlaces.ts";

type Kept = Extract<KeptInvoice, { invoice: Invoice }>;

/** Compares one invoice with the world: its addresses, and its deposits of which something happened in the span. */
export async function reconcileInvoice(run: Run, kept: KeptInvoice, hasLines: boolean): Promise<void> {
  if (!("invoice" in kept)) return run.pass("invoices whose rows cannot be read (npx crosstill audit names them)");
  run.count("invoices");
  const news: RequestNews[] = [];
  for (const lease of kept.leases) news.push(...(await reconcileAddress(run, kept.invoice, lease)));
  const costs = costsOf(run, kept);
  for (const deposit of kept.invoice.facts.deposits) {
    if (isInSpan(run, kept, deposit)) await reconcileDeposit(run, { kept, costs, deposit, news, hasLines });
    else noteNamed(run, kept.invoice, deposit, undefined); // what it brought may have arrived in the span
  }
} // prettier-ignore

function costsOf({ outside }: Run, { quotes, invoice }: Kept): InvoiceBooks["costs"] {
  const taken = new Set(invoice.facts.offers.map(({ quoteId }) => quoteId));
  return new Map(
    quotes.flatMap(({ id, raw }) => {
      const quoted = taken.has(id) ? outside.quotedCost(raw) : undefined;
      return quoted ? [[id, quoted.cost] as const] : [];
    }),
  );
}

/** True for a deposit that was first seen in the span, or of which something was booked in it. */
function isInSpan({ span: { from, to } }: Run, { entries }: Kept, deposit: Deposit): boolean {
  const times = [deposit.seenAt, ...entriesOfDeposit(entries, deposit).map(({ at }) => at)];
  return times.some((at) => at >= from && at < to);
}

type OneDeposit = Readonly<{
  kept: Kept;
  costs: InvoiceBooks["costs"];
  deposit: Deposit;
  news: readonly RequestNews[];
  hasLines: boolean;
}>;

async function reconcileDeposit(run: Run, one: OneDeposit): Promise<void> {
  const { kept, costs, deposit, hasLines } = one;
  const { invoice, entries, lines } = kept;
  run.count("deposits");
  const books = depositBooks({ invoice, entries, lines, costs }, deposit);
  const { settlement, refund, fate } = books;
  const news = await newsOf(run, one);
  const seen = {
    arrived: await readArrival(run, deposit),
    settled: fate === "settled" && settlement ? await readSettlement(run, invoice, settlement) : UNSEEN,
    refunded: fate === "refunded" && refund ? await readRefund(run, invoice, deposit, refund) : UNSEEN,
    told: news && toldBy(news),
  };
  noteNamed(run, invoice, deposit, news);
  const about = { subject: `${deposit.chainId}:${deposit.outpoint}`, storeId: invoice.storeId, invoiceId: invoice.id };
  for (const finding of depositDifferences({ books, seen, now: run.outside.clock(), hasLines })) run.tell(about, finding);
} // prettier-ignore

/** What the service says of the request of a deposit. One that its list does not show is asked for by its id. */
async function newsOf(run: Run, { kept, deposit, news }: OneDeposit): Promise<RequestNews | undefined> {
  const { facts } = kept.invoice;
  const isOf = ({ outpoint }: Readonly<{ outpoint: string | undefined }>) => outpoint === deposit.outpoint;
  const ended = [...facts.settlements, ...facts.refunds].find(isOf)?.requestId;
  const known = facts.requests.filter(isOf).map(({ requestId }) => requestId);
  const ids = ended === undefined ? known : [ended];
  const txid = txOf(deposit.outpoint);
  const own = news.filter(
    (one) =>
      ids.includes(one.requestId) ||
      (ids.length === 0 && one.depositTxid === txid && (one.input ?? deposit.value) === deposit.value),
  );
  const [wanted] = own.toSorted((a, b) => rank(b) - rank(a));
  if (wanted || ended === undefined) return wanted;
  return (await run.ask("service", () => run.outside.service.status(ended)))?.answer;
}

/** Of several requests of one deposit the one counts that has ended. */
function rank({ word }: RequestNews): number {
  return ["unknown", "waiting", "moving", "failure", "refund", "success"].indexOf(statusMeaning(word));
}

function toldBy({ requestId, word, output }: RequestNews): Told {
  return { requestId, word, meaning: statusMeaning(word), output };
}

/**
 * Remembers the transactions that this deposit explains and that no claim of a transfer does: of settlements and refunds that
 * were taken on the service's word, and of what is on its way.
 */
function noteNamed(run: Run, { facts, terms }: Invoice, deposit: Deposit, news: RequestNews | undefined): void {
  const { chainId } = terms.settlement;
  const isOf = ({ outpoint }: Readonly<{ outpoint: string }>) => outpoint === deposit.outpoint;
  const settlement = facts.settlements.find(isOf);
  const refund = facts.refunds.find(isOf);
  const isOpen = settlement === undefined && refund === undefined;
  if (refund?.txHash !== undefined) run.named.add(`${deposit.chainId}:${refund.txHash.toLowerCase()}`);
  if (settlement?.txHash !== undefined && settlement.proof.startsWith("request:")) run.named.add(`${chainId}:${settlement.txHash.toLowerCase()}`);
  for (const hash of isOpen ? (news?.outHashes ?? []) : []) run.named.add(`${chainId}:${hash.toLowerCase()}`);
  const place = settlementPlace(terms.settlement);
  const isNameless = settlement ? settlement.txHash === undefined : isOpen && news?.outHashes.length === 0 && statusMeaning(news.word) === "success";
  if (place !== undefined && isNameless) run.awaited.push({ place, least: settlement?.amount ?? deposit.floor, most: settlement?.amount });
} // prettier-ignore
