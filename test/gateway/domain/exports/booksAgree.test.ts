import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { openDatabase } from "../../../../src/database/open.ts";
import { MINUTE_MS } from "../../../../src/values/time.ts";
import { formatFixed, sum } from "../../../../src/values/amount.ts";
import { invoicePath } from "../../../../src/gateway/http/owner/paths.ts";
import { compareStore, MONTH, sellAtRandom } from "../../../books/compareBooks.ts";
import { DECIMALS, type Currency } from "../../../books/sales.ts";
import { strayAtRandom } from "../../../books/strayFunds.ts";
import { textOf } from "../../../browser/readPage.ts";
import { copyMigrated } from "../../../support/migratedDatabases.ts";
import { startMerchantApp } from "../../../support/merchantApp.ts";
import { isFull } from "../../../support/sizes.ts";
import { openSite, signedInAt, signedInOwner } from "../../http/ownerPages.ts";
import { LATER, storeOn } from "./bookedWorld.ts";

const HISTORIES = isFull ? 1_000 : 15;
const SEED = 2026;
const ON_PAGES = 6; // a page takes as long as fifty files

describe("books after random payments, refunds and unattributed funds", function () {
  this.timeout(600_000);

  it("have the same amounts in the API, the statement and every file as the chains", async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "books-"));
    const file = path.join(folder, "books.db");
    await copyMigrated("gateway", file);
    const database = await openDatabase(file, "gateway");
    try {
      const persistence = storeOn(database);
      const sold = await sellAtRandom(persistence, HISTORIES, SEED);
      const strays = await strayAtRandom(persistence, HISTORIES, SEED, LATER - 2 * MINUTE_MS);
      for (const currency of Object.keys(DECIMALS) as Currency[])
        await compareStore(persistence, currency, sold, strays);
    } finally {
      await database.close();
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });

  it("count for the same amounts on the owner's pages of invoices", async () => {
    const shop = await startMerchantApp();
    after(() => shop.close());
    const { gateway } = shop.app;
    const sold = await sellAtRandom(gateway.persistence, ON_PAGES, SEED);
    const owner = await signedInAt(gateway, shop.app.url);
    for (const { invoice, paid } of sold) {
      const { currency, decimals } = invoice.terms;
      const page = await owner.get(invoicePath(invoice.id));
      expect(page.status, page.headers["location"]).to.equal(200);
      const text = textOf(page.text);
      for (const { counts } of paid)
        expect(text, invoice.id).to.include(`Counts for ${formatFixed(counts, decimals)} ${currency}.`);
    }
  });

  it("add up to the same amounts on the owner's statements", async () => {
    const site = await openSite();
    const sold = await sellAtRandom(site.gateway.persistence, ON_PAGES, SEED);
    site.clock.advance(LATER - site.clock());
    const owner = await signedInOwner(site);
    for (const currency of Object.keys(DECIMALS) as Currency[]) {
      const settled = sold
        .filter(({ invoice }) => invoice.terms.currency === currency)
        .flatMap(({ paid }) => paid.filter(({ end }) => end === "settled").map(({ counts }) => counts));
      const { text } = await owner.get(`/owner/stores/store-${currency}/statements/${MONTH.name}`);
      const amount = formatFixed(sum(settled), DECIMALS[currency]);
      expect(textOf(text), currency).to.match(new RegExp(`Worth of what arrived, fees taken off ?${amount}`));
    }
  });
});
