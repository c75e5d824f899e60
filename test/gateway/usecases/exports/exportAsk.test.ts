import { expect } from "chai";
import { readExportAsk, type ExportWords } from "../../../../src/gateway/usecases/exports/exportAsk.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");

describe("the zone of an exported file", () => {
  const ask = (words: ExportWords, storeZone?: string) => {
    const { zone, from, to } = readExportAsk(words, { storeId: "s", storeZone, now: NOW });
    return { zone, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  };
  const october = { from: "2026-10-01", to: "2026-11-01" };

  it("is the store's, in which its months begin, when nothing is said", () => {
    const berlin = {
      zone: "Europe/Berlin",
      from: "2026-09-30T22:00:00.000Z",
      to: "2026-10-31T23:00:00.000Z",
    };
    expect(ask(october, "Europe/Berlin")).to.deep.equal(berlin);
    expect(ask({ ...october, zone: "store" }, "Europe/Berlin")).to.deep.equal(berlin);
  });

  it("is the one that is asked for, and UTC where no store has one", () => {
    const utc = { zone: "UTC", from: "2026-10-01T00:00:00.000Z", to: "2026-11-01T00:00:00.000Z" };
    expect(ask({ ...october, zone: "UTC" }, "Europe/Berlin")).to.deep.equal(utc);
    expect(ask(october)).to.deep.equal(utc);
  });
});
