import { expect } from "chai";
import { auditBooks } from "../../../src/gateway/usecases/audit/auditBooks.ts";
import { issueKey } from "../../../src/gateway/usecases/stores/createStore.ts";
import { ALL_PERMISSIONS } from "../../../src/gateway/domain/access/permissions.ts";
import { payPaymentRequest } from "../../../src/gateway/usecases/payment-requests/paymentRequests.ts";
import type { Invoice } from "../../../src/gateway/domain/invoices/invoice.ts";
import { paragraphsOf } from "../../../src/gateway/http/paymentRequestView.ts";
import { HOUR_MS, MINUTE_MS } from "../../../src/values/time.ts";
import { shopOf } from "../../journeys/shop.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import type { InvoiceBody } from "./merchant.ts";

type Fields = Readonly<Record<string, unknown>>;

describe("payment requests", () => {
  let shop: SandboxApp;
  let key: string;
  let base: string;
  before(async () => {
    shop = await startSandboxApp();
    const { persistence, clock, random } = shop.app.gateway;
    const grant = { storeId: shop.storeId, label: "", permissions: ALL_PERMISSIONS };
    key = await issueKey(persistence.keys, { clock, random }, grant, "test");
    base = `/api/v1/stores/${shop.storeId}/payment-requests`;
  });
  after(() => shop.close());

  const call = async (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(`${shop.url}${path}`, {
      ...{ method, headers: { authorization: `token ${key}`, "content-type": "application/json", ...headers } },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, body: (text === "" ? undefined : JSON.parse(text)) as Fields };
  }; // prettier-ignore
  const make = async (body: object = {}) => {
    const { status, body: made } = await call("POST", base, { title: "Ten lessons", amount: "50.00", ...body });
    expect(status).to.equal(200);
    return { ...made, id: String(made["id"]), path: `${base}/${String(made["id"])}` };
  }; // prettier-ignore
  const pay = (path: string, body: object = {}) => call("POST", `${path}/pay`, body);
  const settle = async ({ body }: Readonly<{ body: Fields }>) =>
    call("POST", `/api/v1/invoices/${String(body["id"])}/status`, { status: "Settled" });
  const toldOf = async (id: string) => {
    const { persistence } = shop.app.gateway;
    await persistence.events.number(100, shop.clock());
    const feed = await persistence.events.list(shop.storeId, { after: 0, limit: 100, undelivered: false });
    const told = feed.map(({ body }) => body as Fields).filter((one) => one["paymentRequestId"] === id);
    return told.map(({ type, status }) => `${String(type)} ${String(status)}`);
  };
  const page = async (id: string) => (await fetch(`${shop.url}/payment-requests/${id}`)).text();
  const tokenOn = (html: string) => /name="token" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const press = (
    id: string,
    form: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) =>
    fetch(`${shop.url}/payment-requests/${id}/pay`, {
      ...{ method: "POST", redirect: "manual", body: new URLSearchParams(form), headers },
    });

  it("are made with every field that clients read, also with a slash, and found again", async () => {
    const sent = { amount: 50, currency: null, description: "<b>Hi</b>", email: "", embeddedCSS: null, expiryDate: null }; // prettier-ignore
    const { status, body } = await call("POST", `${base}/`, { title: "Ten lessons", ...sent });
    expect(status).to.equal(200);
    const { crosstill, ...rest } = body;
    const id = String(rest["id"]);
    expect(rest).to.deep.equal({
      ...{ id, storeId: shop.storeId, status: "Pending", createdTime: Math.floor(shop.clock() / 1000) },
      ...{
        archived: false,
        amount: "50.00",
        currency: "USD",
        title: "Ten lessons",
        description: "<b>Hi</b>",
      },
      ...{ email: null, expiryDate: null, referenceId: null, allowCustomPaymentAmounts: false },
      ...{ formId: null, formResponse: null },
    });
    const link = `${shop.url}/payment-requests/${id}`;
    expect(crosstill).to.deep.equal({ link, settled: "0.00", processing: "0.00" });
    for (const path of [`${base}/${id}`, `/api/v1/payment-requests/${id}`])
      expect((await call("GET", path)).body, path).to.deep.equal(body);
    expect((await call("GET", `${base}/?take=1`)).body).to.deep.equal([body]);
  });

  it("say all that is wrong with them", async () => {
    const { status, body } = await call("POST", base, { amount: "0", email: "nobody" });
    expect(status).to.equal(422);
    expect((body as unknown as readonly Fields[]).map(({ path }) => path)).to.include("Title");
    const amount = await call("POST", base, { title: "x", amount: "0" });
    expect((amount.body as unknown as readonly Fields[])[0]).to.include({ path: "Amount" });
    const missing = await call("GET", `${base}/nobody`);
    expect([missing.status, missing.body["code"]]).to.deep.equal([404, "payment-request-not-found"]);
  });

  it("are made once, and paid once, by calls that carry an Idempotency-Key", async () => {
    const once = { "idempotency-key": "request-1" };
    const body = { title: "Once", amount: "10.00" };
    const [first, second] = [await call("POST", base, body, once), await call("POST", base, body, once)];
    expect(second.text).to.equal(first.text);
    const path = `${base}/${String(first.body["id"])}/pay`;
    const [one, other] = [
      await call("POST", path, {}, { "idempotency-key": "pay-1" }),
      await call("POST", path, {}, { "idempotency-key": "pay-1" }),
    ];
    expect(other.text).to.equal(one.text);
  });

  it("are paid by invoices, each freshly priced, that know the request", async () => {
    const { id, path } = await make({ referenceId: "INV-7", email: "payer@shop.example" });
    const { status, body } = await pay(path);
    expect(status).to.equal(200);
    const { metadata, amount } = body as unknown as InvoiceBody;
    expect(amount).to.equal("50.00");
    expect(metadata).to.deep.equal({
      ...{ orderId: "INV-7", itemDesc: "Ten lessons", buyerEmail: "payer@shop.example", paymentRequestId: id },
    });
    expect((await pay(path)).body["id"]).to.not.equal(body["id"]);
    const again = await pay(path, { allowPendingInvoiceReuse: true });
    expect((await pay(path, { allowPendingInvoiceReuse: true })).body["id"]).to.equal(again.body["id"]);
    const part = await pay(path, { amount: "10.00" });
    expect([part.status, (part.body as unknown as readonly Fields[])[0]?.["path"]]).to.deep.equal([422, "Amount"]);
  }); // prettier-ignore

  it("have a hundred open invoices that nobody paid at most, for anybody can make them", async () => {
    const { gateway } = shop.app;
    const { id, path } = await make();
    const made = await gateway.persistence.invoices.load(String((await pay(path)).body["id"]));
    const full = { ...gateway.persistence, paymentRequests: { ...gateway.persistence.paymentRequests, invoicesOf: async () => Array<Invoice>(100).fill(made!) } };
    const store = await gateway.persistence.stores.load(shop.storeId);
    const paying = { amount: undefined, reuse: false, returnUrl: "" };
    const refused = await payPaymentRequest({ ...gateway, persistence: full }, store!, id, paying).catch((error: unknown) => error);
    expect(refused).to.include({ code: "too_many_invoices" });
  }); // prettier-ignore

  it("are completed by parts where that is allowed, and tell each step", async () => {
    await call("POST", `/api/v1/stores/${shop.storeId}/webhooks`, { url: "http://127.0.0.1:1/hook" });
    const { id, path } = await make({ allowCustomPaymentAmounts: true });
    await settle(await pay(path, { amount: "20.00" }));
    expect((await call("GET", path)).body).to.include({ status: "Pending" });
    const rest = await pay(path, { amount: "99.00" });
    expect(rest.body["amount"], "no more than is left").to.equal("30.00");
    await settle(rest);
    expect((await call("GET", path)).body).to.include({ status: "Completed" });
    const paid = await pay(path);
    expect([paid.status, paid.body["code"]]).to.deep.equal([400, "already-paid"]);
    expect(await toldOf(id)).to.deep.equal([
      ...["PaymentRequestCreated Pending", "PaymentRequestStatusChanged Completed", "PaymentRequestCompleted Completed"],
    ]);
    expect((await auditBooks(shop.app.gateway.persistence, shop.clock())).violations).to.deep.equal([]);
  }); // prettier-ignore

  it("are changed as a whole; the amount stays once somebody was asked to pay it", async () => {
    const { path } = await make();
    const change = { title: "Eleven lessons", amount: "55.00", description: "new" };
    expect((await call("PUT", path, change)).body).to.include({ title: "Eleven lessons", amount: "55.00" });
    await pay(path);
    const locked = await call("PUT", path, { ...change, amount: "56.00" });
    expect([locked.status, (locked.body as unknown as readonly Fields[])[0]?.["path"]]).to.deep.equal([422, "Amount"]);
    const { status, body } = await call("PUT", path, { title: "Twelve", amount: "55.00" });
    expect(status).to.equal(200);
    expect(body).to.include({ title: "Twelve", description: null });
  }); // prettier-ignore

  it("tell what a change makes of their status, as when they get more time", async () => {
    const inAnHour = () => Math.floor((shop.clock() + HOUR_MS) / 1000);
    const { id, path } = await make({ expiryDate: inAnHour() });
    shop.clock.advance(HOUR_MS + MINUTE_MS);
    await shop.run("review payment requests");
    const longer = { title: "Ten lessons", amount: "50.00", expiryDate: inAnHour() };
    expect((await call("PUT", path, longer)).body).to.include({ status: "Pending" });
    await call("PUT", path, { ...longer, title: "Ten good lessons" });
    expect(await toldOf(id)).to.deep.equal([
      ...["PaymentRequestCreated Pending", "PaymentRequestStatusChanged Expired"],
      ...["PaymentRequestUpdated Pending", "PaymentRequestStatusChanged Pending", "PaymentRequestUpdated Pending"],
    ]);
  }); // prettier-ignore

  it("keep their amount under an invoice that is made at the same moment", async () => {
    const both = async (change: object) => {
      const { path } = await make();
      const [paid] = await Promise.all([pay(path), call("PUT", path, { title: "x", amount: "50.00", ...change })]);
      const { amount, currency } = (await call("GET", path)).body;
      expect(paid?.body).to.include({ amount, currency });
    };
    await Promise.all([{ amount: "60.00" }, { currency: "EUR" }, { amount: "40.00" }].map(both));
  }); // prettier-ignore

  it("are archived: out of the lists, still to be read, and paid no more", async () => {
    const { id, path } = await make();
    const gone = await call("DELETE", path);
    expect([gone.status, gone.text]).to.deep.equal([200, ""]);
    const ids = async (query: string) => ((await call("GET", `${base}${query}`)).body as unknown as readonly Fields[]).map((one) => one["id"]);
    expect(await ids("")).to.not.include(id);
    expect(await ids("?includeArchived=true")).to.include(id);
    expect((await call("GET", path)).body).to.include({ archived: true });
    expect((await pay(path)).body["code"]).to.equal("archived");
  }); // prettier-ignore

  it("expire when their time is over, and that is told without anybody asking", async () => {
    const { id, path } = await make({ expiryDate: Math.floor((shop.clock() + HOUR_MS) / 1000) });
    shop.clock.advance(HOUR_MS + MINUTE_MS);
    expect((await pay(path)).body["code"]).to.equal("expired");
    await shop.run("review payment requests");
    expect((await shop.app.gateway.persistence.paymentRequests.load(id))?.status).to.equal("Expired");
    expect(await page(id)).to.include("This request has expired");
  });

  it("have a page that makes nothing when it is looked at, and leads to one open invoice", async () => {
    const { id } = await make({ description: "<p>Hi <b>you</b></p><script>alert(1)</script>" });
    expect(await page(id)).to.include("Ten lessons").and.to.include("Hi you").and.not.include("alert(1)");
    expect(await shop.app.gateway.persistence.paymentRequests.invoicesOf([id])).to.have.length(0);
    const token = tokenOn(await page(id));
    const [first, second] = await Promise.all([press(id, { token }), press(id, { token })]); // a double click
    expect([first?.status, second?.status]).to.deep.equal([303, 303]);
    expect(first?.headers.get("location")).to.match(/^\/i\/\w+$/).and.to.equal(second?.headers.get("location"));
    const checkout = await (await fetch(`${shop.url}${first?.headers.get("location") ?? ""}`)).text();
    expect(checkout).to.include("Ten lessons");
    await settle({ body: { id: (first?.headers.get("location") ?? "").slice(3) } });
    expect(await page(id)).to.include("Thank you").and.not.include("<form");
  }); // prettier-ignore

  it("lead nobody to another's invoice: whoever has its link may say where refunds of it go", async () => {
    const { id } = await make({ allowCustomPaymentAmounts: true });
    const first = await press(id, { token: tokenOn(await page(id)), amount: "20" });
    const invoice = (first.headers.get("location") ?? "").slice(3);
    const stranger = await press(id, { token: tokenOn(await page(id)), amount: "20" });
    expect(stranger.headers.get("location")).to.match(/^\/i\/\w+$/).and.not.equal(`/i/${invoice}`);
    const cookie = (first.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const again = await press(id, { token: tokenOn(await page(id)), amount: "20" }, { cookie });
    expect(again.headers.get("location"), "the same browser").to.equal(`/i/${invoice}`);
    const payer = shopOf(shop);
    await payer.pay(invoice, 30_000n);
    await payer.mine();
    await payer.until(invoice, "Settled");
    expect(await page(id), "what was paid, without a way there").to.include("class=\"records\"").and.not.include(invoice);
    const own = await (await fetch(`${shop.url}/payment-requests/${id}`, { headers: { cookie } })).text();
    expect(own, "but for its payer").to.include(`href="/i/${invoice}"`);
    const forged = await press(id, { token: invoice, amount: "20" });
    expect(forged.headers.get("location")).to.not.equal(`/i/${invoice}`);
  }); // prettier-ignore

  it("say on the page why an amount was refused, with what was typed", async () => {
    const { id } = await make({ allowCustomPaymentAmounts: true });
    const answer = await press(id, { amount: "ten" });
    expect(answer.status).to.equal(422);
    expect(await answer.text())
      .to.include('value="ten"')
      .and.to.include('id="pay-error"');
    expect((await press(id, { amount: "12,50" })).status).to.equal(303);
    expect((await fetch(`${shop.url}/payment-requests/nobody`, { headers: { accept: "text/html" } })).status).to.equal(404); // prettier-ignore
  });

  it("show a description as text, whatever it is", () => {
    expect(paragraphsOf("<p>One &amp; <i>two</i></p><p>three<br>four</p>")).to.deep.equal(["One & two", "three\nfour"]); // prettier-ignore
    expect(paragraphsOf("2 < 3 and &lt;b&gt;")).to.deep.equal(["2 < 3 and <b>"]);
    expect(paragraphsOf("")).to.deep.equal([]);
  });

  it("end at a date in seconds or as ISO 8601 with its zone, and say what is wrong with another", async () => {
    const endOf = async (expiryDate: unknown) =>
      (await call("POST", base, { title: "T", amount: "1", expiryDate })).body["expiryDate"];
    const written = ["2027-01-31T18:00:00Z", "2027-01-31T19:00:00.000+01:00", "1801418400", 1_801_418_400];
    for (const expiryDate of written)
      expect(await endOf(expiryDate), String(expiryDate)).to.equal(1_801_418_400);
    expect(await endOf("2027-02-01")).to.equal(1_801_440_000);
    expect(await endOf(""), "a field that a form has left empty").to.equal(null);
    for (const expiryDate of ["tomorrow", "2027-02-30", "2027-01-31T18:00:00"]) {
      const { status, body } = await call("POST", base, { title: "T", amount: "1", expiryDate });
      const [problem] = body as unknown as readonly Fields[];
      expect([status, problem?.["path"]]).to.deep.equal([422, "ExpiryDate"]);
      expect(problem?.["message"]).to.include("2027-01-31T18:00:00Z").and.to.include(expiryDate);
    }
  });
});
