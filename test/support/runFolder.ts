import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/**
 * The folder in which a test run keeps everything that is temporary. It is in memory where there is room: no test cuts the
 * power, and a database that waits for the disk after each commit takes twice as long.
 */

const FOLDER = "CROSSTILL_TEST_RUN"; // set by the first process of a run, inherited by the others
const IN_MEMORY = "/dev/shm";
const ROOM_BYTES = 4 * 1024 ** 3;

/** Makes the folder, and has this process and those it starts use it for temporary files. */
export function makeRunFolder(): void {
  const parent = hasRoom(IN_MEMORY) ? IN_MEMORY : os.tmpdir();
  const folder = fs.mkdtempSync(path.join(parent, "crosstill-run-"));
  fs.chmodSync(folder, 0o755); // PostgreSQL runs as another user, who must get through here
  process.env[FOLDER] = process.env["TMPDIR"] = folder;
}

/** The folder of this run; a program that runs outside of mocha gets one of its own, which goes with it. */
export function runFolder(): string {
  if (process.env[FOLDER] === undefined) {
    makeRunFolder();
    process.once("exit", removeRunFolder);
  }
  return process.env[FOLDER] ?? os.tmpdir();
}

export function removeRunFolder(): void {
  fs.rmSync(runFolder(), { recursive: true, force: true });
}

function hasRoom(folder: string): boolean {
  try {
    fs.accessSync(folder, fs.constants.W_OK);
    const { bavail, bsize } = fs.statfsSync(folder);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}
