import type { ApiKey } from "../../ports/accessPort.ts";
import { requireNoHoldForKey } from "./approvalHold.ts";
import { issueKey } from "../stores/createStore.ts";
import { GatewayError } from "../../errors.ts";
import { keyDigest, type KeyKind } from "./keyText.ts";
import { allows, fullPermission, type Permission } from "../../domain/access/permissions.ts";
import type { Gateway } from "../gateway.ts";

const MOST_KEYS = 10_000; // of all stores; more are revoked by the command line

/** What a new key is to be; the HTTP layer has parsed and checked it. */
export type WantedKey = Readonly<{ label: string; permissions: readonly Permission[] }>;

/**
 * Makes a key of the same store and user for the holder of `maker`, and gives its text, once. A key makes none that may do more than
 * itself: throws permission_not_allowed, and approvals_on_hold while its person is on hold.
 */
export async function createKeyBy(
  gateway: Pick<Gateway, "clock" | "random" | "persistence" | "settings">,
  maker: ApiKey,
  { label, permissions }: WantedKey,
): Promise<string> {
  const beyond = permissions.filter((name) => !allows(maker.permissions, name));
  if (beyond.length > 0) {
    const message = `Expected permissions that this key has itself; it lacks ${beyond.map(fullPermission).join(", ")}.`;
    throw new GatewayError("permission_not_allowed", message);
  }
  const { storeId, expiresAt, userId } = maker;
  await requireNoHoldForKey(gateway, userId, permissions);
  const ends = expiresAt === undefined ? {} : { expiresAt }; // it does not outlive its maker
  return issueKey(
    gateway.persistence.keys,
    gateway,
    { storeId, label, permissions, userId, ...ends },
    kindOf(gateway),
  );
}

/** Revokes a key of the same store, named by its text or its id. Throws apikey_not_found. */
export async function revokeKeyBy(
  gateway: Pick<Gateway, "clock" | "persistence">,
  maker: ApiKey,
  named: string,
): Promise<void> {
  const { persistence, clock } = gateway;
  const found = (await persistence.keys.find(keyDigest(named))) ?? (await persistence.keys.load(named));
  if (found?.storeId !== maker.storeId || found.revokedAt !== undefined)
    throw new GatewayError("apikey_not_found", "There is no such key of this store.");
  await persistence.keys.revoke(found.id, clock());
}

/** Revokes every key of a store, that of the caller last: a call that is cut off can be made again. */
export async function revokeKeysOf(
  { persistence, clock }: Pick<Gateway, "clock" | "persistence">,
  { storeId, id }: ApiKey,
): Promise<void> {
  const keys = await persistence.keys.list(MOST_KEYS);
  const others = keys.filter((key) => key.storeId === storeId && key.id !== id);
  for (const key of [...others, { id }]) await persistence.keys.revoke(key.id, clock());
}

/** What the gateway's keys are for. */
export function kindOf({ settings }: Pick<Gateway, "settings">): KeyKind {
  return settings.sandbox ? "test" : "live";
}
