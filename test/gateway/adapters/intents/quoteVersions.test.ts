import { expect } from "chai";
import { createIntentService } from "../../../../src/gateway/adapters/intents/intentService.ts";
import type { IntentService, QuoteAsk } from "../../../../src/gateway/ports/servicePort.ts";
import { createHttp } from "../../../../src/http-client/http.ts";
import { DAY_MS, MINUTE_MS } from "../../../../src/values/time.ts";
import { testClock, type TestClock } from "../../../support/clock.ts";
import { serve, type LocalServer } from "../../../support/localServer.ts";
import { startWorld, type World } from "../../../network/world.ts";
import { ASK, clientOf, DEPOSIT, flatAnswer, goodAnswer } from "../quoteAt.ts";

type Json = Record<string, unknown>;

describe("reading a quote in the flat form of v3", () => {
  let server: LocalServer | undefined;
  afterEach(() => server?.close());
  const quoteOf = async (answer: Json, ask: QuoteAsk = ASK) => {
    server = await serve((_asked, response) => response.end(JSON.stringify(answer)));
    return clientOf(server.url).quote(ask);
  };
  const codeOf = (answer: Json, ask?: QuoteAsk) =>
    quoteOf(answer, ask).then(
      () => "taken",
      ({ code }: { code: string }) => code,
    );

  it("reads a flat quote from the path of v2, because the form decides", async () => {
    expect(await quoteOf(flatAnswer())).to.deep.include({
      requestId: "0xabc",
      depositAddress: DEPOSIT,
      input: 32_004n,
      output: 25_020_000n,
      minimum: 25_010_000n,
      feesUsd: 100_000n,
      flatFeesUsd: 20_000n,
    });
  });

  it("reads a nested quote from the path of v3", async () => {
    server = await serve((_asked, response) => response.end(JSON.stringify(goodAnswer().answer)));
    const http = createHttp({ baseUrl: server.url, timeoutMs: 5_000, maxBytes: 1_000_000 });
    const quoteVersion = { setting: "v3", clock: testClock() } as const;
    const quote = await createIntentService({ quotes: http, reads: http, quoteVersion }, false).quote(ASK);
    expect(quote).to.include({ requestId: "0xabc", depositAddress: DEPOSIT, minimum: 25_010_000n });
    expect(server.asked.map(({ path }) => path)).to.deep.equal(["/quote/v3"]);
  });

  it("takes a flat quote's deposit address as text, too", async () => {
    expect(await quoteOf(flatAnswer({ depositAddress: DEPOSIT }))).to.include({ depositAddress: DEPOSIT });
  });

  it("takes the amounts of a flat quote from its route where it has no details", async () => {
    const { currencyIn: inputCurrency, currencyOut: outputCurrency } = goodAnswer();
    const route = { quoted: { origin: { inputCurrency }, destination: { outputCurrency } } };
    expect(await quoteOf(flatAnswer({}, { details: undefined, route }))).to.include({ minimum: 25_010_000n });
  });

  for (const [what, depositAddress] of Object.entries({
    "no deposit address": null,
    "an empty deposit address": "",
    "a deposit address without its text": { type: "open" },
    "a strict address that was not asked for": { address: DEPOSIT, type: "strict" },
  }))
    it(`refuses a flat quote with ${what}`, async () => {
      expect(await codeOf(flatAnswer({ depositAddress }))).to.equal("quote_unusable");
    });

  it("refuses a flat quote with an open address where a strict one was asked for", async () => {
    const strict = { ...ASK, depositAddress: { refundTo: ASK.depositAddress!.refundTo, strict: true } };
    expect(await codeOf(flatAnswer(), strict)).to.equal("quote_unusable");
  });

  it("takes the minimum of a flat quote from its route where its details have none", async () => {
    const { currencyOut } = goodAnswer();
    const route = { quoted: { destination: { outputCurrency: currencyOut } } };
    const details = { currencyOut: { amount: "25020000" } };
    expect(await quoteOf(flatAnswer({}, { details, route }))).to.include({ minimum: 25_010_000n });
  });

  it("ignores fields beside the amounts that are no values of their kind", async () => {
    const { currencyIn, currencyOut } = goodAnswer();
    for (const odd of [{ timeEstimate: null }, { timeEstimate: "30" }, { timeEstimate: -5 }]) {
      const details = {
        currencyIn: { ...currencyIn, amountUsd: 25 },
        currencyOut: { ...currencyOut, currency: null },
        ...odd,
      };
      expect(await quoteOf(flatAnswer({}, { details }))).to.include({ input: 32_004n, minimum: 25_010_000n });
    }
  });

  it("believes no amounts of a flat quote that are numbers instead of digits", async () => {
    const details = {
      currencyIn: { amount: 32_004 },
      currencyOut: { amount: 25_020_000, minimumAmount: 25_010_000 },
    };
    expect(await quoteOf(flatAnswer({}, { details }))).to.include({ output: undefined, minimum: undefined });
  });
});

describe("choosing the version of quotes", () => {
  let server: LocalServer;
  let clock: TestClock;
  let client: IntentService;
  let statuses: Record<string, number>;
  before(async () => {
    server = await serve(({ path }, response) => {
      response.statusCode = statuses[path] ?? 200;
      const { answer } = goodAnswer();
      response.end(JSON.stringify(path === "/quote/v3" ? flatAnswer() : answer));
    });
  });
  after(() => server.close());
  beforeEach(() => {
    statuses = {};
    clock = testClock();
    client = clientWith("auto");
  });
  const clientWith = (setting: "auto" | "v2" | "v3") => {
    const http = createHttp({ baseUrl: server.url, timeoutMs: 5_000, maxBytes: 1_000_000 });
    return createIntentService({ quotes: http, reads: http, quoteVersion: { setting, clock } }, false);
  };
  /** The paths that one quote asks. */
  const pathsOf = async () => {
    const before = server.asked.length;
    await client.quote(ASK).catch(() => undefined);
    return server.asked.slice(before).map(({ path }) => path);
  };

  it("asks v2 while the service has it", async () => {
    expect(await pathsOf()).to.deep.equal(["/quote/v2"]);
  });

  for (const [status, pause, words] of [
    [404, MINUTE_MS, "a minute"],
    [405, MINUTE_MS, "a minute"],
    [501, MINUTE_MS, "a minute"],
    [410, DAY_MS, "a day"],
  ] as const)
    it(`asks v3 from the first quote that v2 answers by ${status}, and tries v2 again after ${words}`, async () => {
      statuses["/quote/v2"] = status;
      expect(await pathsOf()).to.deep.equal(["/quote/v2", "/quote/v3"]);
      clock.advance(pause - 1);
      expect(await pathsOf()).to.deep.equal(["/quote/v3"]);
      clock.advance(1);
      delete statuses["/quote/v2"];
      expect(await pathsOf()).to.deep.equal(["/quote/v2"]);
    });

  for (const status of [400, 401, 403, 429, 500, 503])
    it(`keeps to v2 when v2 answers ${status}`, async () => {
      statuses["/quote/v2"] = status;
      expect(await pathsOf()).to.deep.equal(["/quote/v2"]);
    });

  it("keeps to v2 after one 404 when v3 only refuses the key", async () => {
    statuses = { "/quote/v2": 404, "/quote/v3": 401 };
    expect(await pathsOf()).to.deep.equal(["/quote/v2", "/quote/v3"]);
    statuses = {};
    clock.advance(MINUTE_MS); // for which a refused key is not tried again
    expect(await pathsOf()).to.deep.equal(["/quote/v2"]);
  });

  it("asks v2 again when v3 is gone", async () => {
    statuses["/quote/v2"] = 410;
    await pathsOf();
    statuses = { "/quote/v3": 404 };
    expect(await pathsOf()).to.deep.equal(["/quote/v3", "/quote/v2"]);
    expect(await pathsOf()).to.deep.equal(["/quote/v2"]);
  });

  it("asks the version that the operator has set, and no other", async () => {
    client = clientWith("v3");
    expect(await pathsOf()).to.deep.equal(["/quote/v3"]);
  });
});

describe("the intent service's v3 as the gateway reads it", () => {
  let world: World;
  before(async () => {
    world = await startWorld({ versions: { offersV3: true, deprecatedAt: 0, retiredAt: 0 } });
  });
  after(() => world.close());

  it("has a payment by a v3 quote succeed once v2 is retired", async () => {
    const body = world.quoteBody() as Record<string, string> & {
      originChainId: number;
      destinationChainId: number;
    };
    const { user, originChainId, destinationChainId, originCurrency, destinationCurrency, recipient } = body;
    const ask = {
      user,
      originChainId,
      destinationChainId,
      originCurrency,
      destinationCurrency,
      recipient,
    } as QuoteAsk;
    const client = clientOf(world.url);
    const quote = await client.quote({
      ...ask,
      amount: BigInt(body["amount"] ?? 0),
      tradeType: "EXACT_INPUT",
      depositAddress: { refundTo: String(body["refundTo"]), strict: false },
    });
    expect(quote.minimum).to.be.a("bigint");
    expect(quote.feesUsd).to.be.a("bigint");
    await world.pay(quote.depositAddress ?? "", Number(quote.input));
    await world.mine();
    await world.tick(4);
    expect((await client.status(quote.requestId)).word).to.equal("success");
  });
});
