import fs from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { makeLogo, type Logo } from "../../gateway/domain/branding/logo.ts";
import type { LogoFacts } from "../../gateway/domain/branding/logo.ts";
import type { MerchantStore, StoreSettings } from "../../gateway/usecases/stores/merchantStore.ts";
import type { Config } from "../../gateway/compose/config.ts";
import type { Settlement } from "../../gateway/domain/invoices/invoice.ts";
import type { Records } from "../../gateway/usecases/invoices/advanceInvoice.ts";
import { findLimit } from "../../gateway/usecases/payouts/payoutLimit.ts";
import { notify } from "../../gateway/usecases/notifications/notify.ts";
import { describeAcceptance } from "../../gateway/usecases/stores/acceptance.ts";
import { announceSafely, type NoticeTools } from "../../gateway/usecases/mail/noticeMail.ts";
import { mailAcceptance, mailGuardedChange } from "../../gateway/usecases/stores/changeMail.ts";
import { isSameSettlement, withSettlement } from "../../gateway/usecases/stores/settlements.ts";
import { timeOrderedId } from "../../values/ids.ts";
import type { Instant } from "../../values/time.ts";
import type { Command } from "../command.ts";
import { describeSettings, readStoreOptions } from "../../gateway/usecases/stores/storeOptions.ts";
import { readSettlement } from "./createStore.ts";
import { noteMissingRate } from "./noteMissingRate.ts";
import { openNotices } from "./openNotices.ts";
import { recordCommand } from "./recordCommand.ts";
import { requireStore } from "./requireStore.ts";
import { withPersistence } from "./withPersistence.ts";
import { readArguments, type Arguments } from "../arguments.ts";
import { POLICY_SPELLINGS } from "../../gateway/usecases/stores/policyOptions.ts";
import type { Given } from "../../gateway/usecases/stores/optionError.ts";
import { readStoreName } from "../../gateway/usecases/stores/storeName.ts";

/** Changes the settings of a store and prints what changed. Invoices that were issued keep the terms that they have. */
export const setStore: Command = async (invocation) => {
  const { args, clock, print } = invocation;
  const given = readArguments(args, "stores set", { otherNames: POLICY_SPELLINGS });
  const storeId = given.require("store");
  await withPersistence(invocation, async (gateway, config) => {
    const { persistence } = gateway;
    const merchant = await requireStore(persistence, storeId);
    const takesTwo = (await findLimit(gateway, merchant)) !== undefined;
    const known = await settingsToChange(config, given, { ...merchant, takesTwo }, clock());
    const settings = readStoreOptions(given, config, known, clock());
    if (takesTwo && !isDeepStrictEqual(settings.refunds, merchant.settings.refunds))
      throw takesTwoPeople("its refund addresses");
    const name = newName(given) ?? merchant.name;
    const before = { name: merchant.name, ...describeSettings(merchant.settings) } as Described;
    const changes = Object.entries({ name, ...describeSettings(settings) })
      .filter(([name, now]) => before[name] !== now)
      .map(([name, now]) => `${name}: ${before[name] ?? "none"} → ${now}`);
    const logo = readLogo(given, merchant);
    const notices = isAnnounced(merchant.settings, settings) ? await openNotices(gateway, config) : undefined;
    if (changes.length > 0) await persistence.stores.change(merchant, { name, settings });
    if (logo) await persistence.stores.changeLogo(storeId, logo.now);
    if (logo) changes.push(`logo: ${describeLogo(merchant.logo)} → ${describeLogo(logo.now)}`);
    if (changes.length > 0)
      await recordCommand(gateway, "stores set", { action: "store.changed", storeId, after: changes });
    if (notices) await announceChange(gateway, notices, merchant, settings);
    print(changes.length > 0 ? changes.join("\n") : "Nothing changed.");
    if (settings.defaultCurrency !== merchant.settings.defaultCurrency)
      await noteMissingRate(invocation, config, settings);
  });
};

function newName(given: Given): string | undefined {
  const text = given.option("name");
  return text === undefined ? undefined : readStoreName(text);
}

type Described = Readonly<Record<string, string>>;

/** The store's new logo, or that it shall have none; undefined where nothing changes. */
function readLogo(
  given: Arguments,
  { logo: known }: MerchantStore,
): Readonly<{ now: Logo | undefined }> | undefined {
  const file = given.option("logo");
  if (file === undefined) return undefined;
  const now = file === "none" ? undefined : makeLogo(fs.readFileSync(file));
  return now?.hash === known?.hash ? undefined : { now };
}

function describeLogo(logo: LogoFacts | undefined): string {
  return logo ? `${logo.width} × ${logo.height} pixels` : "none";
}

/** Tells whether a change redirects money, or changes what counts as paid. */
function isAnnounced(before: StoreSettings, after: StoreSettings): boolean {
  const about = (settings: StoreSettings) => [
    settings.settlement,
    settings.refunds,
    describeAcceptance(settings),
  ];
  return !isDeepStrictEqual(about(before), about(after));
}

function takesTwoPeople(what: string): Error {
  return new Error(
    `Payouts of this store take two people, and so does a change of ${what}. Ask for it in the browser: settings of the store, Payments.`,
  );
}

/** The settings of a store, with the settlement of `--settle` where it is given and another one. */
async function settingsToChange(
  config: Config,
  given: Arguments,
  { settings, takesTwo }: MerchantStore & Readonly<{ takesTwo: boolean }>,
  at: Instant,
): Promise<StoreSettings> {
  const settle = given.option("settle");
  if (settle === undefined) return settings;
  if (takesTwo) throw takesTwoPeople("its settlement");
  const settlement = await readSettlement(config, settle, given.has("own-address"));
  return isSameSettlement(settlement, settings.settlement)
    ? settings
    : withSettlement(settings, settlement, at);
}

/** Mails what redirects money, or changes what counts as paid, to the owners and the administrators. */
async function announceChange(
  gateway: Records,
  tools: NoticeTools,
  store: MerchantStore,
  settings: StoreSettings,
): Promise<void> {
  const { log } = gateway;
  const before = store.settings;
  const page = `/owner/stores/${encodeURIComponent(store.id)}`;
  const about = (path: string) => ({ by: "crosstill stores set", path: `${page}/${path}` });
  await announceSafely({ log }, async () => {
    const acceptance = { before, after: settings };
    await mailAcceptance(tools, store, acceptance, about("settings/payments"));
    const refunds = { before: before.refunds, after: settings.refunds, isPending: false };
    if (!isDeepStrictEqual(refunds.before, refunds.after))
      await mailGuardedChange(tools, store, "refunds", refunds, about("refund-addresses"));
    if (settings.settlement !== before.settlement)
      await announceSettlement(gateway, tools, store, settings.settlement, about("settlement"));
  });
}

async function announceSettlement(
  gateway: Records,
  tools: NoticeTools,
  { id: storeId, name, settings }: MerchantStore,
  after: Settlement,
  about: Readonly<{ by: string; path: string }>,
): Promise<void> {
  const before = settings.settlement;
  await recordCommand(gateway, "stores set", { action: "store.settlement_changed", storeId, before, after });
  const change = { before, after, isPending: false };
  await mailGuardedChange(tools, { id: storeId, name }, "settlement", change, about);
  const body = `crosstill stores set has changed where ${name} is paid.`;
  const subject = timeOrderedId(tools.clock(), tools.random);
  await notify(tools, { kind: "settlement_changed", storeId, subject, body, link: about.path });
}
