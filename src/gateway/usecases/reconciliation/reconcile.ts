import type { Difference } from "../../domain/reconciliation/difference.ts";
import type { Instant } from "../../../values/time.ts";
import { isFilled } from "../books/fillBookLines.ts";
import { reconcileInvoice } from "./reconcileInvoice.ts";
import { reconcilePayouts } from "./reconcilePayouts.ts";
import type { Span } from "../../ports/reconcilePort.ts";
import type { Reconciling } from "./reconciling.ts";
import { startRun, type Found, type Run } from "./reconcileRun.ts";
import { reconcileEvmArrivals, reconcileTransfers } from "./reconcileTransfers.ts";

/**
 * The result of a reconciliation: differences with their reasons, counts of what was checked, what could
 * not be checked here (with reasons and counts), and the systems that did not answer.
 */
export type Reconciliation = Span & Found & Readonly<{ at: Instant; unexplained: readonly Difference[] }>;

const PAGE = 50; // invoices
const AT_ONCE = 5; // of them: each asks the service and the chains

/**
 * Compares the books of a span of time with the service's requests, the explorers and the chains.
 * Read-only, safe beside a running server, a page at a time. `note` receives the number of invoices checked
 * so far.
 */
export async function reconcile(
  outside: Reconciling,
  span: Span,
  note: (invoices: number) => void = () => {},
): Promise<Reconciliation> {
  const { persistence, service, clock } = outside;
  const at = clock();
  const { run, found } = startRun(outside, span);
  await run.ask("service", () => service.probe());
  const hasLines = await isFilled(persistence.checkpoints);
  if (!hasLines)
    run.pass("lines for accountants, which the server is still writing for what an older version booked");
  await reconcileInvoices(run, hasLines, note);
  await reconcileEvmArrivals(run);
  await reconcilePayouts(run, hasLines);
  const stores = (await persistence.stores.list()).filter(
    ({ id }) => span.storeId === undefined || id === span.storeId,
  );
  await reconcileTransfers(run, stores);
  const all = found();
  const unexplained = all.differences.filter(({ explained }) => explained === undefined);
  return { ...span, ...all, at, unexplained };
}

async function reconcileInvoices(
  run: Run,
  hasLines: boolean,
  note: (invoices: number) => void,
): Promise<void> {
  let seen = 0;
  for (let after = ""; ;) {
    const page = await run.outside.persistence.reconciliation.invoicesIn(run.span, after, PAGE);
    const last = page.at(-1);
    if (!last) return;
    after = last.id;
    const shared = page.values();
    const worker = async () => {
      for (const kept of shared) await reconcileInvoice(run, kept, hasLines);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    note((seen += page.length));
  }
}
