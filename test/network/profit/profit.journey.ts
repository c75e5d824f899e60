import { playPayments } from "./randomPayments.ts";

const SEED = 20_261_125;

describe("profit and loss", () => {
  it("of 10 random payments are by the audit what the chains say, to the unit", async function () {
    this.timeout(300_000);
    await playPayments(10, SEED);
  });
});
