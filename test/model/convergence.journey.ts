import { runs } from "../support/sizes.ts";
import { runConvergence } from "./runConvergence.ts";

describe("the same history with faults and without", () => {
  it("ends alike", async function () {
    this.timeout(120_000);
    await runConvergence({ runs: runs(6), seed: 7_300_000 });
  });
});
