import { expect } from "chai";
import { currencyChoices } from "../../src/gateway/http/owner/currencyChoices.ts";
import { isMoney, PRICE_CURRENCIES, priceDecimals } from "../../src/values/currency.ts";

describe("currencies of prices", () => {
  it("are those of ISO 4217 with their own decimals, and coins", () => {
    const known = {
      USD: 2,
      JPY: 0,
      KWD: 3,
      CLP: 0,
      ISK: 0,
      UGX: 0,
      TND: 3,
      IQD: 3,
      CLF: 4,
      XOF: 0,
      NGN: 2,
      XCG: 2,
      BTC: 8,
      SATS: 0,
    };
    for (const [code, decimals] of Object.entries(known))
      expect(priceDecimals(code), code).to.equal(decimals);
    expect(PRICE_CURRENCIES.length).to.be.greaterThan(165);
    expect([isMoney("NGN"), isMoney("BTC")]).to.deep.equal([true, false]);
  });

  it("are no precious metals and no codes for tests, which have no smallest unit", () => {
    for (const code of ["XAU", "XXX", "XTS", "XDR", "usd", "toString"])
      expect(priceDecimals(code), code).to.equal(undefined);
  });

  it("have names in the reader's language", () => {
    const nameOf = (language: "en" | "de", code: string) =>
      currencyChoices(language).find((one) => one.code === code)?.name;
    expect([nameOf("en", "NGN"), nameOf("de", "CHF"), nameOf("en", "BTC")]).to.deep.equal([
      "Nigerian Naira",
      "Schweizer Franken",
      undefined,
    ]);
    expect(currencyChoices("en").filter(({ code, name }) => isMoney(code) && !name)).to.deep.equal([]);
  });
});
