import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/**
 * The folder in which a test run keeps everything that is temporary. It is in memory where there is room: no test cuts the
 * power, and a database that waits for the disk after each commit takes twice as long. Benchmarks stay on the disk.
 */

const FOLDER = "CROSSTILL_TEST_RUN"; // set by the first process of a run, inherited by the others
const NAME = "crosstill-run-";
const ABANDONED = new RegExp(`^${NAME}(\\d+)-`);
const IN_MEMORY = "/dev/shm";
const ROOM_BYTES = 4 * 1024 ** 3;

/** Makes the folder, and has this process and those that it starts use it for temporary files. */
export function makeRunFolder(): void {
  const folder = newFolder(hasRoom(IN_MEMORY) ? IN_MEMORY : os.tmpdir());
  shareCompiled(os.tmpdir(), folder);
  process.env["TMPDIR"] = folder;
  process.env[FOLDER] = folder;
}

/** tsx keeps compiled files in the folder for temporary files. Without them each process of each run compiles everything anew. */
function shareCompiled(from: string, to: string): void {
  const name = `tsx-${process.geteuid?.() ?? os.userInfo().username}`;
  fs.mkdirSync(path.join(from, name), { recursive: true });
  fs.symlinkSync(path.join(from, name), path.join(to, name), "junction");
}

/** The folder of this run; a program outside of mocha, like a benchmark, has one of its own on the disk, which goes with it. */
export function runFolder(): string {
  const known = process.env[FOLDER];
  if (known !== undefined) return known;
  const made = newFolder(os.tmpdir());
  process.env[FOLDER] = made;
  process.once("exit", removeRunFolder);
  return made;
}

function newFolder(parent: string): string {
  removeAbandoned(parent);
  const folder = fs.mkdtempSync(path.join(parent, `${NAME}${process.pid}-`));
  fs.chmodSync(folder, 0o755); // PostgreSQL runs as another user, who must get through here
  return folder;
}

export function removeRunFolder(): void {
  fs.rmSync(runFolder(), { recursive: true, force: true });
}

/** A run that was killed leaves its folder behind, which would keep its memory for ever. One of another user stays. */
function removeAbandoned(parent: string): void {
  for (const name of fs.readdirSync(parent)) {
    const [, pid] = ABANDONED.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    try {
      fs.rmSync(path.join(parent, name), { recursive: true, force: true });
    } catch (error) {
      if (!["EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // somebody else's
  }
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
