import { expect } from "chai";
import { hasUnseen } from "../../../src/values/shownText.ts";
import { startMerchantApp, type MerchantApp } from "../../support/merchantApp.ts";
import { ok } from "../../journeys/shop.ts";
import { isFull } from "../../support/sizes.ts";
import { bonesOf } from "./bones.ts";
import { PAYLOADS } from "./payloads.ts";

const PLAIN = "Tea and biscuits";
const SHARE = 3; // every third one without JOURNEYS=full: the views escape with one function

/** Whatever a merchant, a plugin or a payer writes stays text: it makes no element, no attribute and no address of a page. */
describe("a text that is a script elsewhere", function () {
  this.timeout(120_000);
  let sandbox: MerchantApp;
  let visitors = 0;
  let plain: Readonly<Record<string, readonly string[]>>;
  before(async () => {
    sandbox = await startMerchantApp({ env: { TRUSTED_PROXIES: "127.0.0.1" } });
    plain = await pagesWith(PLAIN);
  });
  after(() => sandbox.close());

  const api = async (method: string, path: string, body: object) => {
    const { storeId, apiKey } = sandbox;
    const answer = await fetch(`${sandbox.url}/api/v1/stores/${storeId}${path}`, {
      ...{ method, headers: { authorization: `token ${apiKey}`, "content-type": "application/json" } },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  };

  /** Writes the text wherever one may be written, and gives the bones of every page that shows it. */
  async function pagesWith(text: string): Promise<typeof plain> {
    const visitor = `10.0.0.${++visitors}`; // one alone may not look at so many pages
    const named = await api("PUT", "", { name: text.slice(0, 100) });
    expect(named.status).to.equal(hasUnseen(text.trim().slice(0, 100)) ? 422 : 200);
    const metadata = { orderId: text, itemDesc: text, itemCode: text, buyerName: text, buyerEmail: text, posData: text, [text]: text }; // prettier-ignore
    const redirectURL = `https://shop.example/${text}`;
    const invoice = ok<{ id: string }>(await api("POST", "/invoices", { amount: "25.00", metadata, checkout: { redirectURL, defaultLanguage: text.slice(0, 20) }, additionalSearchTerms: [text] })); // prettier-ignore
    const link = ok<{ id: string }>(await api("POST", "/payment-requests", { title: hasUnseen(text) ? "Refused as a title" : text, description: text, referenceId: text, amount: "25.00" })); // prettier-ignore
    const pull = ok<{ viewLink: string }>(await api("POST", "/pull-payments", { name: hasUnseen(text) ? "Refused as a name" : text, description: text, amount: "25.00" })); // prettier-ignore
    const paths = {
      checkout: `/i/${invoice.id}`,
      fragment: `/i/${invoice.id}/status`,
      paymentRequest: `/payment-requests/${link.id}`,
      claim: new URL(pull.viewLink).pathname,
      nothing: `/i/${encodeURIComponent(text)}`,
    };
    const bones = Object.entries(paths).map(async ([name, path]) => {
      const answer = await fetch(sandbox.url + path, {
        headers: { accept: "text/html", "x-forwarded-for": visitor },
      });
      expect(answer.status, path).to.be.oneOf(name === "nothing" ? [404] : [200]);
      return [name, bonesOf(await answer.text())] as const;
    });
    return Object.fromEntries(await Promise.all(bones));
  }

  it("is shown on the pages that are looked at here", () => {
    for (const [name, bones] of Object.entries(plain)) expect(bones.length, name).to.be.greaterThan(5);
  });

  for (const [index, payload] of PAYLOADS.entries()) {
    if (!isFull && index % SHARE !== 0) continue;
    it(`number ${index + 1}, ${JSON.stringify(payload).slice(0, 60)}, is only text on every page`, async () => {
      const pages = await pagesWith(payload);
      for (const [name, bones] of Object.entries(pages)) expect(bones.join("\n"), name).to.equal(plain[name]?.join("\n")); // prettier-ignore
    });
  }

  it("makes at least forty-eight, all different", () => {
    expect(new Set(PAYLOADS).size).to.equal(PAYLOADS.length).and.to.be.at.least(48);
  });
});
