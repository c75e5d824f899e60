import { expect } from "chai";
import { runKills, type KillRun } from "./runKills.ts";

/** A run, what must be true of its lives, and a line for whoever reads along. */
export async function playKills(run: KillRun): Promise<void> {
  const { proven, summary } = await runKills(run);
  console.log(`      ${summary}`);
  expect(proven, "places that were hit exactly: how many is a matter of milliseconds")
    .to.have.property("size")
    .above(0);
}
