import { expect } from "chai";
import fc from "fast-check";
import { feeFloor, refuseTooSmall, yieldOf } from "../../../src/gateway/usecases/pricing/feePolicy.ts";
import { rejectOverpricedQuote } from "../../../src/gateway/usecases/pricing/rejectOverpricedQuote.ts";
import { GatewayError } from "../../../src/gateway/errors.ts";
import type { Gateway } from "../../../src/gateway/usecases/gateway.ts";
import type { Quote } from "../../../src/gateway/ports/servicePort.ts";
import type { Rates } from "../../../src/gateway/ports/ratesPort.ts";
import type { MerchantStore } from "../../../src/gateway/usecases/stores/merchantStore.ts";
import type { Method } from "../../../src/gateway/usecases/pricing/methods.ts";
import { STORE_DEFAULTS } from "../../../src/gateway/usecases/stores/createStore.ts";
import { dueFor } from "../../../src/gateway/usecases/pricing/priceTerms.ts";
import { divCeil } from "../../../src/values/amount.ts";
import { silentLog } from "../../../src/runtime/log.ts";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { anInvoice, EXPIRES } from "../domain/invoices/given.ts";

const { terms } = anInvoice(); // 25.00 USD for 25 USDC
const usdc = terms.settlement;
const coin = (symbol: string, decimals: number) => ({ ...usdc, symbol, decimals });

const method: Method = {
  id: "BTC-CHAIN", name: "Bitcoin", chainId: 8253038, chainName: "Bitcoin", currency: "btc", symbol: "BTC", decimals: 8,
  explorerUrl: undefined,
}; // prettier-ignore

function store(settings: Partial<MerchantStore["settings"]> = {}): MerchantStore {
  return {
    id: "s",
    name: "s",
    createdAt: 0,
    settings: { ...STORE_DEFAULTS, settlement: usdc, refunds: {}, ...settings },
  };
}

function quote(change: Partial<Quote> = {}): Quote {
  return {
    requestId: "r", depositAddress: "a", input: 40_000n, output: 25_200_000n, minimum: 25_000_000n, inputUsd: 26_000_000n,
    feesUsd: undefined, flatFeesUsd: undefined, outputUsd: undefined, feesByKindUsd: {}, raw: {}, ...change,
  }; // prettier-ignore
}

const rates = (known: Readonly<Record<string, string>>): Rates => ({
  async rate(base, other) {
    const price = known[`${base}-${other}`];
    if (price === undefined) throw new Error("No source knows it.");
    return { price, source: "test", at: 0 };
  },
});

const gateway = { clock: () => EXPIRES, rates: rates({ "BTC-USD": "62500" }) } as unknown as Gateway; // all that prices use
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("what a price is in the merchant's coin", () => {
  it("dollars are dollar coins, one to one, and no rate is asked", async () => {
    const deaf = rates({});
    for (const symbol of ["USDC", "usdc", "USDT", "DAI"]) {
      expect(await dueFor(deaf, { amount: 2500n, currency: "USD", decimals: 2 }, coin(symbol, 6))).to.equal(
        25_000_000n,
      );
    }
    expect(await dueFor(deaf, { amount: 2500n, currency: "USD", decimals: 2 }, coin("DAI", 18))).to.equal(
      25n * 10n ** 18n,
    );
    expect(
      await dueFor(deaf, { amount: 25_000_001n, currency: "USDC", decimals: 6 }, coin("USDT", 6)),
    ).to.equal(25_000_001n);
  });

  it("other currencies go by their rate, rounded up", async () => {
    const known = rates({ "EUR-USD": "1.083333", "JPY-USD": "0.0067", "USD-ETH": "0.0004" });
    expect(await dueFor(known, { amount: 1000n, currency: "EUR", decimals: 2 }, usdc)).to.equal(10_833_330n);
    expect(await dueFor(known, { amount: 1n, currency: "EUR", decimals: 2 }, usdc)).to.equal(10_834n); // 10,833.33
    expect(await dueFor(known, { amount: 3_000n, currency: "JPY", decimals: 0 }, usdc)).to.equal(20_100_000n);
    expect(await dueFor(known, { amount: 100n, currency: "USD", decimals: 2 }, coin("ETH", 18))).to.equal(
      4n * 10n ** 14n,
    );
  });

  it("a coin priced in itself needs no rate, and is rounded up when it has more decimals than the coin it is paid in", async () => {
    expect(
      await dueFor(rates({}), { amount: 12_345n, currency: "BTC", decimals: 8 }, coin("BTC", 8)),
    ).to.equal(12_345n);
    expect(
      await dueFor(rates({}), { amount: 1_000_001n, currency: "USDC", decimals: 6 }, coin("USDC", 2)),
    ).to.equal(101n);
  });

  it("is never less than the rate says, by any amount", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        async (amount, rate) => {
          const price = `${rate / 10n ** 6n}.${String(rate % 10n ** 6n).padStart(6, "0")}`;
          const due = await dueFor(
            rates({ "EUR-USD": price }),
            { amount, currency: "EUR", decimals: 2 },
            usdc,
          );
          expect(due).to.equal(divCeil(amount * rate, 100n)); // 6 decimals of rate, 2 of cents, 6 of USDC
        },
      ),
    );
  });

  it("without a rate is refused, saying what to do", async () => {
    const error = await failure(dueFor(rates({}), { amount: 1n, currency: "XYZ", decimals: 2 }, usdc));
    expect(error).to.be.instanceOf(GatewayError).and.to.include({ code: "rate_unavailable" });
    expect((error as Error).message)
      .to.include("XYZ")
      .and.to.include("RATES_URLS");
  });
});

describe("how much of a price an input pays", () => {
  it("is the least that can arrive when the payer bears the fees", async () => {
    expect(await yieldOf(gateway, store(), terms, method, 40_000n, quote())).to.equal(25_000_000n);
  });

  it("is what it is worth before the fees when the merchant bears them", async () => {
    expect(
      await yieldOf(gateway, store({ feeBearer: "merchant" }), terms, method, 40_000n, quote()),
    ).to.equal(26_000_000n);
    const error = await failure(
      yieldOf(gateway, store({ feeBearer: "merchant" }), terms, method, 1n, quote({ inputUsd: undefined })),
    );
    expect(error).to.include({ code: "quote_unusable" });
  });

  it("is refused when the service states no minimum, unless the store has set a margin", async () => {
    const silent = quote({ minimum: undefined });
    expect(await failure(yieldOf(gateway, store(), terms, method, 40_000n, silent))).to.include({
      code: "quote_without_minimum",
    });
    expect(await yieldOf(gateway, store({ marginBps: 200 }), terms, method, 40_000n, silent)).to.equal(
      24_696_000n,
    );
    const mute = quote({ minimum: undefined, output: undefined });
    expect(await yieldOf(gateway, store({ marginBps: 200 }), terms, method, 40_000n, mute)).to.equal(
      24_500_000n,
    ); // 62,500 a coin
  });
});

describe("the smallest price that makes sense on a route", () => {
  const fees = (feesUsd: bigint, flatFeesUsd: bigint) =>
    quote({ feesUsd, flatFeesUsd, inputUsd: 25_000_000n });

  it("keeps the fees at five percent of the payment", () => {
    expect(feeFloor(fees(500_000n, 500_000n), terms)).to.equal(10_000_000n); // 0.50 flat is 5 % of 10
    expect(feeFloor(fees(750_000n, 500_000n), terms)).to.equal(12_500_000n); // 1 % grows along: 0.50 is 4 % of 12.50
    expect(feeFloor(fees(0n, 0n), terms)).to.equal(0n);
  });

  it("is above any price when the growing part alone takes five percent", () => {
    expect(feeFloor(fees(1_250_000n, 0n), terms)).to.equal(terms.due + 1n);
  });

  it("is unknown when the service states no fees", () => {
    expect(feeFloor(quote(), terms)).to.equal(undefined);
    expect(
      feeFloor(fees(1n, 1n) && quote({ feesUsd: 1n, flatFeesUsd: 1n, inputUsd: undefined }), terms),
    ).to.equal(undefined);
  });

  it("hides the method below it, with the number that would do, in the currency of the price", () => {
    const memory = (minimumDue: bigint | undefined, at = EXPIRES) => ({ points: [], minimumDue, at });
    expect(() => refuseTooSmall(gateway, memory(25_000_001n), terms, method))
      .to.throw(GatewayError)
      .that.includes({ code: "amount_too_small" })
      .and.has.property("data")
      .that.deep.equals({ recommendedMinimum: "25.01", currency: "USD", methodId: "BTC-CHAIN" });
    refuseTooSmall(gateway, memory(25_000_000n), terms, method);
    refuseTooSmall(gateway, memory(undefined), terms, method);
  });

  it("learned more than a minute ago is not held against anyone", () => {
    const old = { points: [], minimumDue: 99_000_000n, at: EXPIRES - MINUTE_MS };
    expect(() => refuseTooSmall(gateway, old, terms, method)).to.throw(GatewayError);
    refuseTooSmall(gateway, { ...old, at: old.at - 1 }, terms, method);
  });
});

describe("a quote that asks for coins worth more than the price", () => {
  const log = { ...silentLog, told: [] as string[], info: (event: string) => void log.told.push(event) };
  const ask = (known: Readonly<Record<string, string>>, sats: bigint, dollars = 25n) => {
    const own = { rates: rates(known), log, settings: { quoteMaxExcessBps: 1_000 } } as unknown as Gateway; // all that it uses
    return failure(rejectOverpricedQuote(own, { ...terms, due: dollars * 1_000_000n }, method, sats));
  };
  const BTC = { "BTC-USD": "62500" }; // 25 dollars are 40,000 sats

  it("is refused, with both amounts and the setting", async () => {
    const error = await ask(BTC, 400_000n);
    expect(error).to.be.instanceOf(GatewayError).and.to.include({ code: "quote_unusable" });
    expect((error as Error).message)
      .to.contain("0.00400000 BTC")
      .and.to.contain("250.000000 USDC");
    expect((error as Error).message).to.contain("QUOTE_MAX_EXCESS_PERCENT");
  });

  it("may be worth five dollars more for the fees of networks, and a tenth of a large price", async () => {
    expect(await ask(BTC, 48_000n)).to.equal(undefined);
    expect(await ask(BTC, 48_001n)).to.be.instanceOf(GatewayError);
    expect(await ask(BTC, 1_760_000n, 1_000n)).to.equal(undefined);
    expect(await ask(BTC, 1_760_001n, 1_000n)).to.be.instanceOf(GatewayError);
  });

  it("is not checked where no source lists the coin, and the log says so", async () => {
    expect(await ask({}, 400_000n)).to.equal(undefined);
    expect(log.told).to.deep.equal(["quote.unchecked"]);
  });
});
