import path from "node:path";
import { startChild, type Child } from "../child.ts";
import { median, percentile } from "../measure.ts";
import { rounded, type Row } from "../table.ts";
import { FIRST_SECOND } from "./payments.ts";
import { QUERIES } from "./queries.ts";
import type { Read } from "./reader.ts";
import type { Seeded } from "./seed.ts";

export type Sizes = Readonly<{
  folder: string; // where the database is
  seeded: Seeded;
  rounds: number;
  fewer: number; // payments of the short file, for comparing memory
  quietMs: number; // for which others are asked while no file is made
}>;

type Compiled = (module: string) => string;
type File = keyof typeof QUERIES;

/** What one round of a file came to: the whole file and what it did to others, a short one, and the same from sqlite3. */
type Round = Readonly<{
  ours: Read;
  theirs: Read;
  peakBytes: number;
  fewerPeakBytes: number;
  quiet: readonly number[]; // milliseconds of other requests
  busy: readonly number[];
}>;

/** The lines of the table. Files and programs take turns; every file that memory is measured of has a process of its own. */
export async function measureExports(compiled: Compiled, sizes: Sizes): Promise<readonly Row[]> {
  const [reader, light] = ["reader", "light"].map((name) => startChild(compiled(`test/bench/exports/${name}.ts`))) as [Child, Child];
  const all: Record<File, Round[]> = { ledger: [], payments: [] };
  try {
    for (let number = 1; number <= sizes.rounds; number++)
      for (const file of Object.keys(QUERIES) as File[]) {
        const round = await measureRound({ compiled, reader, light, sizes }, file);
        all[file].push(round);
        console.error(`  round ${number}: ${rowsOf(file, [round], sizes).map((row) => row.join(" | ")).join("\n    ")}`);
      }
  } finally {
    await reader.close();
    await light.close();
  }
  return (Object.keys(QUERIES) as File[]).flatMap((file) => rowsOf(file, all[file], sizes));
} // prettier-ignore

type Stage = Readonly<{ compiled: Compiled; reader: Child; light: Child; sizes: Sizes }>;

async function measureRound(stage: Stage, file: File): Promise<Round> {
  const { reader, light, sizes } = stage;
  const { seeded, folder } = sizes;
  const headers = { authorization: `token ${seeded.key}` };
  const download = (url: string, payments: number) =>
    reader.ask<Read>("download", { url: `${url}/${file}.csv?to=${FIRST_SECOND + payments}`, headers });
  const api = (url: string) => `${url}/api/v1/stores/${seeded.storeId}`;

  const measured = (payments: number) =>
    onServer(stage, async (server, url) => {
      const ask = { url: `${api(url)}/invoices/${seeded.invoiceId}`, headers };
      const others = async <T>(work: () => Promise<T>): Promise<readonly [T, readonly number[]]> => {
        await light.ask("start", ask);
        const result = await work();
        return [result, await light.ask<readonly number[]>("stop")];
      };
      await download(`${api(url)}/exports`, sizes.fewer / 10); // so that neither is measured while the program is cold
      const [, quiet] = await others(() => new Promise((resolve) => setTimeout(resolve, sizes.quietMs)));
      const [ours, busy] = await others(() => download(`${api(url)}/exports`, payments));
      return { quiet, ours, busy, peakBytes: await server.ask<number>("peakBytes") };
    });
  const { peakBytes: fewerPeakBytes } = await measured(sizes.fewer);
  const whole = await measured(seeded.payments);
  const sql = QUERIES[file]({ storeId: seeded.storeId, to: (FIRST_SECOND + seeded.payments) * 1_000 });
  const theirs = await reader.ask<Read>("query", { file: path.join(folder, "crosstill.db"), sql });
  if (theirs.lines !== whole.ours.lines)
    throw new Error(
      `Expected ${theirs.lines} lines of ${file}.csv, as sqlite3 has them; got ${whole.ours.lines}.`,
    );
  return { ...whole, fewerPeakBytes, theirs };
}

/** With a new process. */
async function onServer<T>({ compiled, sizes }: Stage, work: (server: Child, url: string) => Promise<T>): Promise<T> {
  const server = startChild(compiled("test/bench/exports/server.ts"));
  try {
    return await work(server, await server.ask<string>("open", sizes.folder));
  } finally {
    await server.close();
  }
} // prettier-ignore

function rowsOf(file: File, rounds: readonly Round[], { seeded, fewer }: Sizes): readonly Row[] {
  const of = (value: (round: Round) => number) => median(rounds.map(value));
  const rate = (side: "ours" | "theirs") =>
    `${rounded(of((round) => round[side].perSecond))}/s, the first after ${rounded(of((round) => round[side].firstMs))} ms`;
  const memory = (side: "peakBytes" | "fewerPeakBytes") =>
    `${rounded(of((round) => round[side]) / 2 ** 20)} MiB`;
  const p99 = (side: "busy" | "quiet") => of((round) => percentile(round[side], 0.99));
  const name = `${file}.csv`;
  return [
    [
      `${name} of ${seeded.payments} payments, lines/s`,
      rate("ours"),
      `sqlite3 -csv: ${rate("theirs")}`,
      rounded(
        of(({ ours, theirs }) => ours.perSecond / theirs.perSecond),
        2,
      ),
    ],
    [
      `${name}, the most memory of the process`,
      memory("peakBytes"),
      `${memory("fewerPeakBytes")} with ${fewer} payments`,
      rounded(
        of(({ peakBytes, fewerPeakBytes }) => peakBytes / fewerPeakBytes),
        2,
      ),
    ],
    [
      `${name} is read: other requests' p99, 20 a second`,
      `${rounded(p99("busy"), 1)} ms`,
      `${rounded(p99("quiet"), 1)} ms while it is not`,
      rounded(
        of(({ busy, quiet }) => percentile(busy, 0.99) / percentile(quiet, 0.99)),
        2,
      ),
    ],
  ];
}
