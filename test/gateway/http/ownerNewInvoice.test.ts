import { expect } from "chai";
import { textOf } from "../../browser/readPage.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { secondMerchant } from "./merchant.ts";
import { hiddenFields, signedInAt, type Visitor } from "./ownerPages.ts";

describe("the form that makes an invoice", function () {
  this.timeout(60_000);
  let shop: SandboxApp;
  let owner: Visitor;
  let path: string;
  before(async () => {
    shop = await startSandboxApp();
    owner = await signedInAt(shop.app.gateway, shop.url);
    path = `/owner/stores/${shop.storeId}/invoices/new`;
  });
  after(() => shop.close());
  const list = () => shop.app.gateway.persistence.invoices.list(undefined, { limit: 50 });

  it("makes one invoice that can be paid at once, however often it is sent", async () => {
    const { formToken = "", invoiceId = "" } = hiddenFields((await owner.get(path)).text);
    const typed = {
      formToken,
      invoiceId,
      amount: "25,00", // with a comma
      currency: "usd",
      orderId: "A-1",
      itemDesc: "Green <tea>",
      minutes: "20",
    };
    for (let time = 0; time < 2; time++) {
      const { status, headers } = await owner.send(path, typed);
      expect([status, headers["location"]]).to.deep.equal([303, `/owner/invoices/${invoiceId}`]);
    }
    expect((await owner.get(`/owner/invoices/${invoiceId}`)).text, "to be scanned by the customer").to.match(
      /<figure class="qr"><svg/,
    );
    const [invoice, ...others] = await list();
    expect(others).to.deep.equal([]);
    expect(invoice?.terms).to.deep.include({
      price: 2500n,
      currency: "USD",
      metadata: { orderId: "A-1", itemDesc: "Green <tea>" },
    });
    expect(invoice?.terms.expiresAt).to.equal((invoice?.terms.createdAt ?? 0) + 20 * 60_000);
    expect(textOf(await (await fetch(`${shop.url}/i/${invoiceId}`)).text())).to.include("25.00");
    expect(textOf((await owner.get("/owner/invoices")).text)).to.include("A-1");
  });

  it("keeps what was typed and says what is wrong with it", async () => {
    const before = (await list()).length;
    for (const [typed, said] of [
      [{ amount: "-5" }, /amount|number/i],
      [{ currency: "XXZ" }, /currency/i],
      [{ minutes: "soon" }, /Expected at most 43,?200 minutes \(30 days\); got soon\./],
      [{ minutes: "99999" }, /Expected at most 43,?200 minutes \(30 days\); got 99999\./],
      [{ email: "nobody" }, /./],
      [{ invoiceId: "short" }, /Open the form again/],
    ] as const) {
      await owner.get(path);
      const { status, text } = await owner.send(path, {
        amount: "7",
        currency: "USD",
        orderId: "kept-order",
        ...typed,
      });
      expect(status, JSON.stringify(typed)).to.equal(422);
      expect(textOf(text)).to.match(said);
      expect(text).to.include('value="kept-order"');
      const [name = ""] = Object.keys(typed);
      if (name !== "invoiceId")
        expect(text).to.match(new RegExp(`name="${name}"[^>]*aria-describedby="fault-${name}"`));
    }
    await owner.get(path);
    const { text } = await owner.send(path, { amount: "-5", minutes: "99999" });
    for (const name of ["amount", "minutes"]) expect(text, "all at once").to.include(`id="fault-${name}"`);
    expect((await list()).length).to.equal(before);
  });

  it("gives nobody another store's invoice", async () => {
    const other = await secondMerchant(shop, []);
    const { invoiceId } = hiddenFields((await owner.get(path)).text);
    await owner.send(path, { amount: "1", currency: "USD" });
    const theirs = `/owner/stores/${other.storeId}/invoices/new`;
    await owner.get(theirs);
    expect((await owner.send(theirs, { amount: "1", invoiceId: invoiceId ?? "" })).status).to.equal(422);
  });
});
