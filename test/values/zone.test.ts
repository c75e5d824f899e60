import { expect } from "chai";
import fc from "fast-check";
import { isZone, momentIn, startOfDay, zonedTime } from "../../src/values/zone.ts";

const ZONES = ["UTC", "Europe/Berlin", "America/Sao_Paulo", "Asia/Kolkata", "Australia/Lord_Howe", "America/St_Johns", "Pacific/Apia"]; // prettier-ignore
const SINCE = Date.UTC(1975, 0);
const UNTIL = Date.UTC(2037, 0);

describe("a zone's clocks", () => {
  it("are known by their names, and nothing else is", () => {
    for (const zone of ZONES) expect(isZone(zone), zone).to.equal(true);
    for (const name of ["", "Europe/Berlim", "store", "=1+1", "UTC\n"])
      expect(isZone(name), name).to.equal(false);
  });

  it("show a moment with their offset, before and after they are moved", () => {
    const berlin = zonedTime("Europe/Berlin");
    expect(berlin(Date.UTC(2026, 2, 29, 0, 59, 59, 999))).to.equal("2026-03-29T01:59:59.999+01:00");
    expect(berlin(Date.UTC(2026, 2, 29, 1))).to.equal("2026-03-29T03:00:00.000+02:00");
    expect(zonedTime("UTC")(0)).to.equal("1970-01-01T00:00:00.000Z");
    expect(zonedTime("America/St_Johns")(Date.UTC(2026, 0))).to.equal("2025-12-31T20:30:00.000-03:30");
  });

  it("say the same moment in every zone", () => {
    const shown = ZONES.map((zone) => zonedTime(zone));
    fc.assert(
      fc.property(fc.integer({ min: SINCE, max: UNTIL }), (at) => {
        for (const time of shown) expect(Date.parse(time(at))).to.equal(at);
      }),
    );
  });

  it("begin a day at its first moment, also where midnight is leapt over", () => {
    expect(startOfDay("2026-11-01", "Europe/Berlin")).to.equal(Date.UTC(2026, 9, 31, 23));
    expect(startOfDay("2018-11-04", "America/Sao_Paulo")).to.equal(Date.UTC(2018, 10, 4, 3)); // clocks went from 23:59 to 01:00
    for (const day of ["2026-02-30", "2026-2-3", "yesterday", "2026-11-01T00:00"])
      expect(startOfDay(day, "UTC"), day).to.equal(undefined);
  });

  it("tell the moment of what they show", () => {
    expect(momentIn("2027-01-31T18:00", "Europe/Berlin")).to.equal(Date.UTC(2027, 0, 31, 17));
    expect(momentIn("2026-03-29T02:30", "Europe/Berlin")).to.equal(Date.UTC(2026, 2, 29, 1, 30)); // leapt over: 03:30
    expect(momentIn("2026-10-25T02:30", "Europe/Berlin")).to.equal(Date.UTC(2026, 9, 25, 0, 30)); // shown twice
    expect(momentIn("2026-10-25T03:00", "Europe/Berlin")).to.equal(Date.UTC(2026, 9, 25, 2));
    for (const local of ["2026-02-30T10:00", "2026-02-03", "2026-02-03T24:00", "2026-02-03T10:00Z", ""])
      expect(momentIn(local, "UTC"), local).to.equal(undefined);
  });

  it("show the moment again that they told", () => {
    const times = ZONES.map((zone) => ({ zone, shows: zonedTime(zone) }));
    fc.assert(
      fc.property(fc.integer({ min: SINCE, max: UNTIL }), (at) => {
        for (const { zone, shows } of times) {
          const local = shows(at).slice(0, 16);
          expect(shows(momentIn(local, zone) ?? NaN).slice(0, 16)).to.equal(local);
        }
      }),
    );
  });
});
