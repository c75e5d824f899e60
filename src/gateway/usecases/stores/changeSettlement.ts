import { DAY_MS, type Instant } from "../../../values/time.ts";
import type { Settlement } from "../../domain/invoices/invoice.ts";
import { GatewayError } from "../../errors.ts";
import { requireNoHold } from "../access/approvalHold.ts";
import { hasTwoPeople, isAmong, requireSecondPerson } from "../access/twoPeople.ts";
import type { Gateway } from "../gateway.ts";
import type { Approver } from "../payouts/secondPerson.ts";
import type { MerchantStore, PendingSettlement } from "./merchantStore.ts";
import { settlementText, withSettlement } from "./settlements.ts";
import { sentence } from "../../../values/sentence.ts";

const PENDING_MS = 7 * DAY_MS;

type SettlementDeps = Pick<Gateway, "persistence" | "clock">;

/** A change of a store's settlement; `isPending` while a second person has to confirm it. */
export type SettlementChange = Readonly<{ before: Settlement; after: Settlement; isPending: boolean }>;

/**
 * Gives a store another settlement for what it issues from now on; open invoices keep theirs. In a store that has a limit for
 * payouts it is kept as pending until a second person confirms it. `from` is the present settlement as the person saw it
 * (`settlementText`). Throws GatewayError: store_not_found, settlement_changed where the store has another one by now,
 * approvals_on_hold, and second_person_missing where a second person is needed and there is none.
 */
export async function changeSettlement(
  gateway: SettlementDeps,
  storeId: string,
  { from, to: settlement }: Readonly<{ from: string; to: Settlement }>,
  { userId, userName }: Approver,
): Promise<SettlementChange> {
  const store = await loadStore(gateway, storeId);
  const { name, settings } = store;
  requireAsSeen(settings.settlement, from);
  await requireNoHold(gateway, userId);
  const at = gateway.clock();
  const isPending = settings.payoutLimit !== undefined;
  if (isPending && !(await hasTwoPeople(gateway, storeId)))
    throw new GatewayError(
      "second_person_missing",
      sentence(
        "Payouts of this store take two people, so this change does as well, and there is one. Invite an owner or a manager first.",
      ),
    );
  const changed = isPending
    ? { ...settings, pendingSettlement: { settlement, userId, userName, at } }
    : withSettlement(settings, settlement, at);
  await gateway.persistence.stores.change(store, { name, settings: changed });
  return { before: settings.settlement, after: settlement, isPending };
}

/**
 * The change of a store's settlement that waits for a second person: for a week, while its maker may change the store's settings.
 */
export async function pendingSettlementOf(
  gateway: SettlementDeps,
  { id, settings: { pendingSettlement: pending } }: Pick<MerchantStore, "id" | "settings">,
): Promise<PendingSettlement | undefined> {
  if (!pending || gateway.clock() >= pending.at + PENDING_MS) return undefined;
  return (await isAmong(gateway, id, "canmodifystoresettings", pending.userId)) ? pending : undefined;
}

/**
 * Puts the pending settlement into effect that was asked for at `at`, by a person other than the one who asked for it. Throws
 * GatewayError settlement_not_pending, approvals_on_hold, and second_person_needed for the same person, or for one who may not
 * approve payouts.
 */
export async function confirmSettlement(
  gateway: SettlementDeps,
  storeId: string,
  at: Instant,
  by: Approver,
): Promise<SettlementChange> {
  const store = await loadStore(gateway, storeId);
  const { name, settings } = store;
  const pending = await requirePending(gateway, store, at);
  await requireSecondPerson(gateway, storeId, pending.userId, by.userId);
  const changed = withSettlement(settings, pending.settlement, gateway.clock());
  await gateway.persistence.stores.change(store, { name, settings: changed });
  return { before: settings.settlement, after: pending.settlement, isPending: false };
}

/** Takes a pending change back, and gives it. Throws GatewayError settlement_not_pending. */
export async function withdrawSettlement(
  gateway: SettlementDeps,
  storeId: string,
  at: Instant,
): Promise<Settlement> {
  const store = await loadStore(gateway, storeId);
  const { name, settings } = store;
  const { settlement } = await requirePending(gateway, store, at);
  const changed = { ...settings, pendingSettlement: undefined };
  await gateway.persistence.stores.change(store, { name, settings: changed });
  return settlement;
}

async function requirePending(
  gateway: SettlementDeps,
  store: MerchantStore,
  at: Instant,
): Promise<PendingSettlement> {
  const pending = await pendingSettlementOf(gateway, store);
  if (pending?.at === at) return pending;
  throw new GatewayError(
    "settlement_not_pending",
    sentence(
      "This change of the settlement was withdrawn, replaced or confirmed before. Look at the page again.",
    ),
  );
}

function requireAsSeen(present: Settlement, from: string): void {
  if (settlementText(present) === from) return;
  throw new GatewayError(
    "settlement_changed",
    sentence(
      "The store is paid in another coin or at another address by now. Look at the present settlement, and fill in the form again.",
    ),
  );
}

async function loadStore({ persistence }: SettlementDeps, storeId: string): Promise<MerchantStore> {
  const store = await persistence.stores.load(storeId);
  if (!store) throw new GatewayError("store_not_found", `There is no store ${storeId}.`);
  return store;
}
