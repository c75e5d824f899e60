import { expect } from "chai";
import { parseDecimal } from "../../../src/values/amount.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { bitcoinOf, issue } from "./merchant.ts";
import { signedInAt, type Visitor } from "./ownerPages.ts";

const SENTENCE = /[A-Za-z]{2,}(?:[ ,;:]+[A-Za-z]{2,}){3}/; // names and words that languages share are shorter
const COMMANDS = /^(npx crosstill|python3) /;

describe("the owner's pages in another language", function () {
  this.timeout(120_000);
  let shop: SandboxApp;
  let owner: Visitor;
  before(async () => {
    shop = await startSandboxApp();
    await shop.control("bitcoin/automine", { seconds: 0 });
    await fill();
    owner = await signedInAt(shop.app.gateway, shop.url);
  });
  after(() => shop.close());

  /** Something on each page: an invoice, payments as asked and too small, a payment link, a webhook that nobody hears, a payout. */
  async function fill(): Promise<void> {
    for (const percent of [0n, 50n, 100n]) {
      const { id } = await issue(shop, { crosstill: { policy: { underpaid: "hold" } } });
      const { destination, due } = await bitcoinOf(shop, id);
      const sats = String((parseDecimal(due, 8) * percent) / 100n);
      if (percent > 0n) await shop.control("bitcoin/pay", { address: destination, sats });
    }
    await shop.control("bitcoin/mine", { blocks: 1 });
    await shop.post("/payment-requests", { title: "Tea", amount: "25.00", currency: "USD" });
    await shop.post("/webhooks", { url: "http://127.0.0.1:9/hook" });
    await shop.post("/payouts", {
      ...{ destination: `0x${"0b".repeat(20)}`, amount: "5", payoutMethodId: "USDC-ARBITRUM" },
    });
    for (let round = 0; round < 6; round++) {
      shop.clock.advance(2_000);
      await shop.run();
    }
  }

  /** One page of each kind that links lead to. */
  async function findPages(): Promise<readonly string[]> {
    const known = new Set(["/owner"]);
    const pages = ["/owner"];
    for (const path of pages) {
      const { text } = await owner.get(path);
      for (const [, href = ""] of text.matchAll(/<a\b[^>]* href="(\/owner[^"#]*)"/g)) {
        const kind = href.replace(/\?.*$/, "").replace(/\/[A-Za-z0-9]{20,}/g, "/ID");
        const isInvoice = kind.startsWith("/owner/invoices/ID"); // each has another history
        const key = isInvoice ? href : kind;
        if (known.has(key) || kind.endsWith(".csv") || kind.endsWith(".json")) continue;
        known.add(key);
        pages.push(href.replaceAll("&amp;", "&"));
      }
    }
    return pages;
  }

  async function textsIn(language: string, pages: readonly string[]): Promise<ReadonlyMap<string, string>> {
    await owner.get("/owner/account");
    await owner.send("/owner/account/language", { language });
    const found = new Map<string, string>(); // where each text was seen
    for (const path of pages) for (const text of textsOf((await owner.get(path)).text)) found.set(text, path);
    return found;
  }

  it("have no sentence that is as in English", async () => {
    const pages = await findPages();
    expect(pages.length).to.be.greaterThan(40);
    const english = await textsIn("en", pages);
    expect([...english.keys()].filter((text) => SENTENCE.test(text)).length).to.be.greaterThan(200);
    const german = await textsIn("de", pages);
    const left = [...german].filter(
      ([text]) => english.has(text) && SENTENCE.test(text) && !COMMANDS.test(text),
    );
    expect(left.map(([text, path]) => `${path}: ${text}`)).to.deep.equal([]);
  });
});

/** The texts between tags, and those that are read aloud or shown by attributes. */
function textsOf(html: string): readonly string[] {
  const attributes = [...html.matchAll(/ (?:title|aria-label|placeholder|alt|data-label)="([^"]+)"/g)];
  const nodes = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, " ").split(/<[^>]+>/);
  return [...attributes.map(([, text = ""]) => text), ...nodes].map((text) =>
    text.replace(/\s+/g, " ").trim(),
  );
}
