import type { Checkpoints } from "../ports/persistencePort.ts";
import fs from "node:fs";
import path from "node:path";
import { ConflictError } from "../../database/driver.ts";
import type { Storage } from "../http/health.ts";
import { SECOND_MS, type Clock, type Instant } from "../../values/time.ts";

const NOTE = "readiness";
const MAX_AGE_MS = 10 * SECOND_MS; // the endpoint is public, and each check writes
const LEAST_ROOM_BYTES = 1024 * 1024;

type Parts = Readonly<{
  checkpoints: Checkpoints;
  journalFile: string;
  clock: Clock;
}>;

/** Looks whether the database answers and can be written to, and whether the journal can; at most every ten seconds. */
export function createStorageCheck({ checkpoints, journalFile, clock }: Parts): () => Promise<Storage> {
  let last: Readonly<{ at: Instant; storage: Promise<Storage> }> | undefined;
  const look = async (): Promise<Storage> => ({
    database: await databaseState(checkpoints, clock()),
    journal: (await canAppend(journalFile)) ? "ok" : "not writable",
  });
  return () => {
    const now = clock();
    if (!last || now - last.at >= MAX_AGE_MS) last = { at: now, storage: look() };
    return last.storage;
  };
}

async function databaseState(checkpoints: Checkpoints, at: Instant): Promise<Storage["database"]> {
  let note: Awaited<ReturnType<typeof checkpoints.read>>;
  try {
    note = await checkpoints.read(NOTE);
  } catch {
    return "no answer";
  }
  try {
    await checkpoints.write(NOTE, {}, at, note?.version ?? 0);
    return "ok";
  } catch (error) {
    return error instanceof ConflictError ? "ok" : "not writable"; // another process of this gateway has just written it
  }
}

/** False on a disk that is full, or was mounted for reading only. Nothing is written: the journal holds addresses alone. */
async function canAppend(file: string): Promise<boolean> {
  try {
    await fs.promises.access(file, fs.constants.W_OK);
    const { bavail, bsize } = await fs.promises.statfs(path.dirname(file));
    return bavail * bsize >= LEAST_ROOM_BYTES;
  } catch {
    return false;
  }
}
