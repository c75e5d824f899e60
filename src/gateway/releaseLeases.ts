import { isUnfinished } from "../invoices/credit.ts";
import type { Invoice } from "../invoices/invoice.ts";
import type { Instant } from "../time.ts";
import { eachItem, pages } from "./eachItem.ts";
import type { Gateway } from "./ports.ts";

/**
 * Ends leases that nothing is expected of any more; their addresses become free for later invoices of the same route. While a
 * chain cannot be seen none of its leases ends: what was paid in time may be in a block that nobody has read yet.
 */
export async function releaseLeases(gateway: Gateway): Promise<void> {
  for await (const page of pages(gateway.store.openLeases)) {
    await eachItem(gateway, "release lease", page, async (lease) => {
      const invoice = await gateway.store.load(lease.invoiceId);
      const until = invoice && watchedUntil(invoice, gateway.settings.quarantineMs);
      const at = gateway.clock();
      const seenUntil = Math.min(at, gateway.sensors.sightedAt([lease.chainId]));
      if (until !== undefined && seenUntil >= until) await gateway.store.endLease(lease, at, true);
    });
  }
}

/** Until when an invoice's addresses stay its own: a while after it is done, so that a second payment still finds it. */
function watchedUntil(invoice: Invoice, quarantineMs: number): Instant | undefined {
  const { facts, terms, state } = invoice;
  if (facts.deposits.some((deposit) => isUnfinished(facts, deposit))) return undefined;
  switch (state) {
    case "New":
    case "Processing":
      return undefined;
    case "Settled":
      return Math.max(terms.expiresAt, ...facts.settlements.map(({ at }) => at)) + quarantineMs;
    case "Expired":
    case "Invalid":
      return terms.monitoringUntil + quarantineMs;
  }
}
