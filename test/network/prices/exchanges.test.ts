import { expect } from "chai";
import {
  PriceDisputed,
  PriceMissing,
  PriceStale,
  PriceUnavailable,
} from "../../../src/network/prices/priceSource.ts";
import { MINUTE_MS, SECOND_MS } from "../../../src/values/time.ts";
import { startExchanges, type Exchanges } from "./exchangeServers.ts";

const BTC_80K = 80_000_00000000n;
const BTC_88K = 88_000_00000000n;
const ONLY_KRAKEN = { coins: { BTC: { pairs: { kraken: "XBTUSD" } } }, minSources: 1 };

describe("prices from public exchanges", () => {
  let world: Exchanges;
  beforeEach(async () => {
    world = await startExchanges();
  });
  afterEach(() => world.close());

  const btc = (prices = world.prices()) => prices.price("BTC", world.clock());
  const refusal = async (work: Promise<unknown>): Promise<PriceUnavailable> => {
    const error = await work.then((price) => price, (caught: unknown) => caught); // prettier-ignore
    expect(error).to.be.instanceOf(PriceUnavailable);
    return error as PriceUnavailable; // proven by the line above
  };

  it("are what all exchanges say, asked in each one's own words", async () => {
    expect(await btc()).to.equal(BTC_80K);
    expect(world.asked("coinbase")).to.deep.equal(["/products/BTC-USD/ticker"]);
    expect(world.asked("kraken")).to.deep.equal(["/0/public/Ticker?pair=XBTUSD"]);
    expect(world.asked("bitstamp")).to.deep.equal(["/api/v2/ticker/btcusd/"]);
    expect(world.asked("gemini")).to.deep.equal(["/v1/pubticker/btcusd"]);
  });

  it("double when the exchanges' prices double", async () => {
    const prices = world.prices();
    const before = await btc(prices);
    world.everyone("160000");
    world.clock.advance(MINUTE_MS);
    expect(await btc(prices)).to.equal(before * 2n);
  });

  it("keep every digit, to 10^-8 dollars", async () => {
    world.everyone("80000.12345678");
    expect(await btc()).to.equal(80_000_12345678n);
  });

  it("are asked for every coin, dollar coins too, which may be worth less than a dollar", async () => {
    const prices = world.prices();
    world.everyone("0.9431");
    for (const symbol of ["USDC", "USDT"]) {
      expect(await prices.price(symbol, world.clock())).to.equal(94_310_000n);
    }
    expect(world.asked("coinbase")).to.deep.equal(["/products/USDT-USD/ticker"]);
  });

  it("are not there for a coin that no exchange lists, and nobody is asked", async () => {
    const prices = world.prices();
    for (const symbol of ["DOGE", "__proto__", "constructor"]) {
      expect(await refusal(prices.price(symbol, world.clock()))).to.be.instanceOf(PriceMissing);
    }
    expect(world.asked("kraken")).to.deep.equal([]);
  });

  for (const fault of ["down", "silent", "huge", 500] as const) {
    it(`come from the others when one is ${fault}`, async () => {
      world.say.kraken.fault = fault;
      expect(await btc(world.prices({ timeoutMs: 200 }))).to.equal(BTC_80K);
    });
  }

  for (const price of [
    "0",
    "-1",
    "1000000000000",
    "NaN",
    "8e4",
    "0x10",
    "",
    "80,000",
    " 80000",
    "80000.123456789",
  ]) {
    it(`come from the others when one says "${price}"`, async () => {
      world.say.coinbase.price = price;
      expect(await btc()).to.equal(BTC_80K);
      expect(JSON.stringify(world.warnings)).to.match(/coinbase.*(Expected|can be read in two ways)/);
    });
  }

  for (const body of [
    "<html>Just a moment</html>",
    "null",
    "[]",
    '{"error":["EQuery:Unknown asset pair"]}',
    '{"error":[],"result":{}}',
    '{"error":[],"result":{"A":{"a":["80000"],"b":["80000"]},"B":{"a":["1"],"b":["1"]}}}',
    '{"error":[],"result":{"A":{"a":[80000],"b":[80000]}}}',
    '{"error":[],"result":{"A":{"a":["80000"],"b":["70000"]}}}',
    '{"error":[],"result":{"A":{"a":["80000"],"b":["80001"]}}}',
  ]) {
    it(`are no answer as ${body}`, async () => {
      world.say.kraken.body = body;
      const error = await refusal(btc(world.prices(ONLY_KRAKEN)));
      expect(error).to.be.instanceOf(PriceMissing);
      expect(error.failures.join()).to.match(/^kraken: /);
      expect(error.message).not.to.match(/kraken/i); // a caller need not know whom we ask
    });
  }

  it("are the middle between buyers and sellers", async () => {
    world.say.kraken.body = '{"error":[],"result":{"A":{"a":["80100"],"b":["79900.00000001"]}}}';
    expect(await btc(world.prices(ONLY_KRAKEN))).to.equal(80_000_00000000n);
  });

  it("are not moved by one of three that is 10 % off", async () => {
    world.say.gemini.fault = "down";
    world.say.bitstamp.price = "88000";
    expect(await btc()).to.equal(BTC_80K);
    expect(JSON.stringify(world.warnings)).to.match(/bitstamp.*said 88000/);
  });

  it("are refused when two sources contradict each other, and when two stand against two", async () => {
    world.say.coinbase.price = "88000";
    world.say.kraken.price = "88000";
    expect(await refusal(btc())).to.be.instanceOf(PriceDisputed);
    world.say.kraken.fault = "down";
    world.say.gemini.fault = "down";
    const error = await refusal(btc());
    expect(error).to.be.instanceOf(PriceDisputed);
    expect(error.failures).to.include.members(["coinbase: said 88000", "bitstamp: said 80000"]);
  });

  it("are refused in a dispute although an agreed price is remembered, and given again when it ends", async () => {
    const prices = world.prices();
    await btc(prices);
    world.say.coinbase.price = "88000";
    world.say.kraken.price = "88000";
    world.clock.advance(10 * SECOND_MS);
    expect(await refusal(btc(prices))).to.be.instanceOf(PriceDisputed);
    for (const booth of Object.values(world.say)) booth.fault = "down";
    world.clock.advance(10 * SECOND_MS);
    expect(await refusal(btc(prices))).to.be.instanceOf(PriceMissing);
    world.everyone("88000");
    world.clock.advance(10 * SECOND_MS);
    expect(await btc(prices)).to.equal(BTC_88K);
  });

  it("may differ by the configured share", async () => {
    world.say.coinbase.price = "88000";
    world.say.kraken.fault = "down";
    world.say.gemini.fault = "down";
    expect(await btc(world.prices({ maxDisagreementBps: 1_000 }))).to.equal(84_000_00000000n);
    expect(await refusal(btc(world.prices({ maxDisagreementBps: 999 })))).to.be.instanceOf(PriceDisputed);
  });

  it("need as many sources as configured", async () => {
    for (const name of ["coinbase", "kraken", "bitstamp"] as const) world.say[name].fault = "down";
    expect(await refusal(btc())).to.be.instanceOf(PriceMissing);
    expect(await btc(world.prices({ minSources: 1 }))).to.equal(BTC_80K);
  });

  it("do not count a source whose own time is too old or ahead of ours", async () => {
    world.say.kraken.fault = "down";
    world.say.gemini.fault = "down";
    world.say.coinbase.ageMs = MINUTE_MS; // just young enough
    expect(await btc()).to.equal(BTC_80K);
    world.say.coinbase.ageMs = MINUTE_MS + 1_000;
    expect(await refusal(btc())).to.be.instanceOf(PriceStale);
    world.say.coinbase.ageMs = -30 * SECOND_MS;
    expect((await refusal(btc())).failures.join()).to.match(/coinbase: is 30000 ms ahead/);
  });

  it("may be older for dollar coins, which move little", async () => {
    world.everyone("1.0001");
    for (const name of ["coinbase", "bitstamp"] as const) world.say[name].ageMs = 4 * MINUTE_MS;
    for (const name of ["kraken", "gemini"] as const) world.say[name].fault = "down";
    expect(await world.prices().price("USDT", world.clock())).to.equal(100_010_000n);
  });

  it("serve while every source is down until the age limit, then are stale, and come back", async () => {
    const prices = world.prices();
    await btc(prices);
    for (const booth of Object.values(world.say)) booth.fault = "down";
    world.clock.advance(MINUTE_MS);
    expect(await btc(prices)).to.equal(BTC_80K);
    world.clock.advance(1);
    expect((await refusal(btc(prices))).message).to.match(/BTC is at most 60 seconds old/);
    expect(await refusal(btc(prices))).to.be.instanceOf(PriceStale);
    world.everyone("88000");
    world.clock.advance(10 * SECOND_MS);
    expect(await btc(prices)).to.equal(BTC_88K);
  });

  it("age from the oldest source that agreed, not from when they were asked", async () => {
    const prices = world.prices();
    world.say.bitstamp.ageMs = 50 * SECOND_MS;
    await btc(prices);
    for (const booth of Object.values(world.say)) booth.fault = "down";
    world.clock.advance(10 * SECOND_MS);
    expect(await btc(prices)).to.equal(BTC_80K);
    world.clock.advance(1);
    expect(await refusal(btc(prices))).to.be.instanceOf(PriceStale);
  });

  it("are asked for once by a crowd, and again after ten seconds", async () => {
    const prices = world.prices();
    await Promise.all(Array.from({ length: 50 }, () => btc(prices)));
    world.clock.advance(10 * SECOND_MS - 1);
    await btc(prices);
    expect(world.asked("kraken")).to.have.length(1);
    world.clock.advance(1);
    await btc(prices);
    expect(world.asked("kraken")).to.have.length(2);
  });

  it("are not asked for more often while everybody is down", async () => {
    const prices = world.prices();
    for (const booth of Object.values(world.say)) booth.fault = "down";
    await refusal(btc(prices));
    await refusal(btc(prices));
    expect(world.asked("kraken")).to.have.length(1);
    expect(world.warnings).to.have.length(1);
    world.clock.advance(10 * SECOND_MS);
    await refusal(btc(prices));
    expect(world.asked("kraken")).to.have.length(2);
    expect(world.warnings).to.have.length(1); // nothing new to say
  });

  it("are asked for again when the clock was set back, and are not given for another time", async () => {
    const prices = world.prices();
    await btc(prices);
    world.clock.advance(-60 * MINUTE_MS);
    world.everyone("88000");
    expect(await btc(prices)).to.equal(BTC_88K);
    expect(await refusal(prices.price("BTC", world.clock() - 2 * MINUTE_MS))).to.be.instanceOf(PriceStale);
  });
});
