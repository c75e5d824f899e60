import { routeMemories, unavailableMethods } from "../../usecases/pricing/methodAvailability.ts";
import { findMethod, methodsOfInvoice, type Method } from "../../usecases/pricing/methods.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import type { MethodShape } from "../../domain/access/shops.ts";
import type { MerchantStore } from "../../usecases/stores/merchantStore.ts";
import { signOffer } from "../../usecases/signatures/signedOffer.ts";
import { currentOffer, shownOffer, type Invoice, type Offer } from "../../domain/invoices/invoice.ts";
import type { invoiceMethodAnswer } from "../answers/invoice.ts";
import type { Answer } from "../answers/scalars.ts";
import { presentSingleMethod } from "./present/presentSingleMethod.ts";
import { presentMethod, type Beside } from "./present/presentMethods.ts";

/**
 * The payment methods of an invoice as the merchant API shows them, in the order that the invoice names them, or the one that
 * stands for all where the key's shop needs that. Payments that came to nothing are left out when only accounted ones are wanted.
 */
export async function presentMethodsOf(
  gateway: Pick<Gateway, "clock" | "persistence" | "service" | "signer" | "settings">,
  merchant: MerchantStore,
  invoice: Invoice,
  { onlyAccounted, shape }: Readonly<{ onlyAccounted: boolean; shape: MethodShape }>,
): Promise<readonly Answer<typeof invoiceMethodAnswer>[]> {
  const methods = await offeredMethods(gateway, invoice, merchant);
  const beside = (offer: Offer | undefined): Beside => {
    return { onlyAccounted, signature: signOffer(gateway.signer, merchant, invoice, offer) };
  };
  if (shape === "single") return [presentSingleMethod(invoice, methods, beside(shownOffer(invoice.facts)))];
  const memories = await routeMemories(gateway, merchant, invoice, methods);
  const unavailable = unavailableMethods(gateway, invoice, methods, memories);
  return methods.map((method) =>
    presentMethod(invoice, method, unavailable.get(method.id), beside(currentOffer(invoice, method.id))),
  );
}

/** The ids of what an invoice may be paid by: those that it names, else what its store has now, as far as that is known. */
export async function offeredMethodIds(
  gateway: Pick<Gateway, "service" | "settings">,
  merchant: MerchantStore,
  invoice: Invoice,
): Promise<readonly string[]> {
  const { methods: wanted } = invoice.terms.checkout;
  if (wanted.length > 0) return wanted;
  const methods = await offeredMethods(gateway, invoice, merchant).catch(() => []); // the service is silent
  return methods.map(({ id }) => id);
}

/** The methods an invoice may be paid by; while the service is silent, those that it has a price in. Throws when it has none. */
async function offeredMethods(
  gateway: Pick<Gateway, "service" | "settings">,
  invoice: Invoice,
  merchant: MerchantStore,
): Promise<readonly Method[]> {
  const priced = pricedMethods(invoice);
  const known = await methodsOfInvoice(gateway, merchant, invoice.terms).catch((error: unknown) => {
    if (priced.length === 0) throw error;
    return priced;
  });
  const methods = known.filter(({ id, isOff }) => !isOff || priced.some((one) => one.id === id));
  const { methods: wanted } = invoice.terms.checkout;
  if (wanted.length === 0) return methods;
  return [...new Set(wanted.flatMap((id) => findMethod(methods, id) ?? []))];
}

function pricedMethods({ facts }: Invoice): readonly Method[] {
  const newest = new Map(facts.offers.map((offer) => [offer.methodId, offer]));
  return [...newest.values()].map(({ methodId, chainId, currency, symbol, decimals }) => ({
    id: methodId,
    name: symbol,
    chainId,
    chainName: `Chain ${chainId}`,
    currency,
    symbol,
    decimals,
    explorerUrl: undefined,
  }));
}
