import fs from "node:fs";
import path from "node:path";

const UNWRITABLE = /^(EACCES|EROFS|EPERM|SQLITE_READONLY|SQLITE_CANTOPEN)/;
const LOCKED = /^SQLITE_(BUSY|LOCKED)/;
const FULL = /^(ENOSPC|EDQUOT|SQLITE_FULL)/;
const MAYBE_FULL = /^SQLITE_IOERR/; // the first write of a shared-memory file fails so on a full disk
const LEAST_ROOM = 1024 * 1024; // bytes

/** Turns what the system or SQLite says about a file into a sentence with what to do. Other errors stay as they are. */
export function explainStorage(error: unknown, file: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const sentence = problemWith(code, file);
  return sentence === undefined ? error : new Error(sentence, { cause: error });
}

function problemWith(code: string, file: string): string | undefined {
  if (FULL.test(code) || (MAYBE_FULL.test(code) && isFull(path.dirname(file))))
    return `The disk of ${file} is full. Make room there, and start again.`;
  if (UNWRITABLE.test(code))
    return `${file} cannot be written by this user (${code}). Check the owner and the mode of the file and of its folder, and that the disk is not mounted for reading only.`;
  if (!LOCKED.test(code)) return undefined;
  const pid = [file, `${file}-shm`].map(lockHolder).find((holder) => holder !== undefined);
  const holder = pid === undefined ? "another program" : `process ${pid}`;
  return `${file} is locked by ${holder}, such as a database shell or a copying tool. End that, and start again; "fuser ${file}" lists who has it open.`;
}

/** The process that has a lock on a file, where the system tells (Linux). */
export function lockHolder(file: string): number | undefined {
  try {
    const { ino } = fs.statSync(file);
    const line = fs
      .readFileSync("/proc/locks", "utf8")
      .split("\n")
      .find((text) => text.includes(`:${ino} `));
    const pid = Number(/ (READ|WRITE) +(\d+) /.exec(line ?? "")?.[2]);
    return pid > 0 && pid !== process.pid ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = fs.statfsSync(folder);
    return bavail * bsize < LEAST_ROOM;
  } catch {
    return false;
  }
}
