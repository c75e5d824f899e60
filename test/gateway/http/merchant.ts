import request from "supertest";
import { createMerchant, issueKey } from "../../../src/gateway/usecases/stores/createStore.ts";
import { markInvoice } from "../../../src/gateway/usecases/invoices/markInvoice.ts";
import type { MerchantApp } from "../../support/merchantApp.ts";

/** The fields of API answers that tests look at; the answers have more. */
export type InvoiceBody = Readonly<{
  id: string;
  status: string;
  amount: string;
  checkoutLink: string;
  createdTime: number;
  metadata: Readonly<Record<string, unknown>>;
  checkout: Readonly<{ paymentMethods: readonly string[]; defaultPaymentMethod: string | null }>;
  crosstill: Readonly<{ requests: readonly Readonly<{ requestId: string; depositAddress: string }>[] }>;
}>;
export type MethodBody = Readonly<{
  paymentMethodId: string;
  activated: boolean;
  destination: string;
  amount: string;
  due: string;
  totalPaid: string;
  paymentLink: string;
  additionalData: Readonly<Record<string, unknown>>;
}>;
export type ProblemBody = Readonly<{ path: string; message: string; code: string }>;

/** Issues an invoice over the API; the answer must be exactly 200. */
export async function issue(shop: MerchantApp, body: object = {}): Promise<InvoiceBody> {
  const answer = await shop.post("/invoices", { amount: "25.00", ...body });
  if (answer.status !== 200) throw new Error(`The invoice was refused: ${JSON.stringify(answer.body)}`);
  return answer.body as InvoiceBody;
}

export async function methodsOf(shop: MerchantApp, invoiceId: string): Promise<readonly MethodBody[]> {
  return (await shop.get(`/invoices/${invoiceId}/payment-methods`)).body as readonly MethodBody[];
}

/** The first method of the sandbox's store, which its invoices are priced in. */
export async function bitcoinOf(shop: MerchantApp, invoiceId: string): Promise<MethodBody> {
  const [method] = await methodsOf(shop, invoiceId);
  if (!method) throw new Error("The invoice has no payment method.");
  return method;
}

/** Marks an invoice by the shop's own word, which the keys of shop plugins may not do. */
export function mark({ app }: MerchantApp, invoiceId: string, as: "Settled" | "Invalid"): Promise<unknown> {
  return markInvoice(app.gateway, invoiceId, as, { by: "a test", reason: "it says so" });
}

/** A key of the shop that may do just this. */
export function keyFor({ app, storeId }: MerchantApp, ...permissions: readonly string[]): Promise<string> {
  const { persistence, clock, random, settings } = app.gateway;
  const grant = { storeId, label: "tests", permissions };
  return issueKey(persistence.keys, { clock, random }, grant, settings.sandbox ? "test" : "live");
}

/** A second merchant on the same installation, with the settings of the first. */
export async function secondMerchant({ app, storeId, clock }: MerchantApp, permissions: readonly string[]) {
  const first = await app.gateway.persistence.stores.load(storeId);
  if (!first) throw new Error("The sandbox has no store.");
  const { persistence, random } = app.gateway;
  const merchant = await createMerchant(persistence, { clock, random }, "Another shop", first.settings);
  const key = await issueKey(
    persistence.keys,
    { clock, random },
    { storeId: merchant.id, label: "", permissions },
    app.gateway.settings.sandbox ? "test" : "live",
  );
  return { storeId: merchant.id, key };
}

/** A request that a test may spoil in any way; the key goes along unless it is replaced. */
export function raw(shop: MerchantApp, method: "get" | "post", path: string): request.Test {
  return request(shop.url)
    [method](path)
    .set({ authorization: `token ${shop.apiKey}`, "accept-encoding": "identity" });
}
