import { advanceInvoice } from "./advanceInvoice.ts";
import { eachItem, pages } from "./eachItem.ts";
import type { Gateway } from "./ports.ts";

/**
 * Tells invoices whose money is on its way that time has passed: a payment that no block takes becomes delayed, and one that
 * nothing comes of for a day becomes stalled. Nothing fails or expires by this.
 */
export async function ageInvoices(gateway: Gateway): Promise<void> {
  const heights = Object.fromEntries(gateway.heights);
  for await (const page of pages(gateway.store.movingInvoices)) {
    await eachItem(gateway, "age", page, async ({ id }) => {
      await advanceInvoice(gateway, id, { kind: "tick", at: gateway.clock(), sightedAt: 0, heights });
    });
  }
}
