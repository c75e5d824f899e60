import { parseDecimal } from "../../../values/amount.ts";
import { priceDecimals } from "../../../values/currency.ts";
import { DAY_MS, type Instant } from "../../../values/time.ts";
import { GatewayError } from "../../errors.ts";
import { requireNoHold } from "../access/approvalHold.ts";
import { hasTwoPeople, isAmong, requireSecondPerson } from "../access/twoPeople.ts";
import type { Gateway } from "../gateway.ts";
import type { PayoutLimit, PendingPayoutLimit, StoreSettings } from "../stores/merchantStore.ts";
import type { Approver } from "./secondPerson.ts";
import { sentence } from "../../../values/sentence.ts";

const PENDING_MS = 7 * DAY_MS;

type LimitDeps = Pick<Gateway, "persistence" | "clock">;

/**
 * Sets the amount above which a store's payouts take two people; undefined for none. A first or a lower limit takes effect at once
 * ("changed") and voids a pending one. Anything else weakens the rule: it is kept as pending until a second person confirms it.
 * Throws GatewayError second_person_missing where fewer than two people may approve payouts there, approvals_on_hold,
 * and store_not_found.
 */
export async function changePayoutLimit(
  gateway: LimitDeps,
  storeId: string,
  limit: PayoutLimit | undefined,
  { userId, userName }: Approver,
): Promise<"changed" | "pending"> {
  const store = await loadStore(gateway, storeId);
  await requireNoHold(gateway, userId);
  if (limit && !(await hasTwoPeople(gateway, storeId)))
    throw new GatewayError(
      "second_person_missing",
      sentence(
        "Two people must be able to approve payouts in this store, and there is one. Invite an owner or a manager first.",
      ),
    );
  const { name, settings } = store;
  const { stores } = gateway.persistence;
  if (isAsStrict(settings.payoutLimit, limit)) {
    const changed = { ...settings, payoutLimit: limit, pendingPayoutLimit: undefined };
    await stores.change(store, { name, settings: changed });
    return "changed";
  }
  const pendingPayoutLimit = { limit, userId, userName, at: gateway.clock() };
  await stores.change(store, { name, settings: { ...settings, pendingPayoutLimit } });
  return "pending";
}

/** The change of a store's limit that waits for a second person: for a week, while its maker may change the store's settings. */
export async function pendingLimitOf(
  gateway: LimitDeps,
  storeId: string,
  { pendingPayoutLimit: pending }: Pick<StoreSettings, "pendingPayoutLimit">,
): Promise<PendingPayoutLimit | undefined> {
  if (!pending || gateway.clock() >= pending.at + PENDING_MS) return undefined;
  return (await isAmong(gateway, storeId, "canmodifystoresettings", pending.userId)) ? pending : undefined;
}

/**
 * Puts the pending limit into effect that was asked for at `at`, by a person other than the one who asked for it. Gives the limits
 * before and after. Throws GatewayError payout_limit_not_pending, approvals_on_hold, and second_person_needed for the same person,
 * or for one who may not approve payouts.
 */
export async function confirmPayoutLimit(
  gateway: LimitDeps,
  storeId: string,
  at: Instant,
  by: Approver,
): Promise<Readonly<{ before: PayoutLimit | undefined; after: PayoutLimit | undefined }>> {
  const store = await loadStore(gateway, storeId);
  const { name, settings } = store;
  const pending = await pendingLimitOf(gateway, storeId, settings);
  if (pending?.at !== at)
    throw new GatewayError(
      "payout_limit_not_pending",
      sentence(
        "This change of the limit was withdrawn, replaced or confirmed before. Look at the page again.",
      ),
    );
  await requireSecondPerson(gateway, storeId, pending.userId, by.userId);
  const changed = { ...settings, payoutLimit: pending.limit, pendingPayoutLimit: undefined };
  await gateway.persistence.stores.change(store, { name, settings: changed });
  return { before: settings.payoutLimit, after: pending.limit };
}

async function loadStore({ persistence }: LimitDeps, storeId: string) {
  const store = await persistence.stores.load(storeId);
  if (!store) throw new GatewayError("store_not_found", `There is no store ${storeId}.`);
  return store;
}

/** Whether every payout that takes two people now takes two after the change. Amounts in two currencies are not compared. */
function isAsStrict(present: PayoutLimit | undefined, next: PayoutLimit | undefined): boolean {
  if (!present) return true;
  if (next?.currency !== present.currency) return false;
  const decimals = priceDecimals(present.currency) ?? 0;
  return parseDecimal(next.amount, decimals) <= parseDecimal(present.amount, decimals);
}
