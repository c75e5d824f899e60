import { expect } from "chai";
import { advanceInvoice } from "../../src/gateway/advanceInvoice.ts";
import type { Observation } from "../../src/invoices/observation.ts";
import { MINUTE_MS } from "../../src/time.ts";
import { textOf } from "../browser/readPage.ts";
import { anInvoice, FLOOR, inBlock, refund, success } from "../invoices/given.ts";
import { openSite, signedInOwner, type Site, type Visitor } from "./ownerPages.ts";

/** An invoice of the site's store to which this has happened, now. */
async function happened(site: Site, id: string, ...seen: readonly Observation[]) {
  const { gateway, shop, clock } = site;
  const viewers = { isWatched: () => false, watched: () => [], announce: () => {} };
  const invoice = { ...anInvoice(), id, storeId: shop.id };
  await gateway.store.issue(invoice, { at: clock(), events: [], deliveries: [] });
  for (const one of seen) await advanceInvoice({ ...gateway, viewers, signer: undefined }, id, one);
}

describe("the owner's statement of a month", () => {
  let site: Site;
  let owner: Visitor;
  const path = (month = "") => `/owner/stores/${site.shop.id}/statements${month}`;
  before(async () => {
    site = await openSite();
    owner = await signedInOwner(site);
  });

  it("is linked from the overview, leads to the running month, and asks who is there", async () => {
    expect((await owner.get("/owner")).text).to.include(`href="${path()}"`);
    expect((await owner.get(path())).headers["location"]).to.equal(path("/2026-11"));
    expect((await site.visitor().get(path("/2026-11"))).status).to.equal(303);
    for (const month of ["/2027-01", "/2026-13", "/now"]) {
      const { status, text } = await owner.get(path(month));
      expect(status, month).to.equal(404);
      expect(textOf(text)).to.include("Expected a month that has begun");
    }
  });

  it("says what came, what it cost, what went back and what is still on its way", async () => {
    await happened(site, "settled", inBlock({ outpoint: "aa:0" }), success({ outpoint: "aa:0", amount: FLOOR, requestId: "r1" }));
    await happened(site, "returned", inBlock({ outpoint: "bb:0" }), refund({ outpoint: "bb:0", requestId: "r2" }));
    await happened(site, "moving", inBlock({ outpoint: "cc:0" }));
    site.clock.advance(2 * MINUTE_MS); // what is younger than a minute is not told yet
    const { status, text } = await owner.get(path("/2026-11"));
    const shown = textOf(text);
    expect(status).to.equal(200);
    expect(shown).to.include("November 2026").and.to.include("The month is still running.");
    expect(shown).to.include("BTC on chain 8253038").and.to.include("USDC on chain");
    expect(shown).to.match(/Received from payers\+0\.0012 /).and.to.match(/Sent back to payers by the service−0\.0004 /);
    expect(shown).to.match(/Arrived at your address−25\.01 /).and.to.match(/On its way at the end=0\.0004 /);
    expect(shown).to.match(/Payments that ended2 /);
    expect(shown).not.to.include("Do not use this statement");
    expect(site.logged.join()).not.to.include("statement.wrong");
  }); // prettier-ignore

  it("says that it must not be used when its sums do not agree, and tells the log", async () => {
    const { store } = site.gateway;
    const linesIn = store.linesIn.bind(store);
    Object.assign(store, { linesIn: async () => [] }); // as if the lines of the payments were lost
    try {
      const { text } = await owner.get(path("/2026-11"));
      expect(textOf(text))
        .to.include("Do not use this statement")
        .and.to.include("the lines of its payments say 0");
      expect(site.logged.join()).to.include("statement.wrong");
    } finally {
      Object.assign(store, { linesIn });
    }
  });
});
