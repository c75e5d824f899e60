import { expect } from "chai";
import { serviceClient } from "../../../src/gateway/compose/outsideClients.ts";
import type { Outside } from "../../../src/gateway/compose/deps.ts";
import { callBudget } from "../../../src/http-client/callBudget.ts";
import { HttpFailure, type HttpClient } from "../../../src/http-client/http.ts";
import { countCalls } from "../../../src/gateway/adapters/callCounts.ts";
import { GatewayError } from "../../../src/gateway/errors.ts";
import { MINUTE_MS, SECOND_MS } from "../../../src/values/time.ts";
import { ASK, goodAnswer } from "../adapters/quoteAt.ts";
import { testClock } from "../../support/clock.ts";

const OUTSIDE: Outside = {
  ...{ intentsUrl: "http://intents.example", intentsApiKey: undefined, intentsStreamUrl: undefined },
  intentsQuoteVersion: "auto",
  intentsRequestsVersion: "auto",
  ...{
    explorerUrls: [],
    explorerStreamUrl: undefined,
    ratesUrls: [],
    rpcUrls: new Map(),
    quoteUserBitcoin: undefined,
  },
};

/** An intent service that answers, or fails as it is told; `asked` has the path of every call that reached it. */
function serviceOf(perMinute = 6_000) {
  const clock = testClock();
  const budget = callBudget(perMinute, clock, 1 / 2);
  const state = { failure: undefined as HttpFailure | undefined, asked: [] as string[] };
  const answer = (body: unknown) => async (path: string) => {
    state.asked.push(path);
    if (state.failure) throw state.failure;
    return { status: 200, bytes: new Uint8Array(), body: JSON.stringify(body) };
  };
  const http: HttpClient = {
    get: answer({ status: "waiting", chains: [] }),
    post: answer(goodAnswer().answer),
  };
  const parts = {
    outside: OUTSIDE,
    clock,
    http: () => http,
    calls: countCalls(),
    mayAsk: () => true,
    mayQuote: (canWait: boolean) => (canWait ? budget.takeSpare() : budget.take()),
  };
  const service = serviceClient(parts);
  const wordOf = async (work: Promise<unknown>) =>
    work.then(
      () => "answered",
      (error: unknown) => (error instanceof GatewayError ? error.code : "another error"),
    );
  return {
    ...{ clock, budget, state },
    fails: (kind: "unreachable" | "broken" | "busy", status?: number, retryAfterMs?: number) =>
      void (state.failure = new HttpFailure(kind, kind, status, undefined, undefined, retryAfterMs)),
    isWell: () => void (state.failure = undefined),
    quote: (canWait = false) => wordOf(service.quote({ ...ASK, canWait })),
    chains: () => wordOf(service.chains()),
    status: () => wordOf(service.status("0xabc")),
    reindex: () => wordOf(service.reindex({ chainId: 1, depositAddress: "0x00", txHash: "0x01" })),
  };
}

describe("the intent service, as the gateway asks it,", () => {
  it("is asked for no more quotes in a minute than INTENTS_QUOTES_PER_MINUTE", async () => {
    const { clock, state, quote } = serviceOf(200);
    for (let second = 0; second < 60; second++) {
      for (let calls = 0; calls < 10; calls++) await quote();
      clock.advance(SECOND_MS);
    }
    expect(state.asked.length).to.be.within(180, 200);
  });

  it("gives prices again as soon as the budget has a quote", async () => {
    const { clock, quote } = serviceOf(60);
    const words = [];
    for (let calls = 0; calls < 31; calls++) words.push(await quote());
    expect(words).to.deep.equal([...Array<string>(30).fill("answered"), "service_unavailable"]);
    clock.advance(2 * SECOND_MS);
    expect(await quote()).to.equal("answered");
  });

  it("leaves half of the quotes to others while strangers want all of them", async () => {
    const { clock, quote } = serviceOf(60);
    for (let calls = 0; calls < 60; calls++) await quote(); // the burst
    clock.advance(MINUTE_MS);
    let others = 0;
    for (let second = 0; second < 120; second++, clock.advance(SECOND_MS)) {
      for (let calls = 0; calls < 5; calls++) await quote(true);
      if ((await quote()) === "answered") others++;
    }
    expect(others).to.be.at.least(50);
  });

  it("is left alone for as long as its 429 asks, by quotes and by looks alike", async () => {
    for (const kind of ["quote", "status"] as const) {
      const service = serviceOf();
      service.fails("busy", 429, 30 * SECOND_MS);
      await service[kind]();
      service.isWell();
      expect(await service[kind]()).to.equal("service_unavailable");
      service.clock.advance(30 * SECOND_MS - 1);
      await service[kind]();
      expect(service.state.asked).to.have.length(1);
      service.clock.advance(1);
      expect(await service[kind]()).to.equal("answered");
    }
  });

  it("is left alone twice as long each time when its 429 asks for nothing, up to a minute", async () => {
    const service = serviceOf();
    service.fails("busy", 429);
    const asked: number[] = [];
    for (let second = 0; second < 200; second++, service.clock.advance(SECOND_MS)) {
      await service.quote();
      if (service.state.asked.length > asked.length) asked.push(second);
    }
    expect(asked).to.deep.equal([0, 1, 3, 7, 15, 31, 63, 123, 183]);
  });

  it("may be silent to three quotes; the next are refused at once, and cost no call", async () => {
    const { fails, quote, state, budget, clock, isWell } = serviceOf();
    fails("unreachable");
    for (let calls = 0; calls < 3; calls++) await quote();
    const left = budget.left();
    for (let calls = 0; calls < 20; calls++) expect(await quote()).to.equal("service_unavailable");
    expect([state.asked.length, budget.left()]).to.deep.equal([3, left]);
    isWell();
    clock.advance(SECOND_MS);
    expect(await quote()).to.equal("answered");
  });

  it("may be silent about its chains: one call finds out, and the list that is known serves at once", async () => {
    const { fails, chains, state, clock } = serviceOf();
    await chains();
    clock.advance(10 * MINUTE_MS);
    fails("unreachable");
    await chains();
    const asked = state.asked.length;
    for (let calls = 0; calls < 20; calls++) expect(await chains()).to.equal("answered");
    expect([asked, state.asked.length]).to.deep.equal([2, 2]);
    clock.advance(SECOND_MS);
    await Promise.all([chains(), chains(), chains()]);
    expect(state.asked).to.have.length(3);
  });

  it("may fail at one route without another one's quotes being refused", async () => {
    const { fails, quote, isWell } = serviceOf();
    fails("broken", 500);
    for (let calls = 0; calls < 10; calls++) await quote();
    isWell();
    expect(await quote()).to.equal("answered");
  });

  it("may refuse to reindex one address so soon, and is asked for news as before", async () => {
    const { fails, reindex, status, isWell } = serviceOf();
    fails("busy", 429, MINUTE_MS);
    await reindex();
    isWell();
    expect(await status()).to.equal("answered");
  });
});
