import { ConflictError } from "../../database/driver.ts";
import { formatDecimal } from "../../values/amount.ts";
import { topUpLines } from "../ledger/postings.ts";
import { APP_FEES_IN } from "../ledger/accounts.ts";
import { newRequestId, type NetworkParts } from "../parts.ts";
import { saveSponsor, takeTurn } from "../persistence/executions.ts";
import type { StoredKey } from "../persistence/keys.ts";
import { insertBooking } from "../persistence/ledger.ts";
import type { NetworkStore } from "../persistence/open.ts";
import { appBalance } from "./balance.ts";

type Parts = Readonly<{ store: NetworkStore; clock: NetworkParts["clock"]; random: NetworkParts["random"] }>;

const TRIES = 5; // quotes and calls take parts of the balance at the same time

/** Sets what an application may spend on a call and in 24 hours, in dollars of 6 decimals. */
export async function setLimits(
  { store, clock }: Parts,
  key: StoredKey,
  limits: Readonly<{ perCall: bigint; perDay: bigint }>,
): Promise<void> {
  await store.commit([
    saveSponsor(store, { owner: key.hash, name: key.prefix, ...limits, updatedAt: clock() }),
  ]);
}

/**
 * Books dollars (6 decimals) that an application has paid to the operator for calls, or that it got back where the amount is
 * negative. Throws when it has no limits yet, and when more is given back than it has free.
 */
export async function payIn(parts: Parts, key: StoredKey, amount: bigint): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      return await payOnce(parts, key, amount);
    } catch (error) {
      if (!(error instanceof ConflictError) || tried >= TRIES) throw error;
    }
  }
}

async function payOnce({ store, clock, random }: Parts, key: StoredKey, amount: bigint): Promise<void> {
  const app = await appBalance({ store, clock }, key.hash);
  if (!app) throw new Error(`${key.prefix} has no limits yet. Set them first: crosstill network sponsor set`);
  const { available, sponsor } = app;
  if (amount < 0n && -amount > available) {
    const shown = `${formatDecimal(available, APP_FEES_IN.decimals)} ${APP_FEES_IN.currency}`;
    throw new Error(`${key.prefix} has ${shown} free: not more can be given back.`);
  }
  const booking = `app-balance/${newRequestId(random)}@1`;
  const turn = amount < 0n ? [takeTurn(store, sponsor)] : []; // a quote or a call may take the same at this moment
  await store.commit([...turn, insertBooking(store, booking, topUpLines(key.hash, amount), clock())]);
}
