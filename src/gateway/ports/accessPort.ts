import type { Instant } from "../../values/time.ts";

/** Access data: API keys, the owner's account, and the owner's sessions. */

export type ApiKey = Readonly<{
  id: string;
  storeId: string;
  label: string;
  permissions: readonly string[];
  hint?: string | undefined; // its beginning, which names it in lists
  /** What an application has asked for, as a digest: a new key for the same takes the place of this one. */
  purpose?: string | undefined;
  createdAt?: Instant;
  expiresAt?: Instant | undefined;
  lastUsedAt?: Instant | undefined; // to the minute
  revokedAt: Instant | undefined;
}>;

/** The one owner. There is no account before the one-time link was used, and at most one link at a time. */
export type Owner = Readonly<{
  id: string;
  account: Account | undefined;
  link: OwnerLink | undefined;
}>;

export type Account = Readonly<{ name: string; passwordHash: string; passwordAt: Instant }>;

export type OwnerLink = Readonly<{ digest: string; expiresAt: Instant }>;

/** Where the owner is signed in. It ends with the password that it was begun with. */
export type Session = Readonly<{
  digest: string;
  passwordAt: Instant;
  startedAt: Instant;
  seenAt: Instant;
}>;

/** Every method is one commit or one read. */
export type Access = Readonly<{
  /** Keeps a key; the ones it replaces are revoked in the same commit. Throws ConflictError when one of them is already. */
  createKey(
    made: Readonly<{ key: ApiKey; digest: string; at: Instant; replaces?: readonly string[] }>,
  ): Promise<void>;
  findKey(digest: string): Promise<ApiKey | undefined>;
  loadKey(id: string): Promise<ApiKey | undefined>;
  /** The keys that are not revoked, the newest first. */
  listKeys(limit: number): Promise<readonly ApiKey[]>;
  /** The keys for a purpose that are not revoked. */
  keysFor(storeId: string, purpose: string): Promise<readonly ApiKey[]>;
  /** Notes that the key was used, unless that was noted since `unlessSince`. */
  noteKeyUse(id: string, at: Instant, unlessSince: Instant): Promise<void>;
  /** From then on the key opens nothing. */
  revokeKey(id: string, at: Instant): Promise<void>;

  readOwner(): Promise<Owner | undefined>;
  /** Puts a new one-time link in the place of any other. The id is taken when there is no owner yet. */
  offerOwnerLink(id: string, link: OwnerLink): Promise<void>;
  /** Uses the link up and sets name and password; false when there is no such link (any more). */
  useOwnerLink(digest: string, account: Account): Promise<boolean>;

  createSession(session: Session): Promise<void>;
  findSession(digest: string): Promise<Session | undefined>;
  noteSession(digest: string, seenAt: Instant): Promise<void>;
  endSession(digest: string): Promise<void>;
  /** Forgets the sessions that were begun before that. */
  forgetSessions(startedBefore: Instant): Promise<void>;
}>;
