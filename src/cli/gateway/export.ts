import fs from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { booksOf } from "../../gateway/usecases/books/bookSettings.ts";
import { readExportAsk, type ExportAsk } from "../../gateway/usecases/exports/exportAsk.ts";
import { exportNamed, requireTaken } from "../../gateway/usecases/exports/exports.ts";
import type { Chunk, PartFacts } from "../../gateway/usecases/exports/exportTable.ts";
import { requireFilled } from "../../gateway/usecases/books/fillBookLines.ts";
import type { MerchantStore } from "../../gateway/usecases/stores/merchantStore.ts";
import type { Persistence } from "../../gateway/ports/persistencePort.ts";
import { isoTime, type Instant } from "../../values/time.ts";
import type { Command, Invocation } from "../command.ts";
import { noStore } from "./requireStore.ts";
import { withPersistence } from "./withPersistence.ts";
import { readArguments, type Arguments } from "../arguments.ts";
import { USAGE } from "../usage.ts";

const VALUES = [
  "store",
  "from",
  "to",
  "zone",
  "include",
  "metadata",
  "after",
  "format",
  "out",
  "part",
  "currency",
  "coin",
  "dates",
  "account",
  "tax",
] as const;

/** Writes a file for accountants, whole or not at all: until then it has another name. It may run beside the server. */
export const exportCommand: Command = async (invocation) => {
  const { args, clock, print, note } = invocation;
  const given = readArguments(args, "export", { words: 1 });
  const [word] = given.words;
  if (word === undefined) throw new Error(`Which file? Usage: crosstill ${USAGE.export}`);
  const values = valuesOf(given);
  const name = word.includes(".") ? word : `${word}.${values.format ?? "csv"}`;
  const file = exportNamed(name);
  const target = path.resolve(values.out ?? name);
  if (fs.existsSync(target) && !given.has("force"))
    throw new Error(`${target} is there already. Name another with --out, or write over it with --force.`);
  await withPersistence(invocation, async ({ persistence }) => {
    const shops = await shopsOf(persistence, values.store, given.has("all"));
    const around = { ...oneOf(shops, given.has("all")), now: clock() };
    const flags = { control: String(given.has("control")), bom: String(given.has("bom")) };
    const { format: _, dates, ...words } = values; // "format" is of days where a file is for another program
    const ask = readExportAsk(
      { ...words, ...flags, ...(dates === undefined ? {} : { format: dates }) },
      around,
    );
    requireTaken(file, ask);
    await requireFilled(persistence.checkpoints);
    const began = Math.max(ask.from, Math.min(...shops.map(({ createdAt }) => createdAt)));
    const { lines, about } = await write(
      invocation,
      target,
      watched(invocation, file.chunks(persistence, ask), began, ask),
    );
    note(`${file.schema}, what was booked from ${isoTime(ask.from)} on and before ${isoTime(ask.to)}.`);
    for (const sentence of partWords(about())) note(sentence);
    print(`${target} has ${linesText(lines())}.`);
  });
};

function linesText(lines: number): string {
  return lines === 1 ? "1 line" : `${lines} lines`;
}

/** What does not stand in a file that comes in parts. */
function partWords(about: PartFacts | undefined): readonly string[] {
  const { leftOut = 0, nextPart } = about ?? {};
  return [
    ...(leftOut > 0 ? [`${leftOut} bookings are left out, because their value or amount is not known.`] : []),
    ...(nextPart === undefined
      ? []
      : [`There is more: take the next part as well, with --part ${nextPart} and the same other words.`]),
  ];
}

type Values = Readonly<Partial<Record<(typeof VALUES)[number], string>>>;

function valuesOf(given: Arguments): Values {
  return Object.fromEntries(
    VALUES.map((name) => [name, given.option(name)] as const).filter(([, value]) => value !== undefined),
  );
}

/** The stores that the file is about: all, the one that is named, or the only one that there is. */
async function shopsOf(
  persistence: Persistence,
  id: string | undefined,
  all: boolean,
): Promise<readonly MerchantStore[]> {
  const shops = await persistence.stores.list();
  const named = id === undefined || all ? shops : shops.filter((shop) => shop.id === id);
  if (named.length === 0 && id !== undefined) noStore(id, shops);
  if (named.length === 0) throw new Error("There is no store yet.");
  if (named.length === 1 || all) return named;
  const list = shops.map((shop) => `${shop.id} (${shop.name})`).join(", ");
  throw new Error(`Which store? Name one with --store, or take --all. There are ${list}.`);
}

function oneOf([shop]: readonly MerchantStore[], all: boolean) {
  return shop && !all
    ? { storeId: shop.id, ...booksOf(shop.settings) }
    : { storeId: undefined, storeZone: undefined };
}

type Told = Readonly<{
  texts: AsyncGenerator<string>;
  lines: () => number;
  about: () => PartFacts | undefined;
}>;

/** The texts of a file, with progress for a terminal. */
function watched(
  { show }: Invocation,
  chunks: AsyncGenerator<Chunk>,
  began: Instant,
  { to }: ExportAsk,
): Told {
  let lines = 0;
  let about: PartFacts | undefined;
  async function* texts(): AsyncGenerator<string> {
    for await (const chunk of chunks) {
      lines += chunk.lines;
      about = chunk.about ?? about;
      const part = to > began ? Math.min(1, Math.max(0, (chunk.at - began) / (to - began))) : 1;
      show?.(`${linesText(lines)}, ${Math.floor(part * 100)} %`);
      if (chunk.text !== "") yield chunk.text;
    }
    show?.("");
  }
  return { texts: texts(), lines: () => lines, about: () => about };
}

/** Under another name until it is whole; then it takes its own. */
async function write({ onStop }: Invocation, target: string, told: Told): Promise<Told> {
  const unfinished = `${target}.part`;
  const stopped = new AbortController();
  onStop(() => stopped.abort());
  try {
    const out = fs.createWriteStream(unfinished, { flush: true });
    await pipeline(Readable.from(told.texts), out, { signal: stopped.signal });
    fs.renameSync(unfinished, target);
    return told;
  } catch (error) {
    fs.rmSync(unfinished, { force: true });
    if (stopped.signal.aborted) throw new Error("Stopped: nothing was written.", { cause: error });
    throw error;
  }
}
