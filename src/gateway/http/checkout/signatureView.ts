import { signedBlock } from "../../usecases/signatures/offerText.ts";
import { signOffer } from "../../usecases/signatures/signedOffer.ts";
import type { Invoice, Offer } from "../../domain/invoices/invoice.ts";
import { verifyUrl } from "../genuine/verifyUrl.ts";
import type { CheckoutSignature } from "./view.ts";
import type { ViewContext } from "./viewContext.ts";

/** The signature of an offer for the page; undefined when there is nothing to pay. A store that has proven no domain is known by the gateway's name. */
export function signatureView(
  invoice: Invoice,
  offer: Offer,
  { signer, store, publicUrl }: ViewContext,
): CheckoutSignature | undefined {
  const signed = signOffer(signer, store, invoice, offer);
  if (!signed) return undefined;
  const block = signedBlock(signed.text, signed.signature);
  const domain = store.domain ?? (URL.canParse(publicUrl) ? new URL(publicUrl).hostname : store.name);
  return { domain, block, verifyUrl: verifyUrl(block), stillUrl: `/i/${invoice.id}?signed` };
}
