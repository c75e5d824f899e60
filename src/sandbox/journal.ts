import fs from "node:fs";
import path from "node:path";

/** An append-only file of JSON lines. A line is on disk once `synced` resolves; a line torn by a crash is dropped. */
export type Journal = Readonly<{
  /** Hands a line to the operating system at once: it outlives this process even without a sync. Throws when the disk is full. */
  append(entry: unknown): void;
  /** Resolves when everything appended so far is on the disk. Callers of one moment share one sync. */
  synced(): Promise<void>;
  close(): Promise<void>;
}>;

/** Opens a journal: hands every entry that it has to `replay`, in order, and takes further ones. */
export type OpenJournal = (replay: (entry: unknown) => void) => Journal;

/** A journal that keeps nothing, for tests and throw-away runs. */
export const forgetfulJournal: Journal = { append() {}, async synced() {}, async close() {} };

/** The journal in a file; without a file, one that keeps nothing. */
export function journalIn(file: string | undefined): OpenJournal {
  return (replay) => (file === undefined ? forgetfulJournal : openJournal(file, replay));
}

/**
 * Opens a journal, hands every entry in it to `replay` in order, and continues behind the last whole line.
 * Throws when a line before the last one cannot be read: that is damage, not a crash.
 */
export function openJournal(file: string, replay: (entry: unknown) => void): Journal {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const descriptor = fs.openSync(file, "a+", 0o600);
  let end = replayLines(file, fs.readFileSync(descriptor), replay);
  fs.ftruncateSync(descriptor, end);
  let closed = false;
  let syncing: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const sync = () =>
    new Promise<void>((resolve, reject) => {
      fs.fdatasync(descriptor, (error) => (error ? reject(error) : resolve()));
    });
  const start = (): Promise<void> => {
    next = undefined;
    syncing = sync().finally(() => (syncing = undefined));
    return syncing;
  };
  return {
    append(entry) {
      const line = Buffer.from(`${JSON.stringify(entry)}\n`);
      try {
        writeWhole(descriptor, line);
      } catch (error) {
        fs.ftruncateSync(descriptor, end); // half a line must not stand before the next one
        throw error;
      }
      end += line.length;
    },
    synced() {
      if (!syncing) return start();
      // The sync under way may have begun before the caller's line: wait for the one after it.
      next ??= syncing.catch(() => undefined).then(start);
      return next;
    },
    async close() {
      if (closed) return;
      closed = true;
      await syncing?.catch(() => undefined);
      await next?.catch(() => undefined);
      fs.closeSync(descriptor);
    },
  };
}

function replayLines(file: string, bytes: Buffer, replay: (entry: unknown) => void): number {
  let end = 0;
  for (let line = 1, newline = bytes.indexOf(10); newline >= 0; newline = bytes.indexOf(10, end), line++) {
    const entry = readEntry(bytes.toString("utf8", end, newline));
    if (entry === undefined) {
      if (bytes.indexOf(10, newline + 1) < 0) return end;
      throw new Error(
        `Line ${line} of ${file} is damaged. Restore the file, or delete the data directory to start anew.`,
      );
    }
    replay(entry);
    end = newline + 1;
  }
  return end;
}

function readEntry(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) {
    written += fs.writeSync(descriptor, bytes, written);
  }
}
