import { expect } from "chai";
import type { PaymentLine } from "../../../../../src/gateway/domain/books/lines/line.ts";
import {
  createWorth,
  type MonthWorth,
} from "../../../../../src/gateway/domain/books/statement/monthWorth.ts";

function arrived(amount: string) {
  return { chainId: 1, currency: "0x1", symbol: "USDC", units: "1", amount };
}

type Said = Pick<
  PaymentLine,
  "outcome" | "priceCurrency" | "value" | "worths" | "fees" | "surplus" | "settled" | "direct"
>;
const PAID: Said = {
  outcome: "settled",
  priceCurrency: "EUR",
  value: "97.50",
  worths: [],
  fees: { gas: "1.1", relayer: "1.5" },
  surplus: "-0.1",
  settled: arrived("97.5"),
};
const DOLLARS = { currency: "USD", value: "110.00", rate: "1.1", source: "the bank", at: 0 };

function worthOf(currency: string, lines: readonly (readonly [Partial<Said>, bigint?])[]): MonthWorth {
  const adding = createWorth(currency);
  for (const [line, sign = 1n] of lines) adding.add({ ...PAID, ...line } as PaymentLine, sign);
  return adding.total();
}

describe("the worth of a month", () => {
  it("is what was left for the shop, with what the conversion took beside it", () => {
    const worth = worthOf("EUR", [[{}]]); // 100.00 were paid, of which 2.5 % went
    expect(worth).to.deep.equal({
      currency: "EUR",
      payments: 1,
      unvalued: 0,
      settled: "97.50",
      cost: "2.50",
      costUnknown: 0,
      refunded: "0.00",
      payouts: 0,
      unvaluedPayouts: 0,
      paidOut: "0.00",
    });
  });

  it("takes back to the cent what it had added", () => {
    for (const value of ["0.01", "0.39", "33.33", "97.49"]) {
      const { payments, settled, cost } = worthOf("EUR", [[{ value }], [{ value }, -1n]]);
      expect({ payments, settled, cost }, value).to.deep.equal({
        payments: 0,
        settled: "0.00",
        cost: "0.00",
      });
    }
  });

  it("counts what came back by itself, and no cost for it", () => {
    const { settled, cost, refunded } = worthOf("EUR", [[{ outcome: "refunded" }]]);
    expect({ settled, cost, refunded }).to.deep.equal({ settled: "0.00", cost: "0.00", refunded: "97.50" });
  });

  it("has no cost for a gain, for a direct payment and where nothing arrived", () => {
    const gain = { fees: { gas: "1" }, surplus: "-1.3" };
    for (const line of [gain, { direct: true as const, fees: {} }, { settled: arrived("0") }])
      expect(worthOf("EUR", [[line]])).to.include({ settled: "97.50", cost: "0.00", costUnknown: 0 });
  });

  it("counts conversions whose cost is unknown, and has the exact proportion of the others", () => {
    const line = { value: "33.33", fees: { gas: "0.3333" }, surplus: undefined, settled: arrived("99.7") };
    const worth = worthOf("EUR", [[{ fees: {} }], [{ settled: undefined }], [line], [line], [line, -1n]]);
    expect(worth).to.include({ cost: "0.11", costUnknown: 2 });
  });

  it("takes another currency's worth where somebody valued it, and counts the others as not valued", () => {
    const worth = worthOf("USD", [[{ worths: [DOLLARS] }], [{}]]);
    expect(worth).to.include({ currency: "USD", payments: 2, unvalued: 1, settled: "110.00" });
  });

  it("has refunds as they were asked for, or by the rate of then, whatever the decimals of the coin", () => {
    const adding = createWorth("USDT");
    const line = {
      how: "refund",
      subject: "p",
      evidence: "verified",
      paid: { chainId: 56, currency: "0x1", units: "1" },
    } as const;
    adding.addPayout({ ...line, original: { currency: "USDT", amount: "1.500000000000000001" } }, 1n);
    adding.addPayout(
      {
        ...line,
        original: { currency: "BTC", amount: "0.1" },
        worths: [{ ...DOLLARS, currency: "USDT", value: "2.25" }],
      },
      1n,
    );
    adding.addPayout({ ...line, original: { currency: "BTC", amount: "0.1" } }, 1n);
    expect(adding.total()).to.include({ payouts: 3, unvaluedPayouts: 1, paidOut: "3.750000" });
  });

  it("has the decimals of its currency", () => {
    expect(worthOf("JPY", [[{ priceCurrency: "JPY", value: "15150" }]])).to.include({
      settled: "15150",
      cost: "388",
    });
  });
});
