import { expect } from "chai";
import { sendGeneratedCalls } from "../network/faults/generatedCalls.ts";
import { sendGeneratedQuotes } from "../network/quote/generatedRequests.ts";

describe("100,000 generated requests", () => {
  it("60,000 quotes: no failure, an address for a valid route only, and nothing acknowledged is lost", async () => {
    expect(await sendGeneratedQuotes(60_000)).to.be.greaterThan(2_400);
  });

  it("40,000 calls of the other endpoints: no failure, and nothing acknowledged is lost", async () => {
    expect(await sendGeneratedCalls(40_000)).to.be.greaterThan(8_000);
  });
});
