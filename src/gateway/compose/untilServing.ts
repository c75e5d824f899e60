import { setTimeout as wait } from "node:timers/promises";
import type { Network } from "../../network/service.ts";

const LONGEST_MS = 120_000; // on a busy machine
const EVERY_MS = 100;

/**
 * Waits until the sandbox's service can pay on each EVM chain: its solver gives contracts their allowances in the first
 * seconds. Returns false when it cannot within two minutes.
 */
export async function untilServing(network: Pick<Network, "isEquipped">): Promise<boolean> {
  const until = performance.now() + LONGEST_MS;
  while (!(await network.isEquipped().catch(() => false))) {
    if (performance.now() >= until) return false;
    await wait(EVERY_MS);
  }
  return true;
}
