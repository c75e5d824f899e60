import { expect } from "chai";
import { silentLog } from "../../../src/runtime/log.ts";
import { DEFAULT_COINS, readCoins } from "../../../src/network/prices/coins.ts";
import {
  createPrices,
  PRICE_DEFAULTS,
  readPriceSetting,
  type PriceConfig,
} from "../../../src/network/prices/createPrices.ts";
import { PriceMissing } from "../../../src/network/prices/priceSource.ts";
import { priceAt } from "../../../src/network/prices/priceWalk.ts";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { testClock } from "../../support/clock.ts";

const CONFIG: PriceConfig = { ...PRICE_DEFAULTS, setting: { kind: "walk" }, walkSeed: "tests" };
const clock = testClock();
const prices = (changes: Partial<PriceConfig> = {}) =>
  createPrices({ ...CONFIG, ...changes }, { clock, log: silentLog });

describe("the price setting", () => {
  it("is a simulation, public exchanges or a file", () => {
    expect(readPriceSetting("walk")).to.deep.equal({ kind: "walk" });
    expect(readPriceSetting("http")).to.deep.equal({ kind: "http" });
    expect(readPriceSetting("file:/srv/prices.json")).to.deep.equal({
      kind: "file",
      path: "/srv/prices.json",
    });
  });

  for (const text of ["", "Walk", "https", "file:", "file:prices.json", "walk ", "none"]) {
    it(`is refused with a sentence as "${text}"`, () => {
      expect(() => readPriceSetting(text)).to.throw(/PRICES must be walk.*http.*file:/);
    });
  }

  it("reads further coins with their markets", () => {
    expect(readCoins(" POL=coinbase:POL-USD,kraken:POLUSD\n XYZ=gemini:xyzusd ")).to.deep.equal({
      POL: { pairs: { coinbase: "POL-USD", kraken: "POLUSD" } },
      XYZ: { pairs: { gemini: "xyzusd" } },
    });
    expect(readCoins("")).to.deep.equal({});
  });

  for (const text of [
    "POL",
    "POL=",
    "POL=POLUSD",
    "POL=binance:POLUSD",
    "POL=kraken:../../x",
    "=kraken:POLUSD",
  ]) {
    it(`refuses the coin "${text}" with a sentence`, () => {
      expect(() => readCoins(text)).to.throw(/Expected a coin and its dollar markets/);
    });
  }

  it("refuses a coin that too few exchanges list, and rules that cannot be met", () => {
    const http = { setting: { kind: "http" } } as const;
    const coins = { ...DEFAULT_COINS, ...readCoins("POL=kraken:POLUSD") };
    expect(() => prices({ ...http, coins })).to.throw(/POL has 1 exchange.*2 must agree/);
    expect(() => prices({ ...http, coins, minSources: 1 })).not.to.throw();
    expect(() => prices({ ...http, minSources: 0 })).to.throw(/at least 1 price source/);
    expect(() => prices({ ...http, maxDisagreementBps: 0.5 })).to.throw(/basis points/);
  });

  it("of the simulation gives its price at any moment, and none of a coin it does not know", async () => {
    for (const at of [clock(), clock() - 500 * MINUTE_MS]) {
      expect(await prices().price("BTC", at)).to.equal(priceAt("tests", "BTC", at));
    }
    expect(await prices().price("WETH", clock())).to.equal(priceAt("tests", "ETH", clock()));
    const missing = await prices().price("DOGE", clock()).catch((error: unknown) => error); // prettier-ignore
    expect(missing).to.be.instanceOf(PriceMissing);
  });
});
