import type http from "node:http";
import { expect } from "chai";
import {
  createBatchRpc,
  type BatchRpcOptions,
  type RpcCall,
} from "../../../src/evm/reader/evmFollowerRpc.ts";
import { HttpFailure } from "../../../src/http-client/http.ts";
import { serve, type Asked, type LocalServer } from "../../support/localServer.ts";

type Question = { id: number; method: string; params: unknown[] };

const calls = (count: number): RpcCall[] =>
  Array.from({ length: count }, (_, index) => ({ method: "eth_test", params: [index] }));
const questionsIn = ({ body }: Asked) => [JSON.parse(body)].flat() as Question[];
const echo = (questions: Question[]) =>
  questions.map(({ id, params }) => ({ jsonrpc: "2.0", id, result: params[0] }));
const failureOf = async (work: Promise<unknown>): Promise<HttpFailure> => {
  const error = await work.then(() => undefined, (caught: unknown) => caught); // prettier-ignore
  expect(error).to.be.instanceOf(HttpFailure);
  return error as HttpFailure; // proven by the line above
};

describe("asking an EVM node", () => {
  let server: LocalServer;
  afterEach(() => server.close());

  const start = async (
    answer: (asked: Asked, response: http.ServerResponse, count: number) => void,
    options: BatchRpcOptions = {},
    path = "",
  ) => {
    server = await serve(answer);
    return createBatchRpc(`${server.url}${path}`, { timeoutMs: 5_000, ...options });
  };
  const answering = (make: (questions: Question[]) => unknown, options: BatchRpcOptions = {}) =>
    start((asked, response) => response.end(JSON.stringify(make(questionsIn(asked)))), options);

  it("sends many questions in few requests and gives the answers in their order", async () => {
    const rpc = await answering((questions) => echo(questions).toReversed(), { batchSize: 4 });
    expect(await rpc.ask(calls(10))).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(server.asked.map((one) => questionsIn(one).length)).to.deep.equal([4, 4, 2]);
    expect(await rpc.ask([])).to.deep.equal([]);
  });

  it("sends a single question as nodes without batches expect it", async () => {
    const rpc = await answering(([question]) => ({ id: question?.id, result: null }), { batchSize: 1 });
    expect(await rpc.ask(calls(2))).to.deep.equal([null, null]);
    expect(JSON.parse(server.asked[0]?.body ?? "")).to.deep.equal({ jsonrpc: "2.0", id: 0, ...calls(1)[0] });
  });

  it("keeps the path and the query of the URL as they are", async () => {
    const rpc = await start(
      (asked, response) => response.end(JSON.stringify(echo(questionsIn(asked)))),
      {},
      "/v2/key?a=b",
    );
    await rpc.ask(calls(1));
    expect(server.asked[0]?.path).to.equal("/v2/key?a=b");
  });

  it("refuses a URL that is none", async () => {
    server = await serve((_, response) => response.end());
    expect(() => createBatchRpc("ws://node")).to.throw("Expected the http or https URL of an EVM node.");
  });

  it("does not believe answers that miss one, or are no JSON-RPC at all", async () => {
    const lies: ((questions: Question[]) => unknown)[] = [
      (questions) => echo(questions).slice(1),
      (questions) => echo(questions).map((one) => ({ ...one, id: 0 })),
      (questions) => questions.map(({ id }) => ({ id })),
      () => null,
      () => "yes",
      () => [],
    ];
    for (const lie of lies) {
      const rpc = await answering(lie);
      expect(await failureOf(rpc.ask(calls(2)))).to.have.property("kind", "broken");
      await server.close();
    }
    const rpc = await start((_, response) => response.end("<html>"));
    expect(await failureOf(rpc.ask(calls(1)))).to.have.property("kind", "broken");
  });

  it("tells a node that asks for a slower pace from one that refuses", async () => {
    const refusals = [
      { code: -32005, message: "rate limit exceeded", kind: "busy" },
      { code: 429, message: "compute units per second", kind: "busy" },
      { code: -32601, message: "no such method", kind: "broken" },
      { code: -32000, message: "unknown block", kind: "broken" },
    ];
    for (const { kind, ...error } of refusals) {
      const rpc = await answering(([question]) => ({ id: question?.id, error }));
      const failure = await failureOf(rpc.ask(calls(1)));
      expect(failure).to.include({ kind, status: undefined });
      expect(failure.message).to.include(error.message);
      await server.close();
    }
    const rpc = await start((_, response) =>
      response.writeHead(429, { "retry-after": "7" }).end("slow down"),
    );
    expect(await failureOf(rpc.ask(calls(1)))).to.include({ kind: "busy", retryAfterMs: 7_000 });
  });

  it("asks again in halves when the answers together are too large", async () => {
    const large = { batchSize: 8, maxBytes: 400 };
    const rpc = await answering(
      (questions) => questions.map(({ id }) => ({ id, result: "x".repeat(100) })),
      large,
    );
    expect(await rpc.ask(calls(8))).to.have.length(8);
    expect(server.asked.map((one) => questionsIn(one).length)).to.deep.equal([8, 4, 2, 2, 4, 2, 2]);
  });

  it("says when a single answer is too large, whoever finds it so", async () => {
    const ours = await answering(() => "x".repeat(1_000), { maxBytes: 500 });
    expect(await failureOf(ours.ask(calls(1)))).to.include({ kind: "broken", status: 413 });
    await server.close();
    for (const message of ["Log response size exceeded", "query returned more than 10000 results"]) {
      const error = { code: -32005, message };
      const theirs = await answering(([question]) => ({ id: question?.id, error }));
      expect(await failureOf(theirs.ask(calls(1)))).to.include({ kind: "broken", status: 413 });
      await server.close();
    }
    const status = await start((_, response) => response.writeHead(413).end());
    expect(await failureOf(status.ask(calls(1)))).to.have.property("status", 413);
  });

  it("takes a large answer where one is asked for", async () => {
    const result = "x".repeat(1_000);
    const rpc = await answering(([question]) => ({ id: question?.id, result }), { maxBytes: 500 });
    expect(await failureOf(rpc.ask(calls(1)))).to.have.property("status", 413);
    expect(await rpc.ask(calls(1), "large")).to.deep.equal([result]);
  });

  it("does not wait for a body that trickles", async () => {
    const rpc = await start((_, response) => void response.write("["), { timeoutMs: 100 });
    expect(await failureOf(rpc.ask(calls(1)))).to.have.property("kind", "unreachable");
  });

  it("never shows the URL's path, where nodes put the customer's key", async () => {
    const rpc = await start((_, response) => response.writeHead(500).end("oops"), {}, "/v2/top-secret");
    const failure = await failureOf(rpc.ask(calls(1)));
    expect(failure.message).to.match(/^127\.0\.0\.1:\d+ answered 500: oops$/);
    await server.close();
    const gone = await failureOf(rpc.ask(calls(1)));
    expect(gone.message).to.match(/^127\.0\.0\.1:\d+ gave no answer\.$/);
    expect(String(gone.cause)).to.not.include("top-secret");
    server = await serve((_, response) => response.end());
  });
});
