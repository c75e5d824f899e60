import { expect } from "chai";
import { runs } from "../../support/sizes.ts";
import { sendGeneratedQuotes } from "./generatedRequests.ts";

const COUNT = runs(1_000);

describe("generated quote requests", () => {
  it(`${COUNT} requests around the schema: no failure, an address for a valid route only, and nothing acknowledged is lost`, async () => {
    const quoted = await sendGeneratedQuotes(COUNT);
    expect(quoted, "many of them have to be valid").to.be.greaterThan(COUNT / 25);
  }).timeout(120_000);
});
