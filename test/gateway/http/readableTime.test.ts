import { expect } from "chai";
import { readableTime, relativeTime } from "../../../src/gateway/http/owner/readableTime.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../src/values/time.ts";

const NOW = Date.parse("2026-11-21T09:30:00Z");

describe("a moment on the owner's pages", () => {
  const said = (away: number, language: "en" | "de" = "en") =>
    relativeTime(NOW + away, NOW, language, "UTC").relative;

  it("is told from now on, in the largest unit that has passed", () => {
    expect(said(0)).to.equal("now");
    expect(said(-59 * SECOND_MS)).to.equal("now");
    expect(said(-119 * SECOND_MS)).to.equal("1 minute ago");
    expect(said(-3 * HOUR_MS - 59 * MINUTE_MS)).to.equal("3 hours ago");
    expect(said(2 * DAY_MS)).to.equal("in 2 days");
    expect(said(-3 * HOUR_MS, "de")).to.equal("vor 3 Stunden");
  });

  it("keeps the exact one beside it, and is only that when it is a week away", () => {
    const at = relativeTime(NOW - HOUR_MS, NOW, "en", "UTC");
    expect(at).to.include({ exact: "2026-11-21T08:30:00.000Z", words: "2026-11-21 08:30 UTC" });
    expect(said(-7 * DAY_MS)).to.equal(undefined);
  });

  it("is shown by the clocks of a zone, with their offset", () => {
    const shown = (zone: string, at = NOW) => readableTime(at, zone).words;
    expect(shown("UTC")).to.equal("2026-11-21 09:30 UTC");
    expect(shown("Europe/Berlin")).to.equal("2026-11-21 10:30 UTC+1");
    expect(shown("Europe/Berlin", Date.parse("2026-07-01T22:30:00Z"))).to.equal("2026-07-02 00:30 UTC+2");
    expect(shown("America/St_Johns")).to.equal("2026-11-21 06:00 UTC-3:30");
    expect(readableTime(NOW, "Asia/Kolkata")).to.deep.equal({
      exact: "2026-11-21T09:30:00.000Z",
      words: "2026-11-21 15:00 UTC+5:30",
    });
  });
});
