import { createHmac } from "node:crypto";
import { ApiKeysService, InvoicesService, InvoiceStatusMark, OpenAPI, ServerInfoService, StoresService, WebhooksService, type ApiError } from "btcpay-greenfield-node-client"; // prettier-ignore
import { expect } from "chai";
import { Webhook } from "standardwebhooks";
import { issueKey } from "../../../src/gateway/usecases/stores/createStore.ts";
import { ALL_PERMISSIONS } from "../../../src/gateway/domain/access/permissions.ts";
import { unixSeconds } from "../../../src/values/time.ts";
import { testClock } from "../../support/clock.ts";
import { serve, type Asked, type LocalServer } from "../../support/localServer.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { mark as markByShop } from "./merchant.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What WooCommerce's plugin asks for. */
const PLUGIN = ["canviewinvoices", "cancreateinvoice", "canviewstoresettings", "canmodifyinvoices", "webhooks.canmodifywebhooks"]; // prettier-ignore
const PERMISSIONS = ALL_PERMISSIONS.filter((name) => PLUGIN.includes(name));

/** The word of today for what the client's list calls COMPLETE. */
const SETTLED = "Settled" as InvoiceStatusMark;

/** The client was generated from the API of 2022: where its types know less than today's answers, a test reads these. */
const fields = (answer: unknown) => answer as Fields;

describe("a shop plugin's day, with the published client of another server", () => {
  let shop: SandboxApp;
  let receiver: LocalServer;
  let status = 200;
  let storeId: string;
  before(async () => {
    // The package that checks signatures compares their time with this machine's, so the clock starts there.
    shop = await startSandboxApp({ clock: testClock(Date.now()) });
    ({ storeId } = shop);
    receiver = await serve((_, response) => response.writeHead(status).end());
    const { persistence, clock, random } = shop.app.gateway;
    const grant = { storeId, label: "plugin", permissions: PERMISSIONS };
    OpenAPI.BASE = shop.url;
    OpenAPI.TOKEN = await issueKey(persistence.keys, { clock, random }, grant, "test");
  });
  after(async () => {
    OpenAPI.BASE = "";
    delete OpenAPI.TOKEN;
    await shop.close();
    await receiver.close();
  });

  const issue = (orderId: string) =>
    InvoicesService.invoicesCreateInvoice({
      storeId,
      requestBody: { amount: "25.00", currency: "USD", metadata: { orderId, posData: '{"cart":7}' }, checkout: null },
    }); // prettier-ignore
  const mark = (invoiceId: string, status: InvoiceStatusMark) =>
    InvoicesService.invoicesMarkInvoiceStatus({ storeId, invoiceId, requestBody: { status } });
  const failure = async (call: Promise<unknown>): Promise<ApiError> =>
    call.then(
      () => expect.fail("The call was taken."),
      (error: unknown) => error as ApiError,
    );
  const makeWebhook = async () => {
    // Its type asks for an id, which the server gives, and has the events as texts: that is how it was generated.
    const made = await WebhooksService.postWebhooksService({ storeId, requestBody: { url: `${receiver.url}/hook` } });
    return { id: made.id ?? "", secret: made.secret ?? "", made: fields(made) };
  }; // prettier-ignore

  it("finds a server that is new enough, its own key, and its store", async () => {
    const info = await ServerInfoService.serverInfoGetServerInfo();
    expect(info).to.include({ fullySynched: true });
    const key = await ApiKeysService.getApiKeysService();
    expect(key.apiKey).to.equal(OpenAPI.TOKEN);
    expect(key.permissions).to.have.members(PLUGIN.map((name) => `btcpay.store.${name}:${storeId}`));
    const store = await StoresService.storesGetStore({ storeId });
    expect(store).to.include({ id: storeId, invoiceExpiration: 900, networkFeeMode: "Never" });
    expect(await StoresService.storesGetStores()).to.deep.equal([store]);
    expect((await failure(StoresService.storesGetStore({ storeId: "another" }))).status).to.equal(403);
  });

  it("creates an invoice, reads it again, and is told why when it cannot", async () => {
    const made = await issue("A-1");
    expect(made).to.include({ amount: "25.00", currency: "USD", status: "New", additionalStatus: "None" });
    expect(made.metadata).to.deep.equal({ orderId: "A-1", posData: '{"cart":7}' });
    expect(made.checkoutLink).to.equal(`${shop.url}/i/${made.id}`);
    expect(made, "what the client calls monitoringTime has another name now").not.to.have.property("monitoringTime"); // prettier-ignore
    expect(fields(made)["monitoringExpiration"]).to.be.above(made.expirationTime ?? 0);
    expect(await InvoicesService.invoicesGetInvoice({ storeId, invoiceId: made.id ?? "" })).to.deep.equal(made); // prettier-ignore
    const refused = await failure(InvoicesService.invoicesCreateInvoice({ storeId, requestBody: { amount: "many" } })); // prettier-ignore
    expect(refused.status, "the client knows 400 only, and throws all the same").to.equal(422);
    expect((refused.body as readonly Fields[])[0]).to.include({ path: "Amount" });
    const missing = await failure(InvoicesService.invoicesGetInvoice({ storeId, invoiceId: "nobody" }));
    expect([missing.status, fields(missing.body)["code"]]).to.deep.equal([404, "invoice-not-found"]);
  });

  it("lists invoices: all by the client, and by the filters that came after it", async () => {
    shop.clock.advance(1_000);
    const { id = "" } = await issue("A-2");
    expect((await failure(mark(id, SETTLED))).status, "no plugin may").to.equal(403);
    await markByShop(shop, id, "Settled");
    const all = await InvoicesService.invoicesGetInvoices({ storeId });
    expect(all.map(({ metadata }) => fields(metadata)["orderId"])).to.deep.equal(["A-2", "A-1"]);
    const found = async (query: string) => {
      const listed = await fetch(`${shop.url}/api/v1/stores/${storeId}/invoices?${query}`, { headers: { authorization: `token ${String(OpenAPI.TOKEN)}` } }); // prettier-ignore
      return ((await listed.json()) as readonly Fields[]).map(({ metadata }) => fields(metadata)["orderId"]);
    };
    expect(await found("status=New")).to.deep.equal(["A-1"]);
    expect(await found("status=new&status=Settled&take=1")).to.deep.equal(["A-2"]);
    expect(await found("orderId=A-1&orderId[]=A-2&skip=1")).to.deep.equal(["A-1"]);
    expect(await found(`startDate=${unixSeconds(shop.clock()) + 1}`)).to.deep.equal([]);
  });

  it("shows what an invoice can be paid by, under the old names too, and gives it up", async () => {
    const { id: invoiceId = "" } = await issue("A-3");
    const [method] = await InvoicesService.invoicesGetInvoicePaymentMethods({ storeId, invoiceId });
    expect(method).to.include({ paymentMethod: "BTC-CHAIN", networkFee: "0", totalPaid: "0" });
    expect(fields(method)["paymentMethodId"]).to.equal("BTC-CHAIN");
    for (const amount of [method?.rate, method?.amount, method?.due])
      expect(amount).to.match(/^\d+(\.\d+)?$/);
    const marked = await mark(invoiceId, InvoiceStatusMark.INVALID);
    expect(marked).to.include({ id: invoiceId, status: "Invalid", additionalStatus: "Marked" });
    const refused = await failure(mark(invoiceId, InvoiceStatusMark.COMPLETE));
    expect(refused.status, "Complete was renamed Settled").to.equal(422);
  });

  it("makes a webhook, finds it again without its secret, and takes it away", async () => {
    const { id: webhookId, secret, made } = await makeWebhook();
    expect(secret).to.match(/^.{20,}$/);
    expect(made, "booleans and lists, where the client's types have texts").to.deep.include({
      ...{ enabled: true, automaticRedelivery: true, url: `${receiver.url}/hook` },
      authorizedEvents: { everything: true, specificEvents: [] },
    });
    const listed = await WebhooksService.webhokksGetWebhooks({ storeId });
    expect(listed).to.have.length(1);
    expect(listed[0]).to.include({ id: webhookId }).and.not.have.property("secret");
    expect(await WebhooksService.webhokksGetWebhook({ storeId, webhookId })).to.deep.equal(listed[0]);
    const gone = await WebhooksService.deleteWebhooksService({ storeId, webhookId, requestBody: listed[0] ?? {} }); // prettier-ignore
    expect(gone, "an empty answer, although the client sent a body").to.equal(null);
    expect(await WebhooksService.webhokksGetWebhooks({ storeId })).to.deep.equal([]);
    const missing = await failure(WebhooksService.webhokksGetWebhook({ storeId, webhookId }));
    expect([missing.status, fields(missing.body)["code"]]).to.deep.equal([404, "webhook-not-found"]);
  });

  it("is told of an invoice, signed by both conventions, and has it sent again", async () => {
    const { id: webhookId, secret } = await makeWebhook();
    status = 500;
    const { id: invoiceId = "" } = await issue("A-4");
    await shop.run("deliver webhooks");
    status = 200;
    const first = signedBody(receiver.asked.at(-1), secret);
    expect(first).to.deep.include({ type: "InvoiceCreated", invoiceId, storeId, webhookId, isRedelivery: false });
    expect(fields(first["metadata"])).to.include({ orderId: "A-4", posData: '{"cart":7}' });

    const [failed] = await WebhooksService.getWebhooksService({ storeId, webhookId, count: "1" });
    expect(failed).to.include({ id: first["deliveryId"], status: "HttpError", httpCode: 500 });
    const deliveryId = failed?.id ?? "";
    const known = { storeId, webhookId, deliveryId };
    expect(await WebhooksService.getWebhooksService1(known)).to.deep.equal(failed);
    expect(await WebhooksService.getWebhooksService2(known), "what was sent").to.deep.equal(first);
    shop.clock.advance(1_000);
    const again = await WebhooksService.postWebhooksService1(known);
    expect(again).to.be.a("string").and.not.equal(deliveryId);
    await shop.run("deliver webhooks");
    const second = signedBody(receiver.asked.at(-1), secret);
    expect(second).to.include({ ...{ deliveryId: again, originalDeliveryId: deliveryId }, isRedelivery: true, type: "InvoiceCreated" }); // prettier-ignore
    expect(await WebhooksService.getWebhooksService1({ ...known, deliveryId: again })).to.include({ status: "HttpSuccess", httpCode: 200 }); // prettier-ignore
  }); // prettier-ignore
});

/** What a message says, after both checks that receivers make: the rule of plugins, and the package of Standard Webhooks. */
function signedBody(asked: Asked | undefined, secret: string): Fields {
  const { body, headers } = asked ?? expect.fail("Nobody sent anything.");
  const digest = createHmac("sha256", secret).update(body).digest("hex");
  expect(headers["btcpay-sig"], "hash_equals('sha256=' . hash_hmac('sha256', body, secret))").to.equal(`sha256=${digest}`); // prettier-ignore
  const key = `whsec_${Buffer.from(secret).toString("base64")}`;
  return new Webhook(key).verify(body, headers as Record<string, string>) as Fields;
}
