import type http from "node:http";
import { expect } from "chai";
import { createHttp, HttpFailure, joinUrl, parseJson, type HttpOptions } from "../../src/http-client/http.ts";
import { serve, type Asked, type LocalServer } from "../support/localServer.ts";

const failureOf = async (work: Promise<unknown>): Promise<HttpFailure> => {
  const error = await work.then(() => undefined, (caught: unknown) => caught); // prettier-ignore
  expect(error).to.be.instanceOf(HttpFailure);
  return error as HttpFailure; // proven by the line above
};

/** Sends a byte every few milliseconds, so that the connection is never idle, until the other side goes away. */
const trickle = (_: Asked, response: http.ServerResponse): void => {
  const timer = setInterval(() => response.write(" "), 20);
  response.on("close", () => clearInterval(timer));
};

describe("the HTTP client", () => {
  let server: LocalServer;
  afterEach(() => server.close());

  const start = async (
    answer: (asked: Asked, response: http.ServerResponse, count: number) => void,
    options: Partial<HttpOptions> = {},
  ) => {
    server = await serve(answer);
    const waits: number[] = [];
    const wait = async (ms: number) => waits.push(ms);
    const base = {
      baseUrl: server.url,
      timeoutMs: 5_000,
      maxBytes: 1_000,
      attempts: 3,
      random: () => 1,
      wait,
    };
    return { http: createHttp({ ...base, ...options }), waits };
  };
  const status =
    (code: number, headers: http.OutgoingHttpHeaders = {}) =>
    (_: Asked, response: http.ServerResponse) =>
      response.writeHead(code, headers).end("no");

  it("appends paths to a base URL that carries a path itself", async () => {
    const { http } = await start((_, response) => response.end("{}"), {});
    await http.get("/a?b=c");
    await createHttp({ baseUrl: `${server.url}/base/`, timeoutMs: 5_000, maxBytes: 10 }).get("/a");
    expect(server.asked.map(({ path }) => path)).to.deep.equal(["/a?b=c", "/base/a"]);
    expect(joinUrl("http://x/y//", "//z")).to.equal("http://x/y/z");
  });

  it("gives the answer as bytes and as text", async () => {
    const { http } = await start((_, response) => response.end(Buffer.from([0xe2, 0x82, 0xac, 0x00])));
    const answer = await http.get("/");
    expect(Buffer.from(answer.bytes).toString("hex")).to.equal("e282ac00");
    expect(answer.body).to.equal("€\u0000");
    expect(answer.status).to.equal(200);
  });

  it("hides its own key where an answer repeats it", async () => {
    const headers = { "x-api-key": "sk_0123456789", accept: "text/plain" };
    const { http } = await start(
      (_, response) => response.writeHead(400).end("text/plain: sk_0123456789 has no balance"),
      { headers },
    );
    expect((await failureOf(http.get("/"))).body).to.equal("text/plain: (key) has no balance");
  });

  it("asks again at once when the other side has given up an idle connection, and only then", async () => {
    const connections = new Set<unknown>();
    const { http, waits } = await start(
      ({ path }, response) => {
        const isKept = connections.has(response.socket);
        connections.add(response.socket);
        if (isKept || path === "/never") response.socket?.destroy();
        else response.end("here");
      },
      { attempts: 1 },
    );
    await http.get("/first");
    expect((await http.get("/again")).body).to.equal("here");
    expect((await failureOf(http.post("/again", {}))).kind, "nobody knows whether it arrived").to.equal(
      "unreachable",
    );
    expect((await failureOf(http.get("/never"))).kind).to.equal("unreachable");
    expect(server.asked.filter(({ path }) => path === "/never")).to.have.length(1);
    expect(waits).to.deep.equal([]);
  });

  for (const code of [429, 500, 502, 503, 504]) {
    it(`asks again after ${code} to a GET, waiting longer each time`, async () => {
      const { http, waits } = await start((_, response, count) =>
        response.writeHead(count < 3 ? code : 200).end("yes"),
      );
      expect((await http.get("/")).body).to.equal("yes");
      expect(waits).to.deep.equal([400, 800]);
    });
  }

  it("asks again when the connection breaks, and gives up after the agreed attempts", async () => {
    const calls: string[] = [];
    const { http } = await start((_, response) => response.destroy(), {
      onCall: (method, path) => calls.push(method + path),
    });
    expect((await failureOf(http.get("/x"))).kind).to.equal("unreachable");
    expect(calls).to.deep.equal(["GET/x", "GET/x", "GET/x"]);
  });

  for (const code of [400, 401, 403, 404, 422]) {
    it(`takes ${code} for a considered no and does not ask again`, async () => {
      const { http } = await start(status(code));
      expect(await failureOf(http.get("/"))).to.deep.include({ kind: "refused", status: code, body: "no" });
      expect(server.asked).to.have.length(1);
    });
  }

  for (const code of [429, 500, 503]) {
    it(`never repeats a POST, not even after ${code}`, async () => {
      const { http } = await start(status(code));
      expect((await failureOf(http.post("/", { a: 1 }))).status).to.equal(code);
      expect(server.asked.map(({ method, body }) => method + body)).to.deep.equal(['POST{"a":1}']);
    });
  }

  it("never repeats a POST whose connection broke: it may have been done", async () => {
    const { http } = await start((_, response) => response.destroy());
    expect((await failureOf(http.post("/", {}))).kind).to.equal("unreachable");
    expect(server.asked).to.have.length(1);
  });

  it("waits as long as Retry-After asks", async () => {
    const { http, waits } = await start((_, response, count) =>
      response.writeHead(count < 2 ? 429 : 200, { "retry-after": "3" }).end("yes"),
    );
    await http.get("/");
    expect(waits).to.deep.equal([3_000]);
  });

  it("reads a Retry-After that is a moment by the other side's own clock", async () => {
    const asks = {
      date: "Sat, 21 Nov 2026 09:00:00 GMT",
      "retry-after": "Sat, 21 Nov 2026 09:01:30 GMT",
    };
    const { http } = await start(status(503, asks), { attempts: 1 });
    expect(await failureOf(http.get("/"))).to.deep.include({ kind: "broken", retryAfterMs: 90_000 });
  });

  for (const senseless of ["soon", "-5", "", "Sat, 21 Nov 2026", "1e9"]) {
    it(`takes a Retry-After of "${senseless}" for none`, async () => {
      const { http } = await start(status(429, { "retry-after": senseless }), { attempts: 1 });
      expect((await failureOf(http.get("/"))).retryAfterMs).to.equal(undefined);
    });
  }

  it("gives up at once, with the time, when Retry-After asks for longer than a caller can wait", async () => {
    const { http, waits } = await start(status(429, { "retry-after": "60" }));
    expect(await failureOf(http.get("/"))).to.deep.include({ kind: "busy", retryAfterMs: 60_000 });
    expect(waits).to.deep.equal([]);
  });

  it("tells what time the other side has, of refusals too, and how old an answer from a cache is", async () => {
    const told: string[] = [];
    const answers: readonly http.OutgoingHttpHeaders[] = [
      { date: "Sat, 21 Nov 2026 09:00:00 GMT" },
      { date: "Sat, 21 Nov 2026 09:00:00 GMT", age: "90" },
      { date: "soon" },
      { date: "Sat, 21 Nov 2026 09:00:00 GMT", age: "-3" },
    ];
    const { http } = await start(
      (_, response, count) => {
        response.sendDate = false;
        response.writeHead(count === 1 ? 404 : 200, answers[count - 1]).end("{}");
      },
      { onTime: (host, at) => told.push(`${host} ${new Date(at).toISOString()}`) },
    );
    await failureOf(http.get("/"));
    for (let more = 0; more < 3; more++) await http.get("/");
    expect(told).to.deep.equal([
      "127.0.0.1 2026-11-21T09:00:00.000Z",
      "127.0.0.1 2026-11-21T09:01:30.000Z",
      "127.0.0.1 2026-11-21T09:00:00.000Z",
    ]);
  });

  it("does not follow a redirect and does not take it for an answer", async () => {
    const { http } = await start(status(302, { location: "/elsewhere" }));
    expect(await failureOf(http.get("/"))).to.deep.include({ kind: "broken", status: 302 });
    expect(server.asked.map(({ path }) => path)).to.deep.equal(["/"]);
  });

  for (const how of ["announced", "chunked"]) {
    it(`stops reading a body that is larger than allowed (${how})`, async () => {
      const { http } = await start(
        (_, response) => {
          if (how === "announced") response.setHeader("content-length", 100_000);
          response.write("x".repeat(50_000));
          response.end("x".repeat(50_000));
        },
        { attempts: 1 },
      );
      expect((await failureOf(http.get("/"))).kind).to.equal("unreachable");
    });
  }

  for (const [what, answer] of [
    ["no answer at all", () => {}],
    ["a body that trickles for ever", trickle],
  ] as const) {
    it(`has a deadline for ${what}`, async () => {
      const { http } = await start(answer, { timeoutMs: 150, attempts: 1 });
      expect((await failureOf(http.get("/"))).kind).to.equal("unreachable");
    });
  }

  it("does not go through a proxy that the environment names", async () => {
    const before = process.env.http_proxy;
    process.env.http_proxy = "http://127.0.0.1:1";
    try {
      const { http } = await start((_, response) => response.end("direct"));
      expect((await http.get("/")).body).to.equal("direct");
    } finally {
      if (before === undefined) delete process.env.http_proxy;
      else process.env.http_proxy = before;
    }
  });

  it("never takes an HTML page for data", async () => {
    const { http } = await start((_, response) => response.end("<html>All is well</html>"));
    const answer = await http.get("/");
    expect(() => parseJson(answer))
      .to.throw(HttpFailure, /not JSON/)
      .with.property("kind", "broken");
  });
});
