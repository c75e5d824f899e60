import type { Invoice } from "../../domain/invoices/invoice.ts";
import type { PointOfSale } from "../../domain/selling/pointOfSale.ts";
import { saleOf, type Cart } from "../../domain/selling/sale.ts";
import { posIdOf, saleMetadata } from "../../domain/selling/saleMetadata.ts";
import { GatewayError } from "../../errors.ts";
import type { InvoiceContext } from "../invoices/invoiceContext.ts";
import { issueInvoice } from "../invoices/issueInvoice.ts";
import { openOnce } from "../invoices/openOnce.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";

/**
 * Makes the invoice of a sale, under the id that the counter's page has named, so that charging twice makes one. Prices are those
 * of the point of sale. Throws GatewayError: sale_refused (also when the id was charged with another amount), and what issueInvoice
 * throws.
 */
export async function chargeSale(
  gateway: InvoiceContext,
  store: MerchantStore,
  pos: PointOfSale,
  cart: Cart,
  invoiceId: string,
): Promise<Invoice> {
  const sale = saleOf(pos.settings, cart);
  return openOnce(gateway, `sale ${invoiceId}`, async (opening) => {
    const made = await gateway.persistence.invoices.load(invoiceId);
    if (made) return sameSale(made, pos, sale.total);
    const { currency, decimals } = pos.settings;
    const request = {
      amount: sale.total,
      currency,
      decimals,
      metadata: saleMetadata(pos, sale, invoiceId),
      expirationMinutes: undefined,
      monitoringMinutes: undefined,
      policy: {},
      checkout: {
        redirectUrl: undefined,
        redirectAutomatically: false,
        methods: [],
        defaultMethod: undefined,
      },
      byVisitor: cart.byCashier ? undefined : (true as const),
      opening,
    };
    return issueInvoice(gateway, store, request, invoiceId);
  });
}

function sameSale(made: Invoice, pos: PointOfSale, total: bigint): Invoice {
  const isSame = made.storeId === pos.storeId && posIdOf(made.terms.metadata) === pos.id;
  if (isSame && made.terms.price === total) return made;
  const message =
    "This sale was charged already, with another amount. Check what is picked, and charge it again.";
  throw new GatewayError("sale_refused", message);
}
