import { expect } from "chai";
import { claimPayout } from "../../../src/gateway/usecases/payouts/claimPayout.ts";
import { markPayout } from "../../../src/gateway/usecases/payouts/managePayouts.ts";
import { refundInvoice } from "../../../src/gateway/usecases/payouts/refundInvoice.ts";
import { parseDecimal } from "../../../src/values/amount.ts";
import { textOf } from "../../browser/readPage.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { bitcoinOf, issue } from "./merchant.ts";
import { hiddenFields, NAME, signedInAt, type Visitor } from "./ownerPages.ts";

const SOMEONE = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";

describe("the page of an invoice", function () {
  this.timeout(60_000);
  let shop: SandboxApp;
  let owner: Visitor;
  before(async () => {
    shop = await startSandboxApp();
    await shop.control("bitcoin/automine", { seconds: 0 });
    owner = await signedInAt(shop.app.gateway, shop.url);
  });
  after(() => shop.close());

  const pageOf = (id: string) => `/owner/invoices/${id}`;
  const metadataOf = async (id: string) =>
    (await shop.app.gateway.persistence.invoices.load(id))?.terms.metadata;

  async function paid(): Promise<string> {
    const { id } = await issue(shop, {});
    const { destination, due } = await bitcoinOf(shop, id);
    await shop.control("bitcoin/pay", { address: destination, sats: parseDecimal(due, 8).toString() });
    await shop.control("bitcoin/mine", { blocks: 1 });
    for (let round = 0; round < 6; round++) {
      shop.clock.advance(2_000);
      await shop.run();
    }
    return id;
  }

  it("shows that its refund was claimed and paid, and nothing that is still to be paid", async () => {
    const id = await paid();
    const { gateway } = shop.app;
    const wanted = { name: undefined, description: undefined, methods: [], subtractBps: 0n, custom: undefined, mayApprove: true }; // prettier-ignore
    const refund = await refundInvoice(gateway, id, { ...wanted, variant: "RateThen" });
    const claim = { destination: SOMEONE, methodId: "BTC-CHAIN", amount: undefined };
    const payout = await claimPayout(gateway, refund.id, claim);
    expect(textOf((await owner.get(pageOf(id))).text)).to.match(/· claimed.*Refund of .* claimed /);
    await markPayout(gateway, payout.id, { state: "Completed", txHash: undefined, proof: undefined });
    const { text } = await owner.get(pageOf(id));
    expect(textOf(text)).to.match(/· paid.*Refund of .* claimed .*Refund of .* paid /);
    expect(textOf(text)).not.to.match(/· claimed|Still to be paid/);
    expect(text).to.include(`href="/owner/payouts/${payout.id}"`);
  });

  it("shows the tip of a sale, and the link of a refund only until it is claimed", async () => {
    const items = [{ title: "Tea", count: 1, price: "20.00", total: "20.00" }];
    const metadata = { items, subtotal: "20.00", tip: "2.00", tipPercent: 10 };
    const { id } = await issue(shop, { amount: "22.00", metadata });
    expect(textOf((await owner.get(pageOf(id))).text)).to.match(/Tip in the price ?2\.00 USD \(10 %\)/);
    const sold = await paid();
    const { gateway } = shop.app;
    const wanted = {
      name: undefined,
      description: undefined,
      methods: [],
      subtractBps: 0n,
      custom: undefined,
      mayApprove: true,
    };
    const refund = await refundInvoice(gateway, sold, { ...wanted, variant: "RateThen" });
    const made = async () => textOf((await owner.get(`${pageOf(sold)}?refund=${refund.id}`)).text);
    expect(await made()).to.include("Send this link to the customer");
    await claimPayout(gateway, refund.id, { destination: SOMEONE, methodId: "BTC-CHAIN", amount: undefined });
    expect(await made())
      .to.include("was made")
      .and.not.to.include("Send this link to the customer");
  });

  it("says what happened, the newest last, with how long ago and exactly when", async () => {
    const id = await paid();
    const { text } = await owner.get(pageOf(id));
    const line = /<ol class="time-line">([\s\S]*?)<\/ol>/.exec(text)?.[1] ?? "";
    expect(textOf(line)).to.match(
      /^Created .*Payment of 0\.\d+ BTC seen .*counts for 25\.\d\d USD.*You received [\d.]+ \w+ .*Settled /,
    );
    const times = [...line.matchAll(/<time datetime="([^"]+)" title="([^"]+ UTC)">[^<]*(?:ago|now)</g)];
    expect(times.length).to.be.at.least(4);
    const exact = times.map(([, at = ""]) => at);
    expect(exact).to.deep.equal(exact.toSorted());
    expect(text.indexOf('id="amounts"'))
      .to.be.below(text.indexOf('id="actions"'))
      .and.to.be.below(text.indexOf('id="happened"'));
  });

  it("has its order details edited without its other metadata", async () => {
    const { id } = await issue(shop, {
      metadata: { orderId: "A-1", itemDesc: "Tea", cart: [1, { two: 2 }] },
    });
    await owner.get(pageOf(id));
    const sent = await owner.send(`${pageOf(id)}/details`, {
      orderId: "A-2",
      itemDesc: "",
      buyerEmail: "ada@example.com",
    });
    expect(sent.status).to.equal(303);
    expect(await metadataOf(id)).to.deep.equal({
      orderId: "A-2",
      buyerEmail: "ada@example.com",
      cart: [1, { two: 2 }],
    });
    await owner.get(pageOf(id));
    const wrong = await owner.send(`${pageOf(id)}/details`, {
      orderId: "A-3",
      itemDesc: "Cake",
      buyerEmail: "nobody",
    });
    expect(wrong.status).to.equal(422);
    expect(wrong.text)
      .to.include('value="A-3"')
      .and.to.include('value="nobody"')
      .and.to.include('role="alert"');
    expect(await metadataOf(id)).to.include({ orderId: "A-2" });
  });

  it("has its link mailed once a minute to an address that was typed", async () => {
    const { id } = await issue(shop, {});
    await owner.get(pageOf(id));
    const wrong = await owner.send(`${pageOf(id)}/send-link`, { to: "nobody" });
    expect([wrong.status, wrong.text.includes('value="nobody"')]).to.deep.equal([422, true]);
    await owner.get(pageOf(id));
    expect((await owner.send(`${pageOf(id)}/send-link`, { to: "ada@example.com" })).status).to.equal(303);
    await owner.get(pageOf(id));
    const again = await owner.send(`${pageOf(id)}/send-link`, { to: "ada@example.com" });
    expect([again.status >= 400, textOf(again.text)].join()).to.match(/^true,.*less than a minute ago/);
    expect(await shop.app.gateway.persistence.mails.of([id])).to.have.length(1);
    const [entry] = await shop.app.gateway.persistence.auditLog.list({ limit: 1 });
    expect(entry).to.deep.include({ action: "invoice.link_mailed", subject: id });
  });

  it("says in the language of the user what happened, also on the page of the proof", async () => {
    const id = await paid();
    const speak = async (language: string) => {
      await owner.get("/owner/account");
      await owner.send("/owner/account/language", { language });
    };
    await speak("de");
    const proof = textOf((await owner.get(`${pageOf(id)}/proof`)).text);
    expect(proof).to.include("Die Rechnung wurde erstellt. (das Gateway)");
    expect(proof).to.match(/Die Zahlung 0\.\d+ BTC \(\w+:\d\) stand in einem Block\. \(ein Block\)/);
    expect(proof).to.not.match(/was made|was seen|became/);
    const { id: fresh } = await issue(shop);
    expect((await owner.get(pageOf(fresh))).text).to.include('aria-label="QR-Code mit dem Zahlungslink"');
    await speak("en");
    expect(textOf((await owner.get(`${pageOf(id)}/proof`)).text)).to.match(/The invoice became \w+\. \(.*\)/);
  });

  it("asks on a page of its own before a mark or a refund, with the amount and the reason", async () => {
    const id = await paid();
    const { text } = await owner.get(pageOf(id));
    const { refundId = "" } = hiddenFields(text);
    const whole = await owner.send(`${pageOf(id)}/confirm/refund`, { how: "all" });
    expect(textOf(whole.text), "fixed in the coin").to.match(/Refund .* USD\?.*0\.0\d+ BTC on Bitcoin/);
    const ask = await owner.send(`${pageOf(id)}/confirm/refund`, {
      how: "part",
      amount: "5.00",
      reason: "broken cup",
    });
    expect(textOf(ask.text)).to.match(/Refund 5\.00 USD\?.*BTC on Bitcoin.*broken cup/);
    expect(await shop.app.gateway.persistence.payouts.refundsOf(id)).to.deep.equal([]);
    expect((await owner.send(`${pageOf(id)}/refund`, {})).status).to.equal(303);
    const [made] = await shop.app.gateway.persistence.payouts.refundsOf(id);
    expect([made?.id, made?.amount]).to.deep.equal([refundId, 500n]);

    await owner.get(pageOf(id));
    const tooMuch = await owner.send(`${pageOf(id)}/confirm/refund`, { how: "part", amount: "30.00" });
    expect(tooMuch.status).to.equal(422);
    expect(tooMuch.text).to.include('value="30.00"');
    const rest = await owner.send(`${pageOf(id)}/confirm/refund`, { how: "rest" });
    expect(textOf(rest.text)).to.match(/Refund (19\.99|20\.\d\d) USD\?/);
    expect((await owner.send(`${pageOf(id)}/refund`, {})).status).to.equal(303);
    const held = await shop.app.gateway.persistence.payouts.refundsOf(id);
    expect(held.reduce((sum, { amount }) => sum + amount, 0n) >= 2499n).to.equal(true);
    expect(textOf((await owner.get(pageOf(id))).text)).to.include("Refund of 5.00 USD made");

    const open = await issue(shop, {});
    await owner.get(pageOf(open.id));
    const mark = await owner.send(`${pageOf(open.id)}/confirm/mark`, {
      as: "Settled",
      reason: "paid in cash",
    });
    expect(textOf(mark.text)).to.match(/Mark the invoice of 25\.00 USD settled\?.*paid in cash/);
    await owner.send(`${pageOf(open.id)}/mark`, {});
    const now = textOf((await owner.get(pageOf(open.id))).text);
    expect(now).to.include(`Settled by ${NAME}`).and.to.include("paid in cash");
    await owner.get(pageOf(open.id));
    expect((await owner.send(`${pageOf(open.id)}/confirm/mark`, { as: "Paid" })).status).to.equal(422);
  });
});
