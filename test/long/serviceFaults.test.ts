import { runFaults } from "../network/histories/runFaults.ts";

const SEED = 70_000_000;
const HOURS_MS = 4 * 3_600_000;

describe("whatever chains, signers, pools and prices do, nothing is filled twice and no money is lost, at length", () => {
  it("in 2,000 histories of 20 commands", async function () {
    this.timeout(HOURS_MS);
    await runFaults({ runs: 2_000, commands: 20, seed: SEED });
  });
});
