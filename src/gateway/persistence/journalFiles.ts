import fs from "node:fs";
import path from "node:path";
import { isLocked, takeFileLock, type FileLock } from "../../database/fileLock.ts";
import { openJournal, type JournalDisk, type OpenJournal } from "./journal.ts";

const ID = "[0-9a-f]{16}";
const LAST_ID = new RegExp(`"journal":"(${ID})"(?!.*"journal":"${ID}")`, "s");
const TAIL_BYTES = 64 * 1024; // several lines: the longest have a few thousand

type Claim = Readonly<{
  newId: () => string;
  disk?: JournalDisk;
  /** Copies what was written elsewhere (journalCopy.ts). */
  copy?: (journal: Readonly<{ id: string; file: string }>) => (size: number) => Promise<void>;
}>;

/**
 * Opens a journal that no other process writes: `file`, or when another has that open, one beside it whose name has its id. A
 * process that starts again takes the same ones, so there are as many as processes that ran at the same time.
 */
export function claimJournal(
  file: string,
  { newId, disk, copy }: Claim,
): OpenJournal & Readonly<{ id: string }> {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const fresh = newId();
  for (const candidate of [file, ...journalsBeside(file), besideName(file, fresh)]) {
    const lock = lockOf(candidate);
    if (!lock) continue;
    try {
      const id = idIn(candidate) ?? fresh;
      const onWritten = copy?.({ id, file: candidate });
      const journal = openJournal(candidate, { id, onWritten, ...(disk ? { disk } : {}) });
      return {
        ...journal,
        id,
        async close() {
          await journal.close();
          lock.close();
        },
      };
    } catch (error) {
      lock.close();
      throw error;
    }
  }
  throw new Error(`Every journal beside ${file} is open in another process. Start this one again.`);
}

/** The journals that the processes of this machine write: `file` and those beside it, where they are there. */
export function journalsOf(file: string): readonly string[] {
  return [...(fs.existsSync(file) ? [file] : []), ...journalsBeside(file)];
}

/** The id that the lines of a journal have; undefined for one of an older version, and where there is none. */
export function idIn(file: string): string | undefined {
  const { size = 0 } = fs.statSync(file, { throwIfNoEntry: false }) ?? {};
  if (size === 0) return undefined;
  const descriptor = fs.openSync(file, "r");
  try {
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    fs.readSync(descriptor, tail, 0, tail.length, size - tail.length);
    return LAST_ID.exec(tail.toString("utf8"))?.[1];
  } finally {
    fs.closeSync(descriptor);
  }
}

function lockOf(file: string): FileLock | undefined {
  try {
    return takeFileLock(file);
  } catch (error) {
    if (isLocked(error)) return undefined;
    throw error;
  }
}

function besideName(file: string, id: string): string {
  const { dir, name, ext } = path.parse(file);
  return path.join(dir, `${name}-${id}${ext}`);
}

function journalsBeside(file: string): readonly string[] {
  const { dir, name, ext } = path.parse(file);
  if (!fs.existsSync(dir)) return [];
  const isOne = (other: string) =>
    other.startsWith(`${name}-`) &&
    other.endsWith(ext) &&
    new RegExp(`^${ID}$`).test(other.slice(name.length + 1, other.length - ext.length));
  return fs
    .readdirSync(dir)
    .filter(isOne)
    .toSorted()
    .map((other) => path.join(dir, other));
}
