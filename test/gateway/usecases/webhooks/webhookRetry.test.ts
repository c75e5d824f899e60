import { expect } from "chai";
import fc from "fast-check";
import type { RetrySchedule } from "../../../../src/gateway/ports/outboxPort.ts";
import { isTaken, nextAttemptAt } from "../../../../src/gateway/usecases/webhooks/webhookRetry.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../../src/values/time.ts";

const AT = 1_000_000;
const MIDDLE = 0.5; // no jitter
const first = { attempts: 1, since: AT };

const FOR_EVER = 100;

/** The waits until it is given up, without jitter. */
function waits(schedule?: RetrySchedule): readonly number[] {
  const found: number[] = [];
  for (let at = AT; found.length < FOR_EVER;) {
    const next = nextAttemptAt({ attempts: found.length + 1, since: AT, schedule }, at, MIDDLE);
    if (next === undefined) return found;
    found.push(next - at);
    at = next;
  }
  return found;
}
const FIRST_HOUR = [10 * SECOND_MS, MINUTE_MS, ...Array<number>(6).fill(10 * MINUTE_MS)];

describe("a webhook that failed", () => {
  it("is tried again at Greenfield's times, then every six hours until five days are over [bug:retry-without-cap]", () => {
    expect(waits()).to.deep.equal([...FIRST_HOUR, ...Array<number>(20).fill(6 * HOUR_MS)]);
  });

  it("is tried at Greenfield's times only, or at those of Standard Webhooks, where that is wanted", () => {
    expect(waits("greenfield")).to.deep.equal(FIRST_HOUR);
    expect(waits("standard")).to.deep.equal([
      10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 14 * HOUR_MS,
      20 * HOUR_MS, 24 * HOUR_MS,
    ]); // prettier-ignore
  });

  it("is tried at once the first time", () =>
    expect(nextAttemptAt({ attempts: 0, since: AT }, AT, MIDDLE)).to.equal(AT));

  it("waits up to a fifth less or more than planned", () => {
    expect(nextAttemptAt(first, AT, 0)).to.equal(AT + 8_000);
    expect(nextAttemptAt(first, AT, 1)).to.equal(AT + 12_000);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempts, random) => {
          const wait = (nextAttemptAt({ attempts, since: AT }, AT, random) ?? 0) - AT;
          expect(wait / (FIRST_HOUR[attempts - 1] ?? 0)).to.be.within(0.8, 1.2);
        },
      ),
    );
  });

  it("is never tried again after 410 Gone", () => {
    expect(nextAttemptAt(first, AT, MIDDLE, { status: 410 })).to.equal(undefined);
    expect(nextAttemptAt(first, AT, MIDDLE, { status: 404 })).to.equal(AT + 10_000);
  });

  it("waits as long as Retry-After asks, up to a day, and never less than planned", () => {
    expect(nextAttemptAt(first, AT, MIDDLE, { status: 503, retryAfter: 120 })).to.equal(AT + 120_000);
    expect(nextAttemptAt(first, AT, MIDDLE, { status: 503, retryAfter: 1 })).to.equal(AT + 10_000);
    expect(nextAttemptAt(first, AT, MIDDLE, { status: 429, retryAfter: 999_999 })).to.equal(AT + DAY_MS);
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
