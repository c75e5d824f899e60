import { Router, type Response } from "express";
import { requireNoHold } from "../../../usecases/access/approvalHold.ts";
import type { Gateway } from "../../../usecases/gateway.ts";
import { originChains } from "../../../usecases/pricing/methods.ts";
import { keepStore } from "../../../usecases/stores/manageStores.ts";
import { timeOrderedId } from "../../../../values/ids.ts";
import { correctableError } from "../../errors.ts";
import { donePath } from "../doneWords.ts";
import { fieldOf } from "../fields.ts";
import { isFormId } from "../formId.ts";
import { languageOfVisitor, sendOwnerPage, wordsFor } from "../page.ts";
import { pageZone } from "../pageZone.ts";
import { NEW_STORE_PATH, overviewPath } from "../paths.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import { frameOf, visitorOf, type AuthDeps } from "../visitor.ts";
import { addressWarning, type AddressWarning } from "./addressWarning.ts";
import { missingRate } from "./missingRate.ts";
import { newStoreGroups, readNewStoreForm, type ListedChains } from "./newStoreForm.ts";

export type NewStoreDeps = AuthDeps & Pick<Gateway, "service" | "settings" | "contracts" | "rates">;

type Texts = Readonly<Record<string, string>>;
type Said = Readonly<{
  typed?: Texts;
  problems?: Texts;
  problem?: string;
  warning?: AddressWarning;
  refundsOf?: string; // the store whose refund addresses are filled in
}>;

/**
 * The form that makes a store, for administrators. An address that may be a contract, or that could not be looked at, is taken once
 * the person has confirmed it.
 */
export function newStorePage(gateway: NewStoreDeps, door: SessionGuard): Router {
  const router = Router();

  router.get(NEW_STORE_PATH, ...door.page(), async (_request, response) => {
    await showForm(gateway, response, await sandboxValues(gateway));
  });

  router.post(NEW_STORE_PATH, ...door.form(), async (request, response) => {
    const chains = await listedChains(gateway);
    if (!chains) return showForm(gateway, response, {}, 503);
    const tr = wordsFor(response);
    const at = gateway.clock();
    const [language, network] = [languageOfVisitor(response), gateway.settings.bitcoinNetwork];
    const read = readNewStoreForm(request, { tr, language, chains, network, at });
    if (!("store" in read)) return showForm(gateway, response, read, 422);
    const missing = await missingRate(gateway, read.store.settings, tr);
    if (missing)
      return showForm(gateway, response, { ...read, problems: { "price-currency": missing } }, 422);
    const { store, typed } = read;
    const { settlement } = store.settings;
    const warning = await addressWarning(gateway, settlement);
    if (warning && fieldOf(request, "confirmed") !== warning.about)
      return showForm(gateway, response, { typed, warning }, 422);
    const wanted = fieldOf(request, "storeId");
    const id = isFormId(wanted) ? wanted : timeOrderedId(at, gateway.random);
    try {
      const { user } = visitorOf(response);
      await requireNoHold(gateway, user.id);
      const others = await gateway.persistence.stores.list();
      const made = await keepStore(gateway, { id, ...store, createdAt: at }, others);
      await gateway.persistence.members.put({
        storeId: made.id,
        userId: user.id,
        role: "owner",
        addedAt: at,
      });
      const after = { name: made.name, settlement, confirmed: warning?.kind };
      await door.record(response, { action: "store.created", storeId: made.id, after });
      response.redirect(303, donePath(overviewPath(made.id), "storeMade"));
    } catch (error) {
      const problem = correctableError(error, wordsFor(response), pageZone(response));
      if (!problem) throw error;
      await showForm(gateway, response, { typed, problem: problem.message }, problem.status);
    }
  });
  return router;
}

/** The chains as the service lists them; undefined while it is silent. */
async function listedChains(gateway: NewStoreDeps): Promise<ListedChains | undefined> {
  try {
    return { all: await gateway.service.chains(), origins: await originChains(gateway) };
  } catch (error) {
    gateway.log.warn("settings.service_silent", { error });
    return undefined;
  }
}

/**
 * In the sandbox the form has the coin and the refund addresses of its own store, and says so. The settlement address stays
 * empty: two stores at one address cannot be told apart on the chain.
 */
async function sandboxValues({ persistence, settings }: NewStoreDeps): Promise<Said> {
  const [first] = settings.sandbox ? await persistence.stores.list() : [];
  if (!first) return {};
  const { settlement, refunds } = first.settings;
  const addresses = Object.entries(refunds).map(([chain, address]) => [`refund ${chain}`, address]);
  return {
    typed: { coin: `${settlement.chainId}:${settlement.currency}`, ...Object.fromEntries(addresses) },
    refundsOf: first.name,
  };
}

async function showForm(gateway: NewStoreDeps, response: Response, said: Said, status = 200): Promise<void> {
  const tr = wordsFor(response);
  const chains = await listedChains(gateway);
  const typed = { "price-currency": "USD", zone: "UTC", ...said.typed };
  const view = {
    ...frameOf(gateway, response),
    page: NEW_STORE_PATH,
    groups: chains ? newStoreGroups(tr, chains, languageOfVisitor(response)) : [],
    refundsOf: said.refundsOf,
    isSilent: chains === undefined,
    values: typed,
    problems: said.problems ?? {},
    problem: said.problem,
    warning: said.warning,
    storeId: timeOrderedId(gateway.clock(), gateway.random),
  };
  sendOwnerPage(response, "settings/newStore", view, { status });
}
