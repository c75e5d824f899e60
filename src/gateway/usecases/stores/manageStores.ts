import { timeOrderedId } from "../../../values/ids.ts";
import { PAYOUT_STATES } from "../../domain/payouts/payout.ts";
import { limitOfNewStore } from "../payouts/payoutLimit.ts";
import { leftOf } from "../../domain/payouts/pullPayment.ts";
import { STORE_DEFAULTS } from "./createStore.ts";
import { GatewayError } from "../../errors.ts";
import type { MerchantStore } from "./merchantStore.ts";
import type { Gateway } from "../gateway.ts";
import { retryOnConflict } from "../retryOnConflict.ts";
import { sentence } from "../../../values/sentence.ts";

const MOST_STORES = 100;
const UNPAID = PAYOUT_STATES.filter((state) => !["Completed", "Cancelled"].includes(state));
const PAGE = 100;

/**
 * Builds a store like another one: it is paid in the same coin to the same address, sends refunds to the same addresses, and bears its
 * fees in the same way, because a key must not be able to redirect money. Its id is new, or `wantedId`.
 */
export function storeLike(
  { clock, random }: Pick<Gateway, "clock" | "random">,
  { settings }: MerchantStore,
  wantedId?: string,
): MerchantStore {
  const { settlement, refunds, feeBearer, marginBps, policy, bounds, strictAddresses, directPayments } =
    settings;
  const createdAt = clock();
  return {
    id: wantedId ?? timeOrderedId(createdAt, random),
    name: "",
    settings: {
      ...STORE_DEFAULTS,
      settlement,
      refunds,
      feeBearer,
      marginBps,
      policy,
      bounds,
      strictAddresses,
      directPayments,
    },
    createdAt,
  };
}

/**
 * Keeps a new store, with the limit for payouts of the stores that it comes from (limitOfNewStore). Gives back the store that was made
 * before under this id. Throws too_many_stores.
 */
export async function keepStore(
  { persistence, log }: Pick<Gateway, "log" | "persistence">,
  blank: MerchantStore,
  from: readonly MerchantStore[],
): Promise<MerchantStore> {
  const payoutLimit = limitOfNewStore(from, blank.settings.defaultCurrency);
  const made = payoutLimit ? { ...blank, settings: { ...blank.settings, payoutLimit } } : blank;
  const known = await persistence.stores.load(made.id);
  if (known) return known;
  if ((await persistence.stores.list()).length >= MOST_STORES) {
    const said = sentence(
      'Expected at most {most} stores. "crosstill stores create" on the server makes more.',
      {
        most: MOST_STORES,
      },
    );
    throw new GatewayError("too_many_stores", said);
  }
  await persistence.stores.create(made);
  log.info("store.created", { store: made.id });
  return made;
}

/**
 * Archives a store: it takes no new invoices from then on. Nothing is deleted, and money that still reaches
 * its addresses is settled and booked as before. Idempotent. Throws store_busy while payments are pending.
 */
export async function archiveStore(
  gateway: Pick<Gateway, "clock" | "log" | "persistence">,
  merchant: MerchantStore,
): Promise<void> {
  await retryOnConflict(async () => {
    const before = await gateway.persistence.stores.load(merchant.id);
    if (!before || before.settings.archivedAt !== undefined) return;
    await refuseWhileBusy(gateway, before);
    const settings = { ...before.settings, archivedAt: gateway.clock() };
    await gateway.persistence.stores.change(before, { name: before.name, settings });
    gateway.log.info("store.archived", { store: before.id });
  });
}

async function refuseWhileBusy(
  { persistence }: Pick<Gateway, "persistence">,
  { id }: MerchantStore,
): Promise<void> {
  const [open, payouts, promised] = await Promise.all([
    persistence.invoices.list(id, { states: ["New", "Processing"], withArchived: true, limit: 1 }),
    persistence.payouts.list({ storeId: id, states: UNPAID, limit: 1 }),
    isPromising(persistence, id),
  ]);
  const why = [
    ...(open.length > 0 ? [sentence("an invoice is open or being paid")] : []),
    ...(payouts.length > 0 ? [sentence("a payout is not paid yet")] : []),
    ...(promised ? [sentence("a pull payment can still be claimed")] : []),
  ];
  const [first, ...others] = why;
  if (!first) return;
  const all = others.reduce((before, next) => sentence("{before}, and {next}", { before, next }), first);
  throw new GatewayError(
    "store_busy",
    sentence("Expected a store in which no money moves: {why}. Wait until it is done, or close it first.", {
      why: all,
    }),
  );
}

async function isPromising(persistence: Gateway["persistence"], storeId: string): Promise<boolean> {
  for (let after: string | undefined; ;) {
    const page = await persistence.payouts.listPullPayments(storeId, {
      includeArchived: false,
      after,
      limit: PAGE,
    });
    if (page.some((one) => leftOf(one) > 0n)) return true;
    after = page.at(-1)?.id;
    if (page.length < PAGE || after === undefined) return false;
  }
}
