import { expect } from "chai";
import { formatDecimal } from "../../src/values/amount.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { startOwnGateway } from "./ownGateway.ts";
import { ok, shopOf, type ApiInvoice } from "./shop.ts";

const PAYERS_OWN = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
const TOO_LITTLE = 600n; // sats: what goes back less the miner's fee, because it does not cover gas and fees

/** What payers and customers read in the sandbox's mailbox, and where there is none. */
describe("e-mail from the payment to its end", function () {
  this.timeout(60_000);
  let sandbox: SandboxApp;
  let shop: ReturnType<typeof shopOf>;
  before(async () => {
    sandbox = await startSandboxApp();
    shop = shopOf(sandbox);
    await sandbox.control("bitcoin/automine", { seconds: 0 });
  });
  after(() => sandbox.close());

  const post = (url: string, fields: Readonly<Record<string, string>>) =>
    fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
  const tellMe = async (id: string) =>
    expect((await post(`${sandbox.url}/i/${id}/mail`, { address: "payer@example.com" })).status).to.equal(
      303,
    );
  /** The plain text of every message about an invoice, the newest first, with its reader and subject. */
  const mailsAbout = async (id: string) => {
    await sandbox.run("send mails");
    const list = await (await fetch(`${sandbox.url}/sandbox/mail`)).text();
    const pages = [...list.matchAll(/href="(\/sandbox\/mail\/\d+)"/g)].map(([, path]) => fetch(sandbox.url + path));
    const texts = await Promise.all(pages.map(async (page) => wordsOf(await (await page).text())));
    return texts.filter((text) => text.includes(id));
  }; // prettier-ignore

  /** An invoice whose payer wants to be told, and whose payment was sent back by the service. */
  const sentBack = async (refundTo?: string) => {
    const { id } = await shop.invoice();
    await tellMe(id);
    if (refundTo !== undefined) {
      const given = await post(`${sandbox.url}/i/${id}/refund-address`, { method: "BTC-CHAIN", address: refundTo }); // prettier-ignore
      expect(given.status).to.equal(303);
    }
    await shop.pay(id, TOO_LITTLE);
    await shop.mine();
    for (let second = 0; second < 60; second++) {
      const { crosstill } = await shop.load(id);
      if (crosstill.refunds.length > 0) return { id, refund: crosstill.refunds[0]! };
      await shop.tick();
      if (second % 10 === 9) await shop.mine();
    }
    throw new Error(`Nothing was sent back: ${JSON.stringify(await shop.load(id))}`);
  };

  it("says that a payment was sent back to the shop, how much and by which transaction", async () => {
    const { id, refund } = await sentBack();
    const [text = "", ...others] = await mailsAbout(id);
    expect(others).to.deep.equal([]);
    expect(text)
      .to.include("payer@example.com")
      .and.include("Your payment to Sandbox shop was sent back")
      .and.include("to the refund address of Sandbox shop. Please contact Sandbox shop to get it.")
      .and.include(`Sent back: ${formatDecimal(BigInt(refund.amount), 8)} BTC`)
      .and.include(`Transaction: ${refund.txHash}`)
      .and.include(`${sandbox.url}/i/${id}`);
  });

  it("says that it went to the payer's own address, where one was given", async () => {
    const { id, refund } = await sentBack(PAYERS_OWN);
    const [text = ""] = await mailsAbout(id);
    expect(text).to.include("sent back automatically to your refund address.").and.include(refund.txHash);
    expect(text).not.to.include("Please contact");
  });

  it("brings the link of a refund to the customer alone, not to an address typed on the page, and not once it was taken back", async () => {
    const email = { crosstill: { email: { to: "ada@example.com", language: "de" } } };
    const { id } = ok<ApiInvoice>(await sandbox.post("/invoices", { amount: "25.00", ...email }));
    await tellMe(id);
    await shop.pay(id);
    await shop.mine();
    await shop.until(id, "Settled");
    const before = (await mailsAbout(id)).length;
    type Refund = Readonly<{ id: string; viewLink: string }>;
    const offer = (customAmount: string) =>
      sandbox.post(`/invoices/${id}/refund`, {
        refundVariant: "Custom",
        customAmount,
        customCurrency: "USD",
      });
    const { viewLink } = ok<Refund>(await offer("10.00"));
    const fresh = (await mailsAbout(id)).slice(0, -before);
    const toCustomer = fresh.find((text) => text.includes("ada@example.com")) ?? "";
    expect(fresh, "to the customer and to nobody else").to.have.length(1);
    expect(toCustomer).to.include("10,00 USD").and.include(viewLink).and.include("Sandbox shop bietet Ihnen");
    expect(await (await fetch(viewLink)).text(), "where the link leads").to.include("10.00");

    const taken = ok<Refund>(await offer("5.00"));
    const { apiKey } = sandbox.app.sandbox!.file;
    const headers = { authorization: `token ${apiKey}` };
    const archived = await fetch(`${sandbox.url}/api/v1/pull-payments/${taken.id}`, { method: "DELETE", headers }); // prettier-ignore
    expect(archived.status).to.equal(200);
    expect((await mailsAbout(id)).join("\n")).not.to.include(taken.viewLink);
  });

  it("is not offered by a gateway without a mail server, and a form that is sent all the same is told so", async () => {
    const own = await startOwnGateway(sandbox, { rpc: [] });
    try {
      await own.run();
      const { id } = ok<ApiInvoice>(await own.post("/invoices", { amount: "25.00" }));
      const page = await (await fetch(`${own.url}/i/${id}?tell`)).text();
      expect(page).to.include("25.00").and.not.include("/mail").and.not.include("Tell me by e-mail");
      const refused = await post(`${own.url}/i/${id}/mail`, { address: "payer@example.com" });
      expect([refused.status, await refused.text()].join(" ")).to.match(
        /^422 [^]*No e-mail is sent from here/,
      );
      const german = await post(`${own.url}/i/${id}/mail?lang=de`, { address: "payer@example.com" });
      expect(await german.text()).to.include("Von hier werden keine E-Mails verschickt");
      const asked = await own.post(`/invoices/${id}/crosstill/mail`, { to: "ada@example.com" });
      expect([asked.status, JSON.stringify(asked.body)].join(" ")).to.match(/^422 .*"mail-off"/);
    } finally {
      await own.close();
    }
  });
});

/** A page of the mailbox as its reader sees it. */
function wordsOf(html: string): string {
  return html.replace(/<[^>]+>/g, "").replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
} // prettier-ignore
