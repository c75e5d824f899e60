import { expect } from "chai";
import { GatewayError } from "../../../src/gateway/errors.ts";
import { serve, type LocalServer } from "../../support/localServer.ts";
import { ASK, clientOf, DEPOSIT, goodAnswer, priceWith } from "./quoteAt.ts";

type Parts = ReturnType<typeof goodAnswer>;

describe("an odd quote answer that is safe", () => {
  const ODD: Readonly<Record<string, (parts: Parts) => unknown>> = {
    "unknown fields everywhere": ({ answer, step, data }) =>
      [answer, step, data].forEach((part) => (part["future"] = { a: [1] })),
    "a PSBT beside the address": ({ data }) => (data["psbt"] = "70736274ff01"),
    "a numeric value": ({ data }) => (data["value"] = 32_004),
    "no value": ({ data }) => delete data["value"],
    "null where the contract leaves fields out": ({ step, data }) => {
      Object.assign(step, { action: null, description: null });
      Object.assign(data, { from: null, data: null });
    },
    "no items": ({ step }) => delete step["items"],
    "another step before it": ({ answer, step }) =>
      (answer["steps"] = [
        { id: "approve", kind: "signature", requestId: "0xabc", depositAddress: "" },
        step,
      ]),
    "no fees": ({ answer }) => delete answer["fees"],
    "fees that cannot be read": ({ answer }) => (answer["fees"] = "none"),
    "a subsidy instead of a fee": ({ answer }) => (answer["fees"] = { relayer: { amountUsd: "-0.01" } }),
  };
  let server: LocalServer;
  let body: unknown;
  before(async () => {
    server = await serve((_, response) => response.end(JSON.stringify(body)));
  });
  after(() => server.close());

  for (const [what, change] of Object.entries(ODD)) {
    it(`with ${what} is accepted`, async () => {
      const parts = goodAnswer();
      change(parts);
      body = parts.answer;
      const quote = await clientOf(server.url).quote(ASK);
      expect(quote).to.include({
        requestId: "0xabc",
        depositAddress: DEPOSIT,
        input: 32_004n,
        minimum: 25_010_000n,
      });
      expect((await priceWith(clientOf(server.url))).offer.depositAddress).to.equal(DEPOSIT);
    });
  }

  it("may leave the deposit address of an indicative quote empty", async () => {
    const parts = goodAnswer();
    Object.assign(parts.step, { depositAddress: "" });
    Object.assign(parts.data, { to: "" });
    body = parts.answer;
    const quote = await clientOf(server.url).quote({ ...ASK, depositAddress: undefined });
    expect(quote).to.include({ depositAddress: undefined, minimum: 25_010_000n });
  });

  it("refuses a requestId that another deposit address has", async () => {
    const { answer, step } = goodAnswer();
    body = answer;
    const known = String(step["requestId"]);
    const error = await priceWith(clientOf(server.url), undefined, known).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(GatewayError).with.property("code", "quote_unusable");
    expect(String(error)).to.contain(known);
    expect((await priceWith(clientOf(server.url), undefined, "0xother")).offer.requestId).to.equal(known);
  });

  it("without any details has no minimum, and is priced only by a store that set a margin", async () => {
    const { answer } = goodAnswer();
    body = { steps: answer["steps"] };
    const quote = await clientOf(server.url).quote(ASK);
    expect(quote).to.include({ minimum: undefined, output: undefined, feesUsd: undefined, input: 32_004n });
    const error = await priceWith(clientOf(server.url)).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(GatewayError).with.property("code", "quote_without_minimum");
    const { offer } = await priceWith(clientOf(server.url), 100);
    expect(offer, "32,004 sats at 79,000 dollars, less one percent").to.include({ floor: 25_030_329n });
  });
});
