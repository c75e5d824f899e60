import type { Instant } from "../../values/time.ts";
import type { AccountEvent } from "../domain/access/samePerson.ts";
import type { Member, Password, Role, User } from "../domain/access/user.ts";

/** People who may sign in, what they may do in which store, and where they are signed in. */

export type NewUser = Pick<User, "id" | "name" | "email" | "isAdmin" | "createdAt"> &
  Readonly<{ password: Password }>;

/** Absent fields stay as they are. */
export type UserChange = Partial<
  Pick<
    User,
    | "name"
    | "email"
    | "password"
    | "isAdmin"
    | "disabledAt"
    | "totp"
    | "recoveryCodes"
    | "preferences"
    | "approvalHold"
  >
>;

/** Every method is one commit or one read. */
export type Users = Readonly<{
  /** Throws ConflictError when the name is taken. */
  create(user: NewUser): Promise<void>;
  load(id: string): Promise<User | undefined>;
  /** By name, compared as `nameKey` compares. */
  named(name: string): Promise<User | undefined>;
  /** The oldest first. */
  list(): Promise<readonly User[]>;
  /** Ends the account's links where password, e-mail address or second factors change. Throws ConflictError when the name is taken. */
  change(id: string, change: UserChange): Promise<void>;
  /**
   * Notes that the user owns this address; false where the user has another one by now. Throws ConflictError when another user has
   * confirmed it. A change of the address ends this.
   */
  confirmEmail(id: string, email: string): Promise<boolean>;
  /** The user who has confirmed this address, compared as `nameKey` compares. */
  byEmail(email: string): Promise<User | undefined>;
  /** Takes a one-time password's step, or false when it or a later one was taken before. */
  takeTotpStep(id: string, step: number): Promise<boolean>;
  /** Replaces how the secret of one-time passwords is sealed, unless it has changed meanwhile. */
  resealTotp(id: string, sealedBefore: string, sealed: string): Promise<void>;
  /** Uses a recovery code up; false when it is not among the user's (any more). */
  takeRecoveryCode(id: string, digest: string): Promise<boolean>;
}>;

/** A user's membership in one store, and the roles that were made or changed under its name. */
export type Standing = Pick<User, "isAdmin" | "disabledAt"> &
  Readonly<{ members: readonly Member[]; roles: readonly Role[] }>;

/** The history of what gives one account power over another. Nothing is removed. */
export type AccountEvents = Readonly<{
  record(event: AccountEvent): Promise<void>;
  /** Events at or after a moment, the oldest first. */
  since(at: Instant): Promise<readonly AccountEvent[]>;
}>;

export type Members = Readonly<{
  /** Makes a user a member, or gives a member another role. */
  put(member: Member): Promise<void>;
  remove(storeId: string, userId: string): Promise<void>;
  ofUser(userId: string): Promise<readonly Member[]>;
  ofStore(storeId: string): Promise<readonly Member[]>;
  /** What decides on a user's rights in a store, in one read; undefined for an unknown user. */
  standing(userId: string, storeId: string): Promise<Standing | undefined>;
  /** The roles that were made or changed; the built-in ones are in domain/access/roles.ts. */
  roles(): Promise<readonly Role[]>;
  putRole(role: Role): Promise<void>;
  removeRole(storeId: string | undefined, name: string): Promise<void>;
}>;

/** A one-time link: an account for the operator, an invitation, a new password for a user, or a confirmed e-mail address. */
export type AccessLink = Readonly<{
  digest: string;
  kind: "owner" | "invitation" | "reset" | "email";
  userId: string | undefined; // of a reset, and of an address
  email: string | undefined; // of an invitation, and of an address
  storeId: string | undefined; // that an invitation is to
  role: string | undefined;
  isAdmin: boolean;
  createdBy: string | undefined; // a user's id
  createdAt: Instant;
  expiresAt: Instant;
}>;

export type AccessLinks = Readonly<{
  /** Keeps a link; an owner link takes the place of the one before. */
  create(link: AccessLink): Promise<void>;
  find(digest: string): Promise<AccessLink | undefined>;
  list(): Promise<readonly AccessLink[]>;
  /** Uses the link up; false when it was before. */
  take(digest: string): Promise<boolean>;
}>;

/** Where a user is signed in. It ends with the password that it was begun with. */
export type Session = Readonly<{
  digest: string;
  id: string; // names it in lists; no secret
  userId: string;
  passwordAt: Instant;
  startedAt: Instant;
  seenAt: Instant;
  provenAt: Instant; // when the user last proved who it is
  needsSecondFactor: boolean; // the password was right, and nothing is open yet
  address: string; // of the network
  agent: string; // what the browser says that it is
}>;

export type Sessions = Readonly<{
  create(session: Session): Promise<void>;
  find(digest: string): Promise<Session | undefined>;
  ofUser(userId: string): Promise<readonly Session[]>;
  note(digest: string, seen: Partial<Pick<Session, "seenAt" | "provenAt">>): Promise<void>;
  /** Ends a session, and the web push to the browser that it was in. */
  end(digest: string): Promise<void>;
  /** Ends the links of a user, and the sessions and the web push to their browsers; with `but`, all except that one (a digest). */
  endAll(userId: string, but?: string): Promise<void>;
  /** Forgets the sessions that were begun before that. */
  forget(startedBefore: Instant): Promise<void>;
}>;

/** A WebAuthn credential of a user. */
export type Passkey = Readonly<{
  id: string; // the credential's, base64url
  userId: string;
  publicKey: string; // COSE, base64url
  counter: number; // of signatures, as the authenticator counts
  transports: readonly string[];
  label: string;
  createdAt: Instant;
  lastUsedAt: Instant | undefined;
}>;

/** A challenge that an authenticator is to sign, once. */
export type Challenge = Readonly<{
  digest: string;
  purpose: "register" | "sign-in";
  userId: string | undefined;
  expiresAt: Instant;
}>;

export type Passkeys = Readonly<{
  /** Ends the links of the user, as `remove` does. */
  create(passkey: Passkey): Promise<void>;
  find(id: string): Promise<Passkey | undefined>;
  ofUser(userId: string): Promise<readonly Passkey[]>;
  note(id: string, used: Pick<Passkey, "counter"> & Readonly<{ lastUsedAt: Instant }>): Promise<void>;
  remove(userId: string, id: string): Promise<void>;
  challenge(challenge: Challenge): Promise<void>;
  /** Uses a challenge up; undefined when there is none (any more). */
  takeChallenge(digest: string): Promise<Challenge | undefined>;
}>;

/** What a page shows once: sealed, and for one session at one path. */
export type ShownOnceRow = Readonly<{
  id: string;
  session: string; // its digest
  path: string;
  sealed: string;
  expiresAt: Instant;
}>;

export type ShownOnceRows = Readonly<{
  /** Keeps a row, and removes those that have expired. */
  keep(row: ShownOnceRow, now: Instant): Promise<void>;
  /** Takes a row away: of two calls at once, one gets it. Undefined when there is none for this session and path. */
  take(which: Pick<ShownOnceRow, "id" | "session" | "path">): Promise<ShownOnceRow | undefined>;
}>;
