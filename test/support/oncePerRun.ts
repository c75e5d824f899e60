import fs from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { runFolder } from "./runFolder.ts";

const LOOK_MS = 20;

/**
 * Runs `make` once for all processes of a test run, for example to start a shared server, and returns its text in each of them. If
 * `make` fails, the next caller runs it again.
 */
export async function oncePerRun(name: string, make: () => Promise<string>): Promise<string> {
  const file = path.join(runFolder(), name);
  for (;;) {
    if (fs.existsSync(file)) return fs.readFileSync(file, "utf8");
    if (begins(`${file}.making`)) break;
    await wait(LOOK_MS);
  }
  try {
    fs.writeFileSync(`${file}.made`, await make());
    fs.renameSync(`${file}.made`, file); // atomic: no reader sees a part of the text
    return fs.readFileSync(file, "utf8");
  } finally {
    fs.rmdirSync(`${file}.making`);
  }
}

/** Creates the folder that marks the work as begun. Returns false if another process has created it. */
function begins(folder: string): boolean {
  try {
    fs.mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
