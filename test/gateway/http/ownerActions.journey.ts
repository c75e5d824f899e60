import { expect } from "chai";
import { parseDecimal } from "../../../src/values/amount.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../src/intents/identifiers.ts";
import { textOf } from "../../browser/readPage.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { bitcoinOf, issue, raw, secondMerchant, type InvoiceBody } from "./merchant.ts";
import {
  hiddenFields,
  NAME,
  openVisitor,
  PASSWORD,
  signedInAt,
  signedInColleague,
  type Visitor,
} from "./ownerPages.ts";

type Body = Readonly<{
  status: string;
  additionalStatus: string;
  metadata: unknown;
  archived: boolean;
  crosstill: Readonly<{ settlements: readonly unknown[] }>;
}>;

describe("what waits for a merchant, and what they do about it in the browser", function () {
  this.timeout(60_000);
  let shop: SandboxApp;
  let owner: Visitor;
  let inbox: string;

  before(async () => {
    shop = await startSandboxApp();
    await shop.control("bitcoin/automine", { seconds: 0 });
    owner = await signedInAt(shop.app.gateway, shop.url);
    inbox = `/owner/stores/${shop.storeId}/inbox`;
  });
  after(() => shop.close());

  const read = async (id: string) => (await shop.get(`/invoices/${id}`)).body as Body;
  const pageOf = (id: string) => `/owner/invoices/${id}`;

  /** An invoice of which a customer has paid so many hundredths, and the service has converted them. */
  async function paidBy(percent: bigint): Promise<string> {
    const { id } = await issue(shop, { crosstill: { policy: { underpaid: "hold", overpaid: "hold" } } });
    await pay([id], percent);
    return id;
  }

  async function pay(ids: readonly string[], percent: bigint): Promise<void> {
    for (const id of ids) {
      const { destination, due } = await bitcoinOf(shop, id);
      const sats = (parseDecimal(due, 8) * percent) / 100n;
      await shop.control("bitcoin/pay", { address: destination, sats: sats.toString() });
    }
    await shop.control("bitcoin/mine", { blocks: 1 });
    const isConverted = async (id: string) => (await read(id)).crosstill.settlements.length > 0;
    for (let round = 0; round < 6 && !(await Promise.all(ids.map(isConverted))).every(Boolean); round++) {
      shop.clock.advance(2_000);
      await shop.run();
    }
  }

  it("is listed with the reason, the amount at stake and a badge, and is accepted after a question", async () => {
    expect(textOf((await owner.get(inbox)).text)).to.include("Nothing waits for you.");
    const id = await paidBy(50n);
    const { text } = await owner.get(inbox);
    expect(textOf(text))
      .to.match(/underpaid/)
      .and.to.match(/Missing: 12\.\d\d USD/);
    expect(text).to.match(/class="count"><span class="for-readers">waiting: <\/span>1</);
    expect(text)
      .to.include(`action="${pageOf(id)}/confirm/mark"`)
      .and.not.to.include(`"${pageOf(id)}/mark"`);
    const accepting = { as: "Settled", reason: "a regular", back: inbox };
    const question = await owner.send(`${pageOf(id)}/confirm/mark`, accepting);
    expect(textOf(question.text)).to.match(/Mark the invoice of .*settled\?.*Paid.*a regular/);
    expect(question.text).to.include(`href="${inbox}">Cancel`);
    expect((await read(id)).status).not.to.equal("Settled");
    const { status, headers } = await owner.send(`${pageOf(id)}/mark`, {});
    expect([status, headers["location"]]).to.deep.equal([303, `${inbox}?done=settled`]);
    expect(textOf((await owner.get(`${inbox}?done=settled`)).text)).to.include("marked settled.");
    expect(await read(id)).to.include({ status: "Settled", additionalStatus: "Marked" });
    expect(textOf((await owner.get(inbox)).text)).to.include("Nothing waits for you.");
    expect(textOf((await owner.get(pageOf(id))).text))
      .to.include(`Settled by ${NAME}`)
      .and.to.include("a regular");
    const [entry] = await shop.app.gateway.persistence.auditLog.list({ limit: 1 });
    expect(entry).to.deep.include({ action: "invoice.marked", subject: id, storeId: shop.storeId });
    expect(entry?.actor).to.include({ kind: "user", name: NAME });
  });

  it("is taken off the list once it was dealt with elsewhere", async () => {
    const id = await paidBy(50n);
    await owner.get(inbox);
    await owner.send(`${pageOf(id)}/resolve`, { back: inbox });
    expect((await owner.get(inbox)).text).not.to.include(id);
    expect((await read(id)).status).to.equal("New");
    const { status, text } = await owner.send(`${pageOf(id)}/resolve`, { key: "underpaid:nothing" });
    expect([status >= 400, textOf(text).includes("underpaid:nothing")]).to.deep.equal([true, true]);
  });

  it("offers the excess of an overpaid invoice first when it is refunded", async () => {
    const { text } = await owner.get(pageOf(await paidBy(150n)));
    expect(text)
      .to.match(/name="how" value="over" checked/)
      .and.not.to.match(/name="how" value="all" checked/);
    const exact = (await owner.get(pageOf(await paidBy(100n)))).text;
    expect(exact)
      .to.match(/name="how" value="all" checked/)
      .and.to.include("At most 25.00 USD can be refunded");
  });

  it("lists what two paid invoices of one payment link have brought too much, until it is refunded", async () => {
    const asked = { amount: "25.00", currency: "USD", title: "Ten lessons" };
    const { id } = (await shop.post("/payment-requests", asked)).body as { id: string };
    const open = async () => {
      const to = await fetch(`${shop.url}/payment-requests/${id}/pay`, {
        method: "POST",
        redirect: "manual",
      });
      return to.headers.get("location")?.slice("/i/".length) ?? "";
    };
    const ids = [await open(), await open()];
    await pay(ids, 100n);
    const page = `/owner/stores/${shop.storeId}/payment-links/${id}`;
    const seen = async () => {
      const [listed, shown] = [textOf((await owner.get(inbox)).text), textOf((await owner.get(page)).text)];
      return [/Payment link Ten lessons Too much ([\d.]+ USD)/, /Paid too much ?([\d.]+ USD)/].map(
        (text, place) => text.exec([listed, shown][place] ?? "")?.[1],
      );
    };
    expect(await seen()).to.deep.equal(["25.00 USD", "25.00 USD"]);
    const refund = { refundVariant: "RateThen", payoutMethodId: "BTC-CHAIN" };
    expect((await shop.post(`/invoices/${ids[0]}/refund`, refund)).status).to.equal(200);
    expect(await seen()).to.deep.equal([undefined, undefined]);
  });

  it("is refunded in part, once however often the form is sent, after the password was asked for again", async () => {
    const id = await paidBy(100n);
    shop.clock.advance(11 * 60_000);
    const { text } = await owner.get(pageOf(id));
    const { refundId = "", formToken = "" } = hiddenFields(text);
    const asked = { formToken, refundId, how: "part", amount: "5.00" };
    const confirm = await owner.send(`${pageOf(id)}/refund`, asked);
    expect(textOf(confirm.text)).to.include("password");
    expect(await shop.app.gateway.persistence.payouts.refundsOf(id)).to.deep.equal([]);
    const to = `${pageOf(id)}/refund`;
    const { status } = await owner.send("/owner/confirm", {
      ...asked,
      confirmTo: to,
      confirmSecret: PASSWORD,
    });
    expect(status).to.equal(307);
    for (let time = 0; time < 2; time++) expect((await owner.send(to, asked)).status).to.equal(303);
    const [refund, ...more] = await shop.app.gateway.persistence.payouts.refundsOf(id);
    expect([refund?.amount, refund?.currency, more.length]).to.deep.equal([500n, "USD", 0]);
    const { location = "" } = (await owner.send(to, asked)).headers;
    expect(textOf((await owner.get(location)).text)).to.match(
      /The refund of 5\.00 USD was made\. Send this link to the customer/,
    );
    for (const terms of [{ amount: "6.00" }, { how: "all" }]) {
      const changed = await owner.send(to, { ...asked, ...terms });
      expect([changed.status, textOf(changed.text).includes("made already, with another amount")]).to.deep.equal([422, true]); // prettier-ignore
    }
    const log = await shop.app.gateway.persistence.auditLog.list({ limit: 100 });
    const recorded = log.filter(({ action, subject }) => action === "refund.created" && subject === id);
    expect(recorded, "once in the audit log").to.have.length(1);
    const page = await owner.get(pageOf(id));
    expect(textOf(page.text)).to.include("5.00 USD").and.not.include("was made.");
    const claim = /href="([^"]*\/pull-payments\/[^"]+)"/.exec(page.text)?.[1] ?? "";
    expect((await fetch(claim)).status, "the customer's link").to.equal(200);
    const other = await paidBy(100n);
    await owner.get(pageOf(other));
    const stolen = await owner.send(`${pageOf(other)}/refund`, asked);
    expect(stolen.status, "another invoice's refund").to.equal(422);
    const tooMuch = await owner.send(to, {
      ...asked,
      refundId: `${refundId.slice(0, -2)}zz`,
      amount: "1000",
    });
    expect(tooMuch.status).to.be.within(400, 422);
    for (const amount of ["", "-5", "five", "1e3", "0.001"])
      expect(
        (await owner.send(to, { ...asked, refundId: `${refundId.slice(0, -2)}yy`, amount })).status,
        amount,
      ).to.equal(422);
    expect(await shop.app.gateway.persistence.payouts.refundsOf(id)).to.have.length(1);
  });

  it("is archived, and its metadata edited; what is no JSON object changes nothing", async () => {
    const { id } = await issue(shop);
    await owner.get(pageOf(id));
    await owner.send(`${pageOf(id)}/metadata`, { metadata: '{"orderId":"A-7","note":"<b>"}' });
    expect((await read(id)).metadata).to.deep.equal({ orderId: "A-7", note: "<b>" });
    await owner.get(pageOf(id));
    for (const metadata of ["", "[1]", "null", "{", `{"a":"${"x".repeat(9_000)}"}`])
      expect(
        (await owner.send(`${pageOf(id)}/metadata`, { metadata })).status,
        metadata.slice(0, 9),
      ).to.equal(422);
    expect((await read(id)).metadata).to.deep.equal({ orderId: "A-7", note: "<b>" });
    await owner.get(pageOf(id));
    await owner.send(`${pageOf(id)}/archive`, {});
    expect((await owner.get("/owner/invoices")).text).not.to.include(id);
    const log = await shop.app.gateway.persistence.auditLog.list({ limit: 10 });
    expect(JSON.stringify(log), "metadata may name customers").not.to.include("A-7");
  });

  it("has unattributed funds, which are assigned to an invoice of this store and no other", async () => {
    const { id } = await issue(shop);
    const other = await secondMerchant(shop, []);
    const at = shop.clock();
    await shop.app.gateway.persistence.unattributed.keep({
      ...{
        chainId: BITCOIN_CHAIN_ID,
        outpoint: `${"ab".repeat(32)}:1`,
        address: "bcrt1-lost",
        currency: BTC_CURRENCY,
        value: 31_234n,
        storeId: shop.storeId,
      },
      ...{ lastInvoiceId: undefined, height: 3, blockHash: "cd".repeat(32), blockTime: at, seenAt: at },
    });
    expect(textOf((await owner.get(inbox)).text)).to.include("0.00031234 BTC");
    const mistyped = await owner.send(`${inbox}/assign`, { invoiceId: "nothing" });
    expect(mistyped.status).to.equal(422);
    expect(textOf(mistyped.text)).to.include("There is no invoice or order nothing");
    const theirs = `/owner/stores/${other.storeId}/inbox`;
    await owner.get(inbox);
    expect((await owner.send(`${theirs}/assign`, { invoiceId: id })).status, "by another store").to.equal(
      422,
    );
    await owner.get(inbox);
    expect((await owner.send(`${inbox}/assign`, { invoiceId: id })).status).to.equal(303);
    expect(textOf((await owner.get(inbox)).text)).not.to.include("0.00031234 BTC");
  });

  it("assigns a transfer to an address that two stores share to an invoice of the other store, with a line in both audit logs, for a person with rights in both", async () => {
    const { gateway } = shop.app;
    const { persistence } = gateway;
    const { settlement } = (await persistence.stores.load(shop.storeId))!.settings;
    const other = await secondMerchant(shop, ["cancreateinvoice", "canviewinvoices"]);
    const issued = await raw(shop, "post", `/api/v1/stores/${other.storeId}/invoices`)
      .set("Authorization", `token ${other.key}`)
      .send({ amount: "25.00" });
    const { id } = issued.body as InvoiceBody;
    const at = shop.clock();
    const { chainId, currency, recipient: address } = settlement;
    const name = { chainId, outpoint: `0x${"5a".repeat(32)}:value` };
    const money = { ...name, address, currency, value: 77_000_001n, sender: `0x${"6e".repeat(20)}` };
    const block = { height: 3, blockHash: "cd".repeat(32), blockTime: at, seenAt: at };
    await persistence.unattributed.keep({ ...money, ...block, storeId: shop.storeId, lastInvoiceId: undefined });
    const form = { chainId: String(chainId), outpoint: name.outpoint, invoiceId: id };
    const assign = async (by: Visitor, storeId: string) => {
      await by.get(`/owner/stores/${storeId}/inbox`);
      return (await by.send(`/owner/stores/${storeId}/inbox/assign`, form)).status;
    };
    expect(textOf((await owner.get(`/owner/stores/${other.storeId}/inbox`)).text)).not.to.include("77.000001");
    const listed = await raw(shop, "get", `/api/v1/stores/${other.storeId}/crosstill/inbox`).set("Authorization", `token ${other.key}`);
    expect(listed.body).to.deep.include({ unattributed: [] });
    const visitor = () => openVisitor(shop.url, shop.url);
    const [ofOne, ofOther] = [
      await signedInColleague(gateway, visitor(), shop.storeId, { role: "manager", name: "Grace" }),
      await signedInColleague(gateway, visitor(), other.storeId, { role: "owner", name: "Hedy" }),
    ];
    expect(await assign(ofOther, other.storeId), "the owner of the other store alone").to.equal(422);
    expect(await assign(ofOther, shop.storeId), "in a store that is not hers").to.equal(403);
    expect(await assign(ofOne, shop.storeId), "a manager of one store").to.equal(422);
    expect(await assign(owner, shop.storeId)).to.equal(303);
    const lines = (await persistence.auditLog.list({ limit: 10 })).filter(({ action }) => action === "unattributed.assigned");
    expect(lines.slice(0, 2).map(({ storeId }) => storeId)).to.have.members([shop.storeId, other.storeId]);
  }); // prettier-ignore

  it("refunds a transfer to the store's own address, or takes it off the list with its sender", async () => {
    const { persistence } = shop.app.gateway;
    const { settlement } = (await persistence.stores.load(shop.storeId))!.settings;
    const sender = `0x${"5e".repeat(20)}`;
    const arrive = async (value: bigint) => {
      const { chainId, currency, recipient: address } = settlement;
      const outpoint = `0x${String(value).padStart(64, "0")}:value`;
      const at = shop.clock();
      const block = { height: 3, blockHash: "cd".repeat(32), blockTime: at, seenAt: at };
      const money = { chainId, outpoint, address, currency, value, sender, storeId: shop.storeId };
      await persistence.unattributed.keep({ ...money, ...block, lastInvoiceId: undefined }, settlement);
      return { chainId: String(chainId), outpoint };
    };
    const [refunded, own] = [await arrive(98_120_001n), await arrive(98_120_002n)];
    const page = textOf((await owner.get(inbox)).text);
    expect(page).to.include("98.120001").and.to.include("98.120002").and.to.include(sender);
    const wrong = await owner.send(`${inbox}/refund`, { ...refunded, destination: "0x12" });
    expect(wrong.status, "a wrong address decides nothing").to.equal(422);
    await owner.get(inbox);
    const destination = `0x${"0b".repeat(20)}`;
    const { headers } = await owner.send(`${inbox}/refund`, { ...refunded, destination });
    const payout = textOf((await owner.get(String(headers["location"]))).text);
    expect(payout).to.include("98.120001");
    await owner.get(inbox);
    await owner.send(`${inbox}/refund`, { ...refunded, destination });
    await owner.get(inbox);
    const elsewhere = { ...refunded, destination: `0x${"0c".repeat(20)}` };
    const refused = await owner.send(`${inbox}/refund`, elsewhere);
    expect(refused.status, "the same money to another address").to.equal(409);
    expect(textOf(refused.text).toLowerCase()).to.include(`a refund to another address, ${destination}`);
    expect(await persistence.payouts.list({ storeId: shop.storeId, limit: 10 }), "one refund").to.have.length(
      1,
    );
    await owner.get(inbox);
    await owner.send(`${inbox}/not-a-payment`, { ...own, ignoreSender: "on" });
    const after = textOf((await owner.get(inbox)).text);
    expect(after).not.to.include("98.120002");
    expect(after, "the ignored sender").to.include(sender);
    await owner.send(`${inbox}/senders/remove`, { sender });
    expect(textOf((await owner.get(inbox)).text)).not.to.include(sender);
  });

  it("is nothing that a form from elsewhere, an unknown state or a signed-out visitor can decide", async () => {
    const id = await paidBy(50n);
    await owner.get(pageOf(id));
    const mark = { as: "Settled" };
    expect(
      (await owner.send(`${pageOf(id)}/mark`, mark, { origin: "https://evil.example" })).status,
    ).to.equal(403);
    expect((await owner.send(`${pageOf(id)}/mark`, { ...mark, formToken: "0" })).status).to.equal(403);
    await owner.get(pageOf(id));
    expect((await owner.send(`${pageOf(id)}/mark`, { as: "Processing" })).status).to.equal(422);
    await owner.get(pageOf(id));
    const { headers } = await owner.send(`${pageOf(id)}/mark`, {
      as: "Invalid",
      back: "https://evil.example",
    });
    expect(headers["location"], "back leads to our own pages only").to.equal("/owner?done=invalid");
    expect((await read(id)).status).to.equal("Invalid");
    expect((await fetch(shop.url + inbox, { redirect: "manual" })).status).to.equal(303);
  });
});
