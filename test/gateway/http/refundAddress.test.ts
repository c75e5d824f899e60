import { expect } from "chai";
import request from "supertest";
import { parseDecimal } from "../../../src/values/amount.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { bitcoinOf, issue } from "./merchant.ts";

let shop: SandboxApp;

const page = (path: string) => request(shop.url).get(path).set("Accept", "text/html,*/*");

describe("the payer's own refund address", () => {
  before(async () => {
    shop = await startSandboxApp();
  });
  after(() => shop.close());

  const OWN = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
  const OTHER = "bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry";
  const give = (id: string, address: string, method = "BTC-CHAIN") =>
    request(shop.url)
      .post(`/i/${id}/refund-address`)
      .type("form")
      .set("Accept", "text/html")
      .send({ method, address });

  it("becomes that of a new price, and is shown as the one in use", async () => {
    const { id } = await issue(shop);
    const before = await bitcoinOf(shop, id);
    await give(id, `  ${OWN.toUpperCase()} `).expect(303).expect("Location", `/i/${id}`);
    const after = await bitcoinOf(shop, id);
    expect(after.destination, "the service keeps a refund address with an address").not.to.equal(
      before.destination,
    );
    expect(after).to.have.nested.property("additionalData.refundTo", OWN);
    const { text } = await page(`/i/${id}`);
    expect(text.replace(/<[^>]+>/g, ""))
      .to.include(OWN)
      .and.to.include("your own address");
    await give(id, OWN).expect(303);
    expect(await bitcoinOf(shop, id), "the same again costs nothing").to.deep.equal(after);
  });

  it("is taken only where it is one of the coin's network, and of nobody else", async () => {
    const { id } = await issue(shop);
    const { destination } = await bitcoinOf(shop, id);
    const wrong: readonly (readonly [string, RegExp])[] = [
      ["", /got nothing/],
      ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", /is not a Bitcoin address of the regtest network/],
      [OWN.replace("kygt080", "kygt081"), /a character of it is wrong/],
      ["0x52908400098527886E0F7030069857D2E4169EE7", /the money comes in Bitcoin/],
      ["<script>alert(1)</script>", /&lt;script&gt;/],
      [destination, /Give an address of your wallet/],
    ];
    for (const [address, said] of wrong) {
      const { text } = await give(id, address).expect(422);
      expect(text, address)
        .to.match(said)
        .and.to.include('id="refund-form" open')
        .and.not.to.include("http-equiv");
    }
    const { text } = await give(id, OWN, "NO-SUCH").expect(422);
    expect(text).to.include("Choose first how to pay");
    expect((await bitcoinOf(shop, id)).destination).to.equal(destination);
  });

  it("is not taken from another site, and no more once a payment was seen", async () => {
    const { id } = await issue(shop);
    await give(id, OWN).set("Sec-Fetch-Site", "cross-site").expect(403);
    const { destination, due } = await bitcoinOf(shop, id);
    await page(`/i/${id}`);
    await pay(destination, parseDecimal(due, 8));
    shop.clock.advance(3_000);
    await shop.run("watch mempool");
    const { text } = await give(id, OWN).expect(422);
    expect(text).to.include("cannot be changed any more");
  });

  it("can be given for the rest of an underpaid invoice, and is that of a new address", async () => {
    const { id } = await issue(shop);
    const { destination, due } = await bitcoinOf(shop, id);
    await page(`/i/${id}`);
    await pay(destination, parseDecimal(due, 8) / 2n);
    shop.clock.advance(3_000);
    await shop.run("watch mempool", "renew offers");
    expect((await page(`/i/${id}`)).text).to.include("Applies to future payments");
    await give(id, OWN).expect(303);
    const rest = await bitcoinOf(shop, id);
    expect(rest.destination).not.to.equal(destination);
    expect(rest).to.have.nested.property("additionalData.refundTo", OWN);
    const { text } = await page(`/i/${id}`);
    expect(text).to.include(rest.destination).and.to.include("your own address");
    await pay(rest.destination, parseDecimal(rest.due, 8));
    shop.clock.advance(3_000);
    await shop.run("watch mempool");
    expect((await give(id, OWN).expect(422)).text).to.include("cannot be changed any more");
  });

  it("that was given before a part was paid stays for the rest, whoever else has the link", async () => {
    const { id } = await issue(shop);
    await give(id, OTHER).expect(303);
    await give(id, OWN).expect(303); // before anything was paid it may be mended
    const { destination, due } = await bitcoinOf(shop, id);
    await page(`/i/${id}`);
    await pay(destination, parseDecimal(due, 8) / 2n);
    shop.clock.advance(3_000);
    await shop.run("watch mempool", "renew offers");
    const { text } = await give(id, OTHER).expect(422);
    expect(text).to.include("it was given before a payment was seen, and stays").and.not.to.include('id="refund-form"');
    expect((await page(`/i/${id}`)).text).to.include("your own address").and.not.to.include('id="refund-form"');
    await give(id, OWN).expect(303); // says nothing new
    expect(await bitcoinOf(shop, id)).to.have.nested.property("additionalData.refundTo", OWN);
  }); // prettier-ignore

  it("is where a refund goes", async () => {
    const { id } = await issue(shop);
    await give(id, OWN).expect(303);
    const { destination } = await bitcoinOf(shop, id);
    await shop.control("bitcoin/automine", { seconds: 0 });
    await pay(destination, 600n); // too little to convert, and enough to send back
    for (let round = 0; round < 4; round++) {
      await shop.control("bitcoin/mine", { blocks: 1 });
      for (let second = 0; second < 5; second++) {
        shop.clock.advance(1_000);
        await shop.run();
      }
    }
    const { body } = await shop.get(`/invoices/${id}`);
    const { refunds } = (body as { crosstill: { refunds: readonly { amount: string }[] } }).crosstill;
    const { funded } = await shop.app.gateway.explorer.addressSums(OWN);
    expect(refunds.map(({ amount }) => amount)).to.deep.equal([funded.toString()]);
    const { text } = await page(`/i/${id}`);
    expect(text).to.include("went to your refund address").and.not.to.include('id="refund-form"');
  });
});

async function pay(address: string, sats: bigint): Promise<void> {
  const { status, body } = await shop.control("bitcoin/pay", { address, sats: sats.toString() });
  expect(status, JSON.stringify(body)).to.equal(200);
}
