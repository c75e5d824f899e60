import { expect } from "chai";
import type { Method } from "../../src/gateway/methods.ts";
import type { Refusal } from "../../src/gateway/refusals.ts";
import { refusalText } from "../../src/http/checkout/refusalWords.ts";

const method: Method = {
  ...{ id: "BTC-CHAIN", name: "Bitcoin", chainId: 8253038, chainName: "Bitcoin", explorerUrl: undefined },
  ...{ currency: "bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8", symbol: "BTC", decimals: 8 },
};
const dear: Refusal = {
  code: "quote_unusable",
  message: "The intent service asks for 0.00400000 BTC, which RATES_URLS value at 250.000000 USDC.",
  data: {},
};

describe("what a payer reads of a method that could not be priced", () => {
  it("is in English, too, only that it cannot be used, where the quote was refused", () => {
    const text = refusalText(method, dear, { language: "en", currency: "USD" });
    expect(text).to.equal("This payment method cannot be used now.");
  });
});
