import { Router, type Request, type Response } from "express";
import type { Translate } from "../../../../languages/merchantWords.ts";
import { sameCurrency } from "../../../../intents/identifiers.ts";
import { mayIn } from "../../../domain/access/roles.ts";
import type { Settlement } from "../../../domain/invoices/invoice.ts";
import { findLimit } from "../../../usecases/payouts/payoutLimit.ts";
import { findSharing } from "../../../usecases/stores/addressOwner.ts";
import { changeSettlement } from "../../../usecases/stores/changeSettlement.ts";
import { confirmChange, findPendingChange, withdrawChange } from "../../../usecases/stores/guardedChanges.ts";
import type { MerchantStore } from "../../../usecases/stores/merchantStore.ts";
import { describePolicy } from "../../../usecases/stores/policyOptions.ts";
import { isSameSettlement, policyIn, settlementText } from "../../../usecases/stores/settlements.ts";
import { storeOf } from "../../api/storeOf.ts";
import { groupsOfFour } from "../../checkout/render.ts";
import { correctableError } from "../../errors.ts";
import { donePath } from "../doneWords.ts";
import { fieldOf } from "../fields.ts";
import { sendOwnerPage, wordsFor } from "../page.ts";
import { settingsPath, settlementPath, STORES_PATH } from "../paths.ts";
import { pageZone } from "../pageZone.ts";
import { readableTime } from "../readableTime.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import { frameOf, visitorOf } from "../visitor.ts";
import { secondPersonView } from "../people/secondPersonView.ts";
import { addressWarning, type AddressWarning } from "./addressWarning.ts";
import { typedIn } from "./formOptions.ts";
import { readSettlement, settlementGroup } from "./newStoreForm.ts";
import type { NewStoreDeps } from "./newStorePage.ts";

const MOST_COUNTED = 100; // open invoices

type Texts = Readonly<Record<string, string>>;
type Said = Readonly<{
  typed?: Texts;
  problems?: Texts;
  problem?: string | undefined;
  wanted?: Settlement; // to be confirmed by the person who asks for it
  warning?: AddressWarning | undefined;
}>;

/**
 * The page on which it is changed in which coin and at which address a store is paid. The form is looked at first and shows the old
 * and the new settlement in full; a second form, made of that, changes it or asks the second person.
 */
export function settlementPage(gateway: NewStoreDeps, door: SessionGuard): Router {
  const router = Router();
  const path = `${STORES_PATH}/:storeId/settlement`;
  const load = (request: Request) => storeOf(gateway, request.params["storeId"]);
  const by = (response: Response) => {
    const { id: userId, name: userName } = visitorOf(response).user;
    return { userId, userName };
  };
  const momentIn = (request: Request) => Number(fieldOf(request, "at") ?? "");

  router.get(path, ...door.page(), async (request, response) => {
    await show(gateway, response, await load(request), {});
  });

  router.post(path, ...door.form(), async (request, response) => {
    const store = await load(request);
    const read = await readForm(gateway, request, response, store);
    if (!("wanted" in read)) return show(gateway, response, store, read, 422);
    await show(gateway, response, store, read);
  });

  /** A form that changes something, and shows the page with the reason where it may not. */
  const form = (
    name: string,
    act: (request: Request, response: Response, store: MerchantStore) => Promise<"shown" | "saved" | "asked">,
  ) =>
    router.post(`${path}/${name}`, ...door.form(), async (request, response) => {
      const store = await load(request);
      try {
        const done = await act(request, response, store);
        if (done !== "shown") response.redirect(303, donePath(settlementPath(store.id), done));
      } catch (error) {
        const problem = correctableError(error, wordsFor(response), pageZone(response, store.id));
        if (!problem) throw error;
        const typed = typedIn(request, settlementGroup(wordsFor(response), []).fields);
        await show(
          gateway,
          response,
          await load(request),
          { typed, problem: problem.message },
          problem.status,
        );
      }
    });

  form("change", async (request, response, store) => {
    const read = await readForm(gateway, request, response, store);
    const isSure =
      "wanted" in read &&
      (read.warning === undefined || fieldOf(request, "confirmed") === read.warning.about);
    if (!isSure) {
      await show(gateway, response, store, read, 422);
      return "shown";
    }
    const wanted = { from: fieldOf(request, "from") ?? "", to: read.wanted };
    const { before, after, isPending } = await changeSettlement(gateway, store, wanted, by(response));
    const action = isPending ? "store.settlement_asked" : "store.settlement_changed";
    await door.record(response, { action, storeId: store.id, before, after });
    return isPending ? "asked" : "saved";
  });

  form("confirm", async (request, response, store) => {
    const at = momentIn(request);
    const { before, after } = await confirmChange(gateway, store, "settlement", at, by(response));
    await door.record(response, { action: "store.settlement_changed", storeId: store.id, before, after });
    return "saved";
  });

  form("withdraw", async (request, response, store) => {
    const before = await withdrawChange(gateway, store, "settlement", momentIn(request));
    const after = store.settings.settlement;
    await door.record(response, { action: "store.settlement_withdrawn", storeId: store.id, before, after });
    return "saved";
  });
  return router;
}

type Read =
  | Readonly<{ wanted: Settlement; typed: Texts; warning: AddressWarning | undefined }>
  | Readonly<{ typed: Texts; problems: Texts }>;

async function readForm(
  gateway: NewStoreDeps,
  request: Request,
  response: Response,
  { settings }: MerchantStore,
): Promise<Read> {
  const tr = wordsFor(response);
  const chains = await gateway.service.chains().catch(() => []);
  const typed = typedIn(request, settlementGroup(tr, chains).fields);
  const problems: Record<string, string> = {};
  const wanted = readSettlement(typed, chains, problems, wordsFor(response));
  if (wanted && isSameSettlement(wanted, settings.settlement))
    problems["recipient"] = tr("The store is paid in this coin at this address already.");
  if (!wanted || Object.keys(problems).length > 0) return { typed, problems };
  return { wanted, typed, warning: await addressWarning(gateway, wanted) };
}

async function show(
  gateway: NewStoreDeps,
  response: Response,
  store: MerchantStore,
  { typed, problems = {}, problem, wanted, warning }: Said,
  status = 200,
): Promise<void> {
  const tr = wordsFor(response);
  const { access, user } = visitorOf(response);
  const { id, name, settings } = store;
  const { settlement } = settings;
  const pending = await findPendingChange(gateway, store, "settlement");
  const takesTwo = (await findLimit(gateway, store)) !== undefined;
  const mayChange = mayIn(access, id, "canmodifystoresettings");
  const chains = await chainsNow(gateway);
  const view = {
    ...frameOf(gateway, response, id),
    page: settlementPath(id),
    payments: settingsPath(id, "payments"),
    storeName: name,
    problem,
    problems,
    values: { coin: `${settlement.chainId}:${settlement.currency}`, ...typed },
    groups: mayChange && chains && !wanted ? [settlementGroup(tr, chains)] : [],
    isSilent: mayChange && !chains,
    mayChange,
    takesTwo,
    second: wanted && takesTwo && (await secondPersonView(gateway, response, id, user.id)),
    from: settlementText(settlement),
    present: shown(settlement, tr),
    sharing: await findSharing(gateway, store, (wanted ?? pending?.after ?? settlement).recipient),
    wanted: wanted && { ...shown(wanted, tr), ...(await effectsOf(gateway, store, wanted)) },
    warning,
    pending: pending && {
      ...shown(pending.after, tr),
      ...(await effectsOf(gateway, store, pending.after)),
      second: await secondPersonView(gateway, response, id, pending.userId),
      by: pending.userName,
      isOwn: pending.userId === user.id,
      at: pending.at,
      time: readableTime(pending.at, pageZone(response, id)).words,
    },
  };
  sendOwnerPage(response, "settings/settlement", view, { status });
}

/** The chains as the service lists them; undefined while it is silent. */
async function chainsNow(gateway: NewStoreDeps) {
  return gateway.service.chains().catch((error: unknown) => {
    gateway.log.warn("settings.service_silent", { error });
    return undefined;
  });
}

function shown({ symbol, chainName, recipient }: Settlement, tr: Translate) {
  return {
    coin: tr("{coin} on {network}", { coin: symbol, network: chainName }),
    groups: groupsOfFour(recipient),
  };
}

/** What a person should know before the store is paid elsewhere. */
async function effectsOf(
  { persistence }: Pick<NewStoreDeps, "persistence">,
  { id, settings }: MerchantStore,
  wanted: Settlement,
) {
  const { settlement, policy, refunds } = settings;
  const open = await persistence.invoices.list(id, {
    states: ["New", "Processing"],
    withArchived: true,
    limit: MOST_COUNTED,
  });
  const before = describePolicy(policy, settlement);
  const after = describePolicy(policyIn(policy, settlement, wanted), wanted);
  return {
    open: open.length,
    isMore: open.length === MOST_COUNTED,
    policy: before === after ? undefined : { before, after },
    refundsToOld: Object.values(refunds).some((address) => sameCurrency(address, settlement.recipient)),
  };
}
