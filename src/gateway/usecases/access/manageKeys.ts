import type { ApiKey } from "../../ports/accessPort.ts";
import { requireNoHoldForKey } from "./approvalHold.ts";
import { issueKey, type KeyGrant } from "../stores/createStore.ts";
import { announceSafely, type NoticeTools } from "../mail/noticeMail.ts";
import { mailSecurity } from "./securityMail.ts";
import { whoMay } from "./whoMay.ts";
import { GatewayError } from "../../errors.ts";
import { keyDigest, type KeyKind } from "./keyText.ts";
import { allows, fullPermission, type Permission } from "../../domain/access/permissions.ts";
import type { Gateway } from "../gateway.ts";

const MOST_KEYS = 10_000; // of all stores; more are revoked by the command line

/**
 * Makes a key and returns its text. Mails a notice without the text to the key's person. If the key has no person, the
 * owners of the store and the administrators get it. `address` is the caller's network address, if it is known.
 */
export async function makeKey(
  tools: NoticeTools & Pick<Gateway, "log">,
  grant: KeyGrant,
  kind: KeyKind,
  address?: string,
): Promise<string> {
  const text = await issueKey(tools.persistence.keys, tools, grant, kind);
  const { storeId, userId, label: detail } = grant;
  await announceSafely(tools, async () => {
    const person = userId === undefined ? undefined : await tools.persistence.users.load(userId);
    const readers = person ? [person] : await whoMay(tools, storeId, "unrestricted");
    for (const user of readers) await mailSecurity(tools, user, "key_created", { address, detail });
  });
  return text;
}

/** What a new key is to be; the HTTP layer has parsed and checked it. */
export type WantedKey = Readonly<{ label: string; permissions: readonly Permission[] }>;

/**
 * Makes a key of the same store and user for the holder of `maker`, and gives its text, once. A key makes none that may do more than
 * itself: throws permission_not_allowed, and approvals_on_hold while its person is on hold.
 */
export async function createKeyBy(
  gateway: NoticeTools & Pick<Gateway, "log" | "settings">,
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
  return makeKey(gateway, { storeId, label, permissions, userId, ...ends }, kindOf(gateway));
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
export function kindOf({ settings }: Readonly<{ settings: Pick<Gateway["settings"], "sandbox"> }>): KeyKind {
  return settings.sandbox ? "test" : "live";
}
