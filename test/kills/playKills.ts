import { expect } from "chai";
import { runKills, type KillRun } from "./runKills.ts";

const READY_MS = 20_000; // a start that waits for something; how long one takes otherwise is the machine's business

/** A run, what must be true of its lives, and a line for whoever reads along. */
export async function playKills(run: KillRun): Promise<void> {
  const { readyMs, proven, summary } = await runKills(run);
  console.log(`      ${summary}`);
  const known = readyMs.filter((ms) => !Number.isNaN(ms));
  expect(Math.max(...known), "always ready again within").to.be.below(READY_MS);
  expect(proven, "places that were hit exactly: how many is a matter of milliseconds")
    .to.have.property("size")
    .above(0);
}
