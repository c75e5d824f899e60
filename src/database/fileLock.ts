import Sqlite from "better-sqlite3";
import { explainStorage } from "./storageProblems.ts";

/** A lock on a file, for as long as it is open. The operating system holds it, so kill -9 releases it. */
export type FileLock = Readonly<{ close(): void }>;

/** Takes the lock of a file, which is beside it and ends in .lock. Throws when another process, or another part of this one, has it. */
export function takeFileLock(file: string): FileLock {
  let lock: Sqlite.Database | undefined;
  try {
    const taken = new Sqlite(`${file}.lock`, { timeout: 0 });
    lock = taken;
    taken.exec("BEGIN EXCLUSIVE");
    return { close: () => void taken.close() };
  } catch (error) {
    lock?.close();
    throw isLocked(error) ? error : explainStorage(error, file);
  }
}

/** True for the error of a lock that another has. */
export function isLocked(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code === "SQLITE_BUSY";
}
