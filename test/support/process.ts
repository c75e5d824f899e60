import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../build/main.js", import.meta.url));

/** The built program as a process of its own. */
export type Running = Readonly<{
  child: ChildProcess;
  /** Everything that it has printed. */
  output(): string;
  /** Resolves when it has printed the text; rejects with what it said when it ends before. */
  said(text: string): Promise<void>;
  /** Sends a signal and waits for the end; gives the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}>;

/**
 * Starts `crosstill <args>` with nothing but these settings in its environment. Runs the program in build/ or another copy of it,
 * as the user of the test or as another user.
 */
export function startProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  program = MAIN,
  user: Pick<SpawnOptions, "uid" | "gid" | "cwd"> = {},
): Running {
  const child = spawn(process.execPath, [program, ...args], {
    ...user,
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const listeners = new Set<() => void>();
  const hear = (chunk: Buffer) => {
    output += chunk.toString();
    for (const listener of listeners) listener();
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  return {
    child,
    output: () => output,
    said: (text) =>
      new Promise((resolve, reject) => {
        const check = () => output.includes(text) && resolve();
        listeners.add(check);
        void ended.then(() => reject(new Error(`It ended without saying "${text}":\n${output}`)));
        check();
      }),
    async end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** The pids of the anvil processes that a data directory has recorded and that are alive. */
export function livingChildren(dataDir: string): readonly number[] {
  const file = path.join(dataDir, "sandbox-children.json");
  const recorded = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
  const pids = [...recorded.matchAll(/"pid":\s*(\d+)/g)].map(([, pid]) => Number(pid));
  return pids.filter((pid) => isAnvil(pid));
}

/** True while the process of this pid is an anvil. */
export function isAnvil(pid: number): boolean {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("anvil");
  } catch {
    return false;
  }
}
