import { expect } from "chai";
import { isFull } from "../../support/sizes.ts";
import { sendGeneratedCalls } from "./generatedCalls.ts";

const COUNT = isFull ? 600 : 300;

describe("generated calls of every other endpoint", () => {
  it(`${COUNT} calls and frames: no failure, every refusal in JSON, and nothing acknowledged is lost, also after a restart`, async () => {
    const served = await sendGeneratedCalls(COUNT);
    expect(served, "many of them have to be understood").to.be.greaterThan(COUNT / 5);
  }).timeout(120_000);
});
