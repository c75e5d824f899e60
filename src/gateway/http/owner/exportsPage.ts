import { Router, type Request, type Response } from "express";
import { accountingCurrency, booksOf } from "../../usecases/books/bookSettings.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { readExportAsk, type ExportWords } from "../../usecases/exports/exportAsk.ts";
import { EXPORTS } from "../../usecases/exports/exports.ts";
import type { MerchantStore } from "../../usecases/stores/merchantStore.ts";
import { storeOf } from "../api/storeOf.ts";
import { correctableError } from "../errors.ts";
import { sendExport } from "../sendExport.ts";
import { sendOwnerPage, wordsFor } from "./page.ts";
import { exportsPath, STORES_PATH, valuationsPath } from "./paths.ts";
import type { SessionGuard } from "./sessionGuard.ts";
import { frameOf, type AuthDeps } from "./visitor.ts";

type Exporting = AuthDeps & Pick<Gateway, "log">;
type Typed = Readonly<Record<string, string>>;

/** Files for accountants of any range, chosen in a form: the same files that the merchant API and `crosstill export` give. */
export function exportsPage(gateway: Exporting, door: SessionGuard): Router {
  const router = Router();
  const path = `${STORES_PATH}/:storeId/exports`;
  const seeing = door.page();
  const load = (request: Request) => storeOf(gateway, request.params["storeId"]);

  router.get(path, ...seeing, async (request, response) => {
    const store = await load(request);
    const typed = typedIn(request);
    if (typed["file"] === undefined) return showForm(gateway, response, store, typed);
    await send(gateway, response, store, typed["file"], typed);
  });

  router.get(`${path}/:file`, ...seeing, async (request, response) => {
    await send(gateway, response, await load(request), String(request.params["file"]), typedIn(request));
  });
  return router;
}

async function send(
  gateway: Exporting,
  response: Response,
  store: MerchantStore,
  name: string,
  typed: Typed,
): Promise<void> {
  const words: ExportWords = {
    zone: "store",
    ...(typed["from"] && { from: typed["from"] }),
    ...(typed["to"] && { to: typed["to"] }),
  };
  try {
    const { id: storeId, settings } = store;
    const ask = readExportAsk(words, { storeId, ...booksOf(settings), now: gateway.clock(), untilNow: true });
    response.set({ "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex" });
    await sendExport(gateway, response, { name, ask });
  } catch (error) {
    const problem = response.headersSent ? undefined : correctableError(error, wordsFor(response));
    if (!problem) throw error;
    showForm(gateway, response, store, { ...typed, file: name }, problem);
  }
}

function typedIn({ query }: Request): Typed {
  const pairs = ["file", "from", "to"].map((name) => [name, query[name]] as const);
  return Object.fromEntries(
    pairs.filter((pair): pair is [string, string] => typeof pair[1] === "string" && pair[1] !== ""),
  );
}

function showForm(
  gateway: Exporting,
  response: Response,
  store: MerchantStore,
  typed: Typed,
  problem?: Readonly<{ status: number; message: string }>,
): void {
  const view = {
    ...frameOf(gateway, response),
    problem: problem?.message,
    typed,
    storeName: store.name,
    zone: store.settings.books.zone,
    path: exportsPath(store.id),
    files: Object.keys(EXPORTS),
    currency: accountingCurrency(store.settings),
    valuations: valuationsPath(store.id),
  };
  sendOwnerPage(response, "exports", view, problem ? { status: problem.status } : {});
}
