import fs from "node:fs";
import path from "node:path";
import type { StartNode } from "../../src/sandbox/evm/evmChain.ts";
import type { SentTransaction } from "../../src/sandbox/evm/replayTransactions.ts";
import { keepNodes } from "./keptNodes.ts";
import { oncePerRun } from "./oncePerRun.ts";
import { runFolder } from "./runFolder.ts";

/** An application in sandbox mode as its first start leaves it: databases, chains with contracts on them, a store with a key. */
export type KeptSandbox = Readonly<{
  /** Puts a copy of its data into this empty folder. */
  copyTo(dataDir: string): void;
  startNode: StartNode;
}>;

/** Starts an application in this empty folder, runs its jobs until nothing is left to do, and closes it. */
export type FirstRun = (dataDir: string) => Promise<void>;

let kept: Promise<KeptSandbox> | undefined;

/** The kept application of this process. The first process of a run that asks makes its data, and the others wait for them. */
export function keptSandbox(firstRun: FirstRun): Promise<KeptSandbox> {
  kept ??= keep(firstRun);
  kept.catch(() => (kept = undefined)); // the next suite tries again
  return kept;
}

async function keep(firstRun: FirstRun): Promise<KeptSandbox> {
  const folder = await oncePerRun("kept-sandbox", async () => {
    const made = path.join(runFolder(), "kept-sandbox-data");
    fs.rmSync(made, { recursive: true, force: true }); // of a process that failed
    fs.mkdirSync(made);
    await firstRun(made);
    return made;
  });
  return {
    copyTo: (dataDir) => fs.cpSync(folder, dataDir, { recursive: true }),
    startNode: keepNodes(journaled(folder)),
  };
}

/** The transactions of each EVM chain in a data directory. */
function journaled(dataDir: string): ReadonlyMap<number, readonly SentTransaction[]> {
  const chains = new Map<number, readonly SentTransaction[]>();
  for (const name of fs.readdirSync(dataDir)) {
    const id = /^sandbox-evm-(\d+)\.jsonl$/.exec(name)?.[1];
    if (id === undefined) continue;
    const lines = fs.readFileSync(path.join(dataDir, name), "utf8").trimEnd().split("\n");
    chains.set(Number(id), lines.map((line) => JSON.parse(line) as SentTransaction)); // prettier-ignore
  }
  return chains;
}
