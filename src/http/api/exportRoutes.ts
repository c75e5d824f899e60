import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Router, type Request, type Response } from "express";
import { accountingCurrency } from "../../gateway/bookSettings.ts";
import { readExportAsk, type ExportWords } from "../../gateway/exports/exportAsk.ts";
import { exportNamed, requireTaken } from "../../gateway/exports/exports.ts";
import type { Chunk, PartFacts } from "../../gateway/exports/exportTable.ts";
import { IMPORT_WORDS } from "../../gateway/exports/importAsk.ts";
import { requireFilled } from "../../gateway/fillBookLines.ts";
import type { Gateway } from "../../gateway/ports.ts";
import { isoTime } from "../../time.ts";
import { requirePermission } from "../auth.ts";
import { param, texts } from "./query.ts";
import { storeOf } from "./storeOf.ts";

/** Files for accountants, a page at a time: as large as they may be, they are never in memory. */
export function exportRoutes(gateway: Gateway): Router {
  const router = Router();
  const mayView = requirePermission(gateway, "canviewinvoices");
  router.get("/api/v1/stores/:storeId/exports/:name", mayView, async (request, response) => {
    const { id: storeId, settings } = await storeOf(gateway, param(request, "storeId"));
    const name = param(request, "name");
    const file = exportNamed(name);
    const around = {
      storeId,
      storeZone: settings.books.zone,
      storeCurrency: accountingCurrency(settings),
      now: gateway.clock(),
    };
    const ask = readExportAsk(wordsOf(request), around);
    requireTaken(file, ask);
    await requireFilled(gateway.store);
    const chunks = file.chunks(gateway.store, ask);
    const first = await chunks.next();
    response.set({
      "Content-Type": file.type,
      "Content-Disposition": `attachment; filename="${name}"`,
      "X-Content-Type-Options": "nosniff",
      "Crosstill-Schema": file.schema,
      "Crosstill-Range": `${isoTime(ask.from)}/${isoTime(ask.to)}`,
      ...(file.takes.has("currency") ? { "Crosstill-Currency": ask.imports.currency } : {}),
      ...(first.done ? {} : partHeaders(first.value.about)),
    });
    if (!first.done) await send(gateway, response, first.value, chunks);
  });
  return router;
}

const WORDS = [
  "from",
  "to",
  "zone",
  "include",
  "metadata",
  "control",
  "bom",
  "after",
  ...IMPORT_WORDS,
] as const;

/** What may be a list may be repeated, or separated by commas. */
function wordsOf(request: Request): ExportWords {
  const said = WORDS.map((name) => [name, texts(request, name)] as const);
  return Object.fromEntries(said.filter(([, list]) => list.length > 0).map(([name, list]) => [name, list.join()]));
} // prettier-ignore

/** What does not stand in a file that comes in parts: which part is the next, and how many bookings it could not tell. */
function partHeaders(about: PartFacts | undefined): Readonly<Record<string, string>> {
  if (!about) return {};
  const { leftOut, nextPart } = about;
  return {
    "Crosstill-Left-Out": String(leftOut),
    ...(nextPart === undefined ? {} : { "Crosstill-Next-Part": nextPart }),
  };
}

/** As fast as the reader takes it. One who leaves ends it; a file that cannot be read to its end is cut off, never ended. */
async function send(
  { log }: Gateway,
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
