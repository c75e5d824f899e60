import { Router, type Request, type Response } from "express";
import { english, type Translate } from "../../../../languages/merchantWords.ts";
import { limitWords, refundWords } from "../../../usecases/stores/changeMail.ts";
import { confirmChange, findPendingChange, withdrawChange } from "../../../usecases/stores/guardedChanges.ts";
import type { GuardedSettings, StoreSettings } from "../../../usecases/stores/merchantStore.ts";
import { storeOf } from "../../api/storeOf.ts";
import { correctableError } from "../../errors.ts";
import { donePath } from "../doneWords.ts";
import { fieldOf } from "../fields.ts";
import { sendOwnerPage, wordsFor } from "../page.ts";
import { payoutLimitPath, refundAddressesPath, STORES_PATH } from "../paths.ts";
import { pageZone } from "../pageZone.ts";
import { readableTime } from "../readableTime.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import { frameOf, visitorOf, type AuthDeps } from "../visitor.ts";
import { secondPersonView } from "./secondPersonView.ts";

type Shown = Readonly<{ status?: number; problem?: string }>;

/** What the page of a guarded setting says. The settlement has a page of its own, on which it is also asked for. */
type Kind<Name extends keyof GuardedSettings> = Readonly<{
  name: Name;
  route: string;
  page: (storeId: string) => string;
  actions: Readonly<{ changed: string; withdrawn: string }>; // in the audit log
  title: string;
  lead: string;
  labels: Readonly<{ present: string; asked: string; confirm: string }>;
  describe: (value: StoreSettings[Name], tr: Translate) => string;
}>;

const PAYOUT_LIMIT: Kind<"payoutLimit"> = {
  name: "payoutLimit",
  route: `${STORES_PATH}/:storeId/payout-limit`,
  page: payoutLimitPath,
  actions: { changed: "store.payout_limit_changed", withdrawn: "store.payout_limit_withdrawn" },
  title: english("Two people for large payouts"),
  lead: english(
    "Payouts of {store} above a limit are approved by two different people. To raise or lift the limit takes two people as well.",
  ),
  labels: {
    present: english("Present limit"),
    asked: english("New limit"),
    confirm: english("Confirm the new limit"),
  },
  describe: limitWords,
};

const REFUNDS: Kind<"refunds"> = {
  name: "refunds",
  route: `${STORES_PATH}/:storeId/refund-addresses`,
  page: refundAddressesPath,
  actions: { changed: "store.refunds_changed", withdrawn: "store.refunds_withdrawn" },
  title: english("Refund addresses"),
  lead: english(
    "Where the service sends money of {store} that it cannot convert. Payouts of this store take two people, and so does a change of these addresses.",
  ),
  labels: {
    present: english("Old"),
    asked: english("New"),
    confirm: english("Confirm the new addresses"),
  },
  describe: refundWords,
};

/** The pages on which a second person confirms a change of a store's limit for payouts, or of its refund addresses. */
export function pendingChangePages(gateway: AuthDeps, door: SessionGuard): Router {
  return Router()
    .use(pendingChangePage(gateway, door, PAYOUT_LIMIT))
    .use(pendingChangePage(gateway, door, REFUNDS));
}

function pendingChangePage<Name extends keyof GuardedSettings>(
  gateway: AuthDeps,
  door: SessionGuard,
  kind: Kind<Name>,
): Router {
  const router = Router();
  const path = kind.route;
  const storeId = (request: Request) => String(request.params["storeId"]);

  router.get(path, ...door.page(), (request, response) => show(gateway, response, kind, storeId(request)));

  const form = (
    route: string,
    suffix: "changed" | "withdrawn",
    act: (request: Request, response: Response) => Promise<Readonly<{ before: unknown; after: unknown }>>,
  ) =>
    router.post(route, ...door.form(), async (request, response) => {
      const id = storeId(request);
      try {
        const { before, after } = await act(request, response);
        await door.record(response, { action: kind.actions[suffix], storeId: id, before, after });
        response.redirect(303, donePath(kind.page(id), "saved"));
      } catch (error) {
        const problem = correctableError(error, wordsFor(response), pageZone(response, id));
        if (!problem) throw error;
        await show(gateway, response, kind, id, { status: problem.status, problem: problem.message });
      }
    });

  form(path, "changed", async (request, response) => {
    const { id: userId, name: userName } = visitorOf(response).user;
    const store = await storeOf(gateway, storeId(request));
    return confirmChange(gateway, store, kind.name, momentIn(request), { userId, userName });
  });
  form(`${path}/withdraw`, "withdrawn", async (request) => {
    const store = await storeOf(gateway, storeId(request));
    const before = await withdrawChange(gateway, store, kind.name, momentIn(request));
    return { before, after: store.settings[kind.name] };
  });
  return router;
}

function momentIn(request: Request): number {
  return Number(fieldOf(request, "at") ?? "");
}

async function show<Name extends keyof GuardedSettings>(
  gateway: AuthDeps,
  response: Response,
  kind: Kind<Name>,
  storeId: string,
  { status = 200, problem }: Shown = {},
): Promise<void> {
  const store = await storeOf(gateway, storeId);
  const pending = await findPendingChange(gateway, store, kind.name);
  const tr = wordsFor(response);
  const { present, asked, confirm } = kind.labels;
  const data = {
    ...frameOf(gateway, response),
    page: kind.page(storeId),
    problem,
    title: tr(kind.title),
    lead: tr(kind.lead, { store: store.name }),
    labels: { present: tr(present), asked: tr(asked), confirm: tr(confirm) },
    present: kind.describe(store.settings[kind.name], tr),
    pending: pending && {
      words: kind.describe(pending.after, tr),
      by: pending.userName,
      isOwn: pending.userId === visitorOf(response).user.id,
      at: pending.at,
      time: readableTime(pending.at, pageZone(response, storeId)).words,
      second: await secondPersonView(gateway, response, storeId, pending.userId),
    },
  };
  sendOwnerPage(response, "pendingChange", data, { status });
}
