import { z } from "zod";
import type { Persistence } from "../../ports/persistencePort.ts";
import type { Clock } from "../../../values/time.ts";
import { checkpoint } from "../checkpoint.ts";
import { lastBackup } from "../lastBackup.ts";
import type { MerchantStore } from "./merchantStore.ts";

/** What of the first steps of a store is done. */
export type FirstSteps = Readonly<{
  refundAddresses: boolean;
  payment: boolean; // one was settled
  shop: boolean; // it has a key
  backup: boolean; // of the server
}>;

const LISTED_KEYS = 200;

const dismissal = (storeId: string) =>
  checkpoint(`first steps:${storeId}`, z.object({ dismissed: z.boolean() }), { dismissed: false });

/** The first steps of a store; undefined once a person has dismissed them. */
export async function firstStepsOf(
  persistence: Persistence,
  { id, settings }: MerchantStore,
): Promise<FirstSteps | undefined> {
  if ((await dismissal(id).read(persistence)).value.dismissed) return undefined;
  const settled = await persistence.invoices.list(id, { states: ["Settled"], withArchived: true, limit: 1 });
  const keys = await persistence.keys.list(LISTED_KEYS);
  return {
    refundAddresses: Object.keys(settings.refunds).length > 0,
    payment: settled.length > 0,
    shop: keys.some(({ storeId }) => storeId === id),
    backup: (await lastBackup(persistence)) !== undefined,
  };
}

/** Takes the list of first steps of a store away. */
export async function dismissFirstSteps(
  { persistence, clock }: Readonly<{ persistence: Pick<Persistence, "checkpoints">; clock: Clock }>,
  storeId: string,
): Promise<void> {
  const kept = dismissal(storeId);
  const { version } = await kept.read(persistence);
  await kept.writeUnlessNewer(persistence, { dismissed: true }, clock(), version);
}
