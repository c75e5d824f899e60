import { expect } from "chai";
import { GatewayError } from "../../../../src/gateway/errors.ts";
import { dueFor, worthNow } from "../../../../src/gateway/usecases/pricing/priceTerms.ts";
import { rateBetween } from "../../../../src/gateway/usecases/pricing/rateBetween.ts";
import { rateText } from "../../../../src/values/rate.ts";

/** Sources that list these pairs and no others. */
function listing(pairs: Readonly<Record<string, string>>) {
  const asked: string[] = [];
  return {
    asked,
    async rate(base: string, quote: string) {
      asked.push(`${base}-${quote}`);
      const price = pairs[`${base}-${quote}`];
      if (price === undefined) throw new Error("No source lists it.");
      return { price, source: `${base.toLowerCase()}.example`, at: base === "BTC" ? 2 : 1 };
    },
  };
}

const AGAINST_DOLLARS = {
  "BTC-USD": "80000",
  "ETH-USD": "2000",
  "EUR-USD": "1.25",
  "JPY-USD": "0.00625",
  "KWD-USD": "3.25",
  "BHD-USD": "2.65",
  "VND-USD": "0.00004",
};

describe("the rate between two currencies", () => {
  it("goes by way of dollars where sources list a currency only against them", async () => {
    const rates = listing(AGAINST_DOLLARS);
    const btc = { symbol: "BTC", decimals: 8 };
    const prices: readonly (readonly [string, number, bigint, bigint])[] = [
      ["EUR", 2, 64_00n, 100_000n],
      ["JPY", 0, 12_800n, 100_000n],
      ["KWD", 3, 16_000n, 65_000n],
      ["BHD", 3, 16_000n, 53_000n],
      ["VND", 0, 2_000_000n, 100_000n],
      ["ETH", 18, 10n ** 18n, 2_500_000n],
    ];
    for (const [currency, decimals, amount, sats] of prices)
      expect(await worthNow(rates, { amount, currency, decimals }, btc), currency).to.equal(sats);
  });

  it("names the pairs of its path and has the time of the older one", async () => {
    const found = await rateBetween(listing(AGAINST_DOLLARS), "EUR", "BTC");
    expect(rateText(found.rate)).to.equal("0.000015625");
    expect(found).to.include({ source: "eur.example (EUR-USD), btc.example (USD-BTC)", at: 1 });
  });

  it("asks for no third currency where a source lists the pair in either direction", async () => {
    const rates = listing({ ...AGAINST_DOLLARS, "BTC-EUR": "64000" });
    const found = await rateBetween(rates, "EUR", "BTC");
    expect(rateText(found.rate)).to.equal("0.000015625");
    expect(found.source).to.equal("btc.example");
    expect(rates.asked).to.deep.equal(["EUR-BTC", "BTC-EUR"]);
  });

  it("goes by way of euros or bitcoins where no source lists dollars for both", async () => {
    const rates = listing({ "BTC-EUR": "64000", "EUR-CHF": "0.95", "ETH-BTC": "0.025" });
    expect(rateText((await rateBetween(rates, "BTC", "CHF")).rate)).to.equal("60800");
    expect(rateText((await rateBetween(rates, "ETH", "EUR")).rate)).to.equal("1600");
  });

  it("counts a satoshi as a part of a bitcoin, as the price and as the target", async () => {
    const rates = listing(AGAINST_DOLLARS);
    const sats = { symbol: "SATS", decimals: 0 };
    expect(await dueFor(rates, { amount: 64_00n, currency: "EUR", decimals: 2 }, sats)).to.equal(100_000n);
    expect(
      await worthNow(
        rates,
        { amount: 100_000n, currency: "SATS", decimals: 0 },
        { symbol: "EUR", decimals: 2 },
      ),
    ).to.equal(64_00n);
    expect(await dueFor(rates, { amount: 5n, currency: "BTC", decimals: 8 }, sats)).to.equal(5n);
  });

  it("shows at least ten digits of a small rate", async () => {
    const { rate } = await rateBetween(listing(AGAINST_DOLLARS), "VND", "BTC");
    expect(rateText(rate)).to.equal("0.0000000005");
    const third = await rateBetween(listing({ "VND-BTC": "0.00000000033333333333" }), "VND", "BTC");
    expect(rateText(third.rate)).to.equal("0.0000000003333333333");
  });

  it("is refused where no source lists what it needs, with what to do", async () => {
    const error = await rateBetween(listing({}), "XYZ", "BTC").catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(GatewayError).and.to.include({ code: "rate_unavailable" });
    expect((error as Error).message)
      .to.include("No rate from XYZ to BTC")
      .and.to.include("RATES_URLS");
  });
});
