import { noteLost } from "../../../../src/gateway/usecases/failover/lostInvoices.ts";
import { createClient, type Call, type Client, type Given } from "../../../../src/sdk/client.ts";
import { ALL_PERMISSIONS } from "../../../../src/gateway/domain/access/permissions.ts";
import { issueKey } from "../../../../src/gateway/usecases/stores/createStore.ts";
import { OPERATIONS } from "../../../../src/gateway/http/reference/operations.ts";
import type { Operation } from "../../../../src/gateway/http/reference/operation.ts";
import type { OperationName } from "../../../../src/gateway/http/reference/paths.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../../src/intents/identifiers.ts";
import { monthOf } from "../../../../src/values/month.ts";
import { MINUTE_MS } from "../../../../src/values/time.ts";
import { UTC } from "../../../../src/values/zone.ts";
import { disc } from "../../domain/branding/images.ts";
import { shopOf } from "../../../journeys/shop.ts";
import type { LocalServer } from "../../../support/localServer.ts";
import type { SandboxApp } from "../../../support/sandboxApp.ts";

/** What each operation answered to the example that the reference gives of it. */
export type Told = ReadonlyMap<OperationName, unknown>;

/**
 * A day of a shop in which every operation of the reference is called once, by the typed client, with the body that the
 * reference shows. Only ids and the receiver's address are those of the day.
 */
export async function tellStory(sandbox: SandboxApp, client: Client, receiver: LocalServer): Promise<Told> {
  const told = new Map<OperationName, unknown>();
  const ask = async <Name extends OperationName>(
    name: Name,
    call: object = {},
    by = client,
  ): Promise<Given<Name>> => {
    const { example }: Operation = OPERATIONS[name];
    const body = { ...(example as object), ...("body" in call ? (call.body as object) : {}) };
    const whole = { ...call, ...(example === undefined ? {} : { body }) } as unknown as Call<Name>;
    const answer = (await by[name](...([whole] as never))) as Given<Name>;
    told.set(name, answer);
    return answer;
  };
  await tellOfTheServer(sandbox, ask);
  await tellOfUsers(sandbox, ask);
  await tellOfWebhooks(sandbox, ask, receiver);
  await tellOfInvoices(sandbox, ask);
  await tellOfPaymentRequests(ask);
  await tellOfPayouts(ask);
  await tellOfTheInbox(sandbox, ask);
  sandbox.clock.advance(2 * MINUTE_MS); // what is younger than a minute is not told
  await ask("getStatement", { month: monthOf(sandbox.clock(), UTC) });
  await ask("revokeApiKey");
  return told;
}

type Ask = <Name extends OperationName>(name: Name, call?: object, by?: Client) => Promise<Given<Name>>;

async function tellOfTheServer({ url }: SandboxApp, ask: Ask): Promise<void> {
  await ask("getHealth");
  await ask("getServerInfo");
  await ask("getApiKey");
  const { apiKey: other } = await ask("createApiKey");
  await ask("deleteApiKey", { apiKey: other });
  const { id: storeId, crosstill } = await ask("createStore");
  await ask("deleteStore", {}, createClient({ url, storeId, apiKey: crosstill.apiKey }));
  await ask("listStores");
  await ask("getStore");
  await ask("changeStore");
  await ask("uploadLogo", { file: new Blob([Uint8Array.from(disc(96))], { type: "image/png" }) });
  await ask("deleteLogo");
  await ask("listPaymentMethods");
  await ask("getPaymentMethod", { paymentMethodId: "BTC-CHAIN" });
  await ask("changePaymentMethod", { paymentMethodId: "BTC-CHAIN", body: { enabled: true } });
  await ask("getRateConfiguration", { rateSource: "primary" });
  await ask("changeRateConfiguration", { rateSource: "primary" });
  await ask("previewRates", { currencyPair: ["BTC_EUR"] });
  await ask("getRates", { currencyPair: ["BTC_EUR", "BTC_NONE"] });
}

/** The owner's own key, a colleague who is added and leaves again, and something that the owner was told. */
async function tellOfUsers({ app, url, storeId, clock }: SandboxApp, ask: Ask): Promise<void> {
  const { persistence, random } = app.gateway;
  const at = clock();
  for (const [id, name] of [["ada", "Ada"], ["grace", "Grace"]] as const) {
    const password = { hash: "none", at };
    await persistence.users.create({ id, name, email: `${id}@shop.example`, isAdmin: false, createdAt: at, password });
    await persistence.users.confirmEmail(id, `${id}@shop.example`);
  }
  await persistence.members.put({ storeId, userId: "ada", role: "owner", addedAt: at });
  const grant = { storeId, label: "Ada's", permissions: ALL_PERMISSIONS, userId: "ada" };
  const ada = createClient({ url, storeId, apiKey: await issueKey(persistence.keys, { clock, random }, grant, "test") });
  await ask("addStoreUser", {}, ada);
  await ask("changeStoreUser", { idOrEmail: "grace@shop.example" }, ada);
  await ask("listStoreUsers", {}, ada);
  await ask("removeStoreUser", { idOrEmail: "grace" }, ada);
  await ask("listStoreRoles", {}, ada);
  await ask("listServerRoles", {}, ada);
  await ask("getOwnUser", {}, ada);
  await ask("changeOwnUser", {}, ada);
  const { apiKey } = await ask("createUserApiKey", { idOrEmail: "ada" }, ada);
  await ask("deleteUserApiKey", { idOrEmail: "ada@shop.example", apiKey }, ada);
  await persistence.notifications.add({
    ...{ id: "notification-1", userId: "ada", kind: "payout_waiting", storeId, subject: "payout-1", at },
    ...{ body: "A payout of 500 USD waits for your approval", link: "/owner/payouts/payout-1", seenAt: undefined },
  });
  await ask("listNotifications", { seen: false, storeId: [storeId] }, ada);
  const notificationId = "notification-1";
  await ask("getNotification", { notificationId }, ada);
  await ask("changeNotification", { notificationId }, ada);
  await ask("deleteNotification", { notificationId }, ada);
  await ask("getNotificationSettings", {}, ada);
  await ask("changeNotificationSettings", {}, ada);
} // prettier-ignore

async function tellOfWebhooks(sandbox: SandboxApp, ask: Ask, { url }: LocalServer): Promise<void> {
  const { id: webhookId } = await ask("createWebhook");
  await ask("changeWebhook", { webhookId });
  await ask("getWebhook", { webhookId });
  await ask("rotateWebhookSecret", { webhookId, idempotencyKey: "rotate-1" });
  await ask("deleteWebhook", { webhookId });
  const heard = await ask("createWebhook", { body: { url, authorizedEvents: { everything: true } } });
  await ask("listWebhooks");
  const test = await ask("testWebhook", { webhookId: heard.id });
  await ask("createInvoice");
  await sandbox.run("deliver webhooks");
  const deliveries = await ask("listDeliveries", { webhookId: heard.id });
  const delivery = deliveries.find(({ id }) => id !== test.id);
  const one = { webhookId: heard.id, deliveryId: delivery?.id ?? "" };
  await ask("getDelivery", one);
  await ask("getDeliveryRequest", one);
  await ask("redeliver", one);
  await ask("redeliverMany", { webhookId: heard.id });
  await sandbox.run("deliver webhooks");
  await ask("listEvents", { after: 0, undelivered: false });
}

async function tellOfInvoices(sandbox: SandboxApp, ask: Ask): Promise<void> {
  const shop = shopOf(sandbox);
  const body = { metadata: { orderId: "A-1002" } };
  const { id: invoiceId } = await ask("createInvoice", { body, idempotencyKey: "order-A-1002" });
  await ask("activateInvoiceMethod", { invoiceId, methodId: "BTC-CHAIN" });
  await shop.pay(invoiceId);
  await shop.mine();
  await shop.until(invoiceId, "Settled");
  await ask("listInvoiceMethods", { invoiceId, onlyAccountedPayments: true });
  await ask("listInvoices", { status: ["Settled", "Processing"], take: 10 });
  await ask("getInvoice", { invoiceId, includePaymentMethods: true });
  await ask("proveInvoice", { invoiceId });
  await ask("getRefundAmounts", { invoiceId, paymentMethodId: "BTC-CHAIN" });
  await ask("refundInvoice", { invoiceId, idempotencyKey: "refund-A-1002" });
  const unpaid = await ask("createInvoice", { body: { metadata: { orderId: "A-1003" } } });
  await ask("mailInvoice", { invoiceId: unpaid.id });
  await ask("changeInvoice", { invoiceId: unpaid.id });
  await ask("markInvoice", { invoiceId: unpaid.id });
  await ask("archiveInvoice", { invoiceId: unpaid.id });
  await ask("unarchiveInvoice", { invoiceId: unpaid.id });
  await ask("exportFile", { name: "payments.csv", zone: "Europe/Berlin" });
}

async function tellOfPaymentRequests(ask: Ask): Promise<void> {
  const { id: paymentRequestId } = await ask("createPaymentRequest");
  await ask("changePaymentRequest", { paymentRequestId });
  await ask("payPaymentRequest", { paymentRequestId });
  await ask("getPaymentRequest", { paymentRequestId });
  await ask("listPaymentRequests", { includeArchived: false });
  await ask("archivePaymentRequest", { paymentRequestId });
  const { id: appId } = await ask("createPointOfSale");
  await ask("changePointOfSale", { appId });
  await ask("getApp", { appId });
  await ask("deleteApp", { appId });
}

async function tellOfPayouts(ask: Ask): Promise<void> {
  const { id: pullPaymentId } = await ask("createPullPayment");
  const { id: claimId } = await ask("claimPullPayment", { pullPaymentId });
  await ask("seePullPayment", { pullPaymentId });
  await ask("seeClaims", { pullPaymentId });
  await ask("seeClaim", { pullPaymentId, payoutId: claimId });
  await ask("getPullPayment", { pullPaymentId });
  await ask("listPullPaymentPayouts", { pullPaymentId });
  await ask("approvePayout", { payoutId: claimId });
  await ask("markPayout", { payoutId: claimId });
  await ask("markPayoutPaid", { payoutId: claimId });
  await ask("getPayout", { payoutId: claimId });
  await ask("listPullPayments", { includeArchived: true });
  await ask("archivePullPayment", { pullPaymentId });
  const { id: payoutId } = await ask("createPayout");
  await ask("listPayouts", { state: "AwaitingApproval" });
  await ask("cancelPayout", { payoutId });
}

/** An overpaid invoice whose store holds what is too much, and money on an address that no invoice explains. */
async function tellOfTheInbox(sandbox: SandboxApp, ask: Ask): Promise<void> {
  const shop = shopOf(sandbox);
  const { id: invoiceId } = await ask("createInvoice", { body: { metadata: { orderId: "A-1004" }, crosstill: { policy: { overpaid: "hold" } } } });
  const { due } = await shop.bitcoin(invoiceId);
  await shop.pay(invoiceId, BigInt(Math.round(Number(due) * 1e8)) * 2n);
  await shop.mine();
  await shop.until(invoiceId, "Settled");
  const at = sandbox.clock();
  for (const n of [0, 1, 2])
    await sandbox.app.gateway.persistence.unattributed.keep({
      ...{ chainId: BITCOIN_CHAIN_ID, outpoint: `${"ab".repeat(32)}:${n}`, currency: BTC_CURRENCY, value: 31_234n },
      ...{ address: "bcrt1-old", storeId: sandbox.storeId, lastInvoiceId: invoiceId },
      ...{ height: 3, blockHash: "cd".repeat(32), blockTime: at, seenAt: at },
      ...(n === 1 ? { sender: "bcrt1-sender" } : {}), // only money at the store's own address is refunded
    });
  const lost = { chainId: BITCOIN_CHAIN_ID, address: "bcrt1-lost", units: 40_000n, symbol: "BTC", decimals: 8, isDirect: false };
  await noteLost(sandbox.app.gateway, [{ storeId: sandbox.storeId, invoiceId: "1pABEi8wZ2rLm4TqVbX7cGd9sKfYhN", issuedAt: at, foundAt: at, places: [lost] }], at);
  const { items } = await ask("getInbox");
  const [item] = items.filter((one) => one.invoiceId === invoiceId);
  await ask("resolveAttention", { body: { invoiceId, keys: [String(item?.["key"])] } });
  const other = await ask("createInvoice", { body: { metadata: { orderId: "A-1005" } } });
  await ask("assignDeposit", { body: { invoiceId: other.id } });
  await ask("refundDeposit");
  await ask("dismissDeposit");
} // prettier-ignore
