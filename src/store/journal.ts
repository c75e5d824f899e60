import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import { linesOf } from "../db/lines.ts";
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

const LONGEST_LINE = 1024 * 1024; // bytes; the longest entries have a few thousand
const units = z.string().regex(/^\d{1,78}$/).transform(BigInt); // prettier-ignore
const entrySchema = z.object({
  at: z.iso.datetime().transform((text) => Date.parse(text)),
  invoiceId: z.string(),
  storeId: z.string(),
  methodId: z.string(),
  chainId: z.number().int(),
  depositAddress: z.string(),
  requestId: z.string(),
  refundTo: z.string(),
  input: units,
  offer: z.unknown().optional(), // as the invoice keeps it
});

/** An address that was handed out: what choosePaymentMethod.ts wrote before anybody saw it. */
export type HandedOut = Readonly<z.infer<typeof entrySchema>>;

/**
 * Reads a journal from its beginning, in order. A line that cannot be read (the last one may be torn by a crash) is given to
 * `unreadable` with its number and passed over. Throws when there is no such file.
 */
export async function* readJournal(
  file: string,
  unreadable: (line: number, text: string) => void,
): AsyncGenerator<HandedOut> {
  let number = 0;
  for await (const text of linesOf(fs.createReadStream(file), LONGEST_LINE)) {
    number++;
    const entry = entrySchema.safeParse(jsonOf(text));
    if (entry.success) yield entry.data;
    else if (text.trim() !== "") unreadable(number, text);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // which fits no schema
  }
}
