import { runFaults } from "./runFaults.ts";

const SEED = 20_261_125;

describe("whatever chains, signers, pools and prices do, nothing is filled twice and no money is lost", () => {
  it("in a history", async function () {
    this.timeout(300_000);
    await runFaults({ runs: 1, commands: 12, seed: SEED });
  });
});
