import fs from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { runFolder } from "./runFolder.ts";

const LOOK_MS = 20;

/**
 * Makes something that all processes of a test run share, such as a server or a migrated database, in the first process that
 * wants it, and gives each the text that `make` gave. When `make` fails, the next one that wants it tries again.
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
    fs.renameSync(`${file}.made`, file); // whole at once
    return fs.readFileSync(file, "utf8");
  } finally {
    fs.rmdirSync(`${file}.making`);
  }
}

/** True for the one process that made this folder. */
function begins(folder: string): boolean {
  try {
    fs.mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
