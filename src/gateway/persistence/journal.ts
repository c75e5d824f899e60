import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { linesOf } from "../../database/lines.ts";
import type { Journal, AcknowledgedOffer } from "../ports/journalPort.ts";
import { isoTime, type Instant } from "../../values/time.ts";

type Waiting = Readonly<{ line: string; resolve: () => void; reject: (error: unknown) => void }>;

/** How the lines get to the disk; a test puts a full one in its place. */
export type JournalDisk = Readonly<{
  append(descriptor: number, text: string): Promise<void>;
  sync(descriptor: number): Promise<void>;
}>;

const DISK: JournalDisk = { append: promisify(fs.appendFile), sync: promisify(fs.fdatasync) };

export type JournalOptions = Readonly<{
  id?: string | undefined; // written into every line
  disk?: JournalDisk;
  /** Called with the file's size when lines are on the disk, before their callers are answered; a failure is theirs. */
  onWritten?: ((size: number) => Promise<void>) | undefined;
}>;

/** A journal that is open for writing. */
export type OpenJournal = Journal & Readonly<{ file: string; close(): Promise<void> }>;

/**
 * A file of JSON lines, only ever appended to. An append resolves when its line is on the disk; lines that arrive while one
 * write is under way share the next one. A line that could not be written whole is left as it is, and the next begins anew: a
 * full disk needs room again, and no restart.
 */
export function openJournal(file: string, { id, disk = DISK, onWritten }: JournalOptions = {}): OpenJournal {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const descriptor = fs.openSync(file, "a+", 0o600);
  let torn = endsTorn(descriptor);
  let queue: Waiting[] = [];
  let notes = ""; // lines that no caller waits for
  let writing: Promise<void> | undefined;
  const lineOf = (entry: Readonly<Record<string, unknown>>) =>
    `${JSON.stringify(id === undefined ? entry : { ...entry, journal: id })}\n`;

  const write = async (text: string) => {
    torn = true; // until all of it was written
    await disk.append(descriptor, text);
    torn = false;
    await disk.sync(descriptor);
    await onWritten?.(fs.fstatSync(descriptor).size);
  };
  const writeAll = async () => {
    while (queue.length > 0) {
      const batch = queue;
      const [noted, wasTorn] = [notes, torn];
      [queue, notes] = [[], ""];
      try {
        await write((wasTorn ? "\n" : "") + noted + batch.map(({ line }) => line).join(""));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        notes = noted + notes; // they may be there twice, which means nothing
        for (const { reject } of batch) reject(error);
      }
    }
    writing = undefined;
  };
  return {
    id,
    file,
    append: (entry) =>
      new Promise((resolve, reject) => {
        queue.push({ line: lineOf(entry), resolve, reject });
        writing ??= writeAll();
      }),
    noteAcknowledged({ at, invoiceId, requestId }) {
      const line = lineOf({ at: isoTime(at), kept: requestId, invoiceId });
      // Written at once, so that the end of the process cannot lose it. Behind a line that was cut off it would be unreadable.
      if ((torn && !writing) || !wroteNow(descriptor, line)) notes += line;
    },
    async acknowledgedSince(from) {
      if (notes !== "") {
        await new Promise<void>((resolve, reject) => {
          queue.push({ line: "", resolve, reject });
          writing ??= writeAll();
        });
      }
      return readKept(file, from);
    },
    async close() {
      await writing;
      if (notes !== "" && !torn) fs.appendFileSync(descriptor, notes);
      notes = "";
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

/** Hands a line over to the system, without waiting for the disk. False when it was not written whole. */
function wroteNow(descriptor: number, line: string): boolean {
  try {
    return fs.writeSync(descriptor, line) === Buffer.byteLength(line);
  } catch {
    return false; // the next append says why
  }
}

/** True when the last line was cut off by a crash: what comes next must not be written into it. */
function endsTorn(descriptor: number): boolean {
  const { size } = fs.fstatSync(descriptor);
  const last = Buffer.alloc(1);
  return size > 0 && fs.readSync(descriptor, last, 0, 1, size - 1) === 1 && last.toString() !== "\n";
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
  journal: z.string().optional(), // the id of the journal; older lines have none
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
  acknowledged?: (offer: AcknowledgedOffer) => void,
): AsyncGenerator<JournalEntry> {
  yield* entriesOf(linesOf(fs.createReadStream(file), LONGEST_LINE), unreadable, acknowledged);
}

/** Reads the entries in a journal's lines, in order, and passes its acknowledgements to `acknowledged`; see readJournal. */
export async function* entriesOf(
  lines: AsyncIterable<string>,
  unreadable: (line: number, text: string) => void,
  acknowledged: (offer: AcknowledgedOffer) => void = () => {},
): AsyncGenerator<JournalEntry> {
  let number = 0;
  for await (const text of lines) {
    number++;
    const line = jsonOf(text);
    const note = keptSchema.safeParse(line);
    if (note.success) {
      const { at, invoiceId, kept: requestId } = note.data;
      acknowledged({ at, invoiceId, requestId });
      continue;
    }
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
