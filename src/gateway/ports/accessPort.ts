import type { Instant } from "../../values/time.ts";

/** Keys of the merchant API. People are in userPort.ts. */

export type ApiKey = Readonly<{
  id: string;
  storeId: string;
  label: string;
  permissions: readonly string[];
  hint?: string | undefined; // its beginning, which names it in lists
  /** What an application has asked for, as a digest: a new key for the same takes the place of this one. */
  purpose?: string | undefined;
  userId?: string | undefined; // who made it in the browser; a key of a command, and an older one, has none
  shop?: string | undefined; // the id of the shop system whose preset it has: its answers have that shape
  sentTo?: string | undefined; // the origin of the application to which the consent page sent it
  createdAt?: Instant;
  expiresAt?: Instant | undefined;
  lastUsedAt?: Instant | undefined; // to the minute
  revokedAt: Instant | undefined;
}>;

/** Keys of the merchant API, by the digests of their texts. Every method is one commit or one read. */
export type Keys = Readonly<{
  /** Keeps a key; the ones it replaces are revoked in the same commit. Throws ConflictError when one of them is already. */
  create(
    made: Readonly<{ key: ApiKey; digest: string; at: Instant; replaces?: readonly string[] }>,
  ): Promise<void>;
  find(digest: string): Promise<ApiKey | undefined>;
  load(id: string): Promise<ApiKey | undefined>;
  /** The keys that are not revoked, the newest first. */
  list(limit: number): Promise<readonly ApiKey[]>;
  /** The keys for a purpose that are not revoked. */
  listFor(storeId: string, purpose: string): Promise<readonly ApiKey[]>;
  /** The keys that the consent page sent to an origin and that are not revoked. */
  listSentTo(storeId: string, origin: string): Promise<readonly ApiKey[]>;
  /** Notes that the key was used, unless that was noted since `unlessSince`. */
  noteUse(id: string, at: Instant, unlessSince: Instant): Promise<void>;
  /** From then on the key opens nothing. */
  revoke(id: string, at: Instant): Promise<void>;
}>;
