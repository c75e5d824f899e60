import {
  depositBooks,
  entriesOfDeposit,
  type InvoiceBooks,
} from "../../domain/reconciliation/depositBooks.ts";
import { depositDifferences } from "../../domain/reconciliation/depositDifferences.ts";
import { UNSEEN, type ServiceReport } from "../../domain/reconciliation/seen.ts";
import type { Deposit, Invoice } from "../../domain/invoices/invoice.ts";
import { statusMeaning } from "../../../intents/status.ts";
import { newsOfDeposit, noteExplained } from "./noteExplained.ts";
import { isServiceRequest } from "../crediting/ownNames.ts";
import type { RequestNews } from "../../ports/servicePort.ts";
import { readArrival, readRefund, readSettlement } from "./readWorld.ts";
import { reconcileAddress } from "./reconcileAddress.ts";
import type { KeptInvoice } from "../../ports/reconcilePort.ts";
import type { Run } from "./reconcileRun.ts";

type Kept = Extract<KeptInvoice, { invoice: Invoice }>;

/** Compares one invoice with the world: its addresses, and its deposits of which something happened in the span. */
export async function reconcileInvoice(run: Run, kept: KeptInvoice, hasLines: boolean): Promise<void> {
  if (!("invoice" in kept))
    return run.pass("invoices whose rows cannot be read (npx crosstill audit names them)");
  run.count("invoices");
  run.compared.add(kept.id);
  const news: RequestNews[] = [];
  for (const lease of kept.leases) news.push(...(await reconcileAddress(run, kept.invoice, lease)));
  const costs = costsOf(run, kept);
  for (const deposit of kept.invoice.facts.deposits) {
    if (isInSpan(run, kept, deposit)) await reconcileDeposit(run, { kept, costs, deposit, news, hasLines });
    else noteExplained(run, kept.invoice, deposit, newsOfDeposit(kept.invoice.facts, deposit, news), false); // what it brought may have arrived in the span
  }
}

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
  noteExplained(run, invoice, deposit, news, true);
  const about = {
    subject: `${deposit.chainId}:${deposit.outpoint}`,
    storeId: invoice.storeId,
    invoiceId: invoice.id,
  };
  for (const finding of depositDifferences({ books, seen, now: run.outside.clock(), hasLines }))
    run.tell(about, finding);
}

/**
 * The service's report of the request of a deposit. One that its list does not contain is asked for by its
 * id.
 */
async function newsOf(
  { ask, outside }: Run,
  { kept, deposit, news }: OneDeposit,
): Promise<RequestNews | undefined> {
  const { facts } = kept.invoice;
  const listed = newsOfDeposit(facts, deposit, news);
  const ended = [...facts.settlements, ...facts.refunds].find(
    ({ outpoint }) => outpoint === deposit.outpoint,
  );
  if (listed || !ended || !isServiceRequest(ended.requestId)) return listed;
  return (await ask("service", () => outside.service.status(ended.requestId)))?.answer;
}

function toldBy({ requestId, word, output }: RequestNews): ServiceReport {
  return { requestId, word, meaning: statusMeaning(word), output };
}
