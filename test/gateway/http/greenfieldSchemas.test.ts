import fs from "node:fs";
import { expect } from "chai";
import { ALL_PERMISSIONS } from "../../../src/gateway/domain/access/permissions.ts";
import { issueKey } from "../../../src/gateway/usecases/stores/createStore.ts";
import { BETTER_KNOWN, LEFT_OUT, OURS } from "../../greenfield/deviations.ts";
import { exampleOf, faultsOf, faultsOfAnswer } from "../../greenfield/schemas.ts";
import { shopOf } from "../../journeys/shop.ts";
import { serve, type LocalServer } from "../../support/localServer.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Nobody's address on the sandbox's Bitcoin chain. */
const BUYER = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";

describe("answers, against BTCPay's own description of its API", function () {
  this.timeout(120_000);
  let sandbox: SandboxApp;
  let shop: ReturnType<typeof shopOf>;
  let receiver: LocalServer;
  let key: string;
  let storeId: string;
  let invoiceId: string;
  before(async () => {
    sandbox = await startSandboxApp();
    ({ storeId } = sandbox);
    shop = shopOf(sandbox);
    receiver = await serve((_, response) => response.writeHead(200).end());
    const { persistence, clock, random } = sandbox.app.gateway;
    const user = { id: "ada", name: "Ada", email: "ada@shop.example", isAdmin: true, createdAt: clock() };
    await persistence.users.create({ ...user, password: { hash: "none", at: clock() } });
    const grant = { storeId, label: "plugin", permissions: ALL_PERMISSIONS, userId: user.id };
    key = await issueKey(persistence.keys, { clock, random }, grant, "test");
    await sandbox.control("bitcoin/automine", { seconds: 0 });
    await sandbox.post("/webhooks", { url: receiver.url });
    ({ id: invoiceId } = await shop.invoice());
    await shop.pay(invoiceId);
    await shop.mine();
    await shop.until(invoiceId, "Settled");
  });
  after(async () => {
    await sandbox.close();
    await receiver.close();
  });

  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${sandbox.url}${path}`, {
      ...{ method, headers: { authorization: `token ${key}`, "content-type": "application/json" } },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  /** Asks by a path of the description, whose parameters are filled from `ids`; the answer has to be what it describes. */
  const ask = async (operation: string, ids: Readonly<Record<string, string>> = {}, body?: unknown) => {
    const [method = "", template = ""] = operation.split(" ");
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => ({ storeId, ...ids })[name] ?? `no ${name}`);
    const [described = ""] = template.split("?");
    const answer = await call(method.toUpperCase(), path, body);
    expect(answer.status, `${operation}: ${JSON.stringify(answer.body)}`).to.equal(200);
    expect(faultsOfAnswer(method, described, answer.body), operation).to.deep.equal([]);
    return answer.body as Fields;
  }; // prettier-ignore
  const idOf = (answer: Fields | undefined) => String(answer?.["id"]);

  it("of the server, the key and what there is to ask", async () => {
    await ask("get /api/v1/health");
    await ask("get /api/v1/server/info");
    await ask("get /api/v1/api-keys/current");
    await ask(
      "post /api/v1/api-keys",
      {},
      { label: "Web shop", permissions: ["btcpay.store.canviewinvoices"] },
    );
    await ask("get /misc/permissions");
    await ask("get /misc/lang");
    await ask("get /misc/rate-sources");
  });

  it("of the store, its methods and its rates", async () => {
    const store = await ask("get /api/v1/stores/{storeId}");
    await ask("get /api/v1/stores");
    await ask("put /api/v1/stores/{storeId}", {}, store);
    await ask("get /api/v1/stores/{storeId}/payment-methods");
    await ask("get /api/v1/stores/{storeId}/payment-methods/{paymentMethodId}", {
      paymentMethodId: "BTC_CHAIN",
    });
    const rates = await ask("get /api/v1/stores/{storeId}/rates/configuration/{rateSource}", {
      rateSource: "primary",
    });
    await ask(
      "put /api/v1/stores/{storeId}/rates/configuration/{rateSource}",
      { rateSource: "primary" },
      rates,
    );
    await ask("post /api/v1/stores/{storeId}/rates/configuration/preview", {}, rates);
    await ask("post /api/v1/stores", {}, { ...store, name: "The other shop" });
    await ask("get /api/v1/stores/{storeId}/rates?currencyPair=BTC_USD&currencyPair=BTC_NONE");
  });

  it("of roles, and of what the key's user was told", async () => {
    const { persistence } = sandbox.app.gateway;
    const at = sandbox.clock();
    const told = { kind: "exception", storeId, subject: "invoice", body: "A payment", link: "/owner/invoices/1" } as const;
    await persistence.notifications.add({ ...told, id: "told", userId: "ada", at, seenAt: undefined });
    const each = (answer: Fields) => answer as unknown as readonly Fields[];
    for (const path of ["/api/v1/server/roles", `/api/v1/stores/${storeId}/roles`])
      for (const role of each((await call("GET", path)).body as Fields)) expect(faultsOf("RoleData", role)).to.deep.equal([]);
    for (const one of each((await call("GET", "/api/v1/users/me/notifications")).body as Fields))
      expect(faultsOf("NotificationData", one)).to.deep.equal([]);
    await ask("get /api/v1/users/me/notifications/{id}", { id: "told" });
    await ask("put /api/v1/users/me/notifications/{id}", { id: "told" }, { seen: true });
    await ask("get /api/v1/users/me/notification-settings");
    await ask("put /api/v1/users/me/notification-settings", {}, { disabled: ["all"] });
  }); // prettier-ignore

  it("of invoices: paid, unpaid, marked, of any amount, and with BTCPay's own example in it", async () => {
    await ask("get /api/v1/invoices/{invoiceId}", { invoiceId });
    const metadata = exampleOf("InvoiceMetadata");
    const made = await ask("post /api/v1/stores/{storeId}/invoices", {}, { amount: "5.00", metadata });
    expect(made["metadata"]).to.deep.equal(metadata);
    const unpaid = { invoiceId: idOf(made) };
    await ask("post /api/v1/stores/{storeId}/invoices", {}, { amount: null, metadata: null, checkout: null });
    await ask("put /api/v1/invoices/{invoiceId}", unpaid, { metadata: { orderId: "7" } });
    await ask("post /api/v1/invoices/{invoiceId}/status", unpaid, { status: "Invalid" });
    await ask("get /api/v1/stores/{storeId}/invoices?includePaymentMethods=true");
    for (const id of [invoiceId, unpaid.invoiceId])
      await ask("get /api/v1/invoices/{invoiceId}/payment-methods", { invoiceId: id });
    await ask("get /api/v1/invoices/{invoiceId}/refund/{paymentMethodId}", { invoiceId, paymentMethodId: "BTC-CHAIN" }); // prettier-ignore
    await call("DELETE", `/api/v1/invoices/${unpaid.invoiceId}`).catch(() => undefined); // an empty answer
    await ask("post /api/v1/invoices/{invoiceId}/unarchive", unpaid);
  });

  it("of webhooks, what they were sent, and the messages themselves", async () => {
    const made = await ask("post /api/v1/stores/{storeId}/webhooks", {}, { url: `${receiver.url}/2` });
    const own = { webhookId: idOf(made) };
    await ask("get /api/v1/webhooks/{webhookId}", own);
    await ask("put /api/v1/webhooks/{webhookId}", own, { url: `${receiver.url}/2`, secret: null });
    const all = (await ask("get /api/v1/stores/{storeId}/webhooks")) as unknown as readonly Fields[];
    const first = all.find(({ url }) => url === receiver.url);
    await sandbox.run("deliver webhooks");
    const used = { webhookId: idOf(first) };
    const log = (await ask("get /api/v1/webhooks/{webhookId}/deliveries", used)) as unknown as readonly Fields[];
    const one = { ...used, deliveryId: idOf(log[0]) };
    await ask("get /api/v1/webhooks/{webhookId}/deliveries/{deliveryId}", one);
    await ask("get /api/v1/webhooks/{webhookId}/deliveries/{deliveryId}/request", one);
    await ask("post /api/v1/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver", one);
    const said = receiver.asked.map(({ body }) => JSON.parse(body) as Fields);
    for (const message of said)
      expect(faultsOf(nameOfEvent(message), message), String(message["type"])).to.deep.equal([]);
    expect(said.map(({ type }) => type)).to.include.members(["InvoiceCreated", "InvoiceReceivedPayment", "InvoiceProcessing", "InvoicePaymentSettled", "InvoiceSettled", "InvoiceInvalid"]); // prettier-ignore
  }); // prettier-ignore

  it("of payment requests", async () => {
    const wanted = { title: "Ten lessons", amount: "50.00" };
    const made = await ask("post /api/v1/stores/{storeId}/payment-requests", {}, wanted);
    const own = { paymentRequestId: idOf(made) };
    await ask("get /api/v1/stores/{storeId}/payment-requests");
    await ask("get /api/v1/payment-requests/{paymentRequestId}", own);
    const changed = { ...wanted, email: "buyer@shop.example", expiryDate: 1_900_000_000, description: "<p>Hi</p>" };
    await ask("put /api/v1/payment-requests/{paymentRequestId}", own, changed);
    await ask("post /api/v1/payment-requests/{paymentRequestId}/pay", own, {});
  }); // prettier-ignore

  it("of refunds, pull payments and payouts", async () => {
    const pull = await ask("post /api/v1/invoices/{invoiceId}/refund", { invoiceId }, { refundVariant: "Fiat" });
    const own = { pullPaymentId: idOf(pull) };
    await ask("post /api/v1/stores/{storeId}/pull-payments", {}, { name: "Thanks", amount: "10", currency: "USD" });
    await ask("get /api/v1/stores/{storeId}/pull-payments");
    await ask("get /api/v1/pull-payments/{pullPaymentId}", own);
    const claim = { destination: BUYER, payoutMethodId: "BTC-CHAIN" };
    const payout = await ask("post /api/v1/pull-payments/{pullPaymentId}/payouts", own, claim);
    const claimed = { ...own, payoutId: idOf(payout) };
    await ask("get /api/v1/pull-payments/{pullPaymentId}/payouts", own);
    await ask("get /api/v1/pull-payments/{pullPaymentId}/payouts/{payoutId}", claimed);
    await ask("get /api/v1/stores/{storeId}/payouts");
    await ask("get /api/v1/payouts/{payoutId}", claimed);
    await ask("post /api/v1/payouts/{payoutId}", claimed, { revision: payout["revision"] });
    await ask("post /api/v1/stores/{storeId}/payouts", {}, { ...claim, amount: "0.001", approved: false });
  }); // prettier-ignore

  it("of what is refused", async () => {
    const odd = await call("POST", `/api/v1/stores/${storeId}/invoices`, { amount: "-1" });
    expect([odd.status, faultsOf("ValidationProblemDetails", odd.body)]).to.deep.equal([422, []]);
    const missing = await call("GET", "/api/v1/invoices/nobody");
    expect([missing.status, faultsOf("ProblemDetails", missing.body)]).to.deep.equal([404, []]);
  });

  it("and every field that is not as described is named in the document", () => {
    const document = fs.readFileSync("docs/reference/greenfield.md", "utf8");
    const names = [OURS, LEFT_OUT].flatMap((list) => Object.values(list).flat());
    for (const name of [...names, ...Object.values(BETTER_KNOWN).flatMap((fields) => Object.keys(fields))])
      expect(document).to.include(`\`${name}\``);
  });

  it("and the example of an invoice that BTCPay's description gives passes as well", () => {
    expect(faultsOf("InvoiceData", exampleOf("InvoiceData"))).to.deep.equal([]);
  });
});

/** The description has names for six of the events, and one for what all of them say. */
function nameOfEvent({ type }: Fields): string {
  const own = ["InvoiceSettled", "InvoiceInvalid", "InvoiceProcessing", "InvoiceReceivedPayment", "InvoicePaymentSettled", "InvoiceExpired"]; // prettier-ignore
  return own.includes(String(type)) ? `Webhook${String(type)}Event` : "WebhookInvoiceEvent";
}
