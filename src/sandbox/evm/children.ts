import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { anvilArguments, type Anvil } from "./anvil.ts";

/**
 * Remembers which processes we started, so that a start after kill -9 can end the orphans. A recorded id is never
 * enough: ids are reused, so a process is ended only if its command line is the one we gave.
 */
export type Children = Readonly<{
  /** Records a child, and makes sure that it ends with this process. */
  add(chainId: number, child: Anvil): void;
  /** Ends all children, waits until they are gone, and forgets them. */
  endAll(): Promise<void>;
}>;

const recordSchema = z.object({
  parent: z.number().int(),
  children: z.array(
    z.object({ pid: z.number().int().positive(), chainId: z.number().int(), port: z.number().int() }),
  ),
});
type Recorded = z.infer<typeof recordSchema>["children"][number];

const GONE_WITHIN_MS = 5_000;

/** The children of this process. Without a file they are only ended, not recorded. */
export function trackChildren(file: string | undefined): Children {
  const living = new Map<Anvil, Recorded>();
  const write = () => {
    if (!file) return;
    const text = JSON.stringify({ parent: process.pid, children: [...living.values()] });
    fs.writeFileSync(`${file}.tmp`, text);
    fs.renameSync(`${file}.tmp`, file);
  };
  const killAll = () => {
    for (const child of living.keys()) child.kill();
  };
  process.once("exit", killAll);
  return {
    add(chainId, child) {
      living.set(child, { pid: child.pid, chainId, port: child.port });
      write();
      void child.exited.then(() => {
        if (living.delete(child)) write();
      });
    },
    async endAll() {
      killAll();
      await Promise.all([...living.keys()].map(({ exited }) => exited));
      living.clear();
      process.off("exit", killAll);
      if (file) fs.rmSync(file, { force: true });
    },
  };
}

/**
 * Ends the children that an earlier process left behind, and gives their ids. Throws when that process still lives:
 * two sandboxes must not share a data directory.
 */
export async function reapChildren(file: string): Promise<readonly number[]> {
  const record = readRecord(file);
  const orphans = record.children.filter(isOurs);
  if (orphans.some(({ pid }) => parentOf(pid) === record.parent) && record.parent !== process.pid) {
    throw new Error(
      `Another Crosstill (process ${record.parent}) runs its sandbox on this data directory. ` +
        "Stop it first, or give this one another DATA_DIR.",
    );
  }
  for (const { pid } of orphans) process.kill(pid, "SIGKILL");
  const deadline = performance.now() + GONE_WITHIN_MS;
  while (orphans.some(isOurs) && performance.now() < deadline) await wait(10);
  fs.rmSync(file, { force: true });
  return orphans.map(({ pid }) => pid);
}

function readRecord(file: string): z.infer<typeof recordSchema> {
  try {
    return recordSchema.parse(JSON.parse(fs.readFileSync(file, "utf8")));
  } catch {
    return { parent: 0, children: [] }; // absent, or torn by a crash: no process can be identified
  }
}

function isOurs({ pid, chainId, port }: Recorded): boolean {
  const command = commandLine(pid);
  const [program = ""] = command.split(" ");
  return program.endsWith("anvil") && command.endsWith(` ${anvilArguments(chainId, port).join(" ")}`);
}

/** The command line of a living process, or "" when there is none. */
function commandLine(pid: number): string {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").join(" ").trimEnd();
  } catch {
    return askPs(pid, "args=");
  }
}

function parentOf(pid: number): number {
  return Number(askPs(pid, "ppid=")) || 0;
}

function askPs(pid: number, column: string): string {
  try {
    return execFileSync("ps", ["-ww", "-o", column, "-p", String(pid)], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 2_000,
    }).trim();
  } catch {
    return ""; // no such process, or no ps: then nothing is ended
  }
}
