import { expect } from "chai";
import { addressOf } from "../../src/sandbox/bitcoin/rules/outputScript.ts";
import { STRANGER, handClock } from "./ledgerAtHand.ts";
import { openSandboxSite, type SandboxSite } from "./sandboxSite.ts";

const SHOP = addressOf(STRANGER) ?? "";
const MERCHANT = "0x00000000000000000000000000000000000a11ce";
const INVOICE = "/i/8xKq2mNvR4tYwB6dHs3f";

describe("the sandbox wallet page", () => {
  let site: SandboxSite;
  before(async () => {
    site = await openSandboxSite(handClock().clock);
  });
  after(() => site.close());
  const follow = (location: string | undefined) => site.get((location ?? "").replace("/sandbox", ""));

  it("pays Bitcoin by a plain form filled from a link, and points at the transaction", async () => {
    const uri = encodeURIComponent(`bitcoin:${SHOP.toUpperCase()}?amount=0.0005`);
    const page = await site.get(`/wallet?uri=${uri}`).expect(200);
    expect(page.text).to.include(`value="${SHOP}"`).and.to.include('value="0.0005"');
    expect(page.text).to.not.include("<script");
    expect(page.headers["content-security-policy"]).to.match(/^default-src 'none'/);
    const paid = await site.submit("/wallet/pay", { asset: "bitcoin/native", to: SHOP, amount: "0.0005" }).expect(303); // prettier-ignore
    const [txid] = [...site.sandbox.ledger.view.mempool().keys()];
    const { text } = await follow(paid.headers["location"]).expect(200);
    expect(text).to.include("Paid 0.0005 BTC on Bitcoin (regtest).");
    expect(text).to.include(`/sandbox/tx/${txid}`).and.to.include("Replace with this fee");
    expect(text).to.not.include("explorer/api");
    const bumped = await site.submit("/wallet/bump", { txid: txid ?? "", feeRate: "50" }).expect(303);
    expect((await follow(bumped.headers["location"])).text).to.include("Replaced with a fee of 50 sat/vB.");
    await site.submit("/wallet/mine", {}).expect(303);
    expect(site.sandbox.ledger.view.mempool().size).to.equal(0);
  });

  it("shows what the wallet holds of every coin that it can pay with", async () => {
    const { text } = await site.get("/wallet");
    const [, balance = ""] = /id="holds"([^]*)id="blocks"/.exec(text) ?? [];
    const shown = [...balance.matchAll(/([\d.,]+) (BTC|USDC|USDT|WETH|ETH)( ·)?</g)].map(
      ([, , symbol]) => symbol,
    );
    const chain = ["USDC", "USDT", "WETH", "ETH"];
    expect(shown).to.deep.equal(["BTC", ...chain, ...chain]);
    expect(text)
      .to.include("1,000,000 USDT ·<")
      .and.to.match(/[1-9]\d* WETH/);
  });

  it("pays USDC and ETH on both EVM chains, and shows what is left of them", async () => {
    const [base, arbitrum] = site.sandbox.evmChains;
    const uri = `ethereum:${base?.usdc}@31337/transfer?address=${MERCHANT}&uint256=1500000`;
    const page = (await site.get(`/wallet?uri=${encodeURIComponent(uri)}`)).text;
    expect(page).to.include('value="1.5"').and.to.include(MERCHANT);
    expect(page).to.match(/value="31337\/usdc" selected/);
    const token = await site.submit("/wallet/pay", { asset: "31337/usdc", to: MERCHANT, amount: "1.5" }).expect(303); // prettier-ignore
    const { text } = await follow(token.headers["location"]);
    expect(text).to.match(/Paid 1\.5 USDC on Sandbox Base\.[^]*\/sandbox\/evm\/31337\/tx\/0x[0-9a-f]{64}/);
    expect(text).to.include("999,998.5 USDC").and.to.include("1,000,000 USDC");
    const coin = { chain: String(arbitrum?.id), currency: "ETH", to: MERCHANT, amount: "3" };
    const native = await site.submit("/wallet/pay", coin).expect(303);
    const after = (await follow(native.headers["location"])).text;
    expect(after).to.include("Paid 3 ETH on Sandbox Arbitrum.");
    expect(after, "two chains, two balances of ETH").to.match(/9,9\d\d\.\d+ ETH[^]*9,9\d\d\.\d+ ETH/);
  });

  it("answers a coin that the chain does not have with a sentence that says where it is", async () => {
    const refuse = async (fields: Readonly<Record<string, string>>) =>
      (await site.submit("/wallet/pay", { to: SHOP, amount: "1", ...fields }).expect(400)).text;
    expect(await refuse({ chain: "bitcoin", currency: "usdc" })).to.include(
      "Expected BTC on Bitcoin (regtest); got &quot;USDC&quot;. USDC can be paid on Sandbox Base or Sandbox Arbitrum.",
    );
    expect(await refuse({ asset: "31337/btc" })).to.include(
      "Expected USDC or USDT or WETH or ETH on Sandbox Base",
    );
    expect(await refuse({ asset: "1/native" })).to.include("Expected chain to be bitcoin (Bitcoin (regtest)) or 31337 (Sandbox Base) or 31338"); // prettier-ignore
    const link = await site.get(`/wallet?uri=${encodeURIComponent(`ethereum:${MERCHANT}@1?value=5`)}`);
    expect(link.text).to.include("Expected chain to be").and.to.include("got &quot;1&quot;");
  });

  it("says what it expected of each field, and keeps what was typed", async () => {
    const refuse = async (fields: Readonly<Record<string, string>>) =>
      (await site.submit("/wallet/pay", { asset: "bitcoin/native", to: SHOP, amount: "1", ...fields }).expect(400)).text; // prettier-ignore
    const wrong = await refuse({ to: "<b>", amount: "0.25", feeRate: "7" });
    expect(wrong).to.include("Expected address to be a regtest address (bcrt1…); got &quot;&lt;b&gt;&quot;.");
    expect(wrong).to.include('value="&lt;b&gt;"').and.to.include('value="0.25"').and.to.include('value="7"');
    expect(wrong).to.not.include("<b>");
    expect(await refuse({ amount: "" })).to.include("Expected an amount in BTC; got nothing.");
    expect(await refuse({ amount: "0" })).to.include(
      "Expected an amount of BTC above zero; got &quot;0&quot;.",
    );
    expect(await refuse({ amount: "a lot" })).to.include("Expected a decimal number");
    expect(await refuse({ feeRate: "0.1" })).to.include("Expected feeRate to be a fee rate of at least 1 sat/vB"); // prettier-ignore
    expect(await refuse({ asset: "31337/usdc" })).to.include("Expected address to be an EVM address");
  });

  it("never shows a text from its address, and says a notice once", async () => {
    const spoofed = await site.get(`/wallet?notice=${encodeURIComponent("Send your coins to bc1evil")}`);
    expect(spoofed.text).to.not.include("bc1evil").and.not.to.include('role="status"');
    const mined = await site.submit("/wallet/mine", {}).expect(303);
    const { location } = mined.headers;
    expect((await follow(location)).text).to.match(/role="status"[^]*Mined block \d+\./);
    expect((await follow(location)).text).to.not.include('role="status"');
  });

  it("keeps the way back to the checkout through every form", async () => {
    const query = `back=${encodeURIComponent(INVOICE)}`;
    const page = (await site.get(`/wallet?${query}`)).text;
    expect(page).to.include(`<a class="way" href="${INVOICE}">`).and.to.include("Back to the checkout");
    const forms = page.match(/<form/g)?.length ?? 0;
    expect(page.split(`name="back" value="${INVOICE}"`).length - 1)
      .to.equal(forms)
      .and.be.above(2);
    const paid = await site.submit("/wallet/pay", { back: INVOICE, asset: "bitcoin/native", to: SHOP, amount: "0.001" }); // prettier-ignore
    expect((await follow(paid.headers["location"])).text).to.include(`href="${INVOICE}"`);
    const refused = await site.submit("/wallet/pay", { back: INVOICE, to: SHOP, amount: "-1" }).expect(400);
    expect(refused.text).to.include(`href="${INVOICE}"`);
  });

  it("keeps the network that the payer has agreed to on the way back", async () => {
    const back = `${INVOICE}?on=USDC-BASE`;
    const { text } = await site.get(`/wallet?back=${encodeURIComponent(back)}`);
    expect(text).to.include(`<a class="way" href="${back}">`);
  });

  it("takes no other place for the way back", async () => {
    const places = [
      "https://evil.example/i/8xKq2mNvR4tYwB6dHs3f",
      "//evil.example/i/8xKq2mNvR4tYwB6dHs3f",
      "/i/8xKq2mNvR4tYwB6dHs3f/../../x",
      "/i/short",
      `${INVOICE}\n`,
      `${INVOICE}?on=USDC-BASE&to=evil`,
      `${INVOICE}"><b>`,
      "javascript:alert(1)",
    ];
    for (const place of places) {
      const { text } = await site.get(`/wallet?back=${encodeURIComponent(place)}`).expect(200);
      expect(text, place).to.not.include("Back to the checkout").and.not.to.include('name="back"');
      const mined = await site.submit("/wallet/mine", { back: place }).expect(303);
      expect(mined.headers["location"], place).to.match(/^\/sandbox\/wallet\?notice=\d+$/);
    }
  });

  it("wears the same ribbon as the checkout", async () => {
    const { text } = await site.get("/wallet");
    expect(text).to.match(/<aside class="ribbon" aria-label="Sandbox">\s*<p><strong>Sandbox\.<\/strong>/);
  });
});
