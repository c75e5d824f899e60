import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import request from "supertest";
import { isSigned } from "../../../../src/gateway/adapters/signing.ts";
import { mark } from "../../../../src/cli/gateway/mark.ts";
import { verify } from "../../../../src/cli/gateway/verify.ts";
import { signingKey, signingRenew } from "../../../../src/cli/gateway/signingKey.ts";
import {
  readOfferText,
  readSignedBlock,
  signedBlock,
} from "../../../../src/gateway/usecases/signatures/offerText.ts";
import { fingerprintOf } from "../../../../src/gateway/usecases/signatures/fingerprint.ts";
import type { SignedOffer } from "../../../../src/gateway/usecases/signatures/signedOffer.ts";
import { attribute, decode, element } from "../../../browser/readPage.ts";
import { invoke } from "../../../cli/invoke.ts";
import { issue, methodsOf, type InvoiceBody, type MethodBody } from "../merchant.ts";
import { shopOf } from "../../../journeys/shop.ts";
import { startSandboxApp, type SandboxApp } from "../../../support/sandboxApp.ts";

const LARGEST_PAGE = 15_000; // bytes

type SignedMethod = MethodBody & Readonly<{ additionalData: Readonly<{ signature: SignedOffer | null }> }>;

/** A payer, a plugin and an operator look for the gateway's signature, each where they look for the address. */
describe("the gateway's signature", function () {
  this.timeout(60_000);
  let shop: SandboxApp;
  let publicKey: string;
  before(async () => {
    shop = await startSandboxApp();
    const { apiKey = "" } = shop.app.sandbox?.file ?? {};
    const change = { name: "Tea House", website: "https://another.example/" };
    await request(shop.url).put(`/api/v1/stores/${shop.storeId}`).set("Authorization", `token ${apiKey}`).send(change).expect(200); // prettier-ignore
    await shop.app.gateway.persistence.stores.nameDomain(shop.storeId, "tea.example");
    const known = await request(shop.url).get("/.well-known/crosstill.json").expect(200);
    const { signing } = known.body as { signing: { publicKey: string } };
    publicKey = signing.publicKey;
    expect(known.headers["access-control-allow-origin"]).to.equal("*");
    expect(known.body).to.deep.equal({
      signing: { version: 1, algorithm: "ed25519", publicKey, fingerprint: fingerprintOf(publicKey) },
      verify: `${shop.url}/verify`,
    });
  });
  after(() => shop.close());

  const bitcoinOf = async (id: string) => (await methodsOf(shop, id))[0] as SignedMethod;
  /** An invoice that has its price at once: a busy machine may be too slow for that. */
  const priced = async (
    amount: string,
    tries = 3,
  ): Promise<{ invoice: InvoiceBody; method: SignedMethod }> => {
    const invoice = await issue(shop, { amount });
    const method = await bitcoinOf(invoice.id);
    return method.activated || tries === 1 ? { invoice, method } : priced(amount, tries - 1);
  };
  const page = async (id: string) =>
    (await request(shop.url).get(`/i/${id}`).set("Accept", "text/html")).text;
  const unescaped = (html: string) => html.replaceAll("&amp;", "&").replaceAll("&lt;", "<");

  it("comes with each payment method, with the event, and on the page, over the same address and amount as the QR code", async () => {
    for (const amount of ["25.00", "99.99", "310"]) {
      const { invoice, method } = await priced(amount);
      const signed = method.additionalData.signature!;
      expect(signed.publicKey).to.equal(publicKey);
      expect(isSigned(publicKey, signed.text, signed.signature)).to.equal(true);
      const claim = readOfferText(signed.text)!;
      expect(claim).to.include({ invoice: invoice.id, store: shop.storeId, domain: "tea.example" });
      expect([claim.address, claim.amount]).to.deep.equal([method.destination, method.due]);
      expect(Number(claim.amount) * 1e8).to.be.closeTo(Number(claim.units), 1e-3);

      const html = await page(invoice.id);
      const block = unescaped(element(html, "signed-text"));
      expect(readSignedBlock(block)).to.deep.equal({ text: signed.text, signature: signed.signature });
      expect(attribute(html, "copy-signed", "data-copy")).to.equal(block);
      expect(attribute(html, "copy-address", "data-copy")).to.equal(claim.address);
      const shown = attribute(html, "copy-amount", "data-copy");
      expect(shown, "all eight digits, of which the signature leaves out zeros at the end").to.match(
        /\.\d{8}$/,
      );
      expect(Number(shown)).to.equal(Number(claim.amount));
      expect(decode(html)).to.equal(`bitcoin:${claim.address.toUpperCase()}?amount=${claim.amount}`);
      expect(html).to.include("Signed by <strong>tea.example</strong>");
      expect(attribute(html, "verify", "href")).to.equal(`/verify#${encodeURIComponent(block)}`);

      const still = await page(`${invoice.id}?signed`);
      expect(still)
        .to.match(/<details[^>]* id="genuine" open>/)
        .and.not.to.include("http-equiv");

      const events = (await shop.get("/events?after=0&limit=1000")).body as readonly { invoiceId: string; crosstill: object }[]; // prettier-ignore
      const created = events.find(({ invoiceId }) => invoiceId === invoice.id)!;
      expect(created.crosstill).to.deep.include({
        signatures: [{ paymentMethodId: "BTC-CHAIN", ...signed }],
      });
    }
  });

  it("comes with every event of an invoice: what is paid, over, or decided by a command was promised all the same", async () => {
    type Event = Readonly<{ invoiceId: string; type: string; crosstill: { signatures?: readonly SignedOffer[] } }>;
    const eventsOf = async (id: string) =>
      ((await shop.get("/events?after=0&limit=1000")).body as readonly Event[]).filter((one) => one.invoiceId === id);
    const [paid, expired, marked] = [await priced("25.00"), await priced("26.00"), await priced("27.00")];
    const journey = shopOf(shop);
    await journey.pay(paid.invoice.id);
    await journey.mine();
    await journey.until(paid.invoice.id, "Settled");
    const said = ["--by", "Ada", "--reason", "cash"];
    const word = await invoke(mark, [marked.invoice.id, "settled", ...said], { DATA_DIR: shop.dataDir }, shop.clock);
    expect(word.error).to.equal(undefined);
    shop.clock.advance(20 * 60_000);
    await journey.mine(); // or the chain would be seen no more
    await journey.until(expired.invoice.id, "Expired");
    for (const [{ invoice, method }, last] of [[paid, "InvoiceSettled"], [expired, "InvoiceExpired"], [marked, "InvoiceSettled"]] as const) {
      const events = await eventsOf(invoice.id);
      expect(events.map(({ type }) => type)).to.include("InvoiceCreated").and.include(last);
      for (const { type, crosstill } of events)
        expect(crosstill.signatures, type).to.deep.equal([{ paymentMethodId: "BTC-CHAIN", ...method.additionalData.signature }]);
    }
  }); // prettier-ignore

  it("is in no event of an invoice that has promised nothing", async () => {
    const { id } = await issue(shop, { amount: "0.00" });
    const events = (await shop.get("/events?after=0&limit=1000")).body as readonly { invoiceId: string; crosstill: object }[]; // prettier-ignore
    const own = events.filter(({ invoiceId }) => invoiceId === id);
    expect(own).not.to.deep.equal([]);
    for (const { crosstill } of own) expect(crosstill).not.to.have.property("signatures");
  });

  it("is another when the price is renewed, and none once the invoice is over", async () => {
    const { invoice, method: first } = await priced("25.00");
    const { id } = invoice;
    const before = first.additionalData.signature!;
    shop.clock.advance(6 * 60_000);
    await shop.control("bitcoin/mine", { blocks: 1 }); // or the chain would be seen no more
    await shop.run();
    expect((await shop.post(`/invoices/${id}/payment-methods/BTC-CHAIN/activate`)).status).to.equal(200);
    const method = await bitcoinOf(id);
    const after = method.additionalData.signature!;
    expect(isSigned(publicKey, after.text, after.signature)).to.equal(true);
    expect(readOfferText(after.text)).to.include({ address: method.destination, amount: method.due });
    if (after.text === before.text) expect(after.signature).to.equal(before.signature);
    else expect(isSigned(publicKey, after.text, before.signature)).to.equal(false);
    expect((await shop.post(`/invoices/${id}/status`, { status: "Invalid" })).status).to.equal(200);
    expect((await bitcoinOf(id)).additionalData.signature).to.equal(null);
    expect(await page(id)).not.to.include("signed-text");
  });

  it("is checked by a page that is one small file, runs nothing but its own script, and can reach nobody", async () => {
    const answer = await request(shop.url).get("/verify").expect(200).expect("Content-Type", /html/);
    expect(Buffer.byteLength(answer.text)).to.be.at.most(LARGEST_PAGE);
    expect(gzipSync(answer.text).length).to.be.at.most(LARGEST_PAGE / 2);
    const policy = String(answer.headers["content-security-policy"]);
    expect(policy)
      .to.match(/default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'/)
      .and.to.include("connect-src 'none'")
      .and.to.include("frame-ancestors 'none'")
      .and.not.to.include("unsafe");
    expect(answer.text)
      .to.include(`value="${publicKey}"`)
      .and.not.to.match(/(src|href)="(https?:)?\//);
    const inside = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(answer.text)?.[1];
    expect(policy, "the same for a file on a disk").to.include(inside?.replaceAll("&#39;", "'"));
  });

  it("is checked by a command, with the gateway's own key or another, and every refusal says why", async () => {
    const { additionalData } = (await priced("25.00")).method;
    const { text, signature } = additionalData.signature!;
    const file = path.join(shop.dataDir, "signed.txt");
    const env = { DATA_DIR: shop.dataDir };
    const said = async (block: string, ...args: readonly string[]) => {
      fs.writeFileSync(file, block);
      return invoke(verify, [file, ...args], env, shop.clock);
    };
    const good = await said(`${signedBlock(text, signature)}\n`);
    expect([good.error, good.result.split("\n")[0]]).to.deep.equal([undefined, "Genuine."]);
    expect(good.result).to.include(readOfferText(text)?.address);
    expect((await said(signedBlock(text, signature), "--key", publicKey)).error).to.equal(undefined);
    expect((await said(signedBlock(text, signature), "--key", "00".repeat(32))).error).to.match(
      /^Not genuine/,
    );
    expect((await said(signedBlock(text.replace("BTC", "BTX"), signature))).error).to.match(/does not fit/);
    expect((await said(text)).error).to.match(/no signature in it/);
    const { signer } = shop.app.gateway;
    expect((await said(signedBlock("hello", signer.sign("hello")))).error).to.match(/not version 1/);
    fs.writeFileSync(file, signedBlock(text, signature));
    const late = await invoke(verify, [file], env, () => shop.clock() + 86_400_000);
    expect(late.result).to.include("its time is over");
    expect((await invoke(verify, [], env)).error).to.match(/Usage/);
  });

  it("is by a key that a command prints, and another replaces on purpose", async () => {
    const env = { DATA_DIR: shop.dataDir };
    const printed = await invoke(signingKey, [], env);
    expect(printed.result).to.include(publicKey).and.to.include(fingerprintOf(publicKey));
    expect((await invoke(signingRenew, [], env)).error).to.include("Nothing was changed");
    expect((await invoke(signingKey, [], env)).result).to.equal(printed.result);
    const renewed = await invoke(signingRenew, ["--yes"], env, shop.clock);
    expect(renewed.error).to.equal(undefined);
    expect(renewed.result)
      .to.include((await invoke(signingKey, [], env)).result)
      .and.not.to.include(publicKey);
  });
});
