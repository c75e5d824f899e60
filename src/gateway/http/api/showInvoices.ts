import type { MerchantStore } from "../../usecases/stores/merchantStore.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { attentionOf } from "../../domain/invoices/attention.ts";
import type { PullPayment } from "../../domain/payouts/pullPayment.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import type { invoiceAnswer } from "../answers/invoice.ts";
import type { Answer } from "../answers/scalars.ts";
import { offeredMethodIds } from "./invoiceMethods.ts";
import { presentInvoice } from "./present/presentInvoice.ts";

/** Invoices as the merchant API answers them. */
export type Show = Readonly<{
  one(invoice: Invoice): Promise<Answer<typeof invoiceAnswer>>;
  all(invoices: readonly Invoice[]): Promise<readonly Answer<typeof invoiceAnswer>[]>;
}>;

/** Shows invoices with what each may be paid by. Stores are read once for a list. */
export function showInvoices(
  gateway: Pick<Gateway, "persistence" | "service" | "settings" | "refusals">,
  publicUrl: string,
): Show {
  const present = async (
    invoice: Invoice,
    merchant: MerchantStore | undefined,
    refunds: ReadonlyMap<string, readonly PullPayment[]>,
  ) =>
    presentInvoice(
      invoice,
      publicUrl,
      gateway.refusals.of(invoice.id),
      merchant ? await offeredMethodIds(gateway, merchant, invoice) : invoice.terms.checkout.methods,
      refunds.get(invoice.id) ?? [],
    );
  const refundsOf = (invoices: readonly Invoice[]) =>
    gateway.persistence.payouts.refundsAmong(
      invoices.filter((one) => attentionOf(one).length > 0).map(({ id }) => id),
    );
  return {
    one: async (invoice) =>
      present(invoice, await gateway.persistence.stores.load(invoice.storeId), await refundsOf([invoice])),
    async all(invoices) {
      const ids = [...new Set(invoices.map(({ storeId }) => storeId))];
      const merchants = new Map(
        await Promise.all(ids.map(async (id) => [id, await gateway.persistence.stores.load(id)] as const)),
      );
      const refunds = await refundsOf(invoices);
      return Promise.all(
        invoices.map((invoice) => present(invoice, merchants.get(invoice.storeId), refunds)),
      );
    },
  };
}
