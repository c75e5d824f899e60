import { Router, type Request, type Response } from "express";
import { archiveStore } from "../../../usecases/stores/manageStores.ts";
import { retryOnConflict } from "../../../usecases/retryOnConflict.ts";
import type { MerchantStore } from "../../../usecases/stores/merchantStore.ts";
import { mayIn } from "../../../domain/access/roles.ts";
import { storeOf } from "../../api/storeOf.ts";
import { correctableError } from "../../errors.ts";
import { sendOwnerPage, wordsFor } from "../page.ts";
import { settingsPath, STORES_PATH } from "../paths.ts";
import { pageZone } from "../pageZone.ts";
import { readableTime } from "../readableTime.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import { frameOf, visitorOf, type AuthDeps } from "../visitor.ts";
import { settingsTabs } from "./tabs.ts";

type Problem = Readonly<{ status: number; message: string }>;

/** The page that stops a store from selling, and lets it sell again. Nothing is deleted. */
export function archivePage(gateway: AuthDeps, door: SessionGuard): Router {
  const router = Router();
  const path = `${STORES_PATH}/:storeId/settings/archive`;
  const load = (request: Request) => storeOf(gateway, request.params["storeId"]);

  router.get(path, ...door.page(), async (request, response) => {
    showArchive(gateway, response, await load(request));
  });
  router.post(path, ...door.form(), async (request, response) => {
    const store = await load(request);
    try {
      await archiveStore(gateway, store);
    } catch (error) {
      const problem = correctableError(error, wordsFor(response));
      if (!problem) throw error;
      return showArchive(gateway, response, store, problem);
    }
    await door.record(response, { action: "store.archived", storeId: store.id });
    response.redirect(303, settingsPath(store.id, "archive"));
  });

  router.post(`${path}/reopen`, ...door.form(), async (request, response) => {
    const { id } = await load(request);
    await retryOnConflict(async () => {
      const before = await load(request);
      const settings = { ...before.settings, archivedAt: undefined };
      await gateway.persistence.stores.change(before, { name: before.name, settings });
    });
    await door.record(response, { action: "store.reopened", storeId: id });
    response.redirect(303, settingsPath(id, "archive"));
  });
  return router;
}

function showArchive(
  gateway: AuthDeps,
  response: Response,
  { id, name, settings }: MerchantStore,
  problem?: Problem,
): void {
  const view = {
    ...frameOf(gateway, response, id),
    tabs: settingsTabs(wordsFor(response), id, "archive"),
    page: settingsPath(id, "archive"),
    storeName: name,
    problem: problem?.message,
    archived:
      settings.archivedAt === undefined
        ? undefined
        : readableTime(settings.archivedAt, pageZone(response, id)),
    mayChange: mayIn(visitorOf(response).access, id, "canmodifystoresettings"),
  };
  sendOwnerPage(response, "settings/archive", view, problem ? { status: problem.status } : {});
}
