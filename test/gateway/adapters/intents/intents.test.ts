import { expect } from "chai";
import fc from "fast-check";
import { GatewayError } from "../../../../src/gateway/errors.ts";
import { statusMeaning } from "../../../../src/intents/status.ts";
import { serve, type Asked, type LocalServer } from "../../../support/localServer.ts";
import { ASK, clientOf, goodAnswer, REFUND_TO } from "../quoteAt.ts";

type Reply = Readonly<{ status?: number; body?: unknown; headers?: Readonly<Record<string, string>> }>;

let server: LocalServer;
let reply: (asked: Asked) => Reply = () => ({});

const errorOf = (promise: Promise<unknown>): Promise<GatewayError> =>
  promise.then(
    () => expect.fail("It was accepted."),
    (error: unknown) => {
      expect(error).to.be.instanceOf(GatewayError);
      return error as GatewayError; // the line above
    },
  );

describe("the client of an intent service", () => {
  beforeEach(async () => {
    server = await serve((asked, response) => {
      const { status = 200, body = {}, headers = {} } = reply(asked);
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  afterEach(() => server.close());

  it("asks under the base URL, whatever path and slashes that has", async () => {
    reply = ({ path }) => ({
      body: path.includes("quote") ? goodAnswer().answer : { chains: [], status: "waiting" },
    });
    for (const base of ["", "/", "/some/base", "/some/base/"]) {
      const service = clientOf(server.url + base);
      await service.quote(ASK);
      await service.chains();
      await service.status("0x1&a=b/../?");
      const prefix = base.replace(/\/$/, "");
      expect(server.asked.slice(-3).map(({ method, path }) => `${method} ${path}`)).to.deep.equal([
        `POST ${prefix}/quote/v2`,
        `GET ${prefix}/chains`,
        `GET ${prefix}/intents/status/v3?requestId=0x1%26a%3Db%2F..%2F%3F`,
      ]);
    }
  });

  it("asks a quote in the contract's fields, with amounts as text", async () => {
    reply = () => ({ body: goodAnswer().answer });
    await clientOf(server.url).quote(ASK);
    const { depositAddress: _, ...fields } = ASK;
    expect(JSON.parse(server.asked[0]?.body ?? "")).to.deep.equal({
      ...{ ...fields, amount: "32004" },
      ...{ useDepositAddress: true, refundTo: REFUND_TO },
    });
    await clientOf(server.url).quote({ ...ASK, depositAddress: undefined, tradeType: "EXACT_OUTPUT" });
    expect(JSON.parse(server.asked[1]?.body ?? "")).to.deep.equal({
      ...{ ...fields, amount: "32004", tradeType: "EXACT_OUTPUT" },
    });
  });

  it("never repeats a quote by itself, and repeats a read up to three times", async () => {
    reply = () => ({ status: 503, body: "<html>busy</html>" });
    const service = clientOf(server.url);
    expect((await errorOf(service.quote(ASK))).code).to.equal("service_unavailable");
    expect(server.asked).to.have.length(1);
    expect((await errorOf(service.status("0x1"))).code).to.equal("service_unavailable");
    expect(server.asked).to.have.length(4);
  });

  it("follows no redirect", async () => {
    reply = () => ({ status: 302, headers: { location: `${server.url}/elsewhere` } });
    expect((await errorOf(clientOf(server.url).chains())).code).to.equal("service_unavailable");
    expect(server.asked.map(({ path }) => path)).to.deep.equal(["/chains"]);
  });

  it("hands on what a refusal says, and keeps it short", async () => {
    reply = () => ({
      status: 400,
      body: { message: "Amount is too low. ".repeat(100), errorCode: "AMOUNT_TOO_LOW" },
    });
    const error = await errorOf(clientOf(server.url).quote(ASK));
    expect(error)
      .to.include({ code: "amount_too_small" })
      .and.have.property("message")
      .that.includes("Amount is too low.");
    expect(error.data).to.deep.equal({ serviceCode: "AMOUNT_TOO_LOW" });
    expect(error.message.length).to.be.below(400);
  });

  it("reads every refusal, whatever its body is", async () => {
    for (const body of ["", "<html>", "null", "[]", '"no"', { message: 42 }, { errorCode: {} }]) {
      reply = () => ({ status: 422, body });
      expect(await errorOf(clientOf(server.url).quote(ASK)), String(body)).to.include({
        code: "service_refused",
      });
    }
  });

  it("says of INSUFFICIENT_FUNDS which setting is to be mended", async () => {
    reply = () => ({
      status: 400,
      body: { message: "user has too little", errorCode: "INSUFFICIENT_FUNDS" },
    });
    const error = await errorOf(clientOf(server.url).quote(ASK));
    expect(error).to.include({ code: "quote_user_balance" });
    expect(error.message).to.include("QUOTE_USER_BITCOIN");
  });

  it("keeps the chains that it can read when another one is odd", async () => {
    const token = { symbol: "USDC", address: "0xabc", decimals: 6 };
    const chains = [
      { id: "x" },
      null,
      { id: 1, solverCurrencies: [token] },
      { id: 2, solverCurrencies: null },
      { id: 3, solverCurrencies: [{}] },
    ];
    reply = () => ({ body: { chains } });
    const found = await clientOf(server.url).chains();
    expect(found.map(({ id, solverCurrencies }) => [id, solverCurrencies.length])).to.deep.equal([
      [1, 1],
      [2, 0],
    ]);
  });
});

describe("a status word", () => {
  const known = ["waiting", "pending", "success", "failure", "refund", "delayed"];
  const spoiled = known.flatMap((word) => [
    ...[
      word.toUpperCase(),
      `${word} `,
      ` ${word}`,
      `${word}\n`,
      `${word}\u0000`,
      `${word}${word}`,
      word.slice(1),
    ],
    ...[
      [word],
      { status: word },
      { [word]: true },
      word.replace("s", "ѕ"),
      word[0]?.toUpperCase() + word.slice(1),
    ],
  ]);
  const odd = [
    null,
    true,
    false,
    0,
    1,
    "",
    [],
    {},
    [[]],
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "valueOf",
  ];
  const random = fc.sample(fc.jsonValue(), { numRuns: 250, seed: 7 });

  before(async () => {
    server = await serve((asked, response) => response.end(JSON.stringify(reply(asked).body)));
  });
  after(() => server.close());

  it("means success only when it is exactly that, out of more than 300", async () => {
    const words: readonly unknown[] = [...spoiled, ...odd, ...random].filter(
      (word) => !known.includes(word as string),
    );
    expect(words.length).to.be.above(300);
    const service = clientOf(server.url);
    for (const status of words) {
      reply = () => ({ body: { status } });
      const { word } = await service.status("0x1");
      expect(statusMeaning(word), JSON.stringify(status)).to.equal("unknown");
    }
    reply = () => ({ body: { status: "success", txHashes: ["0x2"], inTxHashes: "none" } });
    expect(await service.status("0x1")).to.deep.include({
      word: "success",
      outHashes: ["0x2"],
      output: undefined,
    });
  });

  it("is not found in an answer that is no object", async () => {
    for (const body of [{}, [], "success", null, ["success"], 1]) {
      reply = () => ({ body });
      expect((await errorOf(clientOf(server.url).status("0x1"))).code).to.equal("service_unavailable");
    }
  });
});
