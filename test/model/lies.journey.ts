import { expect } from "chai";
import { runs } from "../support/sizes.ts";
import { LIES } from "./lies.ts";
import { runLies } from "./runLies.ts";

const RUNS = runs(6);
const SEED = 4_100_000;

describe("explorers that lie", () => {
  it("one of two earns nothing, whatever it makes up", async function () {
    this.timeout(60_000);
    await runLies({ runs: RUNS, seed: SEED, explorers: 2, lies: LIES });
  });

  it("a single one earns nothing by blocks without work and by forged ones", async function () {
    this.timeout(60_000);
    const lies = LIES.filter((lie) => lie !== "fork" && lie !== "stuck");
    await runLies({ runs: RUNS, seed: SEED, explorers: 1, lies });
  });

  it("a single one is believed when it spends real work on a fork, which is why there should be two", async () => {
    const outcome = runLies({ runs: 1, seed: SEED, explorers: 1, lies: ["fork"] });
    const error: unknown = await outcome.then(() => undefined, (caught: unknown) => caught); // prettier-ignore
    expect(String(error)).to.contain("while it says fork");
  });
});
