import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Response } from "express";
import type { ExportAsk } from "../usecases/exports/exportAsk.ts";
import type { Export } from "../usecases/exports/export.ts";
import { exportNamed, requireTaken } from "../usecases/exports/exports.ts";
import type { Chunk, PartFacts } from "../usecases/exports/exportTable.ts";
import { requireFilled } from "../usecases/books/fillBookLines.ts";
import type { Gateway } from "../usecases/gateway.ts";
import { isoTime } from "../../values/time.ts";

type Wanted = Readonly<{ name: string; ask: ExportAsk; saveAs?: string }>;

/**
 * Answers with a file for accountants, a page at a time: as large as it may be, it is never in memory. Throws GatewayError
 * (export_not_found, export_refused, books_not_ready) before anything is sent.
 */
export async function sendExport(
  gateway: Pick<Gateway, "persistence" | "log">,
  response: Response,
  { name, ask, saveAs = name }: Wanted,
): Promise<void> {
  const file = exportNamed(name);
  requireTaken(file, ask);
  await requireFilled(gateway.persistence.checkpoints);
  await sendFile(gateway, response, { file, ask, saveAs });
}

/** Answers with a file of which it is known that it can be made as it is asked for. */
export async function sendFile(
  gateway: Pick<Gateway, "persistence" | "log">,
  response: Response,
  { file, ask, saveAs }: Readonly<{ file: Export; ask: ExportAsk; saveAs: string }>,
): Promise<void> {
  const chunks = file.chunks(gateway.persistence, { ...ask, hasLeft: () => response.closed });
  const first = await chunks.next();
  response.set({
    "Content-Type": file.type,
    "Content-Disposition": `attachment; filename="${saveAs}"`,
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    "Crosstill-Schema": file.schema,
    "Crosstill-Range": `${isoTime(ask.from)}/${isoTime(ask.to)}`,
    ...(file.takes.has("currency") && ask.imports.currency !== undefined
      ? { "Crosstill-Currency": ask.imports.currency }
      : {}),
    ...(file.takes.has("coin") ? { "Crosstill-Coin": ask.imports.coin } : {}),
    ...(first.done ? {} : partHeaders(first.value.about, leftOutReason(file, ask))),
  });
  if (response.req.method === "HEAD" || first.done) return void response.end(); // no reader is left
  await send(gateway, response, first.value, chunks);
}

/**
 * Facts about a file in parts that the file itself lacks: the next part, and the number of bookings left
 * out.
 */
function partHeaders(about: PartFacts | undefined, reason: string): Readonly<Record<string, string>> {
  if (!about) return {};
  const { leftOut, nextPart } = about;
  return {
    "Crosstill-Left-Out": String(leftOut),
    ...(leftOut > 0 ? { "Crosstill-Left-Out-Reason": reason } : {}),
    ...(nextPart === undefined ? {} : { "Crosstill-Next-Part": nextPart }),
  };
}

/** Says why a file for another program leaves bookings out. */
function leftOutReason({ takes }: Export, { imports: { currency } }: ExportAsk): string {
  return takes.has("currency") && currency !== undefined ? `no value in ${currency}` : "amount unknown";
}

/**
 * At the reader's speed. A disconnected reader ends it; a file that cannot be read completely is aborted,
 * never ended normally.
 */
async function send(
  { log }: Pick<Gateway, "log">,
  response: Response,
  first: Chunk,
  rest: AsyncGenerator<Chunk>,
): Promise<void> {
  try {
    await pipeline(Readable.from(textsOf(first, rest)), response);
  } catch (error) {
    if (!isGone(error)) log.error("export.broken_off", { error });
    response.destroy();
  }
}

async function* textsOf(first: Chunk, rest: AsyncGenerator<Chunk>): AsyncGenerator<string> {
  if (first.text !== "") yield first.text;
  for await (const { text } of rest) if (text !== "") yield text;
}

function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
}
