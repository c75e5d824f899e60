import { BITCOIN_CHAIN_ID } from "../protocol/identifiers.ts";
import { advanceInvoice } from "./advanceInvoice.ts";
import { eachItem } from "./eachItem.ts";
import type { Gateway } from "./ports.ts";
import { lookAtMempool } from "./watchMempool.ts";

const AT_ONCE = 200;

/**
 * Expires invoices whose price promise has ended. Each gets a last look at the mempool first; an invoice stays open until
 * the chain has been seen after its time ended.
 */
export async function expireInvoices(gateway: Gateway): Promise<void> {
  const overdue = await gateway.store.overdueInvoices(gateway.clock(), AT_ONCE);
  await eachItem(gateway, "expire", overdue, async ({ id }) => {
    await lastLook(gateway, id);
    const at = gateway.clock();
    await advanceInvoice(gateway, id, { kind: "tick", at, sightedAt: gateway.sensors.sightedAt() });
  });
}

async function lastLook(gateway: Gateway, invoiceId: string): Promise<void> {
  try {
    for (const lease of await gateway.store.leasesOf(invoiceId)) {
      if (lease.chainId === BITCOIN_CHAIN_ID && gateway.budgets.explorer.take())
        await lookAtMempool(gateway, lease);
    }
  } catch (error) {
    gateway.log.debug("expire.no_last_look", { invoice: invoiceId, error }); // the block follower's own time decides
  }
}
