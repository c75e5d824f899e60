import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import type { Outside } from "../../src/app/deps.ts";
import { serviceClient } from "../../src/app/outsideClients.ts";
import { callBudget } from "../../src/chain/callBudget.ts";
import { createHttp } from "../../src/chain/http.ts";
import { countCalls } from "../../src/clients/callCounts.ts";
import type { QuoteAsk } from "../../src/gateway/ports.ts";
import { MINUTE_MS, SECOND_MS } from "../../src/time.ts";
import { testClock } from "../support/clock.ts";

const ASK: QuoteAsk = {
  ...{ user: "u", originChainId: 1, originCurrency: "a", destinationChainId: 2, destinationCurrency: "b" },
  ...{ recipient: "r", amount: 1n, tradeType: "EXACT_INPUT", depositAddress: undefined },
};

/** A service that answers every call with the same status, and counts them. */
async function startService(status: number, headers: Readonly<Record<string, string>> = {}) {
  let calls = 0;
  const server: Server = createServer((_request, response) => {
    calls++;
    response.writeHead(status, headers).end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return { url: `http://127.0.0.1:${port}`, calls: () => calls, close: () => server.close() };
}

describe("the client of the intent service", () => {
  let service: Awaited<ReturnType<typeof startService>>;
  afterEach(() => service.close());

  async function clientOf(status: number, headers?: Readonly<Record<string, string>>, perMinute = 6_000) {
    service = await startService(status, headers);
    const clock = testClock();
    const quotes = callBudget(perMinute, clock, 1 / 2);
    const outside = { intentsUrl: service.url, intentsApiKey: undefined } as Outside; // all that it uses
    const client = serviceClient({
      ...{ outside, clock, calls: countCalls(), mayAsk: () => true, http: createHttp },
      mayQuote: (canWait) => (canWait ? quotes.takeSpare() : quotes.take()),
    });
    const ask = async (times: number, canWait = false) => {
      const messages: string[] = [];
      for (let time = 0; time < times; time++)
        await client.quote({ ...ASK, canWait }).catch((error: Error) => messages.push(error.message));
      return messages;
    };
    return { clock, ask, client };
  }

  it("asks for no quote while the service wants to be left alone", async () => {
    const { clock, ask } = await clientOf(429, { "retry-after": "30" });
    await ask(5);
    expect(service.calls()).to.equal(1);
    clock.advance(30 * SECOND_MS);
    await ask(5);
    expect(service.calls()).to.equal(2);
  });

  it("waits for a service that fails no more than three times in a row, then five seconds", async () => {
    const { clock, ask } = await clientOf(500);
    await ask(10);
    expect(service.calls()).to.equal(3);
    clock.advance(5 * SECOND_MS);
    await ask(10);
    expect(service.calls()).to.equal(4);
  });

  it("asks for no more quotes in a minute than are allowed, and says which setting that is", async () => {
    const { clock, ask } = await clientOf(400, {}, 50);
    for (let second = 0; second < 60; second++) {
      await ask(5);
      clock.advance(SECOND_MS);
    }
    expect(service.calls()).to.be.within(40, 50);
    expect((await ask(60)).at(-1)).to.contain("INTENTS_QUOTES_PER_MINUTE");
  });

  it("leaves half of the quotes to others while strangers want all of them", async () => {
    const { clock, ask } = await clientOf(400, {}, 60);
    await ask(60); // the burst
    clock.advance(MINUTE_MS);
    let others = 0;
    for (let second = 0; second < 120; second++) {
      const refused = await ask(5, true);
      others += 1 - (await ask(1)).filter((message) => message.includes("QUOTES_PER_MINUTE")).length;
      expect(refused.length).to.equal(5);
      clock.advance(SECOND_MS);
    }
    expect(others).to.be.at.least(50);
  });

  it("does not wait for a status either once the service said 429", async () => {
    const { clock, client } = await clientOf(429, { "retry-after": "20" });
    for (let time = 0; time < 5; time++) await client.status("r").catch(() => {});
    expect(service.calls()).to.equal(1);
    clock.advance(20 * SECOND_MS);
    await client.status("r").catch(() => {});
    expect(service.calls()).to.equal(2);
  });
});
