import type { Job } from "../../../runtime/jobs/job.ts";
import { MINUTE_MS, SECOND_MS, type Clock } from "../../../values/time.ts";
import type { SimulatedChain } from "./simulatedChain.ts";
import type { ChainView } from "./chainState.ts";
import type { MinerFile } from "./minerFile.ts";

/** Mines blocks by the clock. */
export type Miner = Readonly<{
  /** The job that mines when the interval has passed. */
  job: Job;
  /** Seconds between blocks; 0 stops the miner. Kept across restarts where there is a file. */
  setInterval(seconds: number): void;
  interval(): number;
}>;

const DEFAULT_SECONDS = 10;
const IDLE_MS = 10 * MINUTE_MS; // bitcoin's own pace
const DEEP_ENOUGH = 6; // confirmations beyond which no payment waits

/**
 * A miner with a block every ten seconds while one is needed: while the mempool is not empty or a payment
 * has fewer than six confirmations. Otherwise a block every ten minutes, so that an idle sandbox stays
 * small and starts fast.
 */
export function createMiner(ledger: SimulatedChain, clock: Clock, file?: MinerFile): Miner {
  let seconds = file?.read() ?? DEFAULT_SECONDS;
  let lastTick = clock();
  return {
    interval: () => seconds,
    setInterval(wanted) {
      file?.write(wanted);
      seconds = wanted;
      lastTick = clock();
    },
    job: {
      name: "sandbox.mine",
      schedule: "* * * * * *",
      async run() {
        const now = clock();
        if (seconds === 0 || now - lastTick < seconds * SECOND_MS) return;
        lastTick = now;
        const idle = now - ledger.view.tip().time * SECOND_MS;
        if (isAwaited(ledger.view) || idle >= IDLE_MS) await ledger.mine(1);
      },
    },
  };
}

function isAwaited(view: ChainView): boolean {
  if (view.mempool().size > 0) return true;
  const { height } = view.tip();
  for (let confirmations = 1; confirmations < DEEP_ENOUGH; confirmations++) {
    if ((view.blockAt(height + 1 - confirmations)?.txids.length ?? 0) > 1) return true;
  }
  return false;
}
