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
  /** Notes that the key was used, unless that was noted since `unlessSince`. */
  noteUse(id: string, at: Instant, unlessSince: Instant): Promise<void>;
  /** From then on the key opens nothing. */
  revoke(id: string, at: Instant): Promise<void>;
}>;

/** The one owner of a gateway. */
export type Owners = Readonly<{
  read(): Promise<Owner | undefined>;
  /** Puts a new one-time link in the place of any other. The id is taken when there is no owner yet. */
  offerLink(id: string, link: OwnerLink): Promise<void>;
  /** Uses the link up and sets name and password; false when there is no such link (any more). */
  useLink(digest: string, account: Account): Promise<boolean>;
}>;

/** Who is signed in. */
export type Sessions = Readonly<{
  create(session: Session): Promise<void>;
  find(digest: string): Promise<Session | undefined>;
  note(digest: string, seenAt: Instant): Promise<void>;
  end(digest: string): Promise<void>;
  /** Forgets the sessions that were begun before that. */
  forget(startedBefore: Instant): Promise<void>;
}>;
