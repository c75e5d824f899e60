import { createMemoryPersistence } from "../support/memoryPersistence.ts";
import { LIES } from "../model/lies.ts";
import { runConvergence } from "../model/runConvergence.ts";
import { runLies } from "../model/runLies.ts";
import { runModel } from "../model/runModel.ts";

const RUNS = 1_000;
const SEED = 90_000_000;
const HOURS_MS = 4 * 3_600_000;

describe("no payment is lost and none is credited twice, at length", () => {
  it("in 5,000 histories of 200 commands", async function () {
    this.timeout(HOURS_MS);
    const size = { runs: 5_000, commands: 200, seed: SEED };
    await runModel((use) => use(createMemoryPersistence()), size);
  });

  it("in 2,000 histories of two gateways on one database", async function () {
    this.timeout(HOURS_MS);
    const size = { runs: 2_000, commands: 60, seed: SEED, gateways: 2 };
    await runModel((use) => use(createMemoryPersistence()), size);
  });

  it("in 1,000 histories with faults and without", async function () {
    this.timeout(HOURS_MS);
    await runConvergence({ runs: RUNS, seed: SEED });
  });

  it("while one of two explorers lies, 1,000 times", async function () {
    this.timeout(HOURS_MS);
    await runLies({ runs: RUNS, seed: SEED, explorers: 2, lies: LIES });
  });
});
