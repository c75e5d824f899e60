import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import { linesOf } from "../../database/lines.ts";
import type { Journal, AcknowledgedOffer } from "../ports/journalPort.ts";
import { isoTime, type Instant } from "../../values/time.ts";

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
  let notes = ""; // lines that no caller waits for
  let writing: Promise<void> | undefined;

  const writeAll = async () => {
    while (queue.length > 0) {
      const batch = queue;
      queue = [];
      const text = (torn ? "\n" : "") + notes + batch.map(({ line }) => line).join("");
      notes = "";
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
    noteAcknowledged({ at, invoiceId, requestId }) {
      notes += `${JSON.stringify({ at: isoTime(at), kept: requestId, invoiceId })}\n`;
    },
    acknowledgedSince: acknowledgedIn(file),
    async close() {
      await writing;
      if (notes !== "" && !torn) fs.appendFileSync(descriptor, notes);
      fs.closeSync(descriptor);
    },
  };
}

const NEWEST_BYTES = 64 * 1024 * 1024; // more than a hundred thousand offers

const keptSchema = z.object({
  at: z.iso.datetime().transform((text) => Date.parse(text)),
  kept: z.string(),
  invoiceId: z.string(),
});

/** Reads what the newest part of a journal notes as kept. Nothing where there is no journal. */
export function acknowledgedIn(file: string): Journal["acknowledgedSince"] {
  return (from) => readKept(file, from);
}

async function readKept(file: string, from: Instant): Promise<readonly AcknowledgedOffer[]> {
  const { size = 0 } = fs.statSync(file, { throwIfNoEntry: false }) ?? {};
  const kept: AcknowledgedOffer[] = [];
  if (size === 0) return kept;
  for await (const text of linesOf(
    fs.createReadStream(file, { start: Math.max(0, size - NEWEST_BYTES) }),
    LONGEST_LINE,
  )) {
    if (!text.includes('"kept":')) continue; // most lines, which need not be parsed
    const line = keptSchema.safeParse(jsonOf(text));
    if (line.success && line.data.at >= from)
      kept.push({ at: line.data.at, invoiceId: line.data.invoiceId, requestId: line.data.kept });
  }
  return kept;
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
const units = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt);
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

/** An issued address, as choosePaymentMethod.ts journals it before it is shown. */
export type JournalEntry = Readonly<z.infer<typeof entrySchema>>;

/**
 * Reads a journal from its beginning, in order. A line that cannot be read (the last one may be torn by a crash) is given to
 * `unreadable` with its number and passed over. Throws when there is no such file.
 */
export async function* readJournal(
  file: string,
  unreadable: (line: number, text: string) => void,
): AsyncGenerator<JournalEntry> {
  let number = 0;
  for await (const text of linesOf(fs.createReadStream(file), LONGEST_LINE)) {
    number++;
    const line = jsonOf(text);
    if (keptSchema.safeParse(line).success) continue;
    const entry = entrySchema.safeParse(line);
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
