import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import fc from "fast-check";
import { summaryOf, type Report } from "../../src/conformance/report.ts";
import { jsonReport } from "../../src/conformance/report/json.ts";
import { junitReport } from "../../src/conformance/report/junit.ts";
import { textReport } from "../../src/conformance/report/text.ts";
import { idsOf, READ_ONLY, runOn, type RunChanges } from "./runOn.ts";

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

const ZERO = "0x0000000000000000000000000000000000000000";
const BTC = "bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8";
const USDC = (digit: string) => ({ symbol: "USDC", address: `0x${digit.repeat(40)}`, decimals: 6 });
const ETH = { symbol: "ETH", address: ZERO, decimals: 18 };
const CHAINS = {
  chains: [
    { id: 8253038, solverCurrencies: [{ symbol: "BTC", address: BTC, decimals: 8 }] },
    { id: 10, solverCurrencies: [ETH, USDC("a")] },
    { id: 20, solverCurrencies: [ETH, USDC("b")] },
  ],
};

describe("the conformance checks on a service that is none, or hostile", () => {
  let servers: http.Server[] = [];
  afterEach(() => {
    for (const server of servers) server.closeAllConnections();
    for (const server of servers) server.close();
    servers = [];
  });

  const serve = async (handler: Handler): Promise<string> => {
    const server = http.createServer(handler);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const json = (response: http.ServerResponse, body: unknown, status = 200) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  /** Chains as they should be, and something else at every other path. */
  const behindChains = (other: Handler): Promise<string> =>
    serve((request, response) =>
      request.url === "/chains" ? json(response, CHAINS) : other(request, response),
    );
  const run = (url: string, changes: RunChanges = {}) =>
    runOn(url, { limits: { timeoutMs: 200 }, ...changes });
  const failure = (url: string) =>
    run(url).then(
      () => "a report",
      (error: Error) => `${error.name}: ${error.message}`,
    );
  /** No text of the service reaches a terminal with a character that could do something there, and none is long. */
  const isHarmless = (report: Report) => {
    for (const { came } of report.results) {
      expect(came).to.not.match(/[\p{C}\u2028\u2029]/u);
      expect(came.length).to.be.below(1_000);
    }
    expect(textReport(report).replaceAll("\n", "")).to.not.match(/\p{Cc}/u);
    expect(junitReport(report).replaceAll("\n", "")).to.not.match(/\p{Cc}/u);
    expect(() => JSON.parse(jsonReport(report)) as unknown).to.not.throw();
  };

  it("that cannot be reached, hangs or redirects could not be run, and gives no report", async () => {
    const closed = await serve(() => {});
    await new Promise((resolve) => servers.at(-1)?.close(resolve));
    expect(await failure(closed)).to.equal("NotRun: GET /chains got no answer: ECONNREFUSED");
    const hanging = await serve(() => {});
    expect(await failure(hanging)).to.equal("NotRun: GET /chains got no answer: none came in 200 ms");
    const trickling = await serve((_, response) => {
      response.writeHead(200);
      response.write("{");
    });
    expect(await failure(trickling)).to.equal("NotRun: GET /chains got no answer: none came in 200 ms");
    const redirecting = await serve((_, response) =>
      response.writeHead(301, { location: "https://elsewhere.example/" }).end(),
    );
    expect(await failure(redirecting)).to.match(
      /a redirect to https:\/\/elsewhere\.example\/\. Redirects are not followed/,
    );
    const busy = await serve((_, response) => json(response, { message: "Not now." }, 503));
    expect(await failure(busy)).to.equal("NotRun: GET /chains was answered with 503 Not now.");
    const locked = await serve((_, response) => json(response, { message: "Send a key." }, 401));
    expect(await failure(locked)).to.match(/^NotRun: GET \/chains needs an API key/);
  });

  it("that hangs behind its chains passes nothing that asks it, and is not asked for ever", async () => {
    let calls = 0;
    const report = await run(await behindChains(() => void calls++));
    expect(calls).to.equal(3);
    expect(idsOf(report, "passed")).to.deep.equal(["bitcoin.chain-id", "get.chains"]);
    expect(summaryOf(report)).to.include({ failed: 0, harmful: 0 });
    expect(summaryOf(report)["not-run"]).to.be.above(60);
    expect(report.results.map(({ came }) => came).join()).to.match(/has stopped answering/);
  });
  it("that answers garbage fails get.chains, and nothing else is judged", async () => {
    for (const garbage of [
      "<html>Welcome</html>",
      "",
      "{",
      "[]",
      "null",
      '{"chains":"none"}',
      '{"chains":[{"id":"10"}]}',
    ]) {
      const report = await run(await serve((_, response) => json(response, garbage)));
      expect(idsOf(report, "failed"), garbage).to.deep.equal(["get.chains"]);
      expect(idsOf(report, "passed"), garbage).to.deep.equal([]);
      isHarmless(report);
    }
  });

  it("whose quotes are 10 MB, cut, or nested without end fails post.quote and is told why", async () => {
    for (const [body, why] of [
      [`{"steps":["${"a".repeat(10_000_000)}"]}`, /larger than/],
      ['{"steps":[{"id":"dep', /is not JSON/],
      [`{"steps":${"[".repeat(200_000)}${"]".repeat(200_000)}}`, /got/],
      [`{"steps":{"length":4}}`, /got steps: an object with length/],
    ] as const) {
      const url = await behindChains((_, response) => json(response, body));
      const only = ["quote.standard", "post.quote", "step.id", "item.value"];
      const report = await run(url, { only, limits: { timeoutMs: 5_000 } });
      expect(report.results.some(({ verdict }) => verdict === "failed")).to.equal(true);
      expect(idsOf(report, "passed").filter((id) => id !== "quote.standard")).to.deep.equal([]);
      expect(report.results.map(({ came }) => came).join()).to.match(why);
      isHarmless(report);
    }
  });

  it("cannot draw on the terminal, and does not get the key into the report", async () => {
    const url = await behindChains((request, response) => {
      const message = `\u001b[2J\u001b]0;owned\u0007\u202egnp\u0000 ${String(request.headers["x-api-key"])} <b>&"'\ud800`;
      json(response, { errorCode: "\u001b[31mRED", message }, 400);
    });
    const report = await run(url, { apiKey: "a-secret-key" });
    expect(idsOf(report, "failed")).to.include("quote.standard");
    isHarmless(report);
    for (const text of [textReport(report), jsonReport(report), junitReport(report)])
      expect(text).to.not.include("a-secret-key");
    expect(textReport(report)).to.include("<key>");
  });

  it("whatever JSON it answers, there is a report in which every check has a verdict", async () => {
    let answers: readonly unknown[] = [];
    let asked = 0;
    const url = await behindChains((_, response) => json(response, answers[asked++ % answers.length]));
    const step = fc.record(
      {
        id: fc.jsonValue(),
        kind: fc.jsonValue(),
        requestId: fc.oneof(fc.string(), fc.jsonValue()),
        depositAddress: fc.oneof(fc.constant(`0x${"d".repeat(40)}`), fc.jsonValue()),
        items: fc.oneof(
          fc.array(fc.record({ status: fc.jsonValue(), data: fc.dictionary(fc.constantFrom("to", "from", "data", "value", "chainId", "psbt", "sign", "post", "maxFeePerGas"), fc.jsonValue()), check: fc.jsonValue() }), { maxLength: 3 }), // prettier-ignore
          fc.jsonValue(),
        ),
      },
      { requiredKeys: [] },
    );
    const quote = fc.record({ steps: fc.oneof(fc.array(fc.oneof(step, fc.jsonValue()), { maxLength: 3 }), fc.jsonValue()), status: fc.jsonValue(), details: fc.jsonValue(), fees: fc.jsonValue() }); // prettier-ignore
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(quote, fc.jsonValue()), { minLength: 1, maxLength: 6 }),
        async (some) => {
          answers = some;
          asked = 0;
          const report = await run(url, { limits: { timeoutMs: 10_000 } });
          expect(report.results).to.have.length(READ_ONLY.length);
          expect(
            report.results.filter(({ verdict, came }) => verdict === "not-run" && !/API key/.test(came)),
          ).to.deep.equal([]);
          isHarmless(report);
        },
      ),
      { numRuns: 25 },
    );
  });
});
