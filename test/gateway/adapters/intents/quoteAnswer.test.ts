import { expect } from "chai";
import { GatewayError } from "../../../../src/gateway/errors.ts";
import { BTC_CURRENCY, NATIVE_EVM_CURRENCY } from "../../../../src/intents/identifiers.ts";
import { serve, type LocalServer } from "../../../support/localServer.ts";
import {
  ASK,
  clientOf,
  DEPOSIT,
  goodAnswer,
  priceWith,
  RECIPIENT,
  REFUND_TO,
  USDC,
  USER,
} from "../quoteAt.ts";

type Parts = ReturnType<typeof goodAnswer>;

/** What may be wrong with an answer; each change alone makes it useless. */
const WRONG: Readonly<Record<string, (parts: Parts) => unknown>> = {
  "no steps": ({ answer }) => delete answer["steps"],
  "an empty list of steps": ({ answer }) => (answer["steps"] = []),
  "steps that are no list": ({ answer, step }) => (answer["steps"] = { 0: step }),
  "a thousand steps": ({ answer, step }) => (answer["steps"] = Array(1000).fill(step)),
  "a step that is no object": ({ answer }) => (answer["steps"] = ["deposit"]),
  "a step without an id": ({ step }) => delete step["id"],
  "a step without a kind": ({ step }) => delete step["kind"],
  "a step to be signed": ({ step }) => (step["kind"] = "signature"),
  "no requestId": ({ step }) => delete step["requestId"],
  "an empty requestId": ({ step }) => (step["requestId"] = ""),
  "a requestId of null": ({ step }) => (step["requestId"] = null),
  "a numeric requestId": ({ step }) => (step["requestId"] = 42),
  "a huge requestId": ({ step }) => (step["requestId"] = "0".repeat(5_000)),
  "two requestIds": ({ answer, step }) =>
    (answer["steps"] = [{ ...step, depositAddress: "", requestId: "0xdef" }, step]),
  "items that are no list": ({ step }) => (step["items"] = "none"),
  "a thousand items": ({ step }) => (step["items"] = Array(1000).fill({})),
  "data that is no object": ({ step }) => (step["items"] = [{ data: "0x" }]),
  "another receiver in its data": ({ data }) => (data["to"] = REFUND_TO),
  "call data": ({ data }) => (data["data"] = "0xa9059cbb"),
  "call data of another type": ({ data }) => (data["data"] = 1),
  "another chain": ({ data }) => (data["chainId"] = 1),
  "a chain id as text": ({ data }) => (data["chainId"] = "8253038"),
  "another value": ({ data }) => (data["value"] = "32005"),
  "another numeric value": ({ data }) => (data["value"] = 32_003),
  "a fraction as value": ({ data }) => (data["value"] = 32_004.5),
  "a value below zero": ({ data }) => (data["value"] = -32_004),
  "a value in hex": ({ data }) => (data["value"] = "0x7d04"),
  "a value of 79 digits": ({ data }) => (data["value"] = "1".repeat(79)),
  "amounts on another destination": ({ currencyOut }) =>
    (currencyOut["currency"] = { chainId: 1, address: USDC }),
  "amounts of another coin": ({ currencyOut }) => (currencyOut["currency"] = { address: RECIPIENT }),
  "amounts from another origin": ({ currencyIn }) => (currencyIn["currency"] = { chainId: 1 }),
  "a minimum above its estimate": ({ currencyOut }) => (currencyOut["minimumAmount"] = "25020001"),
  "another input than was asked for": ({ currencyIn }) => (currencyIn["amount"] = "32005"),
  "no details": ({ answer }) => delete answer["details"],
  "details that are no object": ({ answer }) => (answer["details"] = "none"),
  "no minimum": ({ currencyOut }) => delete currencyOut["minimumAmount"],
  "a minimum below zero": ({ currencyOut }) => (currencyOut["minimumAmount"] = "-1"),
  "a fraction as minimum": ({ currencyOut }) => (currencyOut["minimumAmount"] = "25010000.5"),
  "a minimum of 79 digits": ({ currencyOut }) => (currencyOut["minimumAmount"] = "9".repeat(79)),
  "a minimum of nothing": ({ currencyOut }) => (currencyOut["minimumAmount"] = "0"),
};

/** What is no deposit address, wherever it is written. */
const NO_ADDRESS: Readonly<Record<string, unknown>> = {
  "an empty text": "",
  null: null,
  "a number": 42,
  "an object": { address: DEPOSIT },
  "a huge text": "b".repeat(5_000),
  "Bitcoin's currency identifier": BTC_CURRENCY,
  "Bitcoin's currency identifier in capitals": BTC_CURRENCY.toUpperCase(),
  "the zero address": NATIVE_EVM_CURRENCY,
  "the currency that is bought": USDC,
  "the recipient": RECIPIENT,
  "the refund address": REFUND_TO,
  "the refund address in capitals": REFUND_TO.toUpperCase(),
  "the user of the quote": USER,
  "an EVM address": "0xd000000000000000000000000000000000000d0d",
  "an address on mainnet": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  "an address on testnet": "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
  "an address with a typing error": DEPOSIT.replace("w508", "w509"),
  "an address in mixed case": DEPOSIT.replace("q", "Q"),
  "an address in upper case, which would be a second name for one script": DEPOSIT.toUpperCase(),
  "an address with a space": `${DEPOSIT} `,
  "a payment link": `bitcoin:${DEPOSIT}`,
};

describe("a quote answer", () => {
  let server: LocalServer;
  let body: unknown;
  before(async () => {
    server = await serve((_, response) => {
      response.setHeader("content-type", "application/json");
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  after(() => server.close());

  const priced = () => priceWith(clientOf(server.url));
  const isRefused = async () => {
    const error = await priced().then(
      ({ offer }) =>
        expect.fail(
          `It was offered to a payer: ${JSON.stringify(offer, (_, part: unknown) => String(part))}`,
        ),
      (reason: unknown) => reason,
    );
    expect(error).to.be.instanceOf(GatewayError);
    expect((error as GatewayError).code).to.be.oneOf([
      "quote_unusable",
      "service_unavailable",
      "quote_without_minimum",
      "price_not_reached",
    ]);
  };

  it("that is good is offered exactly as issued", async () => {
    body = goodAnswer().answer;
    const { offer } = await priced();
    expect(offer).to.include({
      depositAddress: DEPOSIT,
      requestId: "0xabc",
      input: 32_004n,
      floor: 25_010_000n,
    });
  });

  for (const [what, change] of Object.entries(WRONG)) {
    it(`with ${what} is refused`, async () => {
      const parts = goodAnswer();
      change(parts);
      body = parts.answer;
      await isRefused();
    });
  }

  for (const [what, address] of Object.entries(NO_ADDRESS)) {
    it(`whose deposit address is ${what} is refused`, async () => {
      const parts = goodAnswer();
      parts.step["depositAddress"] = address;
      parts.data["to"] = address;
      body = parts.answer;
      await isRefused();
    });
  }

  it("without a deposit address is refused", async () => {
    const parts = goodAnswer();
    delete parts.step["depositAddress"];
    body = parts.answer;
    await isRefused();
  });

  it("that is a page, half an object, endless or no object is refused", async () => {
    for (const text of [
      "<html>Welcome</html>",
      '{"steps":[',
      "",
      " ".repeat(1_100_000),
      "{}",
      "[]",
      "null",
      "42",
    ]) {
      body = text;
      await isRefused();
    }
  });

  it("on an EVM chain is refused when it names the zero address or a currency", async () => {
    const ask = {
      ...ASK,
      originChainId: 1,
      originCurrency: RECIPIENT,
      recipient: "0xd000000000000000000000000000000000000d0d",
    };
    for (const address of [
      NATIVE_EVM_CURRENCY,
      RECIPIENT,
      RECIPIENT.toUpperCase().replace("0X", "0x"),
      USDC,
    ]) {
      body = { steps: [{ id: "deposit", kind: "transaction", requestId: "0xabc", depositAddress: address }] };
      const error = await clientOf(server.url)
        .quote(ask)
        .catch((reason: unknown) => reason);
      expect(error, address).to.be.instanceOf(GatewayError).with.property("code", "quote_unusable");
    }
  });
});
