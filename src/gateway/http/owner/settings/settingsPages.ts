import { Router, type Request, type Response } from "express";
import { mayIn } from "../../../domain/access/roles.ts";
import type { Gateway } from "../../../usecases/gateway.ts";
import { findLimit } from "../../../usecases/payouts/payoutLimit.ts";
import { methodsOf, originChains } from "../../../usecases/pricing/methods.ts";
import { retryOnConflict } from "../../../usecases/retryOnConflict.ts";
import type { MerchantStore, StoreSettings } from "../../../usecases/stores/merchantStore.ts";
import { optionValues } from "../../../usecases/stores/optionValues.ts";
import { expectation, OptionError } from "../../../usecases/stores/optionError.ts";
import { groupsOfFour } from "../../checkout/render.ts";
import { saveSettings } from "../../../usecases/stores/guardedChanges.ts";
import { mailAcceptance } from "../../../usecases/stores/changeMail.ts";
import { announceSafely } from "../../../usecases/mail/noticeMail.ts";
import { storeOf } from "../../api/storeOf.ts";
import { correctableError } from "../../errors.ts";
import { donePath } from "../doneWords.ts";
import { languageOfVisitor, sendOwnerPage, wordsFor } from "../page.ts";
import { refundAddressesPath, settingsPath, settlementPath, STORES_PATH } from "../paths.ts";
import { pageZone } from "../pageZone.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import { frameOf, visitorOf, type AuthDeps } from "../visitor.ts";
import { coinTitle } from "../coinTitle.ts";
import type { Field } from "./field.ts";
import { changedOptions, typedIn } from "./formOptions.ts";
import { missingRate } from "./missingRate.ts";
import { paymentGroups, paymentValues, readFormOptions } from "./paymentFields.ts";
import { SECTION_NAMES, SECTIONS, type Section, type SectionName } from "./sections.ts";
import { shopLinks } from "./shops.ts";
import { settingsTabs } from "./tabs.ts";
import { inWords, type Translate } from "../../../../languages/merchantWords.ts";

export type SettingsDeps = AuthDeps & Pick<Gateway, "service" | "settings" | "rates">;

type Texts = Readonly<Record<string, string>>;
type Said = Readonly<{ typed?: Texts; problems?: Texts; problem?: string; isSaved?: boolean }>;

/** The settings of a store that are options of "crosstill stores set", a form for each section. Invoices that were made keep theirs. */
export function settingsPages(gateway: SettingsDeps, door: SessionGuard): Router {
  const router = Router();
  for (const name of SECTION_NAMES) {
    const path = `${STORES_PATH}/:storeId/settings/${name}`;
    router.get(path, ...door.page(), async (request, response) => {
      const page = await pageOf(gateway, request, response, name);
      await showSection(gateway, response, page, { isSaved: "saved" in request.query });
    });

    router.post(path, ...door.form(), async (request, response) => {
      const page = await pageOf(gateway, request, response, name);
      const typed = typedIn(request, page.fields);
      const options = changedOptions(page.fields, typed, page.shown);
      const read = (some: Texts, store = page.store) =>
        readFormOptions(some, gateway.settings.bitcoinNetwork, store.settings, gateway.clock());
      const problems = problemsOf(options, read, wordsFor(response));
      if (Object.keys(problems).length > 0)
        return showSection(gateway, response, page, { typed, problems }, 422);
      const wanted = read(options);
      const isOther = wanted.defaultCurrency !== page.store.settings.defaultCurrency;
      const missing = isOther ? await missingRate(gateway, wanted, wordsFor(response)) : undefined;
      if (missing)
        return showSection(gateway, response, page, { typed, problems: { "price-currency": missing } }, 422);
      const { id: storeId } = page.store;
      const { id: userId, name: userName } = visitorOf(response).user;
      try {
        const { before, after, refunds } = await retryOnConflict(async () => {
          const found = await storeOf(gateway, storeId);
          const settings = read(options, found);
          const refunds = await saveSettings(gateway, found, settings, { userId, userName });
          const after = refunds ? { ...settings, refunds: found.settings.refunds } : settings;
          return { before: found.settings, after, refunds };
        });
        const difference = differenceOf(before, after);
        if (Object.keys(difference.after).length > 0) {
          gateway.log.info("store.changed", { storeId, by: "the owner's pages" });
          await door.record(response, { action: "store.changed", storeId, ...difference });
          const about = { by: userName, path: settingsPath(storeId, name) };
          await announceSafely(gateway, () => mailAcceptance(gateway, page.store, { before, after }, about));
        }
        if (refunds) {
          const action = refunds.isPending ? "store.refunds_asked" : "store.refunds_changed";
          await door.record(response, { action, storeId, before: refunds.before, after: refunds.after });
        }
        const isAsked = refunds?.isPending === true;
        response.redirect(
          303,
          isAsked ? donePath(refundAddressesPath(storeId), "asked") : `${settingsPath(storeId, name)}?saved`,
        );
      } catch (error) {
        const problem = correctableError(error, wordsFor(response), pageZone(response, storeId));
        if (!problem) throw error;
        await showSection(gateway, response, page, { typed, problem: problem.message }, problem.status);
      }
    });
  }
  return router;
}

/** Each option is read alone, so that all that are wrong are found at once, and then all together. */
function problemsOf(options: Texts, read: (some: Texts) => unknown, tr: Translate): Texts {
  const problems = Object.entries(options).flatMap(([name, text]) =>
    problemOf(() => read({ [name]: text }), tr, name),
  );
  return Object.fromEntries(problems.length > 0 ? problems : problemOf(() => read(options), tr));
}

function problemOf(
  read: () => unknown,
  tr: Translate,
  name?: string,
): readonly (readonly [string, string])[] {
  try {
    read();
    return [];
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    return [[name ?? error.option, inWords(tr, expectation(error))]];
  }
}

/** The settings that differ, before and after, for the audit log. */
function differenceOf(before: StoreSettings, after: StoreSettings) {
  const names = (Object.keys(after) as (keyof StoreSettings)[]).filter(
    (name) => textOf(before[name]) !== textOf(after[name]),
  );
  const part = (settings: StoreSettings) => Object.fromEntries(names.map((name) => [name, settings[name]]));
  return { before: part(before), after: part(after) };
}

/** As it is stored: a member that is undefined is none. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? `${part}` : part)) ?? "";
}

type SettingsPage = Readonly<{
  name: SectionName;
  store: MerchantStore;
  section: Section;
  fields: readonly Field[];
  shown: Texts;
  isIncomplete: boolean; // the service was silent, so that coins and chains are missing
}>;

async function pageOf(
  gateway: SettingsDeps,
  request: Request,
  response: Response,
  name: SectionName,
): Promise<SettingsPage> {
  const store = await storeOf(gateway, request.params["storeId"]);
  const tr = wordsFor(response);
  const isPayments = name === "payments";
  const known = isPayments ? await coinsAndChains(gateway, store) : NO_COINS;
  const listed = known?.methods ?? [];
  const methods = listed.map((method) => ({ value: method.id, label: coinTitle(method, tr) }));
  const { symbol } = store.settings.settlement;
  const plain = SECTIONS[name]({
    tr,
    language: languageOfVisitor(response),
    symbol,
    methods: withChosen(methods, store),
  });
  const groups = isPayments && known ? paymentGroups(tr, listed, known.chains) : [];
  const section = { ...plain, groups: [...plain.groups, ...groups] };
  const values = optionValues(store.settings);
  const shown = isPayments
    ? { ...values, ...paymentValues(store.settings, listed, known?.chains ?? []) }
    : values;
  const fields = section.groups.flatMap((group) => group.fields);
  if (name === "policy" && values["evidence"] !== "")
    return { name, store, shown, isIncomplete: false, ...chosenEvidence(section) };
  return { name, store, section, fields, shown, isIncomplete: known === undefined };
}

const NO_COINS = { methods: [], chains: [] } as const;

async function coinsAndChains(gateway: SettingsDeps, store: MerchantStore) {
  try {
    return { methods: await methodsOf(gateway, store), chains: await originChains(gateway) };
  } catch (error) {
    gateway.log.warn("settings.service_silent", { storeId: store.id, error });
    return undefined;
  }
}

/** The default coin stays among the choices while the service does not list it. */
function withChosen(
  methods: readonly Readonly<{ value: string; label: string }>[],
  { settings }: MerchantStore,
) {
  const { defaultMethod } = settings;
  const isListed = defaultMethod === undefined || methods.some(({ value }) => value === defaultMethod);
  return isListed ? methods : [...methods, { value: defaultMethod, label: defaultMethod }];
}

/** Once a proof was chosen there is no way back to the automatic one. */
function chosenEvidence(section: Section): Pick<SettingsPage, "section" | "fields"> {
  const groups = section.groups.map((group) => ({
    ...group,
    fields: group.fields.map((field) =>
      field.choices ? { ...field, choices: field.choices.filter(({ value }) => value !== "") } : field,
    ),
  }));
  return { section: { ...section, groups }, fields: groups.flatMap((group) => group.fields) };
}

async function showSection(
  gateway: SettingsDeps,
  response: Response,
  { name, store, section, shown, isIncomplete }: SettingsPage,
  { typed, problems = {}, problem, isSaved }: Said,
  status = 200,
): Promise<void> {
  const { access } = visitorOf(response);
  const tr = wordsFor(response);
  const { symbol, chainName, recipient } = store.settings.settlement;
  const view = {
    ...frameOf(gateway, response, store.id),
    tabs: settingsTabs(tr, store.id, name),
    page: settingsPath(store.id, name),
    storeName: store.name,
    section,
    values: typed ?? shownTexts(section, shown),
    problems,
    problem,
    isSaved,
    isIncomplete,
    mayChange: mayIn(access, store.id, "canmodifystoresettings"),
    settlement:
      name === "payments"
        ? {
            coin: tr("{coin} on {network}", { coin: symbol, network: chainName }),
            recipient: groupsOfFour(recipient),
            takesTwo: (await findLimit(gateway, store)) !== undefined,
            pendingRefunds: store.settings.pending?.refunds ? refundAddressesPath(store.id) : undefined,
            page: mayIn(access, store.id, "canmanagepayouts") ? settlementPath(store.id) : undefined,
          }
        : undefined,
    shops: name === "shops" ? shopLinks(tr, store.id) : undefined,
  };
  sendOwnerPage(response, "settings/section", view, { status });
}

/** "none" is an empty field. */
function shownTexts({ groups }: Section, shown: Texts): Texts {
  const texts = groups.flatMap(({ fields }) =>
    fields.map(({ name, none }) => [name, shown[name] === none ? "" : (shown[name] ?? "")]),
  );
  return Object.fromEntries(texts) as Texts;
}
