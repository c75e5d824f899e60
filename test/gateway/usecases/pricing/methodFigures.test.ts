import { expect } from "chai";
import fc from "fast-check";
import { STORE_DEFAULTS } from "../../../../src/gateway/usecases/stores/createStore.ts";
import { costsOf, figuresOf } from "../../../../src/gateway/usecases/pricing/methodFigures.ts";
import { costOf } from "../../../../src/gateway/usecases/pricing/priceMethod.ts";
import type { Method } from "../../../../src/gateway/usecases/pricing/methods.ts";
import type { Quote } from "../../../../src/gateway/ports/servicePort.ts";
import { anInvoice, EXPIRES } from "../../domain/invoices/given.ts";
import { runs } from "../../../support/sizes.ts";

const { terms, ...rest } = anInvoice();
const usdc = terms.settlement;
const method: Method = {
  ...{ id: "ETH-BASE", name: "ETH on Base", chainId: 8453, chainName: "Base", currency: "0x0" },
  ...{ symbol: "ETH", decimals: 18, explorerUrl: undefined },
};

type Route = Readonly<{ centsPerCoin: number; flat: bigint; shareBps: bigint; gas: bigint }>;

/** What a service answers that takes a share and a flat fee; the gas of the payer's own transaction comes on top. */
function quoteOf(input: bigint, { centsPerCoin, flat, shareBps, gas }: Route): Quote {
  const gross = (input * BigInt(centsPerCoin) * 10_000n) / 10n ** 18n;
  const share = (gross * shareBps) / 10_000n;
  const output = gross - flat - share;
  return {
    ...{
      requestId: "r",
      depositAddress: "a",
      input,
      output,
      minimum: output,
      inputUsd: gross,
      outputUsd: output,
    },
    ...{ feesUsd: flat + share + gas, flatFeesUsd: flat + gas, flatTakenUsd: flat, raw: {} },
    feesByKindUsd: { gas, relayerGas: flat, relayerService: share },
  };
}

/** The input that would bring the price now, without rounding that matters. */
function inputFor(due: bigint, { centsPerCoin, flat, shareBps }: Route): bigint {
  const gross = ((due + flat) * 10_000n) / (10_000n - shareBps);
  return (gross * 10n ** 18n) / (BigInt(centsPerCoin) * 10_000n);
}

const figuresFor = (feeBearer: "payer" | "merchant", due: bigint, quotes: readonly Quote[]) => {
  const invoice = { ...rest, terms: { ...terms, due, price: due / 10_000n } };
  const settings = { ...STORE_DEFAULTS, settlement: usdc, refunds: {}, feeBearer };
  const points = quotes.map((quote) => ({
    input: quote.input,
    yield: (feeBearer === "payer" ? quote.minimum : quote.inputUsd) ?? 0n,
  }));
  const last = quotes.at(-1) as Quote;
  const costs = costsOf(last, costOf(last));
  const memory = { points, minimumDue: undefined, costs, at: EXPIRES, version: 1 };
  return figuresOf(invoice, { id: "s", name: "s", createdAt: 0, settings }, method, memory, EXPIRES);
};

describe("the price in the list of coins", () => {
  it("is right to half a percent for any amount, after two small quotes between which the rate moved a little", () => {
    fc.assert(
      fc.property(
        fc.record({
          centsPerCoin: fc.integer({ min: 100_000, max: 500_000 }),
          flat: fc.bigInt({ min: 0n, max: 1_000_000n }),
          shareBps: fc.bigInt({ min: 0n, max: 200n }),
          gas: fc.bigInt({ min: 0n, max: 500_000n }),
        }),
        fc.bigInt({ min: 5_000_000n, max: 30_000_000n }), // what the small quotes were for
        fc.bigInt({ min: 5_000_000n, max: 5_000_000_000n }), // what is to be paid now
        fc.integer({ min: -10, max: 10 }), // ten-thousandths that the rate moved
        (route, small, due, moved) => {
          const now = {
            ...route,
            centsPerCoin: Math.round((route.centsPerCoin * (10_000 + moved)) / 10_000),
          };
          const first = inputFor(small, route);
          const quotes = [quoteOf(first, route), quoteOf((first * 103n) / 100n, now)];
          const { sends = 0n } = figuresFor("payer", due, quotes);
          const right = inputFor(due, now);
          const off = sends > right ? sends - right : right - sends;
          expect(off * 200n <= right, `${sends} instead of ${right}`).to.equal(true);
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it("has no flat fee to take out where the shop bears the fees", () => {
    const route = { centsPerCoin: 300_000, flat: 600_000n, shareBps: 15n, gas: 0n };
    const { sends } = figuresFor("merchant", 900_000_000n, [quoteOf(10n ** 16n / 3n, route)]);
    expect(Number(sends) / 1e18).to.be.closeTo(0.3, 0.0001);
  });
});
