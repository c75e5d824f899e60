import { Router, type Request, type Response } from "express";
import { confirmPayoutLimit, pendingLimitOf } from "../../../usecases/payouts/payoutLimit.ts";
import { limitWords } from "../../../usecases/payouts/payoutLimitMail.ts";
import { storeOf } from "../../api/storeOf.ts";
import { correctableError } from "../../errors.ts";
import { donePath } from "../doneWords.ts";
import { fieldOf } from "../fields.ts";
import { sendOwnerPage, wordsFor } from "../page.ts";
import { payoutLimitPath, STORES_PATH } from "../paths.ts";
import { pageZone } from "../pageZone.ts";
import { readableTime } from "../readableTime.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import { frameOf, visitorOf, type AuthDeps } from "../visitor.ts";

type Said = Readonly<{ status?: number; problem?: string }>;

/** The page on which a second person confirms that a store's limit for payouts is raised or lifted. */
export function payoutLimitPage(gateway: AuthDeps, door: SessionGuard): Router {
  const router = Router();
  const path = `${STORES_PATH}/:storeId/payout-limit`;
  const storeId = (request: Request) => String(request.params["storeId"]);

  router.get(path, ...door.page(), (request, response) => show(gateway, response, storeId(request)));

  router.post(path, ...door.form(), async (request, response) => {
    const { id: userId, name: userName } = visitorOf(response).user;
    const store = storeId(request);
    try {
      const by = { userId, userName };
      const change = await confirmPayoutLimit(gateway, store, Number(fieldOf(request, "at") ?? ""), by);
      await door.record(response, { action: "store.payout_limit_changed", storeId: store, ...change });
      response.redirect(303, donePath(payoutLimitPath(store), "saved"));
    } catch (error) {
      const problem = correctableError(error, wordsFor(response));
      if (!problem) throw error;
      await show(gateway, response, store, { status: problem.status, problem: problem.message });
    }
  });
  return router;
}

async function show(
  gateway: AuthDeps,
  response: Response,
  storeId: string,
  { status = 200, problem }: Said = {},
): Promise<void> {
  const { name: storeName, settings } = await storeOf(gateway, storeId);
  const pending = await pendingLimitOf(gateway, storeId, settings);
  const tr = wordsFor(response);
  const data = {
    ...frameOf(gateway, response),
    page: payoutLimitPath(storeId),
    problem,
    storeName,
    present: limitWords(settings.payoutLimit, tr),
    pending: pending && {
      limit: limitWords(pending.limit, tr),
      by: pending.userName,
      isOwn: pending.userId === visitorOf(response).user.id,
      at: pending.at,
      time: readableTime(pending.at, pageZone(response, storeId)).words,
    },
  };
  sendOwnerPage(response, "payoutLimit", data, { status });
}
