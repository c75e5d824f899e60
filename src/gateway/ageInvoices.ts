import { advanceInvoice } from "./advanceInvoice.ts";
import { fateOf } from "../invoices/credit.ts";
import type { Deposit, Facts } from "../invoices/invoice.ts";
import { eachItem, pages } from "./eachItem.ts";
import type { Gateway } from "./ports.ts";

/**
 * Tells invoices whose money is on its way that time has passed: a payment that no block takes becomes delayed, and one that
 * nothing comes of for a day becomes stalled. One that the service will not convert waits for a person. Nothing fails or expires by this.
 */
export async function ageInvoices(gateway: Gateway): Promise<void> {
  const heights = Object.fromEntries(gateway.heights);
  for await (const page of pages(gateway.store.movingInvoices)) {
    await eachItem(gateway, "age", page, async ({ id, facts }) => {
      await advanceInvoice(gateway, id, { kind: "tick", at: gateway.clock(), sightedAt: 0, heights });
      for (const { outpoint } of failedDeposits(facts))
        await advanceInvoice(gateway, id, { kind: "unconverted", at: gateway.clock(), outpoint });
    });
  }
}

/** What the service has said that it will not convert. Most of it comes back by itself before this asks, once a minute. */
function failedDeposits(facts: Facts): readonly Deposit[] {
  return facts.deposits.filter((deposit) => !deposit.unconverted && fateOf(facts, deposit) === "failed");
}
