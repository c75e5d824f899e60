import { playPayments } from "../network/profit/randomPayments.ts";

const SEED = 20_261_125;

describe("profit and loss at length", () => {
  it("of 1,000 random payments are by the audit what the chains say, to the unit", async function () {
    this.timeout(3_600_000);
    await playPayments(1_000, SEED);
  });
});
