import { isUnfinished } from "../../domain/invoices/credit.ts";
import { MINUTE_MS } from "../../../values/time.ts";
import { pages } from "../eachItem.ts";
import { newsOfDeposit, noteExplained } from "./noteExplained.ts";
import type { RequestNews } from "../../ports/servicePort.ts";
import { requestsAt } from "./reconcileAddress.ts";
import type { KeptInvoice } from "../../ports/reconcilePort.ts";
import type { Run } from "./reconcileRun.ts";

const PAGE = 50; // invoices
const CLOCK_SLACK_MS = 2 * MINUTE_MS; // between our clock and a chain's block times

/**
 * Records what invoices explain that are not compared: of other stores, and what was booked or pending
 * since the span began. The service is asked only about pending ones.
 */
export async function noteOthers(run: Run): Promise<void> {
  const { persistence, clock } = run.outside;
  const span = { storeId: undefined, from: run.span.from - CLOCK_SLACK_MS, to: clock() + 1 };
  for await (const page of pages(
    (after, limit) => persistence.reconciliation.invoicesIn(span, after, limit),
    PAGE,
  ))
    for (const kept of page) if (!run.compared.has(kept.id)) await noteInvoice(run, kept);
}

async function noteInvoice(run: Run, kept: KeptInvoice): Promise<void> {
  if (!("invoice" in kept)) return; // the audit reports it
  const { invoice, leases } = kept;
  const { deposits } = invoice.facts;
  const news: RequestNews[] = [];
  const open = new Set(
    deposits.filter((one) => isUnfinished(invoice.facts, one)).map(({ address }) => address),
  );
  for (const lease of leases) if (open.has(lease.address)) news.push(...(await requestsAt(run, lease)));
  for (const deposit of deposits)
    noteExplained(run, invoice, deposit, newsOfDeposit(invoice.facts, deposit, news), false);
}
