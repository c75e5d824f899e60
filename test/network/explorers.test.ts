import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { HttpFailure } from "../../src/chain/http.ts";
import { createBitcoinChain } from "../../src/network/chains/bitcoin.ts";

const GENESIS = "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206";

/** An explorer of regtest that answers what a test says to everything else, and counts. */
async function explorer(answer: (path: string) => string | undefined) {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const body = request.url === "/block-height/0" ? GENESIS : answer(request.url ?? "");
    if (body === undefined) return void response.writeHead(503).end("down");
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, asked, close: () => (server.closeAllConnections(), server.close()) };
}

describe("Bitcoin through several explorers", () => {
  const open: { close(): unknown }[] = [];
  afterEach(() => open.splice(0).forEach((one) => one.close()));
  const chainOf = async (...answers: ((path: string) => string | undefined)[]) => {
    const explorers = await Promise.all(answers.map(explorer));
    open.push(...explorers);
    return {
      explorers,
      chain: createBitcoinChain(
        "regtest",
        explorers.map(({ url }) => url),
      ),
    };
  };

  it("the second explorer answers when the first is down", async () => {
    const { chain } = await chainOf(
      () => undefined,
      () => '{"3": 12.5}',
    );
    expect(await chain.feeRate()).to.equal(12_500n);
  });

  it("the second explorer is not asked while the first answers", async () => {
    const { chain, explorers } = await chainOf(
      () => '{"3": 2}',
      () => '{"3": 9}',
    );
    expect(await chain.feeRate()).to.equal(2_000n);
    expect(explorers[1]?.asked).to.deep.equal([]);
  });

  it("no answer from any of them is a failure, never a number", async () => {
    const { chain } = await chainOf(
      () => undefined,
      () => "<html>",
    );
    const failure = await chain.feeRate().catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(HttpFailure);
  });

  it("fee rates: the nearest target of three blocks or more, never below 1 nor above 500 sat/vB", async () => {
    const rates: readonly (readonly [string, bigint])[] = [
      ['{"1": 50, "2": 40, "6": 10, "144": 1}', 10_000n],
      ['{"1": 50, "2": 40}', 40_000n],
      ["{}", 1_000n],
      ['{"3": 0.2}', 1_000n],
      ['{"3": 90000}', 500_000n],
    ];
    for (const [answer, expected] of rates) {
      const { chain } = await chainOf(() => answer);
      expect(await chain.feeRate(), answer).to.equal(expected);
    }
  });
});
