import { expect } from "chai";
import { examplePrice } from "../../../src/gateway/usecases/pricing/priceTerms.ts";
import { anInvoice } from "../domain/invoices/given.ts";

/** Dollars for one unit of each currency. */
const WORTH: Readonly<Record<string, string>> = {
  EUR: "1.08",
  BTC: "81234.10",
  VND: "0.00004",
};
const { settlement } = anInvoice().terms;
const rates = {
  rate: async (base: string, quote: string) => {
    const price = quote === "USD" ? WORTH[base] : undefined;
    if (price === undefined) throw new Error(`No rate from ${base} to ${quote}.`);
    return { price };
  },
};

describe("the example that rates are asked for", () => {
  const of = (currency: string, decimals: number) =>
    examplePrice(rates as Parameters<typeof examplePrice>[0], { currency, decimals }, settlement);

  it("is a round price of up to a hundred dollars, in any currency", async () => {
    expect(await of("USD", 2)).to.deep.equal({ price: 100_00n, due: 100_000_000n });
    expect(await of("EUR", 2)).to.deep.equal({ price: 10_00n, due: 10_800_000n });
    expect(await of("BTC", 8)).to.deep.equal({ price: 100_000n, due: 81_234_100n });
    expect(await of("SATS", 0)).to.deep.equal({ price: 100_000n, due: 81_234_100n });
    expect(await of("VND", 0)).to.deep.equal({ price: 1_000_000n, due: 40_000_000n });
  });

  it("does not exist in a currency that has no rate", async () => {
    const error = await of("CHF", 2).catch((refused: unknown) => refused);
    expect(error).to.include({ code: "rate_unavailable" });
  });
});
