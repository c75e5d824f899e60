import { isDeepStrictEqual } from "node:util";
import { sentence } from "../../../values/sentence.ts";
import { DAY_MS, type Instant } from "../../../values/time.ts";
import { GatewayError } from "../../errors.ts";
import { requireNoHold } from "../access/approvalHold.ts";
import { hasTwoPeople, isAmong, requireSecondPerson } from "../access/twoPeople.ts";
import type { Gateway } from "../gateway.ts";
import { findLimit, isAsStrict } from "../payouts/payoutLimit.ts";
import type { Approver } from "../payouts/secondPerson.ts";
import type { GuardedSettings, MerchantStore, PendingChange, StoreSettings } from "./merchantStore.ts";
import { withSettlement } from "./settlements.ts";

const PENDING_MS = 7 * DAY_MS;

type Deps = Pick<Gateway, "persistence" | "clock">;

/** A setting that decides where a store's money goes, or how many people decide that. */
export type GuardedName = keyof GuardedSettings;

/** A change of a guarded setting; `isPending` while a second person has to confirm it. */
export type GuardedChange<Name extends GuardedName> = Readonly<{
  before: StoreSettings[Name];
  after: StoreSettings[Name];
  isPending: boolean;
}>;

type Rule<Name extends GuardedName> = Readonly<{
  takesTwo: (settings: StoreSettings, after: StoreSettings[Name]) => boolean;
  apply: (settings: StoreSettings, after: StoreSettings[Name], at: Instant) => StoreSettings;
}>;

/** What redirects money takes two people in a store with a limit for payouts. A limit is set and lowered by one person. */
const RULES: Readonly<{ [Name in GuardedName]: Rule<Name> }> = {
  settlement: { takesTwo: hasLimit, apply: withSettlement },
  refunds: { takesTwo: hasLimit, apply: (settings, refunds) => ({ ...settings, refunds }) },
  payoutLimit: {
    takesTwo: ({ payoutLimit }, after) => !isAsStrict(payoutLimit, after),
    apply: (settings, payoutLimit) => ({ ...settings, payoutLimit }),
  },
};

function hasLimit({ payoutLimit }: StoreSettings): boolean {
  return payoutLimit !== undefined;
}

/**
 * Changes a guarded setting of a store, at once or by asking a second person to confirm the change. Throws GatewayError
 * approvals_on_hold, and second_person_missing where fewer than two people may approve payouts in the store.
 */
export async function proposeChange<Name extends GuardedName>(
  gateway: Deps,
  store: MerchantStore,
  name: Name,
  after: StoreSettings[Name],
  by: Approver,
): Promise<GuardedChange<Name>> {
  const { change, settings } = await planChange(gateway, store, name, after, by);
  await gateway.persistence.stores.change(store, { name: store.name, settings });
  return change;
}

/**
 * Saves settings that a person has changed, with the refund addresses under the rule for guarded settings. Gives the change of the
 * refund addresses; undefined where they stay. Throws GatewayError as proposeChange.
 */
export async function saveSettings(
  gateway: Deps,
  store: MerchantStore,
  wanted: StoreSettings,
  by: Approver,
): Promise<GuardedChange<"refunds"> | undefined> {
  const { refunds } = store.settings;
  const isRedirected = !isDeepStrictEqual(refunds, wanted.refunds);
  const others = { ...store, settings: { ...wanted, refunds } };
  const { change, settings } = isRedirected
    ? await planChange(gateway, others, "refunds", wanted.refunds, by)
    : { change: undefined, settings: wanted };
  await gateway.persistence.stores.change(store, { name: store.name, settings });
  return change;
}

async function planChange<Name extends GuardedName>(
  gateway: Deps,
  store: MerchantStore,
  name: Name,
  after: StoreSettings[Name],
  { userId, userName }: Approver,
): Promise<Readonly<{ change: GuardedChange<Name>; settings: StoreSettings }>> {
  const { id, settings } = store;
  const before = settings[name];
  await requireNoHold(gateway, userId);
  const payoutLimit = await findLimit(gateway, store);
  const isPending = RULES[name].takesTwo({ ...settings, payoutLimit }, after);
  const needsTwo = name === "payoutLimit" ? after !== undefined : isPending;
  if (needsTwo && !(await hasTwoPeople(gateway, id)))
    throw new GatewayError(
      "second_person_missing",
      sentence(
        "This takes two people who may approve payouts in this store, and there is one. Invite an owner or a manager first.",
      ),
    );
  const at = gateway.clock();
  const asked: PendingChange<Name> = { after, userId, userName, at };
  const changed = isPending
    ? { ...settings, pending: { ...settings.pending, [name]: asked } }
    : withoutPending(RULES[name].apply(settings, after, at), name);
  return { change: { before, after, isPending }, settings: changed };
}

/** Finds the change that waits for a second person: for a week, while the one who asked may change the store's settings. */
export async function findPendingChange<Name extends GuardedName>(
  gateway: Deps,
  { id, settings }: Pick<MerchantStore, "id" | "settings">,
  name: Name,
): Promise<PendingChange<Name> | undefined> {
  const pending = settings.pending?.[name];
  if (!pending || gateway.clock() >= pending.at + PENDING_MS) return undefined;
  return (await isAmong(gateway, id, "canmodifystoresettings", pending.userId)) ? pending : undefined;
}

/**
 * Puts the change into effect that was asked for at `at`, by another person than the one who asked. Throws GatewayError
 * change_not_pending, approvals_on_hold, and second_person_needed.
 */
export async function confirmChange<Name extends GuardedName>(
  gateway: Deps,
  store: MerchantStore,
  name: Name,
  at: Instant,
  by: Approver,
): Promise<GuardedChange<Name>> {
  const { settings } = store;
  const pending = await requirePending(gateway, store, name, at);
  await requireSecondPerson(gateway, store.id, pending.userId, by.userId);
  const changed = RULES[name].apply(settings, pending.after, gateway.clock());
  await gateway.persistence.stores.change(store, {
    name: store.name,
    settings: withoutPending(changed, name),
  });
  return { before: settings[name], after: pending.after, isPending: false };
}

/** Takes a pending change back, and gives what it would have set. Throws GatewayError change_not_pending. */
export async function withdrawChange<Name extends GuardedName>(
  gateway: Deps,
  store: MerchantStore,
  name: Name,
  at: Instant,
): Promise<StoreSettings[Name]> {
  const { after } = await requirePending(gateway, store, name, at);
  await gateway.persistence.stores.change(store, {
    name: store.name,
    settings: withoutPending(store.settings, name),
  });
  return after;
}

async function requirePending<Name extends GuardedName>(
  gateway: Deps,
  store: MerchantStore,
  name: Name,
  at: Instant,
): Promise<PendingChange<Name>> {
  const pending = await findPendingChange(gateway, store, name);
  if (pending?.at === at) return pending;
  throw new GatewayError(
    "change_not_pending",
    sentence("This change was withdrawn, replaced or confirmed before. Look at the page again."),
  );
}

function withoutPending(settings: StoreSettings, name: GuardedName): StoreSettings {
  return { ...settings, pending: { ...settings.pending, [name]: undefined } };
}
