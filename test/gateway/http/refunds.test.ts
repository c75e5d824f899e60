import { expect } from "chai";
import { issueKey } from "../../../src/gateway/usecases/stores/createStore.ts";
import { refundInvoice } from "../../../src/gateway/usecases/payouts/refundInvoice.ts";
import { shopOf } from "../../journeys/shop.ts";
import { startSandboxApp, type ApiAnswer, type SandboxApp } from "../../support/sandboxApp.ts";

type Fields = Readonly<Record<string, unknown>>;
type Pull = Readonly<{ id: string; amount: string; currency: string; viewLink: string; archived: boolean; autoApproveClaims: boolean; crosstill: Fields }>; // prettier-ignore
type Payout = Readonly<{ id: string; state: string; revision: number; payoutAmount: string | null; originalAmount: string; destination: string; paymentProof?: Fields; crosstill: Fields }>; // prettier-ignore

/** Nobody's address on the sandbox's Bitcoin chain, and one of a wallet elsewhere. */
const BUYER = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
const OTHER = "bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry";

const ORDER = "order-7";

describe("refunds, pull payments and payouts over the API", function () {
  this.timeout(120_000);
  let sandbox: SandboxApp;
  let shop: ReturnType<typeof shopOf>;
  before(async () => {
    sandbox = await startSandboxApp();
    shop = shopOf(sandbox);
    await sandbox.control("bitcoin/automine", { seconds: 0 });
  });
  after(() => sandbox.close());

  const call = async (method: string, path: string, body?: unknown, key?: string): Promise<ApiAnswer> => {
    const token = key ?? sandbox.app.sandbox!.file.apiKey;
    const headers = { authorization: `token ${token}`, "content-type": "application/json" };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const answer = await fetch(`${sandbox.url}/api/v1${path}`, init);
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? "" : (JSON.parse(text) as unknown) };
  };
  const store = (path: string) => `/stores/${sandbox.storeId}${path}`;
  const paidInvoice = async (sats?: bigint, orderId = ORDER) => {
    const order = { amount: "25.00", currency: "USD", metadata: { orderId } };
    const { id } = made<{ id: string }>(await sandbox.post("/invoices", order));
    await shop.pay(id, sats);
    await shop.mine();
    await shop.until(id, "Settled");
    return id;
  };
  const refund = (id: string, body: object) => call("POST", store(`/invoices/${id}/refund`), body);
  /** The part of the API that whoever has the link may use. */
  const linked = ({ viewLink }: Pull) => `/pull-payments/${viewLink.split("/").at(-1)}`;
  const claim = (pull: Pull, body: object = {}) =>
    call("POST", `${linked(pull)}/payouts`, { destination: BUYER, payoutMethodId: "BTC_CHAIN", ...body }, "none"); // prettier-ignore
  const made = <T>(answer: ApiAnswer): T => {
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body as T;
  };
  const codeOf = ({ status, body }: ApiAnswer) => [status, (body as { code?: string }).code];

  it("refund a paid invoice: the buyer claims, the merchant approves and pays, and the chain proves it", async () => {
    const id = await paidInvoice();
    const due = made<Fields>(await call("GET", store(`/invoices/${id}/refund/BTC`)));
    expect(due).to.include({ invoiceAmount: "25.00", invoiceCurrency: "USD", paymentCurrency: "BTC" });
    const pull = made<Pull>(await refund(id, { refundVariant: "Fiat", paymentMethod: "BTC", subtractPercentage: 0, customAmount: null, customCurrency: null })); // prettier-ignore
    expect(pull).to.include({ amount: "25.00", currency: "USD", autoApproveClaims: false });
    expect(pull.viewLink.startsWith(`${sandbox.url}/pull-payments/${pull.id}-`)).to.equal(true);

    const payout = made<Payout>(await claim(pull));
    expect(payout).to.include({ state: "AwaitingApproval", originalAmount: "25.00", payoutAmount: null });
    const path = store(`/payouts/${payout.id}`);
    expect(codeOf(await call("POST", path, { revision: 3 }))).to.deep.equal([400, "old-revision"]);
    const approved = made<Payout>(await call("POST", `/payouts/${payout.id}`, { revision: payout.revision }));
    expect(approved.state).to.equal("AwaitingPayment");

    const sats = BigInt(Math.round(Number(approved.payoutAmount) * 1e8));
    const early = await call("POST", `${path}/mark`, {
      state: "Completed",
      paymentProof: { id: "ab".repeat(32) },
    });
    expect(early.status, "a transaction that paid nothing").to.equal(422);
    const { txid } = (await sandbox.control("bitcoin/pay", { address: BUYER, sats: String(sats) })).body as { txid: string }; // prettier-ignore
    await shop.mine();
    const proof = { proofType: "Bitcoin", link: `https://explorer.example/tx/${txid}` };
    expect(made(await call("POST", `${path}/mark`, { state: "Completed", paymentProof: proof }))).to.equal(
      "",
    );
    expect(made<Payout>(await call("GET", path)), "a reorganisation may still remove it").to.include({
      state: "InProgress",
    });
    await sandbox.control("bitcoin/mine", { blocks: 5 });
    await shop.tick();
    const paid = made<Payout>(await call("GET", path));
    expect(paid).to.include({ state: "Completed" });
    expect(paid.crosstill).to.include({ evidence: "verified", paidAmount: approved.payoutAmount });
    expect(paid.paymentProof).to.include({ ...proof, id: txid });

    sandbox.clock.advance(120_000); // files end a minute ago
    const line = made<Fields>(await call("GET", store("/exports/refunds.jsonl?metadata=orderId"))); // there is one
    expect(line, "in the words of the sale").to.include({
      how: "refund",
      order_id: ORDER,
      "metadata.orderId": ORDER,
    });
  });

  it("give the excess of an overpaid invoice back once, also when asked at once", async () => {
    const order = { amount: "25.00", currency: "USD" };
    const { id } = made<{ id: string }>(await sandbox.post("/invoices", order));
    await shop.pay(id, 80_000n);
    await shop.mine();
    await shop.until(id, "Settled");
    const over = { refundVariant: "OverpaidAmount" };
    const page = async () => (await fetch(`${sandbox.url}/i/${id}`)).text();
    expect(await page()).to.include("more than this invoice asked for");
    const all = await Promise.all(Array.from({ length: 3 }, () => refund(id, over)));
    sandbox.clock.advance(2_000); // a page is kept for a second
    expect(await page())
      .to.include("has arranged a refund of")
      .and.not.include("more than this invoice asked for");
    expect(all.map(({ status }) => status).toSorted()).to.deep.equal([200, 422, 422]);
    const preview = made<Fields>(await call("GET", store(`/invoices/${id}/refund/BTC`)));
    expect(preview["overpaidPaymentAmount"]).to.equal(null);
  });

  it("never refund more than was received, also when asked at once", async () => {
    const id = await paidInvoice();
    const custom = { refundVariant: "Custom", customAmount: "10", customCurrency: "USD" };
    const all = await Promise.all(Array.from({ length: 5 }, () => refund(id, custom)));
    expect(all.map(({ status }) => status).toSorted()).to.deep.equal([200, 200, 422, 422, 422]);
    const [first] = all.filter(({ status }) => status === 200);
    made(await call("DELETE", `/pull-payments/${(first!.body as Pull).id}`));
    expect((await refund(id, { ...custom, customAmount: 15.5 })).status, "above what is left").to.equal(422);
    expect((await refund(id, { ...custom, customAmount: 15 })).status, "what was archived is free").to.equal(
      200,
    );
    expect((await refund(id, { refundVariant: "RateThen" })).status).to.equal(422);
  });

  it("make one refund of one that is said twice at once, for all that was received", async () => {
    const id = await paidInvoice();
    const request = { name: undefined, description: undefined, variant: "Fiat" as const, methods: [], subtractBps: 0n, custom: undefined, mayApprove: false }; // prettier-ignore
    const said = () => refundInvoice(sandbox.app.gateway, id, request, "refund-said-twice");
    const [first, second] = await Promise.all([said(), said()]);
    expect(second).to.include({ id: "refund-said-twice", amount: first.amount });
    expect(await sandbox.app.gateway.persistence.payouts.refundsOf(id)).to.have.length(1);
  });

  it("have names without characters that are not seen", async () => {
    const name = "Tea\u202ehouse";
    const pull = await call("POST", store("/pull-payments"), { amount: 5, currency: "USD", name });
    const custom = { refundVariant: "Custom", customAmount: 1, customCurrency: "USD", name };
    for (const { status, body } of [pull, await refund(await paidInvoice(), custom)]) {
      expect(status).to.equal(422);
      expect(JSON.stringify(body)).to.include("Expected a name without control and format characters");
    }
  });

  it("refuse amounts that nobody could pay, wherever one is named", async () => {
    const amount = `1${"0".repeat(60)}`;
    const id = await paidInvoice();
    const pull = made<Pull>(await call("POST", store("/pull-payments"), { amount: 5, currency: "USD" })); // prettier-ignore
    const answers = [
      await call("POST", store("/pull-payments"), { amount, currency: "USD" }),
      await call("POST", store("/payouts"), { amount, destination: BUYER, payoutMethodId: "BTC-CHAIN" }),
      await refund(id, { refundVariant: "Custom", customAmount: amount, customCurrency: "USD" }),
      await claim(pull, { amount }),
    ];
    for (const { status, body } of answers) {
      expect(status).to.equal(422);
      expect((body as readonly Fields[])[0]?.["message"]).to.include("at most 1000000000000000");
    }
  });

  it("refund coins at the rate then, what was too much, and less a percentage", async () => {
    const asked = await shop.invoice();
    const due = BigInt(Math.round(Number((await shop.bitcoin(asked.id)).due) * 1e8));
    await shop.pay(asked.id, due * 2n);
    await shop.mine();
    await shop.until(asked.id, "Settled");
    const over = made<Pull>(await refund(asked.id, { refundVariant: "OverpaidAmount" }));
    expect(over).to.include({ currency: "BTC", autoApproveClaims: true });
    expect(Math.round(Number(over.amount) * 1e8)).to.be.closeTo(Number(due), 2);
    const payout = made<Payout>(await claim(over));
    expect(payout).to.include({ state: "AwaitingPayment" });
    expect(Number(payout.payoutAmount)).to.equal(Number(over.amount));
    const half = made<Pull>(await refund(asked.id, { refundVariant: "Fiat", subtractPercentage: "60" }));
    expect(Number(half.amount)).to.be.closeTo(20, 0.02);
    expect((await refund(asked.id, { refundVariant: "CurrentRate" })).status).to.equal(422);
  });

  it("refund euros that were paid in bitcoin, where rates exist only against dollars", async () => {
    const { id } = made<{ id: string }>(
      await sandbox.post("/invoices", { amount: "25.00", currency: "EUR", metadata: {} }),
    );
    await shop.pay(id);
    await shop.mine();
    await shop.until(id, "Settled");
    const preview = made<Fields>(await call("GET", store(`/invoices/${id}/refund/BTC`)));
    expect(preview).to.include({ invoiceAmount: "25.00", invoiceCurrency: "EUR", paymentCurrency: "BTC" });
    const now = Number(preview["paymentAmountNow"]);
    expect(now / Number(preview["paymentAmountThen"])).to.be.closeTo(1, 0.05);

    const current = made<Pull>(
      await refund(id, { refundVariant: "CurrentRate", subtractPercentage: "50", paymentMethod: "BTC" }),
    );
    expect(Number(current.amount)).to.be.closeTo(now / 2, now / 50);
    const fixed = made<Pull>(
      await refund(id, { refundVariant: "Custom", customAmount: "10.00", customCurrency: "EUR" }),
    );
    const payout = made<Payout>(await claim(fixed));
    const path = `/payouts/${payout.id}`;
    const approved = made<Payout>(await call("POST", store(path), { revision: payout.revision }));
    expect(approved.state).to.equal("AwaitingPayment");
    expect(Number(approved.payoutAmount)).to.be.closeTo(now * 0.4, now / 50);
  });

  it("refuse to refund an invoice that is open, and variants that there are not", async () => {
    const { id } = await shop.invoice();
    expect(codeOf(await refund(id, { refundVariant: "Fiat" }))).to.deep.equal([400, "non-refundable"]);
    expect((await refund(id, { refundVariant: "All" })).status).to.equal(422);
    expect((await refund(id, { refundVariant: "Custom" })).status).to.equal(422);
    expect(codeOf(await refund("unknown", { refundVariant: "Fiat" }))).to.deep.equal([
      404,
      "invoice-not-found",
    ]);
  });

  it("take the body that WooCommerce sends, and give out what was promised, once, also to many at once", async () => {
    const body = { name: "Order 7", description: "", amount: 12.5, currency: "USD", period: null, BOLT11Expiration: null, autoApproveClaims: false, startsAt: null, expiresAt: null, paymentMethods: ["BTC_CHAIN"], payoutMethods: ["BTC_CHAIN"] }; // prettier-ignore
    const pull = made<Pull>(await call("POST", store("/pull-payments"), body));
    expect(pull).to.include({ amount: "12.50", archived: false });
    expect(made<Pull>(await call("GET", linked(pull), undefined, "none")).id).to.equal(pull.id);
    const tries = await Promise.all([BUYER, OTHER, BUYER].map((destination) => claim(pull, { destination })));
    const won = tries.filter(({ status }) => status === 200);
    expect(won).to.have.length(1);
    expect(codeOf(await claim(pull))).to.deep.equal([400, "overdraft"]);
    const { id } = won[0]!.body as Payout;
    made(await call("DELETE", store(`/payouts/${id}`)));
    expect(made<readonly unknown[]>(await call("GET", `/pull-payments/${pull.id}/payouts`))).to.have.length(
      0,
    );
    expect(made<readonly unknown[]>(await call("GET", `/pull-payments/${pull.id}/payouts?includeCancelled=true`))).to.have.length(1); // prettier-ignore
    made(await claim(pull, { amount: "2.50" }));
    expect(codeOf(await claim(pull, { amount: "1" }))).to.deep.equal([400, "duplicate-destination"]);
    made(await call("DELETE", store(`/pull-payments/${pull.id}`)));
    expect(codeOf(await claim(pull, { destination: OTHER }))).to.deep.equal([400, "archived"]);
    const ids = async (query: string) => made<readonly Pull[]>(await call("GET", store(`/pull-payments${query}`))).map((one) => one.id); // prettier-ignore
    expect(await ids("")).to.not.include(pull.id);
    expect(await ids("?includeArchived=true")).to.include(pull.id);
  });

  it("of WooCommerce belong to the order in their name: no more than it brought, in partial refunds too", async () => {
    const order = "1001";
    const id = await paidInvoice(undefined, order);
    const ofOrder = (amount: string, fields: Fields = {}) =>
      call("POST", store("/pull-payments"), { ...wooRefund(order, "damaged"), amount, ...fields });
    const tooMuch = await ofOrder("25.01");
    expect(tooMuch.status, "more than the order brought").to.equal(422);
    expect((tooMuch.body as readonly Fields[])[0]).to.deep.include({
      path: "Amount",
      code: "refund-too-large",
    });
    const first = made<Pull>(await ofOrder("10.00"));
    expect(first.crosstill["invoiceId"]).to.equal(id);
    expect(first.crosstill["payoutMethods"], "the coin that the shop has").to.deep.equal([
      "BTC-CHAIN",
      "USDC-BASE",
    ]);
    const all = await Promise.all(Array.from({ length: 5 }, () => ofOrder("7.50", { name: "x", metadata: { orderId: order } }))); // prettier-ignore
    expect(all.map(({ status }) => status).toSorted()).to.deep.equal([200, 200, 422, 422, 422]);
    const other = made<Pull>(
      await call("POST", store("/pull-payments"), { ...wooRefund("1002", ""), amount: "900" }),
    );
    expect(other.crosstill["invoiceId"], "an order that was paid elsewhere").to.equal(null);
    await sandbox.post("/invoices", { amount: "25.00", currency: "USD", metadata: { orderId: "1003" } });
    const unpaid = await call("POST", store("/pull-payments"), { ...wooRefund("1003", ""), amount: "1" });
    expect(codeOf(unpaid), "an order that nobody paid").to.deep.equal([400, "non-refundable"]);
  });

  it("refuse addresses of another network, of coins, of the shop, and with a wrong character", async () => {
    const pull = made<Pull>(await call("POST", store("/pull-payments"), { amount: "5", currency: "USD" }));
    const { settlement } = sandbox.app.sandbox!.file;
    const { destination: ours } = await shop.bitcoin((await shop.invoice()).id);
    const refused = [
      { destination: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" },
      { destination: BUYER.replace("w508", "w509") },
      { destination: ours },
      { destination: settlement.recipient },
      { destination: `ethereum:0x${"11".repeat(20)}@1/transfer?address=0x${"22".repeat(20)}` }, // a call of a contract
      { destination: `bitcoin:${BUYER}@1` }, // a link for another chain
    ];
    for (const body of refused) expect((await claim(pull, body)).status, body.destination).to.equal(422);
    const link = made<Payout>(await claim(pull, { destination: `bitcoin:${BUYER.toUpperCase()}?amount=1` }));
    expect(link.destination).to.equal(BUYER);
  });

  it("keep their time, and need a key that may approve for claims without approval", async () => {
    const seconds = Math.floor(sandbox.clock() / 1000);
    const timed = { amount: "5", currency: "USD", startsAt: seconds + 60, expiresAt: seconds + 120 };
    const pull = made<Pull>(await call("POST", store("/pull-payments"), timed));
    expect(codeOf(await claim(pull))).to.deep.equal([400, "not-started"]);
    sandbox.clock.advance(120_000);
    expect(codeOf(await claim(pull))).to.deep.equal([400, "expired"]);
    const { persistence, clock, random } = sandbox.app.gateway;
    const grant = { storeId: sandbox.storeId, label: "", permissions: ["cancreatenonapprovedpullpayments"] };
    const key = await issueKey(persistence.keys, { clock, random }, grant, "test");
    const body = { amount: "5", currency: "USD", autoApproveClaims: true };
    expect(codeOf(await call("POST", store("/pull-payments"), body, key))).to.deep.equal([
      403,
      "missing-permission",
    ]);
    made(await call("POST", store("/pull-payments"), { ...body, autoApproveClaims: false }, key));
    made<Pull>(await call("POST", store("/pull-payments"), body));
  });

  it("are claimed on a page that shows names as text, refuses other sites, and says what is wrong beside what was typed", async () => {
    const body = { name: "<script>alert(1)</script>", amount: "7", currency: "EUR" };
    const pull = made<Pull>(await call("POST", store("/pull-payments"), body));
    const page = await fetch(pull.viewLink);
    expect(page.headers.get("content-security-policy")).to.include("default-src 'none'");
    const html = await page.text();
    expect(html).to.include("&lt;script&gt;alert(1)").and.not.include("<script>alert");
    const submit = (fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
      fetch(pull.viewLink, { method: "POST", body: new URLSearchParams(fields), headers, redirect: "manual" });
    const typed = { method: "BTC-CHAIN", address: BUYER, amount: "", step: "claim" };
    expect((await submit(typed, { "sec-fetch-site": "cross-site" })).status).to.equal(403);
    for (const wrong of [{ address: `${BUYER}"<b>` }, { amount: "7.001" }, { amount: "8" }, { method: "DOGE" }]) {
      const answer = await submit({ ...typed, ...wrong });
      expect([400, 422], JSON.stringify(wrong)).to.include(answer.status);
      expect(await answer.text()).to.include('role="alert"').and.not.include("<b>");
    }
    expect((await submit({ ...typed, amount: "3" })).status, "claimed").to.equal(303);
    expect(await (await fetch(pull.viewLink)).text()).to.include("Claim the other 4.00 EUR");
    const unknown = await fetch(`${sandbox.url}/pull-payments/unknown`, { headers: { accept: "text/html" } });
    expect([unknown.status, unknown.headers.get("content-type")]).to.deep.equal([404, "text/html; charset=utf-8"]);
  }); // prettier-ignore

  it("tell webhooks of each refund and payout", async () => {
    const { gateway } = sandbox.app;
    const url = "http://127.0.0.1:9/hook";
    made(await call("POST", store("/webhooks"), { url, authorizedEvents: { everything: false, specificEvents: ["InvoiceRefund", "PayoutCreated", "PayoutApproved", "PayoutUpdated"] } })); // prettier-ignore
    const id = await paidInvoice();
    const pull = made<Pull>(await refund(id, { refundVariant: "Fiat" }));
    const claimed = {
      destination: BUYER,
      payoutMethodId: "BTC_CHAIN",
      pullPaymentId: pull.id,
      approved: false,
    };
    const payout = made<Payout>(await call("POST", store("/payouts"), claimed)); // the link takes 20 claims a minute
    made(await call("POST", store(`/payouts/${payout.id}`), {}));
    made(await call("POST", store(`/payouts/${payout.id}/mark-paid`)));
    await gateway.persistence.events.number(1_000, gateway.clock());
    const feed = await gateway.persistence.events.list(sandbox.storeId, {
      after: 0,
      limit: 1_000,
      undelivered: true,
    });
    const told = feed
      .map(({ body }) => body as Fields)
      .filter(({ type }) => !/^Invoice(?!Refund)/.test(String(type)));
    expect(
      told.map(({ type, payoutState = "" }) => `${String(type)} ${String(payoutState)}`.trim()),
    ).to.have.members([
      "InvoiceRefund",
      "PayoutCreated AwaitingApproval",
      "PayoutApproved AwaitingPayment",
      "PayoutUpdated Completed",
    ]);
    expect(JSON.stringify(feed), "not what claims it").not.to.include(linked(pull).slice(-43));
    expect(told.find(({ type }) => type === "InvoiceRefund")).to.include({
      invoiceId: id,
      pullPaymentId: pull.id,
    });
    const refunded = feed.find(({ body }) => (body as Fields)["type"] === "InvoiceRefund");
    const standing = await gateway.persistence.events.standingOf(id);
    expect(standing).to.include({ status: "Settled" });
    expect(refunded?.current, "how the refunded invoice stands, in the feed").to.deep.equal(standing);
    expect(await gateway.persistence.events.standingOf(pull.id), "and as it is sent").to.deep.equal(standing);
  });
});

/** The body that WooCommerce's plugin sends to refund (a part of) an order, without its amount. */
function wooRefund(order: string, reason: string): Fields {
  return { name: `Refund of order ${order}; ${reason}`.slice(0, 50), description: null, currency: "USD", period: null, BOLT11Expiration: null, autoApproveClaims: false, startsAt: null, expiresAt: null, paymentMethods: ["BTC_CHAIN"], payoutMethods: ["BTC_CHAIN"] }; // prettier-ignore
}
