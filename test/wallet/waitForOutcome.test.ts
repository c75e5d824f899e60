import { expect } from "chai";
import { setImmediate as turn } from "node:timers/promises";
import type { StatusListener, StatusStream } from "../../src/intents/statusStream.ts";
import { createIntentService, waitForOutcome, type WaitOptions } from "../../src/wallet/index.ts";
import { testClock, type TestClock } from "../support/clock.ts";
import { REQUEST_ID, startService, type FakeService, type Said } from "./payer.ts";

/** A stream that a test speaks through. */
type FakeStream = {
  connected: boolean;
  push(status: string, txHashes?: string[]): void;
  listeners: StatusListener[];
};
const fakeStream = (): FakeStream & StatusStream => {
  const stream: FakeStream & StatusStream = {
    connected: true,
    listeners: [],
    subscribe(_, listener) {
      stream.listeners.push(listener);
      return () => void stream.listeners.splice(stream.listeners.indexOf(listener), 1);
    },
    push: (status, txHashes = []) => {
      const update = { requestId: REQUEST_ID, status, txHashes, inTxHashes: [], updatedAt: undefined };
      for (const listener of stream.listeners) listener(update);
    },
    close: () => undefined,
  };
  return stream;
};

describe("waiting for the outcome", () => {
  let service: FakeService;
  let clock: TestClock;
  let start: number;
  let words: string[];
  beforeEach(async () => {
    service = await startService();
    clock = testClock();
    start = clock();
    words = [];
  });
  afterEach(() => service.close());

  /** Runs `each` on every tick of a wait, with the seconds that have passed. */
  const run = (
    statuses: Said[],
    options: Partial<WaitOptions> = {},
    each: (seconds: number) => void = () => {},
  ) => {
    service.statuses.splice(0, service.statuses.length, ...statuses);
    return waitForOutcome({
      requestId: REQUEST_ID,
      endpoint: undefined,
      service: createIntentService({ baseUrl: service.url }),
      clock,
      async wait(ms) {
        clock.advance(ms);
        await turn();
        each((clock() - start) / 1000);
      },
      onStatus: (word) => void words.push(word),
      ...options,
    });
  };
  const seconds = () => (clock() - start) / 1000;

  it("asks once a second, at the contract's path when no check was given [client.poll]", async () => {
    const { outcome } = await run(["waiting", "waiting", "pending", "success"]);
    expect([outcome, seconds(), words]).to.deep.equal(["success", 3, ["waiting", "pending", "success"]]);
    expect(service.calls[0]).to.equal(`GET /intents/status/v3?requestId=${REQUEST_ID}`);
  });

  for (const [word, outcome] of [
    ["refund", "refund"],
    ["refunded", "refund"],
    ["fallback", "refund"],
  ] as const) {
    // prettier-ignore
    it(`ends with ${word}`, async () => {
      const ending = await run(["pending", { status: word, txHashes: ["ab"], failReason: "SLIPPAGE" }]);
      expect(ending).to.deep.equal({ outcome, status: word, hashes: ["ab"], failReason: "SLIPPAGE" });
    });
  }

  it("believes a failure after two seconds and one more look", async () => {
    const ending = await run(["failure", { status: "failure", failReason: "NO_QUOTES" }]);
    expect([ending.outcome, ending.failReason, seconds()]).to.deep.equal(["failure", "NO_QUOTES", 2]);
    expect(service.calls.length).to.equal(2);
  });

  it("does not call a failure final when a refund follows", async () => {
    const { outcome } = await run(["pending", "failure", "pending", "pending", "refund"]);
    expect([outcome, words]).to.deep.equal(["refund", ["pending", "failure", "pending", "refund"]]);
  });

  it("gives every failure its own grace", async () => {
    const { outcome } = await run(["failure", "pending", "failure", "refund"]);
    expect(outcome).to.equal("refund");
  });

  it("asks on when the second look at a failure gets no answer", async () => {
    const { outcome } = await run(["failure", { http: 500 }, { http: 500 }, "refund"]);
    expect(outcome).to.equal("refund");
  });

  it("tells words that nobody knows and waits on", async () => {
    const { outcome } = await run(["SUCCESS", "unknown", "held", { status: 7 }, {}, "success"]);
    expect([outcome, words]).to.deep.equal(["success", ["SUCCESS", "unknown", "held", "unknown", "success"]]);
  });

  for (const http of [400, 401, 404, 429, 500, 503]) {
    it(`takes ${http} for no answer`, async () => {
      const { outcome } = await run([{ http }, { http }, "success"]);
      expect([outcome, words]).to.deep.equal(["success", ["success"]]);
    });
  }

  it("leaves the service alone for as long as it asks", async () => {
    await run([{ http: 429, retryAfter: "20" }, "success"]);
    expect([seconds(), service.calls.length]).to.deep.equal([20, 2]);
  });

  it("asks less often while errors go on", async () => {
    await run([...Array.from({ length: 8 }, () => ({ http: 502 })), "success"]);
    expect(seconds()).to.equal(1 + 2 + 4 + 8 + 16 + 30 + 30 + 30);
  });

  it("stops at the deadline with the last word", async () => {
    const ending = await run(["pending"], { deadline: start + 5_000 });
    expect([ending.outcome, ending.status, seconds()]).to.deep.equal(["undecided", "pending", 5]);
  });

  describe("with a stream", () => {
    it("is told at once, and hardly asks", async () => {
      const stream = fakeStream();
      const ending = await run(["waiting"], { stream }, (at) => {
        if (at === 5) stream.push("pending");
        if (at === 9) stream.push("success", ["0xf1"]);
      });
      expect([ending.outcome, ending.hashes, seconds()]).to.deep.equal(["success", ["0xf1"], 9]);
      expect(service.calls.length).to.equal(1); // at the start, for what was before
      expect(stream.listeners).to.deep.equal([]);
    });

    it("asks every ten seconds while the stream is silent", async () => {
      const { outcome } = await run(["waiting", "waiting", "pending", "success"], { stream: fakeStream() });
      expect([outcome, seconds()]).to.deep.equal(["success", 30]);
    });

    it("asks every second while the stream is away, and once when it is back", async () => {
      const stream = fakeStream();
      const said = [...Array.from({ length: 5 }, () => "pending"), "success"];
      const { outcome } = await run(said, { stream }, (at) => {
        if (at === 3) stream.connected = false; // asked at 3, 4, 5
        if (at === 6) stream.connected = true; // asked at 6, then at 16
      });
      expect([outcome, seconds()]).to.deep.equal(["success", 16]);
    });

    it("waits with a pushed failure for the refund that follows", async () => {
      const stream = fakeStream();
      const { outcome } = await run(["pending"], { stream }, (at) => {
        if (at === 3) stream.push("failure");
        if (at === 4) stream.push("refund");
      });
      expect(outcome).to.equal("refund");
    });

    it("looks before it believes a pushed failure", async () => {
      const stream = fakeStream();
      const ending = await run(["pending"], { stream }, (at) => {
        if (at !== 3) return;
        service.statuses[0] = { status: "failure", failReason: "SLIPPAGE" };
        stream.push("failure");
      });
      expect([ending.outcome, ending.failReason, seconds()]).to.deep.equal(["failure", "SLIPPAGE", 5]);
    });
  });
});
