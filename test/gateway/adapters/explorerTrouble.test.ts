import { expect } from "chai";
import { bitcoinRules } from "../../../src/bitcoin/reader/bitcoinRules.ts";
import { HttpFailure } from "../../../src/http-client/http.ts";
import { createExplorer } from "../../../src/gateway/adapters/explorers.ts";
import { silentLog } from "../../../src/runtime/log.ts";
import { MINUTE_MS, SECOND_MS } from "../../../src/values/time.ts";
import { testClock } from "../../support/clock.ts";
import { serve, type LocalServer } from "../../support/localServer.ts";

type Saying = Readonly<{ status: number; body?: string; headers?: Readonly<Record<string, string>> }>;

const FEES = { status: 200, body: '{"3": 12.5}' };

describe("explorers in trouble", () => {
  const servers: LocalServer[] = [];
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

  /** Explorers that say these things, one after the other or the last for ever, and the one that they make together. */
  const explorersThatSay = async (...sayings: readonly (readonly Saying[])[]) => {
    for (const list of sayings) {
      const server = await serve((_, response, count) => {
        const { status, body = "", headers = {} } = list[count - 1] ?? list.at(-1) ?? { status: 404 };
        response.writeHead(status, headers).end(body);
      });
      servers.push(server);
    }
    const clock = testClock();
    let calls = 0;
    const explorer = createExplorer(
      servers.map(({ url }) => url),
      { quorum: undefined, rules: bitcoinRules("regtest"), clock, log: silentLog, onCall: () => calls++ },
    );
    return { clock, explorer, calls: () => calls, asked: () => servers.map(({ asked }) => asked.length) };
  };

  it("the next one is asked at once when one says 429, which is then left alone for as long as it asks", async () => {
    const tired = { status: 429, headers: { "retry-after": "120" } };
    const { clock, explorer, asked } = await explorersThatSay([tired, FEES], [FEES, { status: 500 }]);
    expect(await explorer.feeEstimates()).to.deep.equal({ "3": 12.5 });
    expect(asked()).to.deep.equal([1, 1]);
    clock.advance(2 * MINUTE_MS - 1);
    const failure = await explorer.feeEstimates().catch((error: unknown) => error);
    expect(failure, "the other one fails now").to.be.instanceOf(HttpFailure);
    expect(asked(), "and the tired one was not asked").to.deep.equal([1, 2]);
    clock.advance(1);
    expect(await explorer.feeEstimates()).to.deep.equal({ "3": 12.5 });
    expect(asked()).to.deep.equal([2, 3]);
  });

  it("one that fails three times costs nothing for a while, and is asked again later", async () => {
    const { clock, explorer, asked } = await explorersThatSay([{ status: 503 }], [FEES, { status: 500 }]);
    for (let questions = 0; questions < 6; questions++) await explorer.feeEstimates().catch(() => undefined);
    const [first = 0] = asked();
    expect(first).to.equal(3);
    clock.advance(15 * SECOND_MS);
    await explorer.feeEstimates().catch(() => undefined);
    expect(asked()[0]).to.equal(4);
  });

  it("the only one is asked again after each failure: there is no other, unless it says 429", async () => {
    const failing = Array.from({ length: 5 }, () => ({ status: 503 }));
    const { explorer, calls } = await explorersThatSay([...failing, { status: 429 }, FEES]);
    for (let questions = 0; questions < 8; questions++) await explorer.feeEstimates().catch(() => undefined);
    expect(calls()).to.equal(6);
  });

  it("a considered no is an answer, and nobody else is asked", async () => {
    const no = { status: 400, body: "sendrawtransaction RPC error: bad-txns-inputs-missingorspent" };
    const { explorer, asked } = await explorersThatSay([no], [{ status: 200, body: "ab".repeat(32) }]);
    const failure = await explorer.broadcast("00").catch((error: unknown) => error);
    expect(failure).to.include({ kind: "refused" });
    expect(asked()).to.deep.equal([1, 0]);
  });

  it("an error page is never taken for data", async () => {
    const page = { status: 200, body: "<html>Too many requests</html>" };
    const { explorer } = await explorersThatSay([page], [FEES]);
    expect(await explorer.feeEstimates()).to.deep.equal({ "3": 12.5 });
    const failure = await explorer.tipHash().catch((error: unknown) => error);
    expect(failure, "neither names a block")
      .to.be.instanceOf(HttpFailure)
      .with.property("name", "ChainUncertain");
  });
});
