import { expect } from "chai";
import { runKills, type KillRun } from "./runKills.ts";

const READY_MS = 5_000;
const BUSY = 3; // so many times slower may a machine be that does something else as well

/** A run, what must be true of its lives, and a line for whoever reads along. */
export async function playKills(run: KillRun): Promise<void> {
  const { readyMs, proven, summary } = await runKills(run);
  console.log(`      ${summary}`);
  const inOrder = readyMs.filter((ms) => !Number.isNaN(ms)).toSorted((a, b) => a - b);
  expect(inOrder[Math.floor(inOrder.length / 2)], "mostly ready again within").to.be.below(READY_MS);
  expect(inOrder.at(-1), "always ready again within").to.be.below(READY_MS * BUSY);
  expect(proven, "places that were hit exactly: how many is a matter of milliseconds")
    .to.have.property("size")
    .above(0);
}
