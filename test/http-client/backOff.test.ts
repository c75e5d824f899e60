import { expect } from "chai";
import { withCircuitBreaker } from "../../src/http-client/circuitBreaker.ts";
import { HttpFailure, type FailureKind, type HttpClient } from "../../src/http-client/http.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/values/time.ts";
import { testClock } from "../support/clock.ts";

/** A host that answers, or fails as it is told, behind the back-off; `asked` counts what reached it. */
function hostOf(failuresInARow = 3) {
  const clock = testClock();
  const state = { failure: undefined as HttpFailure | undefined, asked: 0 };
  const answer = async () => {
    state.asked++;
    if (state.failure) throw state.failure;
    return { status: 200, bytes: new Uint8Array(), body: "well" };
  };
  const http: HttpClient = withCircuitBreaker({ get: answer, post: answer }, clock, { failuresInARow });
  return {
    ...{ clock, state },
    fails: (kind: FailureKind, retryAfterMs?: number) =>
      void (state.failure = new HttpFailure(kind, kind, undefined, undefined, undefined, retryAfterMs)),
    isWell: () => void (state.failure = undefined),
    /** What a call comes to: the answer, or the kind of its failure. */
    call: () =>
      http.get("/").then(({ body }) => body, (error: unknown) => (error as HttpFailure).kind), // prettier-ignore
    /** How long it is left alone now, in ms. */
    async rest() {
      const failure: unknown = await http.post("/", "").catch((error: unknown) => error);
      return failure instanceof HttpFailure ? failure.retryAfterMs : 0;
    },
  };
}

describe("an explorer that", () => {
  it("fails three times in a row is left alone for 15 seconds, and then asked once more", async () => {
    const host = hostOf();
    host.fails("unreachable");
    for (let calls = 0; calls < 5; calls++) await host.call();
    expect(host.state.asked).to.equal(3);
    expect(await host.call()).to.equal("busy");
    host.isWell();
    host.clock.advance(15 * SECOND_MS);
    expect(await host.call()).to.equal("well");
    expect(await host.call()).to.equal("well");
  });

  it("stays in trouble is left alone for longer and longer, up to five minutes", async () => {
    const host = hostOf();
    host.fails("broken");
    for (let calls = 0; calls < 3; calls++) await host.call();
    const rests: (number | undefined)[] = [];
    for (let rounds = 0; rounds < 6; rounds++) {
      rests.push(await host.rest());
      host.clock.advance(rests.at(-1) ?? 0);
      await host.call();
    }
    expect(rests).to.deep.equal([15, 30, 60, 120, 240, 300].map((seconds) => seconds * SECOND_MS));
  });

  it("fails now and then is asked as before", async () => {
    const host = hostOf();
    for (let rounds = 0; rounds < 4; rounds++) {
      host.fails("unreachable");
      await host.call();
      await host.call();
      host.isWell();
      expect(await host.call()).to.equal("well");
    }
  });

  it("says 429 is left alone at once, for as long as it asks up to an hour", async () => {
    const asked: readonly (readonly [number | undefined, number])[] = [
      [undefined, 15 * SECOND_MS],
      [SECOND_MS, 15 * SECOND_MS],
      [2 * MINUTE_MS, 2 * MINUTE_MS],
      [48 * HOUR_MS, HOUR_MS],
    ];
    for (const [retryAfter, rest] of asked) {
      const host = hostOf();
      host.fails("busy", retryAfter);
      await host.call();
      expect(await host.rest()).to.equal(rest);
      expect(host.state.asked).to.equal(1);
    }
  });

  it("says no has answered", async () => {
    const host = hostOf();
    host.fails("refused");
    for (let calls = 0; calls < 5; calls++) expect(await host.call()).to.equal("refused");
  });

  it("fails many questions at once has failed once", async () => {
    const host = hostOf(1);
    host.fails("unreachable");
    await Promise.all([host.call(), host.call(), host.call()]);
    expect(await host.rest()).to.equal(15 * SECOND_MS);
  });

  it("was left alone is tried by one call while others wait for what it comes to", async () => {
    const host = hostOf(1);
    host.fails("unreachable");
    await host.call();
    host.clock.advance(15 * SECOND_MS);
    const tried = await Promise.all([host.call(), host.call(), host.call()]);
    expect(tried).to.deep.equal(["unreachable", "busy", "busy"]);
    expect(host.state.asked).to.equal(2);
  });

  it("is left alone is asked again when the clock is set back by more than any rest", async () => {
    const host = hostOf(1);
    host.fails("unreachable");
    await host.call();
    host.isWell();
    host.clock.advance(-2 * HOUR_MS);
    expect(await host.call()).to.equal("well");
  });
});
