import { expect } from "chai";
import { LRUCache } from "lru-cache";
import { makeStatement } from "../../../src/gateway/usecases/books/makeStatement.ts";
import { sumOfDays, turnover, type DayTurnover } from "../../../src/gateway/usecases/books/turnover.ts";
import { formatFixed, parseDecimal } from "../../../src/values/amount.ts";
import { monthOf, readMonth } from "../../../src/values/month.ts";
import { DAY_MS, MINUTE_MS } from "../../../src/values/time.ts";
import { textOf } from "../../browser/readPage.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { bitcoinOf, issue } from "./merchant.ts";
import { signedInAt, type Visitor } from "./ownerPages.ts";

describe("the overview of a store", function () {
  this.timeout(120_000);
  let shop: SandboxApp;
  let owner: Visitor;
  before(async () => {
    shop = await startSandboxApp();
    await shop.control("bitcoin/automine", { seconds: 0 });
  });
  after(() => shop.close());

  async function sell(): Promise<void> {
    const { id } = await issue(shop, {});
    const { destination, due } = await bitcoinOf(shop, id);
    await shop.control("bitcoin/pay", { address: destination, sats: parseDecimal(due, 8).toString() });
    await shop.control("bitcoin/mine", { blocks: 1 });
    for (let round = 0; round < 6; round++) {
      shop.clock.advance(2_000);
      await shop.run();
    }
    shop.clock.advance(2 * MINUTE_MS);
    await shop.run();
  }

  it("shows what was received today and before, as the statement and payments.csv have it", async () => {
    const { gateway } = shop.app;
    const known = new LRUCache<string, DayTurnover>({ max: 100 });
    for (let day = 0; day < 3; day++) {
      await sell();
      if (day < 2) shop.clock.advance(DAY_MS);
    }
    const store = await gateway.persistence.stores.load(shop.storeId);
    if (!store) throw new Error("The sandbox has a store.");
    const seen = await turnover(gateway, store, 30, known);
    expect(seen.days).to.have.length(30);
    expect(seen.days.slice(-3).map(({ worth }) => worth.payments)).to.deep.equal([1, 1, 1]);
    expect(known.size, "finished days are read once").to.equal(29);
    expect(await turnover(gateway, store, 30, known)).to.deep.equal(seen);

    const month = readMonth(monthOf(shop.clock(), "UTC"), "UTC");
    const statement = month && (await makeStatement(gateway, store, month));
    const inMonth = seen.days.filter(({ from }) => month && from >= month.from);
    const total = sumOfDays(inMonth);
    expect(formatFixed(total.settled, seen.decimals)).to.equal(statement?.worth.settled);
    expect(formatFixed(total.cost, seen.decimals)).to.equal(statement?.worth.cost);

    owner = await signedInAt(shop.app.gateway, shop.url); // now: a session ends after twelve hours
    const { text } = await owner.get("/owner");
    const shown = textOf(text);
    const [today, week] = [sumOfDays(seen.days.slice(-1)), sumOfDays(seen.days)];
    expect(shown).to.include(`Today${formatFixed(today.settled, 2)} USD1 payment,`);
    expect(shown).to.include(`7 days${formatFixed(week.settled, 2)} USD3 payments,`);
    expect(shown).to.match(/By coin, 30 days[\s\w]*?0\.\d+ BTC ?3 payments/);
    const files = [...text.matchAll(/href="([^"]+payments\.csv[^"]+)"/g)].map(([, path = ""]) =>
      path.replaceAll("&amp;", "&"),
    );
    const lines = await Promise.all(
      files.map(async (path) => (await owner.get(path)).text.trim().split("\n").length - 1),
    );
    expect(lines, "a line for each payment").to.deep.equal([1, 3, 3]);
  });

  it("shows how the parts of the gateway are to administrators", async () => {
    expect(textOf((await owner.get("/owner")).text)).to.match(
      /Health.*Databaseok ?Journalok ?Disk[\d.]+ GiB free/,
    );
    shop.clock.advance(20 * MINUTE_MS);
    expect(textOf((await owner.get("/owner")).text)).to.match(/Bitcoinlast reached 2\d min ago/);
  });

  it("has files of any range in a form, which says what is wrong with one", async () => {
    const path = `/owner/stores/${shop.storeId}/exports`;
    expect(textOf((await owner.get(path)).text)).to.include("payments.csv");
    const file = await owner.get(`${path}?file=ledger.csv&from=2026-11-01&to=`);
    expect(file.headers["content-disposition"]).to.include("ledger.csv");
    for (const query of [
      "file=nothing.csv",
      "file=payments.csv&from=soon",
      "file=payments.csv&from=2026-12-01&to=2026-11-01",
    ]) {
      const { status, text } = await owner.get(`${path}?${query}`);
      expect(status, query).to.be.within(400, 422);
      expect(text, query).to.match(/role="alert"|not-found|Expected/);
    }
  });
});
