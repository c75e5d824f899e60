import { expect } from "chai";
import { advanceInvoice } from "../../../src/gateway/usecases/invoices/advanceInvoice.ts";
import { namedAccountant } from "../../../src/gateway/usecases/books/bookSettings.ts";
import { makeStatementLink, statementLinkPath } from "../../../src/gateway/usecases/books/statementLink.ts";
import type { Observation } from "../../../src/gateway/domain/invoices/observation.ts";
import { DAY_MS, isoTime, MINUTE_MS, SECOND_MS } from "../../../src/values/time.ts";
import { textOf } from "../../browser/readPage.ts";
import { anInvoice, FLOOR, inBlock, refund, success } from "../domain/invoices/given.ts";
import { openSite, signedInOwner, type Site, type Visitor } from "./ownerPages.ts";

const FILES = ["payments.csv", "invoices.csv", "refunds.csv", "fees.csv", "ledger.csv", "unattributed.csv", "ledger.journal", "koinly.csv", "xero-statement.csv", "xero-invoices.csv", "quickbooks.csv", "coin-statement.csv"]; // prettier-ignore

let site: Site;
let owner: Visitor;
const path = (month = "") => `/owner/stores/${site.shop.id}/statements${month}`;

/** An invoice of the site's store to which this has happened, now. */
async function happened(id: string, ...seen: readonly Observation[]) {
  const { gateway, shop, clock } = site;
  const viewers = { isWatched: () => false, watched: () => [], announce: () => {} };
  const invoice = { ...anInvoice(), id, storeId: shop.id };
  await gateway.persistence.invoices.issue(invoice, { at: clock(), events: [], deliveries: [] });
  for (const one of seen) await advanceInvoice({ ...gateway, viewers, signer: undefined }, id, one);
}

async function nameAccountant(address: string | undefined) {
  const { persistence, clock } = site.gateway;
  const before = (await persistence.stores.load(site.shop.id))!;
  const { books } = before.settings;
  const accountant = namedAccountant(address, books.accountant, clock());
  const settings = { ...before.settings, books: { ...books, accountant } };
  await persistence.stores.change(before, { name: before.name, settings });
}

before(async () => {
  site = await openSite();
  await site.gateway.persistence.checkpoints.write("book lines filled", true, site.clock(), 0);
  owner = await signedInOwner(site);
});

describe("the owner's statement of a month", () => {
  it("is linked from the overview, leads to the running month, and asks who is there", async () => {
    expect((await owner.get("/owner/keys")).text).to.include(`href="${path()}"`);
    expect((await owner.get(path())).headers["location"]).to.equal(path("/2026-11"));
    for (const place of ["/2026-11", "/2026-11/payments.csv"])
      expect((await site.visitor().get(path(place))).status, place).to.equal(303);
    for (const month of ["/2026-12", "/2026-13", "/now"]) {
      const { status, text } = await owner.get(path(month));
      expect(status, month).to.equal(404);
      expect(textOf(text)).to.include("Expected a month that has begun");
    }
  });

  it("says what came, what it cost, what went back and what is still on its way", async () => {
    await happened("settled", inBlock({ outpoint: "aa:0" }), success({ outpoint: "aa:0", amount: FLOOR, requestId: "r1" }));
    await happened("returned", inBlock({ outpoint: "bb:0" }), refund({ outpoint: "bb:0", requestId: "r2" }));
    await happened("moving", inBlock({ outpoint: "cc:0" }));
    site.clock.advance(2 * MINUTE_MS); // what is younger than a minute is not told yet
    const { status, text } = await owner.get(path("/2026-11"));
    const shown = textOf(text);
    expect(status).to.equal(200);
    expect(shown).to.include("November 2026").and.to.include("The month is still running.");
    expect(shown).to.include("BTC on Bitcoin").and.to.include(`USDC on ${anInvoice().terms.settlement.chainName}`);
    expect(shown).to.match(/Received from payers ?\+0\.0012 /).and.to.match(/Sent back to payers by the service ?−0\.0004 /);
    expect(shown).to.match(/Reached the shop 25\.01 USDC/).and.to.match(/Passed on to the shop’s address ?−25\.01 /);
    expect(shown).to.match(/On its way at the end ?0\.0004 /).and.to.match(/Payments that ended ?2 /);
    expect(shown).not.to.include("Do not use this statement");
    expect(text).to.match(/statements" aria-current="page">.*Reports</);
    expect(site.logged.join()).not.to.include("statement.wrong");
  }); // prettier-ignore

  it("has its files beside it, with that month and nothing else in them", async () => {
    const { text } = await owner.get(path("/2026-11"));
    for (const name of FILES) expect(text).to.include(`href="${path(`/2026-11/${name}`)}"`);
    const file = await owner.get(path("/2026-11/payments.csv"));
    expect(file.headers["content-disposition"]).to.equal('attachment; filename="2026-11-payments.csv"');
    expect(file.text.trim().split("\r\n")).to.have.length(3); // the head, and what has ended
    for (const name of ["/2026-11/payments.jsonl", "/2026-11/x", "/2026-12x/payments.csv"])
      expect((await owner.get(path(name))).status, name).to.equal(404);
  });

  it("says that it must not be used when its sums do not agree, and tells the log", async () => {
    const { persistence } = site.gateway;
    const linesIn = persistence.books.linesIn.bind(persistence);
    Object.assign(persistence.books, { linesIn: async () => [] }); // as if the lines of the payments were lost
    try {
      const { text } = await owner.get(path("/2026-11"));
      expect(textOf(text))
        .to.include("Do not use this statement")
        .and.to.include("the lines of its payments and receipts say 0");
      expect(site.logged.join()).to.include("statement.wrong");
    } finally {
      Object.assign(persistence.books, { linesIn });
    }
  });

  it("is there from its first second on, and then leads back to the month before", async () => {
    expect((await owner.get(path("/2026-11"))).text).not.to.match(/rel="(next|prev)"/); // the store's first month, and the running one
    site.clock.advance(Date.parse("2026-12-01T00:00:01Z") - site.clock());
    owner = await signedInOwner(site);
    expect((await owner.get(path())).headers["location"]).to.equal(path("/2026-12"));
    const { status, text } = await owner.get(path("/2026-12"));
    expect([status, textOf(text)].join(" ")).to.match(/^200 .*The month has just begun/);
    expect(textOf(text)).to.match(/On its way at the beginning ?0\.0004 On its way at the end ?0\.0004/);
    expect(text).to.include(`rel="prev" href="${path("/2026-11")}"`);
    expect((await owner.get(path("/2026-12/ledger.csv"))).status).to.equal(200);
    expect((await owner.get(path("/2026-11"))).text).to.include(`rel="next" href="${path("/2026-12")}"`);
  });

  it("says who is told of it and what became of that, and sends it again", async () => {
    expect(textOf((await owner.get(path("/2026-11"))).text)).to.match(/This store’s months are sent to no one\..*Settings, Books/);
    await nameAccountant("ada@books.example");
    await site.gateway.persistence.mails.queueStatement({ storeId: site.shop.id, month: "2026-11", nth: 1 }, site.clock());
    const { text } = await owner.get(path("/2026-11"));
    expect(textOf(text)).to.include("a…@books.example gets each month").and.include("The link to the month · waits to be sent");
    expect(text).not.to.include("ada@books.example");
    expect(text, "without a mail server").to.include("SMTP_URL");
    expect(text).not.to.include("Send this month");

    const [waiting] = await site.gateway.persistence.mails.ofStatement(site.shop.id, "2026-11");
    await site.gateway.persistence.mails.finish(waiting!, { state: "sent", dueAt: site.clock(), at: site.clock() });
    Object.assign(site.gateway, { mailer: { send: async () => ({ kind: "taken" }) } });
    site.clock.advance(2 * MINUTE_MS);
    expect((await owner.get(path("/2026-11"))).text).to.include("Send this month again");
    const { status, headers } = await owner.send(path("/2026-11/mail"), {});
    expect([status, headers["location"]]).to.deep.equal([303, path("/2026-11?done=sent#mail")]);
    expect(await site.gateway.persistence.mails.ofStatement(site.shop.id, "2026-11")).to.have.length(2);
    await owner.get(path("/2026-11"));
    const hasty = await owner.send(path("/2026-11/mail"), {});
    expect(textOf(hasty.text)).to.include("mailed less than a minute ago").and.include("Statement, November 2026");
    const running = await owner.send(path("/2026-12/mail"), {});
    expect([running.status, textOf(running.text)].join(" ")).to.match(/^422 .*This month has not ended/);
    expect((await owner.send(path("/2026-11/mail"), { formToken: "another" })).status).to.equal(403);
  }); // prettier-ignore
});

describe("the link that an accountant is mailed", () => {
  let link: string;
  const file = (name: string) => link.replace("?", `/${name}?`);
  before(async () => {
    await nameAccountant("ada@books.example");
    const merchant = (await site.gateway.persistence.stores.load(site.shop.id))!;
    site.clock.advance(2 * MINUTE_MS);
    link = statementLinkPath(makeStatementLink(site.gateway, merchant, "2026-11")!);
  });

  it("opens the statement and its files without an account, for nobody to index and no other site to learn of", async () => {
    const page = await site.visitor().get(link);
    expect(page.status, page.text).to.equal(200);
    expect(textOf(page.text)).to.include("Tea house").and.include("Reached the shop 25.01 USDC").and.include("This link works until 2027-03-01");
    expect(page.text).not.to.match(/href="\/owner|<form|<script/);
    const files = FILES.map((name) => file(name));
    for (const one of files) expect(page.text.replaceAll("&amp;", "&")).to.include(`href="${one}"`);
    for (const one of [link, ...files]) {
      const { status, headers } = await site.visitor().get(one);
      expect(status, one).to.equal(200);
      expect(headers).to.include({ "x-robots-tag": "noindex", "referrer-policy": "no-referrer", "cache-control": "no-store" });
    }
    const { text } = await site.visitor().get(file("payments.csv"));
    expect(text).to.equal((await owner.get(path("/2026-11/payments.csv"))).text).and.include("settled");
  }); // prettier-ignore

  it("opens no other month, no other file, and nothing of the owner's", async () => {
    for (const other of [link.replace("2026-11", "2026-12"), link.replace(/signature=./, "signature=x"), link.split("?")[0] ?? "", file("payments.jsonl"), file("..%2fx")])
      expect((await site.visitor().get(other)).status, other).to.equal(404);
    const dead = await site.visitor().get(link.replace("2026-11", "2026-10"));
    expect(textOf(dead.text)).to.include("This link leads nowhere");
  }); // prettier-ignore

  it("says so when its time is over, and is dead once the owner has named somebody else", async () => {
    const at = site.clock();
    site.clock.advance(90 * DAY_MS);
    const { status, text } = await site.visitor().get(link);
    expect([status, textOf(text)].join(" ")).to.match(/^410 .*This link worked until 2027-03-01 .* Ask the shop for a new one/);
    expect((await site.visitor().get(file("ledger.csv"))).status).to.equal(410);
    site.clock.advance(at - site.clock());
    expect((await site.visitor().get(link)).status, isoTime(at)).to.equal(200);
    site.clock.advance(SECOND_MS);
    await nameAccountant("bob@books.example");
    for (const one of [link, file("ledger.csv")]) expect((await site.visitor().get(one)).status).to.equal(404);
  }); // prettier-ignore
});
