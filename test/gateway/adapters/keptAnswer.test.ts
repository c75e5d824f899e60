import { expect } from "chai";
import { keptAnswer } from "../../../src/gateway/adapters/keptAnswer.ts";

describe("what is kept of a service's answer", () => {
  it("is all of a usual one", () => {
    const body = { status: "pending", inTxHashes: ["0x12"] };
    expect(keptAnswer(body)).to.equal(body);
  });

  it("is the beginning of a long one, and nothing of one that cannot be written", () => {
    const long = JSON.stringify(keptAnswer({ status: "success", padding: "x".repeat(1_000_000) }));
    expect(long.length).to.be.below(20_000);
    expect(long).to.include("success");
    let deep: unknown = {};
    for (let level = 0; level < 50_000; level++) deep = { deep };
    expect(keptAnswer(deep)).to.deep.equal({ cut: "" });
  });
});
