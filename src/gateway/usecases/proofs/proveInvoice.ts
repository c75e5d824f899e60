import { createHash } from "node:crypto";
import { canonicalJson, type JsonObject } from "../../domain/proof-pack/canonicalJson.ts";
import { proofBody } from "../../domain/proof-pack/proofBody.ts";
import { timeLine, type Moment } from "../../domain/proof-pack/timeLine.ts";
import { proofText, type ProofSignature } from "../../domain/proof-pack/proofText.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { loadInvoiceAndStore } from "../invoices/loadInvoiceAndStore.ts";
import { collectProofs, type Witnesses } from "./collectProofs.ts";
import type { Gateway } from "../gateway.ts";
import { signPastOffer } from "../signatures/signedOffer.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";

/** Everything that shows what happened to an invoice, signed by the gateway (docs/reference/proof-format.md). */
export type ProofPack = JsonObject & Readonly<{ signature: ProofSignature }>;

export type Proving = Witnesses & Pick<Gateway, "persistence" | "clock" | "signer">;

/**
 * The proof pack of an invoice. Evidence that is unavailable is marked as such and never fails the whole:
 * calls are few, and use what the call budgets leave. Throws GatewayError invoice_not_found.
 */
export async function proveInvoice(gateway: Proving, invoiceId: string): Promise<ProofPack> {
  return (await proveWithMoments(gateway, invoiceId)).pack;
}

/** The same, with the moments of its time line, which a page shows in the language of its reader. */
export async function proveWithMoments(
  gateway: Proving,
  invoiceId: string,
): Promise<Readonly<{ pack: ProofPack; moments: readonly Moment[] }>> {
  const { persistence, clock, signer, settings } = gateway;
  const { invoice, store: merchant } = await loadInvoiceAndStore(gateway, invoiceId);
  const { decided, quotes } = await persistence.books.proofRecord(invoiceId);
  const upTo = decided.filter(({ version }) => version <= invoice.version); // what came since is another pack's
  const body = proofBody({
    at: clock(),
    network: settings.bitcoinNetwork,
    publicKey: signer.publicKey,
    invoice,
    store: { id: merchant.id, name: merchant.name, domain: merchant.domain ?? "none" },
    signatures: signaturesOf(gateway, merchant, invoice),
    quotes,
    decided: upTo,
    evidence: await collectProofs(gateway, invoice, upTo),
  });
  return { pack: signed(gateway, body), moments: timeLine(invoice, upTo) };
}

function signaturesOf({ signer }: Proving, merchant: MerchantStore, invoice: Invoice) {
  return invoice.facts.offers.map((offer) => {
    const { text, signature } = signPastOffer(signer, merchant, invoice, offer);
    return { text, signature };
  });
}

/** The pack of a body. The digest is over its canonical text, so that any program can write it again. */
export function signed({ signer }: Pick<Gateway, "signer">, body: JsonObject): ProofPack {
  const digest = createHash("sha256").update(canonicalJson(body)).digest("hex");
  const { publicKey } = signer;
  const signature = signer.sign(proofText(digest));
  return { ...body, signature: { algorithm: "ed25519", publicKey, digest, signature } };
}
