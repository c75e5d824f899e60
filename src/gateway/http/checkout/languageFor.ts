import type { Request } from "express";
import type { MerchantStore } from "../../usecases/stores/merchantStore.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { readLanguage, type Spoken } from "../language.ts";

/** The language in which a request reads about an invoice. */
export function languageFor(
  request: Request,
  { invoice, store }: Readonly<{ invoice: Invoice; store: MerchantStore }>,
): Spoken {
  return readLanguage(request, {
    invoice: invoice.terms.checkout.echo?.defaultLanguage,
    store: store.settings.profile.defaultLang,
  });
}
