import type { Invoice } from "../../domain/invoices/invoice.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { advanceInvoice } from "./advanceInvoice.ts";
import { eachItem, pages } from "../eachItem.ts";
import { pollLease } from "../tracking/pollRequest.ts";
import type { InvoiceContext } from "./invoiceContext.ts";
import type { Lease } from "../../ports/persistencePort.ts";
import { pollMempool } from "../tracking/watchMempool.ts";

const AT_ONCE = 200;

/**
 * Expires invoices after their price guarantee ends. Each is polled once more first: the mempool, and the
 * service where only it can see a payment. An invoice stays open until every chain on which it may have
 * been paid was seen after its end, and, when it is older than this process, until other machines' clocks agree.
 */
export async function expireInvoices(gateway: InvoiceContext): Promise<void> {
  const now = gateway.clock();
  const read = (after: string, limit: number) => gateway.persistence.invoices.overdue(now, after, limit);
  for await (const overdue of pages(read, AT_ONCE)) await expireSome(gateway, overdue); // those that must wait block no others
}

async function expireSome(gateway: InvoiceContext, overdue: readonly Invoice[]): Promise<void> {
  const { sensors } = gateway;
  await eachItem(gateway, "expire", overdue, async ({ id, facts, terms }) => {
    if (gateway.clock() - sensors.clockLead(terms.createdAt) < terms.expiresAt) return;
    const chainIds = [BITCOIN_CHAIN_ID, ...facts.offers.map(({ chainId }) => chainId)];
    if (sensors.sightedAt(chainIds.filter(sensors.isFollowed)) < terms.expiresAt) return; // so a last poll would decide nothing
    const leases = await gateway.persistence.leases.of(id);
    await pollMempools(gateway, id, leases);
    if (!(await hasServiceToldAll(gateway, id, leases))) return; // until the next run
    const at = gateway.clock();
    await advanceInvoice(gateway, id, { kind: "tick", at, sightedAt: sensors.sightedAt(chainIds) });
  });
}

async function pollMempools(
  gateway: InvoiceContext,
  invoiceId: string,
  leases: readonly Lease[],
): Promise<void> {
  try {
    for (const lease of leases) {
      if (lease.chainId === BITCOIN_CHAIN_ID && gateway.budgets.explorer.take())
        await pollMempool(gateway, lease);
    }
  } catch (error) {
    gateway.log.debug("expire.no_last_look", { invoice: invoiceId, error }); // the block follower's own time decides
  }
}

/** Asks the service about the addresses on chains that we do not follow. False when it cannot be asked about all of them now. */
async function hasServiceToldAll(
  gateway: InvoiceContext,
  invoiceId: string,
  leases: readonly Lease[],
): Promise<boolean> {
  const { budgets, sensors, persistence } = gateway;
  for (const lease of leases.filter(({ chainId }) => !sensors.isFollowed(chainId))) {
    const invoice = await persistence.invoices.load(invoiceId);
    const look = invoice && (await pollLease(gateway, invoice, lease, budgets.service.takeSpare));
    if (look === "no budget") return false;
  }
  return true; // one that throws has ended this invoice's turn, and the next run tries again
}
