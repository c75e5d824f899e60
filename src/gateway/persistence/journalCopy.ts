import fs from "node:fs";
import pg from "pg";
import { SECOND_MS } from "../../values/time.ts";

const CONNECT_MS = 2 * SECOND_MS;
const QUERY_MS = 5 * SECOND_MS;
const CHUNK_BYTES = 1024 * 1024; // more than the longest line
const ROWS_AT_ONCE = 1_000; // read back

/**
 * The copy of one journal in another PostgreSQL database: a row for each line, with its place in the file, so that what is
 * missing is known, and copying it again changes nothing.
 */
export type JournalCopy = Readonly<{
  /** Copies what the file has up to `size` bytes. Throws when the copy gives no answer in time, or another process writes the same journal. */
  catchUp(size: number): Promise<void>;
  /** How many bytes of the file it has; undefined until it has answered. */
  copied(): number | undefined;
  close(): Promise<void>;
}>;

const MAKE_TABLE = `create table if not exists crosstill_journal (
  journal text not null, pos bigint not null, next bigint not null, line text not null, primary key (journal, pos))`;
const INSERT = `insert into crosstill_journal as known (journal, pos, next, line)
  select $1, * from unnest($2::bigint[], $3::bigint[], $4::text[])
  on conflict (journal, pos) do update set line = excluded.line where known.line = excluded.line and known.next = excluded.next`;

/** Opens the copy of a journal. Nothing is connected before it is needed. */
export function openJournalCopy(url: string, journal: string, file: string): JournalCopy {
  let client: pg.Client | undefined;
  let copied: number | undefined;
  let running: Promise<void> | undefined;
  let wanted = 0;

  const otherLines = () =>
    new Error(
      `The copy of the journal ${journal} has other lines than ${file}: two machines write a journal of this id, as after a copy of DATA_DIR, or an older ${file} was put back. Move ${file} away (keep it for "crosstill recover") and start again.`,
    );
  const connected = async () => {
    if (client) return client;
    const made = await connect(url);
    made.on("error", () => drop(made)); // the server ended the connection
    client = made;
    await made.query(MAKE_TABLE);
    const { rows } = await made.query<{ pos: string; next: string; line: string }>(
      "select pos, next, line from crosstill_journal where journal = $1 order by pos desc limit 1",
      [journal],
    );
    const last = rows[0] && { pos: Number(rows[0].pos), next: Number(rows[0].next), line: rows[0].line };
    // A journal that is shorter than its copy would be taken for one that is copied.
    if (last && !hasLine(file, last)) throw otherLines();
    copied = last?.next ?? 0;
    return made;
  };
  const drop = (made: pg.Client | undefined) => {
    if (client === made) client = undefined;
    made?.end().catch(() => {}); // it is broken already
  };
  const copyAll = async () => {
    const made = await connected();
    while ((copied ?? 0) < wanted) {
      const lines = linesAfter(file, copied ?? 0);
      const last = lines.at(-1);
      if (!last) return; // the rest is a line that is being written
      const { rowCount } = await made.query(INSERT, [
        journal,
        lines.map(({ pos }) => pos),
        lines.map(({ next }) => next),
        lines.map(({ line }) => line),
      ]);
      if (rowCount !== lines.length) throw otherLines();
      copied = last.next;
    }
  };
  return {
    copied: () => copied,
    async catchUp(size) {
      wanted = Math.max(wanted, size);
      while ((copied ?? -1) < size) {
        const before = copied;
        running ??= copyAll()
          .catch((error: unknown) => {
            drop(client);
            throw error;
          })
          .finally(() => (running = undefined));
        await running;
        if (copied === before) return;
      }
    },
    async close() {
      await running?.catch(() => {});
      await client?.end().catch(() => {});
    },
  };
}

/** The lines of all journals in a copy, as their files have them; the journals one after the other. */
export async function* copiedLines(url: string): AsyncGenerator<string> {
  const client = await connect(url);
  client.on("error", () => {}); // the query that is under way reports it
  try {
    let after: readonly [string, string] = ["", "-1"];
    for (;;) {
      const { rows } = await client.query<{ journal: string; pos: string; line: string }>(
        "select journal, pos, line from crosstill_journal where (journal, pos) > ($1, $2::bigint) order by journal, pos limit $3",
        [...after, ROWS_AT_ONCE],
      );
      for (const { line } of rows) yield line;
      const last = rows.at(-1);
      if (!last) return;
      after = [last.journal, last.pos];
    }
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_MS,
  });
  await client.connect();
  return client;
}

type PlacedLine = Readonly<{ pos: number; next: number; line: string }>;

/** The whole lines of a file from a place on, up to a megabyte. */
function linesAfter(file: string, from: number): readonly PlacedLine[] {
  const descriptor = fs.openSync(file, "r");
  try {
    const bytes = Buffer.alloc(CHUNK_BYTES);
    const read = bytes.subarray(0, fs.readSync(descriptor, bytes, 0, CHUNK_BYTES, from));
    const lines: PlacedLine[] = [];
    for (let at = 0; ;) {
      const end = read.indexOf(0x0a, at);
      if (end < 0) return lines;
      const line = textIn(read.subarray(at, end));
      lines.push({ pos: from + at, next: from + end + 1, line });
      at = end + 1;
    }
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Whether a file has a whole line at its place. */
function hasLine(file: string, { pos, next, line }: PlacedLine): boolean {
  const descriptor = fs.openSync(file, "r");
  try {
    const bytes = Buffer.alloc(next - pos);
    const read = fs.readSync(descriptor, bytes, 0, bytes.length, pos);
    return read === bytes.length && bytes.at(-1) === 0x0a && textIn(bytes.subarray(0, -1)) === line;
  } finally {
    fs.closeSync(descriptor);
  }
}

/** A line that was torn by a loss of power may have NULs in it, which PostgreSQL does not take. */
function textIn(bytes: Buffer): string {
  return bytes.toString("utf8").replaceAll("\0", "");
}
