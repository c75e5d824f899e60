import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { silentLog } from "../../../src/runtime/log.ts";
import { createPrices, PRICE_DEFAULTS } from "../../../src/network/prices/createPrices.ts";
import { PriceMissing, PriceStale, PriceUnavailable } from "../../../src/network/prices/priceSource.ts";
import { isoTime, MINUTE_MS, SECOND_MS } from "../../../src/values/time.ts";
import { testClock, type TestClock } from "../../support/clock.ts";

describe("prices from a file", () => {
  let folder: string;
  let file: string;
  let clock: TestClock;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-prices-"));
    file = path.join(folder, "prices.json");
    clock = testClock();
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const write = (content: unknown) =>
    fs.writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  const open = () =>
    createPrices(
      { ...PRICE_DEFAULTS, setting: { kind: "file", path: file }, walkSeed: "" },
      { clock, log: silentLog },
    );
  const refusal = async (symbol: string, prices = open()): Promise<PriceUnavailable> => {
    const error = await prices.price(symbol, clock()).then((price) => price, (caught: unknown) => caught); // prettier-ignore
    expect(error).to.be.instanceOf(PriceUnavailable);
    return error as PriceUnavailable; // proven by the line above
  };

  it("are what the operator wrote, read again after ten seconds", async () => {
    write({ BTC: "80000.00000001", USDC: "0.9998", at: isoTime(clock()) });
    const prices = open();
    expect(await prices.price("BTC", clock())).to.equal(80_000_00000001n);
    expect(await prices.price("USDC", clock())).to.equal(99_980_000n);
    clock.advance(10 * SECOND_MS);
    write({ BTC: "160000.00000002", at: isoTime(clock()) });
    expect(await prices.price("BTC", clock())).to.equal(160_000_00000002n);
  });

  it("are missing for a coin that is not in the file", async () => {
    write({ BTC: "80000", at: isoTime(clock()) });
    for (const symbol of ["ETH", "toString"]) expect(await refusal(symbol)).to.be.instanceOf(PriceMissing);
  });

  it("are missing as soon as the operator takes a coin out", async () => {
    write({ BTC: "80000", at: isoTime(clock()) });
    const prices = open();
    await prices.price("BTC", clock());
    clock.advance(10 * SECOND_MS);
    write({ ETH: "3000", at: isoTime(clock()) });
    expect(await refusal("BTC", prices)).to.be.instanceOf(PriceMissing);
  });

  it("grow too old when nobody renews the file, also across a restart", async () => {
    write({ BTC: "80000", at: isoTime(clock()) });
    const prices = open();
    await prices.price("BTC", clock());
    clock.advance(MINUTE_MS);
    expect(await prices.price("BTC", clock())).to.equal(80_000_00000000n);
    clock.advance(SECOND_MS);
    expect(await refusal("BTC", prices)).to.be.instanceOf(PriceStale);
    expect(await refusal("BTC")).to.be.instanceOf(PriceStale);
  });

  it("outlive a moment in which the file is half written", async () => {
    write({ BTC: "80000", at: isoTime(clock()) });
    const prices = open();
    await prices.price("BTC", clock());
    clock.advance(10 * SECOND_MS);
    write('{"BTC": "80');
    expect(await prices.price("BTC", clock())).to.equal(80_000_00000000n);
  });

  for (const [name, content] of [
    ["numbers instead of texts", { BTC: 80_000, at: "2026-11-21T09:00:00Z" }],
    ["no moment", { BTC: "80000" }],
    ["a moment without a zone", { BTC: "80000", at: "2026-11-21T09:00:00" }],
    ["a moment to come", { BTC: "80000", at: "2026-11-21T09:05:00Z" }],
    ["a list", ["80000"]],
    ["a megabyte", " ".repeat(1_000_000)],
  ] as const) {
    it(`are missing when the file holds ${name}`, async () => {
      write(content);
      const error = await refusal("BTC");
      expect(error).to.be.instanceOf(PriceMissing);
      expect(error.failures).to.have.length(1);
      expect(error.message).not.to.include(folder); // a caller need not know where it lies
    });
  }

  it("are missing while there is no file, or a folder in its place", async () => {
    expect((await refusal("BTC")).failures.join()).to.match(/^file: .*no such file/);
    fs.mkdirSync(file);
    expect((await refusal("BTC")).failures.join()).to.match(/Expected a file/);
  });
});
