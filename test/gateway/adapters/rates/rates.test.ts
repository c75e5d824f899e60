import { expect } from "chai";
import fc from "fast-check";
import { HttpFailure, type HttpClient, type HttpOptions } from "../../../../src/http-client/http.ts";
import { createRates, RateUnavailable } from "../../../../src/gateway/adapters/rates/rates.ts";
import { plainPrice, rateSource } from "../../../../src/gateway/adapters/rates/rateSources.ts";
import { rateFromDecimal } from "../../../../src/values/rate.ts";
import { MINUTE_MS } from "../../../../src/values/time.ts";
import { serve } from "../../../support/localServer.ts";

const A = "https://a.example/{base}-{quote}/spot?key=hunter2#data.amount";
const B = "https://b.example/v1/{base}#0.{quote}";

/** A world of hosts that answer with these bodies (undefined: no answer), and a clock that the test moves. */
function world(hosts: Record<string, unknown>, urls: readonly string[], maxAgeMs = 30 * MINUTE_MS) {
  const state = { hosts, now: 1_000_000, calls: [] as string[] };
  const http = ({ baseUrl }: HttpOptions): HttpClient => ({
    async get(path) {
      state.calls.push(baseUrl + path);
      const body = state.hosts[baseUrl];
      if (body === undefined) throw new HttpFailure("unreachable", `No answer from GET ${baseUrl}${path}.`);
      return {
        status: 200,
        bytes: new Uint8Array(),
        body: typeof body === "string" ? body : JSON.stringify(body),
      };
    },
    post: () => Promise.reject(new Error("Rates are only read.")),
  });
  return { state, rates: createRates({ urls, clock: () => state.now, maxAgeMs, http }) };
}

const refusal = async (work: Promise<unknown>): Promise<RateUnavailable> => {
  const error = await work.then(() => undefined, (caught: unknown) => caught); // prettier-ignore
  expect(error).to.be.instanceOf(RateUnavailable);
  return error as RateUnavailable; // proven by the line above
};

describe("exchange rates", () => {
  it("are remembered for so many pairs, and no more however many are made up", async () => {
    const { rates, state } = world({ "https://a.example": { data: { amount: "1.0837" } } }, [A]);
    await rates.rate("EUR", "USD");
    for (let code = 0; code < 999; code++) await rates.rate(`X${code}`, "USD");
    await rates.rate("EUR", "USD");
    expect(state.calls, "still remembered").to.have.length(1_000);
    for (let code = 0; code < 1_000; code++) await rates.rate(`Y${code}`, "USD");
    await rates.rate("EUR", "USD");
    expect(state.calls, "forgotten, and asked again").to.have.length(2_001);
  });

  it("come from the first source, with its host and the moment", async () => {
    const { rates, state } = world({ "https://a.example": { data: { amount: "1.0837" } } }, [A, B]);
    expect(await rates.rate("EUR", "USD")).to.deep.equal({
      price: "1.0837",
      source: "a.example",
      at: 1_000_000,
    });
    expect(state.calls).to.deep.equal(["https://a.example/EUR-USD/spot?key=hunter2"]);
  });

  for (const bad of [
    undefined,
    "<html>",
    {},
    { data: { amount: "0" } },
    { data: { amount: "-1" } },
    { data: { amount: "much" } },
    { data: null },
  ]) {
    it(`come from the next source when the first says ${JSON.stringify(bad) ?? "nothing"}`, async () => {
      const { rates } = world({ "https://a.example": bad, "https://b.example": [{ USD: 1.08 }] }, [A, B]);
      expect(await rates.rate("EUR", "USD")).to.include({ price: "1.08", source: "b.example" });
    });
  }

  it("are kept for a minute, for each pair apart", async () => {
    const { rates, state } = world({ "https://a.example": { data: { amount: "2" } } }, [A]);
    await rates.rate("EUR", "USD");
    state.now += MINUTE_MS - 1;
    await rates.rate("EUR", "USD");
    expect(state.calls).to.have.length(1);
    await rates.rate("GBP", "USD");
    expect(state.calls).to.have.length(2);
    state.now += 1;
    expect((await rates.rate("EUR", "USD")).at).to.equal(state.now);
    expect(state.calls).to.have.length(3);
  });

  it("are asked for once when many want the same pair at the same time", async () => {
    const { rates, state } = world({ "https://a.example": { data: { amount: "2" } } }, [A]);
    await Promise.all(Array.from({ length: 20 }, () => rates.rate("EUR", "USD")));
    expect(state.calls).to.have.length(1);
  });

  it("may be older while every source fails, but not older than the maximum age", async () => {
    const { rates, state } = world({ "https://a.example": { data: { amount: "2" } } }, [A]);
    const first = await rates.rate("EUR", "USD");
    state.hosts = {};
    state.now += 30 * MINUTE_MS - 1;
    expect(await rates.rate("EUR", "USD")).to.deep.equal(first);
    state.now += 1;
    await refusal(rates.rate("EUR", "USD"));
  });

  it("are not asked for again at once after every source failed", async () => {
    const { rates, state } = world({}, [A, B]);
    await refusal(rates.rate("EUR", "USD"));
    await refusal(rates.rate("EUR", "USD"));
    expect(state.calls).to.have.length(2);
    state.now += 10_000;
    state.hosts = { "https://a.example": { data: { amount: "2" } } };
    expect((await rates.rate("EUR", "USD")).price).to.equal("2");
  });

  it("are not trusted when the clock was set back before them", async () => {
    const { rates, state } = world({ "https://a.example": { data: { amount: "2" } } }, [A]);
    await rates.rate("EUR", "USD");
    state.now -= 5_000;
    state.hosts = {};
    await refusal(rates.rate("EUR", "USD"));
  });

  it("may be fixed by the operator", async () => {
    const { rates } = world({}, ["static:EUR_USD=1.0837", "static:GBP_USD=1.30"]);
    expect((await rates.rate("EUR", "USD")).price).to.equal("1.0837");
    expect(await rates.rate("GBP", "USD")).to.include({ price: "1.3", source: "static" });
    expect((await refusal(rates.rate("USD", "EUR"))).message).to.match(
      /no source in RATES_URLS lists this pair/,
    );
  });

  it("of a currency to itself are one", async () => {
    expect((await world({}, []).rates.rate("USD", "USD")).price).to.equal("1");
  });

  it("that are missing say which pair, which hosts and what to do, and no key", async () => {
    const { rates } = world({ "https://b.example": [{}] }, [A, B]);
    const { message } = await refusal(rates.rate("EUR", "USD"));
    expect(message).to.match(
      /^No exchange rate from EUR to USD \(a\.example: gave no usable answer; b\.example: Expected a price/,
    );
    expect(message)
      .to.match(/Add a source to RATES_URLS/)
      .and.not.match(/hunter2/);
  });

  for (const code of ["", "eur", "EUR/../x", "€", "A".repeat(13)]) {
    it(`are refused for the code ${JSON.stringify(code)} before anybody is asked`, async () => {
      const { rates, state } = world({}, [A]);
      await refusal(rates.rate(code, "USD"));
      expect(state.calls).to.deep.equal([]);
    });
  }

  it("are read over real HTTP", async () => {
    const server = await serve(({ path }, response) =>
      response.end(JSON.stringify({ [path]: [{ last: 64123.5 }] })),
    );
    try {
      const rates = createRates({
        urls: [`${server.url}/{base}{quote}#/{base}{quote}.0.last`],
        clock: () => 0,
        maxAgeMs: 1,
      });
      expect((await rates.rate("BTC", "USD")).price).to.equal("64123.5");
    } finally {
      await server.close();
    }
  });
});

describe("an entry of RATES_URLS", () => {
  for (const entry of [
    "",
    "https://a.example/x",
    "ftp://a.example/#a",
    "static:EUR=1",
    "static:EUR_USD=0",
    "static:EUR_USD=1,5",
    "static:EUR_USD=-1",
    "https://{base}.example/#a",
    "a.example#b",
  ]) {
    it(`is refused when it is ${JSON.stringify(entry)}`, () =>
      expect(() => rateSource(entry)).to.throw(/^Expected a /));
  }

  it("is refused with a user and password, which the message hides", () => {
    const entry = "https://user:hunter2@a.example/?token=hunter2#a";
    expect(() => rateSource(entry)).to.throw(/^Expected a rate source (?!.*hunter2)/);
  });
});

describe("a price", () => {
  for (const [value, plain] of [
    [1e-7, "0.0000001"],
    [1.25e-9, "0.00000000125"],
    [1e21, undefined],
    [123456.789, "123456.789"],
    ["0012.500", "12.5"],
    ["100", "100"],
    ["1e5", undefined],
    ["", undefined],
    ["0.0", undefined],
    [NaN, undefined],
    [-1, undefined],
    [true, undefined],
    ["9".repeat(16), undefined],
    [`0.${"0".repeat(30)}1`, undefined],
  ] as const) {
    it(`of ${String(value).slice(0, 20)} is ${plain ?? "refused"}`, () =>
      expect(plainPrice(value)).to.equal(plain));
  }

  it("that is a JSON number keeps its value without an exponent, and can be used as a rate", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1e14, noNaN: true }), (value) => {
        const plain = plainPrice(value) ?? "";
        expect(Number(plain)).to.equal(value);
        expect(rateFromDecimal(plain, 2, 6).quote > 0n).to.equal(true);
      }),
    );
  });
});
