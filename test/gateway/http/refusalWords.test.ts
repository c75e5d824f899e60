import { expect } from "chai";
import type { Method } from "../../../src/gateway/usecases/pricing/methods.ts";
import { GatewayError, type ErrorCode } from "../../../src/gateway/errors.ts";
import { psbtProblem } from "../../../src/gateway/http/checkout/psbtWords.ts";
import { refusalText } from "../../../src/gateway/http/checkout/refusalWords.ts";
import { isForOperators } from "../../../src/gateway/http/forOperators.ts";
import { LANGUAGES } from "../../../src/languages/languages.ts";

const method = { name: "Bitcoin", symbol: "BTC", chainName: "Bitcoin" } as Method; // all that its name uses
const MESSAGE = "Set QUOTE_USER_BITCOIN to a Bitcoin address with a high balance.";
const CODES: readonly ErrorCode[] = [
  ...(["quote_user_balance", "quote_without_minimum", "quote_unusable", "service_refused"] as const),
  ...([
    "service_key_refused",
    "service_unavailable",
    "chain_unseen",
    "amount_too_small",
    "price_not_reached",
  ] as const),
  ...(["address_conflict", "storage_unavailable", "method_not_available"] as const),
];

describe("what payers read of a method that cannot be priced", () => {
  for (const language of LANGUAGES) {
    it(`is in payers' words in "${language}", and never the operator's error`, () => {
      const said = CODES.map((code) =>
        refusalText(method, { code, message: MESSAGE, data: {} }, { language, currency: "USD" }),
      );
      for (const text of said) expect(text).not.to.include("QUOTE_USER").and.not.to.equal("");
      expect(new Set(said).size, "what passes, what is too small, what moved, and the rest").to.equal(5);
      for (const code of CODES)
        expect(psbtProblem(new GatewayError(code, MESSAGE), language)).not.to.include("QUOTE_USER");
    });
  }

  it("is told apart from what they can mend themselves", () => {
    expect(isForOperators(new GatewayError("rate_unavailable", MESSAGE))).to.equal(true);
    expect(isForOperators(new GatewayError("method_not_available", MESSAGE))).to.equal(true);
    expect(isForOperators(new GatewayError("amount_not_allowed", "At most 25.00."))).to.equal(false);
    expect(isForOperators(new Error("anything"))).to.equal(false);
  });
});
