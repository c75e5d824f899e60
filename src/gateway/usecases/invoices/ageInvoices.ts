import { depositStatusOf } from "../../domain/invoices/credit.ts";
import type { Deposit, Facts } from "../../domain/invoices/invoice.ts";
import { advanceInvoice } from "./advanceInvoice.ts";
import { eachItem, pages } from "../eachItem.ts";
import type { InvoiceContext } from "./invoiceContext.ts";

/**
 * Records the passage of time on invoices with a pending payment: a payment that stays out of blocks
 * becomes delayed, and one without progress for a day becomes stalled. A deposit that the service will not
 * convert, and has not refunded by the next run, goes to the inbox. Nothing fails or expires by this.
 */
export async function ageInvoices(gateway: InvoiceContext): Promise<void> {
  const heights = Object.fromEntries(gateway.heights);
  for await (const page of pages(gateway.persistence.invoices.moving)) {
    await eachItem(gateway, "age", page, async ({ id, facts }) => {
      await advanceInvoice(gateway, id, { kind: "tick", at: gateway.clock(), sightedAt: 0, heights });
      for (const { outpoint } of failedDeposits(facts))
        await advanceInvoice(gateway, id, { kind: "unconverted", at: gateway.clock(), outpoint });
    });
  }
}

/** Payments that the service refuses to convert. Most are refunded before this job, which runs once a minute, sees them. */
function failedDeposits(facts: Facts): readonly Deposit[] {
  return facts.deposits.filter(
    (deposit) => !deposit.unconverted && depositStatusOf(facts, deposit) === "failed",
  );
}
