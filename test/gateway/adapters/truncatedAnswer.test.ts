import { expect } from "chai";
import { truncatedAnswer } from "../../../src/gateway/adapters/truncatedAnswer.ts";

describe("what is kept of a service's answer", () => {
  it("is all of a usual one", () => {
    const body = { status: "pending", inTxHashes: ["0x12"] };
    expect(truncatedAnswer(body)).to.equal(body);
  });

  it("is the beginning of a long one, and nothing of one that cannot be written", () => {
    const long = JSON.stringify(truncatedAnswer({ status: "success", padding: "x".repeat(1_000_000) }));
    expect(long.length).to.be.below(20_000);
    expect(long).to.include("success");
    let deep: unknown = {};
    for (let level = 0; level < 50_000; level++) deep = { deep };
    expect(truncatedAnswer(deep)).to.deep.equal({ cut: "" });
  });
});
