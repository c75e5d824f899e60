import { expect } from "chai";
import {
  BTC_CURRENCY,
  isCurrencyIdentifier,
  NATIVE_EVM_CURRENCY,
  sameCurrency,
} from "../../src/intents/identifiers.ts";
import { quoteResponseSchema } from "../../src/intents/quote.ts";
import { requestRowSchema } from "../../src/intents/requests.ts";
import { statusMeaning, statusResponseSchema } from "../../src/intents/status.ts";

describe("a status word", () => {
  const MEANINGS = {
    waiting: "waiting",
    pending: "moving",
    depositing: "moving",
    submitted: "moving",
    delayed: "moving",
    success: "success",
    failure: "failure",
    refund: "refund",
    refunded: "refund",
    fallback: "refund",
  } as const;
  for (const [word, meaning] of Object.entries(MEANINGS)) {
    it(`"${word}" means ${meaning}`, () => expect(statusMeaning(word)).to.equal(meaning));
  }

  for (const word of [
    "SUCCESS",
    "Success",
    " success",
    "succeeded",
    "",
    "constructor",
    "__proto__",
    null,
    undefined,
    true,
    1,
    ["success"],
    {},
  ]) {
    it(`${JSON.stringify(word) ?? "undefined"} is unknown, never success`, () => {
      expect(statusMeaning(word)).to.equal("unknown");
    });
  }
});

describe("a service's answer", () => {
  it("about a status is read even when its other fields make no sense", () => {
    const answer = {
      status: "success",
      txHashes: "0xabc",
      details: 7,
      failReason: "x".repeat(9_999),
      extra: { a: 1 },
    };
    const read = statusResponseSchema.parse(answer);
    expect(statusMeaning(read.status)).to.equal("success");
    expect(read.txHashes).to.equal(undefined);
  });

  it("to a quote may write an empty text or null for a field that is absent", () => {
    const step = { id: "deposit", kind: "transaction", requestId: "", depositAddress: null, items: [] };
    const [read] = quoteResponseSchema.parse({ steps: [step], fees: null }).steps;
    expect(read?.requestId).to.equal(undefined);
    expect(read?.depositAddress).to.equal(undefined);
  });

  it("to a quote may carry fees and details that nobody can read, without hiding the deposit address", () => {
    const step = { id: "deposit", kind: "transaction", requestId: "0x1", depositAddress: "bcrt1q" };
    const read = quoteResponseSchema.parse({
      steps: [step],
      fees: "none",
      details: { currencyIn: { amount: "-5" } },
    });
    expect(read.steps[0]?.depositAddress).to.equal("bcrt1q");
    expect(read.steps[0]?.items).to.deep.equal([]);
    expect(read.details?.currencyIn?.amount).to.equal(undefined);
  });

  it("to a quote without steps is refused", () => {
    for (const answer of [{}, { steps: null }, { steps: [{ kind: "transaction" }] }, [], null, "ok"]) {
      expect(quoteResponseSchema.safeParse(answer).success, JSON.stringify(answer)).to.equal(false);
    }
  });

  it("about requests keeps a row whose optional parts are broken, and refuses one without an id", () => {
    const row = requestRowSchema.parse({
      id: "0x1",
      status: "pending",
      depositAddress: 5,
      data: { inTxs: "no" },
    });
    expect(row.depositAddress).to.equal(undefined);
    expect(requestRowSchema.safeParse({ status: "success" }).success).to.equal(false);
  });
});

describe("a currency identifier", () => {
  it("is recognised in any case, because nothing may ever be paid to it", () => {
    for (const text of [BTC_CURRENCY, BTC_CURRENCY.toUpperCase(), NATIVE_EVM_CURRENCY]) {
      expect(isCurrencyIdentifier(text)).to.equal(true);
    }
    expect(isCurrencyIdentifier("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")).to.equal(false);
    expect(
      sameCurrency(
        "0xABc0000000000000000000000000000000000001",
        "0xabc0000000000000000000000000000000000001",
      ),
    ).to.equal(true);
  });
});
