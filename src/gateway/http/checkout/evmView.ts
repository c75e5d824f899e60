import type { Invoice, Offer } from "../../domain/invoices/invoice.ts";
import { BITCOIN_CHAIN_ID, NATIVE_EVM_CURRENCY } from "../../../intents/identifiers.ts";
import { paymentUri } from "../api/present/presentMethods.ts";
import { qrSvg } from "./qr.ts";
import type { CheckoutView, EvmPlace } from "./view.ts";
import { walletLinks } from "./walletLinks.ts";

/**
 * What a payer on an EVM chain needs beside the address; undefined on Bitcoin. `asked` is undefined where
 * the payer chooses the amount; `label` describes the QR code of the link, `publicUrl` is where this gateway is.
 */
export function evmPlace(
  invoice: Invoice,
  offer: Offer,
  asked: bigint | undefined,
  { label, publicUrl }: Readonly<{ label: string; publicUrl: string }>,
): EvmPlace | undefined {
  if (offer.chainId === BITCOIN_CHAIN_ID) return undefined;
  return {
    chainId: offer.chainId,
    contract: offer.currency === NATIVE_EVM_CURRENCY ? undefined : offer.currency,
    qrSvg: qrSvg(paymentUri(offer, asked), label),
    confirmed: false,
    confirmUrl: `/i/${invoice.id}/methods/${offer.methodId}`,
    apps: walletLinks(offer, asked, `${publicUrl}/i/${invoice.id}?on=${offer.methodId}`),
    walletUrl: invoice.terms.topUp ? undefined : `/i/${invoice.id}/wallet`,
  };
}

/**
 * The view for a payer who has confirmed the network: `method` is the method in the page's query (`?on=`),
 * so that the page needs no cookie and keeps it after every reload. Another method is not confirmed.
 */
export function agreedOn(view: CheckoutView, method: unknown): CheckoutView {
  const evm = view.method?.evm;
  if (!view.method || !evm || view.method.id !== method) return view;
  const { genuine } = view.method;
  const keep = (url: string) =>
    `${url}${url.includes("?") ? "&" : "?"}on=${encodeURIComponent(view.method?.id ?? "")}`;
  return {
    ...view,
    statusUrl: keep(view.statusUrl),
    sandboxWalletUrl: view.sandboxWalletUrl && comingBackTo(view.sandboxWalletUrl, keep),
    refundForm: view.refundForm && { ...view.refundForm, stillUrl: keep(view.refundForm.stillUrl) },
    method: {
      ...view.method,
      evm: { ...evm, confirmed: true },
      genuine: genuine && { ...genuine, stillUrl: keep(genuine.stillUrl) },
    },
  };
}

/** The link to the sandbox's wallet with another way back. */
export function comingBackTo(walletUrl: string, path: (before: string) => string): string {
  const url = new URL(walletUrl);
  url.searchParams.set("back", path(url.searchParams.get("back") ?? ""));
  return url.href;
}
