import { expect } from "chai";
import fc from "fast-check";
import { ATTEMPT_DELAYS_MS, isTaken, nextAttemptAt } from "../../src/gateway/webhookRetry.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/time.ts";

const AT = 1_000_000;
const MIDDLE = 0.5; // no jitter

describe("a webhook that failed", () => {
  it("is tried eleven times over three days", () => {
    let at = AT;
    const waits: number[] = [];
    for (let attempt = 1; ; attempt++) {
      const next = nextAttemptAt(attempt, at, MIDDLE);
      if (next === undefined) break;
      waits.push(next - at);
      at = next;
    }
    expect(waits).to.deep.equal([
      10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 14 * HOUR_MS,
      20 * HOUR_MS, 24 * HOUR_MS,
    ]); // prettier-ignore
    expect(at - AT).to.be.above(3 * DAY_MS);
  });

  it("is tried at once the first time", () => expect(nextAttemptAt(0, AT, MIDDLE)).to.equal(AT));

  it("waits up to a fifth less or more than planned", () => {
    expect(nextAttemptAt(1, AT, 0)).to.equal(AT + 8_000);
    expect(nextAttemptAt(1, AT, 1)).to.equal(AT + 12_000);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempt, random) => {
          const share = ((nextAttemptAt(attempt, AT, random) ?? 0) - AT) / (ATTEMPT_DELAYS_MS[attempt] ?? 0);
          expect(share).to.be.within(0.8, 1.2);
        },
      ),
    );
  });

  it("is never tried again after 410 Gone", () => {
    expect(nextAttemptAt(1, AT, MIDDLE, { status: 410 })).to.equal(undefined);
    expect(nextAttemptAt(1, AT, MIDDLE, { status: 404 })).to.equal(AT + 10_000);
  });

  it("waits as long as Retry-After asks, up to a day, and never less than planned", () => {
    expect(nextAttemptAt(1, AT, MIDDLE, { status: 503, retryAfter: 120 })).to.equal(AT + 120_000);
    expect(nextAttemptAt(1, AT, MIDDLE, { status: 503, retryAfter: 1 })).to.equal(AT + 10_000);
    expect(nextAttemptAt(1, AT, MIDDLE, { status: 429, retryAfter: 999_999 })).to.equal(AT + DAY_MS);
  });

  it("failed unless the answer was 2xx", () => {
    expect([200, 204, 299].map(isTaken)).to.deep.equal([true, true, true]);
    expect([0, 199, 300, 302, 404, 500].map(isTaken)).to.deep.equal([
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
