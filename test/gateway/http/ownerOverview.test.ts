import { expect } from "chai";
import { LRUCache } from "lru-cache";
import { makeStatement } from "../../../src/gateway/usecases/books/makeStatement.ts";
import { sumOfDays, turnover, type DayTurnover } from "../../../src/gateway/usecases/books/turnover.ts";
import { formatDecimal, formatFixed, parseDecimal } from "../../../src/values/amount.ts";
import { monthOf, readMonth } from "../../../src/values/month.ts";
import { DAY_MS, isoTime, MINUTE_MS } from "../../../src/values/time.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../src/intents/identifiers.ts";
import { textOf } from "../../browser/readPage.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { bitcoinOf, issue } from "./merchant.ts";
import { signedInAt, type Visitor } from "./ownerPages.ts";

/** The lines of a CSV file without quotes, by the names of their columns. */
function tableOf(csv: string): readonly Readonly<Record<string, string>>[] {
  const [head = [], ...lines] = csv
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
  return lines.map((cells) => Object.fromEntries(cells.map((cell, index) => [head[index] ?? "", cell])));
}

/** The address of the link whose address and text have these words. */
function pathIn(html: string, address: string, words: string): string {
  const links = [...html.matchAll(/<a href="([^"]+)">(.*?)<\/a>/g)];
  const link = links.find(
    ([, path = "", text = ""]) => path.includes(address) && textOf(text).includes(words),
  );
  return (link?.[1] ?? "").replaceAll("&amp;", "&");
}

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
  }

  /** As `sell`, and some minutes later. */
  async function sellAndWait(): Promise<void> {
    await sell();
    shop.clock.advance(2 * MINUTE_MS);
    await shop.run();
  }

  it("shows what was received today and before, as the statement and payments.csv have it", async () => {
    const { gateway } = shop.app;
    const known = new LRUCache<string, DayTurnover>({ max: 100 });
    for (let day = 0; day < 3; day++) {
      await sellAndWait();
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
    expect(shown).to.match(/By coin, 30 days.*?0\.\d+ BTC ?Bitcoin ?3 payments/);
    const files = [
      ...text.matchAll(/<p class="figure-sum"><a href="([^"]+payments\.csv[^"]+)"><bdi>([\d.]+)/g),
    ];
    expect(files).to.have.length(3);
    for (const [index, [, path = "", sum]] of files.entries()) {
      const payments = tableOf((await owner.get(path.replaceAll("&amp;", "&"))).text);
      expect(payments, "a line for each payment").to.have.length([1, 3, 3][index] ?? 0);
      const worth = payments.reduce((total, line) => total + parseDecimal(line["value"] ?? "", 2), 0n);
      expect(formatFixed(worth, 2), "the lines of the file add up to the figure").to.equal(sum);
    }
    const byCoin = tableOf((await owner.get(pathIn(text, "payments.csv", "by coin"))).text);
    const units = byCoin.reduce((total, line) => total + parseDecimal(line["paid_amount"] ?? "", 8), 0n);
    expect(shown).to.include(`${formatDecimal(units, 8)} BTC`);
    const listed = await owner.get(pathIn(text, "coin=BTC", "3 payments"));
    expect([...listed.text.matchAll(/<tr role="row" data-id=/g)], "the list behind the coin").to.have.length(
      3,
    );
  });

  it("leads to a new invoice first of all, and to all invoices", async () => {
    const { text } = await owner.get("/owner");
    expect(text).to.match(/<a class="button is-main is-small" href="[^"]*invoices\/new[^"]*">New invoice</);
    expect(text).to.match(/<a class="button is-small" href="[^"]*">Invoices</);
  });

  it("links to what waits, by kind", async () => {
    expect((await owner.get("/owner")).text).not.to.include("Waits for you");
    const { persistence } = shop.app.gateway;
    const at = shop.clock();
    const found = { outpoint: `${"ab".repeat(32)}:1`, address: "bcrt1-lost", value: 31_234n };
    const place = { chainId: BITCOIN_CHAIN_ID, currency: BTC_CURRENCY, storeId: shop.storeId };
    const seen = { height: 3, blockHash: "cd".repeat(32), blockTime: at, seenAt: at };
    await persistence.unattributed.keep({ ...found, ...place, ...seen, lastInvoiceId: undefined });
    const { text } = await owner.get("/owner");
    expect(textOf(text)).to.match(/Waits for you.*Unattributed funds 1/);
    expect(text).to.include(`href="/owner/stores/${shop.storeId}/inbox#unattributed"`);
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

  it("has a payment as soon as it is settled, and the statement within seconds", async () => {
    const { gateway } = shop.app;
    const store = (await gateway.persistence.stores.load(shop.storeId))!;
    const today = async () => {
      const { days } = await turnover(gateway, store, 1, new LRUCache<string, DayTurnover>({ max: 9 }));
      return days[0]?.worth;
    };
    const month = readMonth(monthOf(shop.clock(), "UTC"), "UTC")!;
    const before = await today();
    const stated = (await makeStatement(gateway, store, month))?.worth.payments ?? 0;
    await sell();
    const after = await today();
    expect(after?.payments).to.equal((before?.payments ?? 0) + 1);
    expect(after!.settled > before!.settled).to.equal(true);
    const page = await owner.get("/owner");
    const ofToday = pathIn(page.text, "payments.csv", formatFixed(after!.settled, 2));
    const files = [
      ofToday,
      `/owner/stores/${shop.storeId}/exports?file=payments.csv&from=${isoTime(shop.clock()).slice(0, 10)}`,
    ];
    for (const file of files)
      expect(tableOf((await owner.get(file)).text), file).to.have.length(after?.payments ?? 0);
    const running = await owner.get(`/owner/stores/${shop.storeId}/statements/${month.name}/payments.csv`);
    expect(tableOf(running.text)).to.have.length(stated + 1);
    shop.clock.advance(5_001);
    const statement = await makeStatement(gateway, store, month);
    expect(statement?.worth.payments).to.equal(stated + 1);
    expect(statement?.faults).to.deep.equal([]);
  });
});
