import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { z } from "zod";
import { linesOf } from "./lines.ts";
import type { PlainRow } from "./session.ts";

/**
 * A database as one compressed file of JSON lines, the same for both engines:
 *
 *   {"format":"crosstill-archive-1","owner":"gateway","schema":2,…}     where it comes from
 *   {"table":"addresses","row":{"address":"bc1…","deposits":0,…}}       every row, by table, then by primary key
 *   {"rows":{"addresses":1,…},"rowsSha256":"…","sha256":"…"}            how many, and hashes of the rows and of all lines above
 */
const FORMAT = "crosstill-archive-1";
const LONGEST_LINE = 256 * 1024 * 1024; // bytes; a row is far smaller, and a file that is no archive ends here
const CHUNK = 64 * 1024; // characters handed on at once

const about = z.record(z.string(), z.union([z.string(), z.number()]));
const headerSchema = z.object({
  format: z.literal(FORMAT),
  owner: z.enum(["gateway", "network"]),
  engine: z.enum(["sqlite", "postgres"]),
  schema: z.number().int().positive(), // how many migrations its tables have seen
  time: z.number().int(), // of the snapshot, milliseconds
  about, // what the command that made it wants to know again
});
const rowSchema = z.object({
  table: z.string(),
  row: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const trailerSchema = z.object({ rows: z.record(z.string(), z.number()), rowsSha256: sha256, sha256 });

export type ArchiveHeader = Readonly<Omit<z.infer<typeof headerSchema>, "format">>;
export type ArchivedRow = Readonly<{ table: string; row: PlainRow }>;
export type ArchiveTrailer = Readonly<z.infer<typeof trailerSchema>>;
/** An archive that was read to its end: it holds what it promises. */
export type CheckedArchive = Readonly<{ file: string; header: ArchiveHeader; trailer: ArchiveTrailer }>;

/**
 * Writes an archive under a temporary name, syncs and renames it, with mode 0600. Throws, and leaves
 * nothing, when the file exists already or the disk is full.
 */
export async function writeArchive(
  file: string,
  header: ArchiveHeader,
  rows: AsyncIterable<ArchivedRow>,
): Promise<ArchiveTrailer> {
  refuseExisting(file);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const partial = `${file}.${process.pid}.partial`;
  const counted = countRows();
  const all = createHash("sha256");
  let trailer: ArchiveTrailer | undefined;
  async function* text() {
    let waiting = line({ format: FORMAT, ...header });
    all.update(waiting);
    for await (const row of rows) {
      const added = counted.add(row);
      all.update(added);
      waiting += added;
      if (waiting.length < CHUNK) continue;
      yield waiting;
      waiting = "";
    }
    trailer = { ...counted.end(), sha256: all.digest("hex") };
    yield waiting + line(trailer);
  }
  try {
    const disk = fs.createWriteStream(partial, { flags: "w", mode: 0o600, flush: true });
    await pipeline(Readable.from(text()), createGzip(), disk);
    refuseExisting(file);
    fs.renameSync(partial, file);
    syncFolder(path.dirname(file));
  } catch (error) {
    fs.rmSync(partial, { force: true });
    throw error;
  }
  if (!trailer) throw new Error("The archive was not finished."); // cannot be: its text has been read to the end
  return trailer;
}

/** Reads an archive to its end and compares its counts and hashes. Throws with a sentence when it is cut off, damaged or none. */
export async function checkArchive(file: string): Promise<CheckedArchive> {
  const counted = countRows();
  const all = createHash("sha256");
  const lines = archiveLines(file);
  const first = await lines.next();
  const header = parse(headerSchema, file, first.value);
  all.update(`${first.value}\n`);
  let last: string | undefined;
  for await (const next of lines) {
    if (last !== undefined) {
      all.update(`${last}\n`);
      counted.add(parse(rowSchema, file, last));
    }
    last = next;
  }
  const trailer = parse(trailerSchema, file, last);
  const found = JSON.stringify({ ...counted.end(), sha256: all.digest("hex") });
  if (found !== JSON.stringify(trailer)) {
    throw new Error(`${file} is damaged: its end promises ${JSON.stringify(trailer)}, it holds ${found}.`);
  }
  return { file, header, trailer };
}

/** The rows of an archive that has been checked. */
export async function* archivedRows(file: string): AsyncGenerator<ArchivedRow> {
  const lines = archiveLines(file);
  await lines.next(); // the header
  let last: string | undefined;
  for await (const next of lines) {
    if (last !== undefined) yield parse(rowSchema, file, last);
    last = next;
  }
}

/** Counts rows and hashes their lines. Keys are in the order of the columns, so equal tables have equal hashes. */
export function countRows() {
  const counts: Record<string, number> = {};
  const hash = createHash("sha256");
  return {
    /** Gives the row's line. */
    add({ table, row }: ArchivedRow): string {
      const text = line({ table, row });
      counts[table] = (counts[table] ?? 0) + 1;
      hash.update(text);
      return text;
    },
    end: () => ({ rows: counts, rowsSha256: hash.digest("hex") }),
  };
}

async function* archiveLines(file: string): AsyncGenerator<string, undefined> {
  const source = fs.createReadStream(file);
  const unzipped = source.pipe(createGunzip());
  source.on("error", (error) => unzipped.destroy(error));
  try {
    yield* linesOf(unzipped, LONGEST_LINE);
  } catch (cause) {
    throw new Error(`${file} cannot be read as an archive: it is cut off, damaged or another file.`, {
      cause,
    });
  } finally {
    source.destroy();
  }
  return undefined;
}

function parse<T>(schema: z.ZodType<T>, file: string, text = ""): T {
  const parsed = schema.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  throw new Error(`${file} is cut off or no archive of Crosstill: it says "${text.slice(0, 80)}".`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // which fits no schema
  }
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

function refuseExisting(file: string): void {
  if (fs.existsSync(file))
    throw new Error(`${file} exists already, and a backup overwrites nothing. Name another file.`);
}

/** A new name is safe once its folder is on the disk. */
function syncFolder(folder: string): void {
  const descriptor = fs.openSync(folder, "r");
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}
