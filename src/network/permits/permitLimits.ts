import { HOUR_MS } from "../../values/time.ts";
import { Refusal } from "../api/refusals.ts";
import type { NetworkParts } from "../parts.ts";
import { countPermits, type PermitsOf } from "../persistence/permits.ts";
import type { BridgeRequest } from "../request.ts";

/**
 * A signature can be good when it is tried and bad in its block: its signer moves the tokens away in between. Its gas is the
 * service's loss, so that many of an hour are borne and no more. Accounts cost nothing, so the callers are counted too: an API
 * key's users together, and all callers without a key together.
 */
export const MOST_FAILED = { user: 3, caller: 20 } as const;
const MOST_OPEN = 10; // of one account, in no block yet: each of them may fail

/** Throws Refusal (PERMIT_LIMIT_REACHED) when too many signatures of the account, or of its caller, have failed lately. */
export async function requirePermitsLeft(
  { store, clock }: Pick<NetworkParts, "store" | "clock">,
  { user, owner }: Pick<BridgeRequest, "user" | "owner">,
): Promise<void> {
  const count = (of: PermitsOf) => countPermits(store, of, clock() - HOUR_MS);
  const [ofUser, ofCaller] = await Promise.all([count({ user }), count({ owner })]);
  const refuse = (what: string) =>
    new Refusal(
      "PERMIT_LIMIT_REACHED",
      `${what}, and each of them costs the service gas. Try again in an hour, or ask for a quote without usePermit. Nothing was taken.`,
    );
  if (ofUser.reverted >= MOST_FAILED.user)
    throw refuse(`${ofUser.reverted} permits of ${user} have reverted within an hour`);
  if (ofUser.open >= MOST_OPEN) throw refuse(`${ofUser.open} permits of ${user} are in no block yet`);
  const caller = owner === undefined ? "callers without an API key" : "this API key's users";
  if (ofCaller.reverted >= MOST_FAILED.caller)
    throw refuse(`${ofCaller.reverted} permits of ${caller} have reverted within an hour`);
}
