import { expect } from "chai";
import { isDay, readMoment } from "../../src/values/time.ts";

describe("a moment in words", () => {
  it("is read with its offset, to the millisecond", () => {
    expect(readMoment("2026-11-01T00:00Z")).to.equal(Date.UTC(2026, 10, 1));
    expect(readMoment("2026-11-01T00:00:00.250+01:00")).to.equal(Date.UTC(2026, 9, 31, 23, 0, 0, 250));
    expect(readMoment("2024-02-29T23:59:59-05:30")).to.equal(Date.UTC(2024, 2, 1, 5, 29, 59));
  });

  it("is none without an offset, on a day that there is not, or at an hour that no clock shows", () => {
    for (const text of [
      ...["2026-11-01T00:00:00", "2026-11-01", "2026-02-30T00:00:00Z", "2025-02-29T00:00Z"],
      ...["2026-11-01T25:00Z", "2026-11-01T12:60Z", "1 Nov 2026", "", "2026-11-01T00:00:00Z\n"],
    ])
      expect(readMoment(text), JSON.stringify(text)).to.equal(undefined);
  });

  it("has a day that is in the calendar", () => {
    expect(["2026-11-01", "2024-02-29"].every(isDay)).to.equal(true);
    for (const text of ["2026-02-30", "2026-13-01", "2026-1-1", "26-01-01", "2026-11-01T00:00Z", ""])
      expect(isDay(text), text).to.equal(false);
  });
});
