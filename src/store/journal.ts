import fs from "node:fs";
import path from "node:path";
import type { Journal } from "../gateway/ports.ts";

type Waiting = Readonly<{ line: string; resolve: () => void; reject: (error: unknown) => void }>;

/**
 * A file of JSON lines, only ever appended to. An append resolves when its line is on the disk;
 * lines that arrive while one write is under way share the next one.
 */
export function openJournal(file: string): Journal & Readonly<{ close(): Promise<void> }> {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const descriptor = fs.openSync(file, "a+", 0o600);
  let torn = endsTorn(descriptor);
  let queue: Waiting[] = [];
  let writing: Promise<void> | undefined;

  const writeAll = async () => {
    while (queue.length > 0) {
      const batch = queue;
      queue = [];
      const text = (torn ? "\n" : "") + batch.map(({ line }) => line).join("");
      await new Promise<void>((done) =>
        fs.appendFile(descriptor, text, (failed) => {
          torn = failed !== null;
          if (failed) return done(settle(batch, failed));
          fs.fdatasync(descriptor, (error) => done(settle(batch, error)));
        }),
      );
    }
    writing = undefined;
  };
  return {
    append: (entry) =>
      new Promise((resolve, reject) => {
        queue.push({ line: `${JSON.stringify(entry)}\n`, resolve, reject });
        writing ??= writeAll();
      }),
    async close() {
      await writing;
      fs.closeSync(descriptor);
    },
  };
}

/** True when the last line was cut off by a crash: what comes next must not be written into it. */
function endsTorn(descriptor: number): boolean {
  const { size } = fs.fstatSync(descriptor);
  const last = Buffer.alloc(1);
  return size > 0 && fs.readSync(descriptor, last, 0, 1, size - 1) === 1 && last.toString() !== "\n";
}

function settle(batch: readonly Waiting[], error: Error | null): void {
  for (const { resolve, reject } of batch) {
    if (error) reject(error);
    else resolve();
  }
}
