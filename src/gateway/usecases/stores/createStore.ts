import type { ApiKey, Keys } from "../../ports/accessPort.ts";
import { timeOrderedId, type Random } from "../../../values/ids.ts";
import { STRICT_BOUNDS } from "../../domain/invoices/policyBounds.ts";
import { DAY_MS, MINUTE_MS, type Clock } from "../../../values/time.ts";
import { limitOfNewStore } from "../payouts/payoutLimit.ts";
import { keyDigest, keyHint, newKeyText, type KeyKind } from "../access/keyText.ts";
import type { MerchantStore, StoreSettings } from "./merchantStore.ts";
import type { Persistence } from "../../ports/persistencePort.ts";

type Tools = Readonly<{ clock: Clock; random: Random }>;

/** What a store starts with. Price promises last 15 minutes; late money is looked for a week. */
export const STORE_DEFAULTS: Omit<StoreSettings, "settlement" | "refunds"> = {
  feeBearer: "payer",
  marginBps: undefined,
  policy: {},
  bounds: STRICT_BOUNDS,
  strictAddresses: false,
  directPayments: true,
  invoiceMinutes: 15,
  monitoringMinutes: (7 * DAY_MS) / MINUTE_MS,
  defaultCurrency: "USD",
  defaultMethod: undefined,
  methodsOff: [],
  profile: {
    website: undefined,
    supportUrl: undefined,
    brandColor: undefined,
    defaultLang: undefined,
    speedPolicy: undefined,
    redirectAutomatically: false,
  },
  compatibility: { oneInvoicePerOrder: false },
  mail: { invoices: false, remindMinutes: undefined, keepDays: 90 },
  books: { tracked: [], zone: "UTC", accountant: undefined },
};

/** Makes a merchant's store by a command, with the limit zero for payouts where a store of the server has a limit. */
export async function createMerchant(
  persistence: Persistence,
  { clock, random }: Tools,
  name: string,
  chosen: StoreSettings,
): Promise<MerchantStore> {
  const payoutLimit =
    chosen.payoutLimit ?? limitOfNewStore(await persistence.stores.list(), chosen.defaultCurrency);
  const settings = payoutLimit ? { ...chosen, payoutLimit } : chosen;
  const merchant = { id: timeOrderedId(clock(), random), name, settings, createdAt: clock() };
  await persistence.stores.create(merchant);
  return merchant;
}

/** What a new key may do, where and how long. With an id it is made once only; those in `replaces` are revoked with it. */
export type KeyGrant = Pick<ApiKey, "storeId" | "label" | "permissions"> &
  Partial<Pick<ApiKey, "id" | "expiresAt" | "purpose" | "userId" | "shop" | "sentTo">> &
  Readonly<{ replaces?: readonly string[] }>;

/**
 * Creates an API key and returns it once: only its digest is stored. The prefix distinguishes live keys
 * from test keys.
 */
export async function issueKey(
  keys: Pick<Keys, "create">,
  { clock, random }: Tools,
  { replaces, ...grant }: KeyGrant,
  kind: KeyKind,
): Promise<string> {
  const text = newKeyText(kind, random);
  const key = { id: timeOrderedId(clock(), random), ...grant, hint: keyHint(text), revokedAt: undefined };
  await keys.create({ key, digest: keyDigest(text), at: clock(), ...(replaces ? { replaces } : {}) });
  return text;
}
