import { Router, type Request } from "express";
import { booksOf } from "../../usecases/books/bookSettings.ts";
import { readExportAsk, type ExportWords } from "../../usecases/exports/exportAsk.ts";
import { IMPORT_WORDS } from "../../usecases/exports/importAsk.ts";
import { refused } from "../../usecases/exports/refused.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { requirePermission } from "../auth.ts";
import { sendExport } from "../sendExport.ts";
import { param, texts } from "./query.ts";
import { storeOf } from "./storeOf.ts";

/** Files for accountants (docs/reference/exports.md). */
export function exportRoutes(gateway: Pick<Gateway, "clock" | "log" | "persistence" | "settings">): Router {
  const router = Router();
  const mayView = requirePermission(gateway, "canviewreports");
  router.get("/api/v1/stores/:storeId/exports/:name", mayView, async (request, response) => {
    const { id: storeId, settings } = await storeOf(gateway, param(request, "storeId"));
    const around = { storeId, ...booksOf(settings), now: gateway.clock() };
    const ask = readExportAsk(wordsOf(request), around);
    await sendExport(gateway, response, { name: param(request, "name"), ask });
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
  const odd = Object.keys(request.query).find((name) => !WORDS.some((word) => word === name));
  if (odd !== undefined) throw refused(odd, `Expected some of ${WORDS.join(", ")}`, odd);
  const said = WORDS.map((name) => [name, texts(request, name)] as const);
  return Object.fromEntries(
    said.filter(([, list]) => list.length > 0).map(([name, list]) => [name, list.join()]),
  );
}
