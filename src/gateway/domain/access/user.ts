import type { Instant } from "../../../values/time.ts";

/** A person who may sign in. */
export type User = Readonly<{
  id: string;
  name: string; // by which the person signs in; unique without regard to case
  email: string | undefined; // where security notices go
  isEmailConfirmed: boolean; // its owner followed a link: only then the address identifies the user
  password: Password | undefined; // undefined until an invitation is accepted
  isAdmin: boolean; // of the server: opens every store
  createdAt: Instant;
  disabledAt: Instant | undefined;
  totp: Totp | undefined;
  recoveryCodes: readonly string[]; // digests of those that were not used
  preferences: Preferences;
  approvalHold?: ApprovalHold | undefined;
}>;

/**
 * After a link of another person has set the password: until then the user approves nothing that moves money. A sign-in with one of
 * `factors`, which the user had before, ends it: "totp", or the id of a passkey.
 */
export type ApprovalHold = Readonly<{ until: Instant; by: string; factors: readonly string[] }>;

/** What the one-time passwords of a user are called among the factors of a hold. */
export const TOTP_FACTOR = "totp";

export type Password = Readonly<{ hash: string; at: Instant }>; // argon2id

/** A time-based one-time password. A code of `lastStep` or before is refused. */
export type Totp = Readonly<{ sealedSecret: string; lastStep: number }>;

export type Theme = "light" | "dark";

/**
 * Without a language the pages follow the browser, without a theme the system. `muted`, `mailed` and `pushed`: kinds of
 * notifications that are not on the user's page, those that are mailed as well, and those that go to the user's browsers (what is
 * on the page where it is missing).
 */
export type Preferences = Readonly<{
  language?: string;
  theme?: Theme;
  muted?: readonly string[]; // kinds of notifications that are not on the page
  chosen?: readonly string[]; // kinds that are on the page only for those who chose them
  mailed?: readonly string[];
  pushed?: readonly string[];
  invoiceColumns?: readonly string[]; // of the list of invoices
}>;

/** What a person may do in a store. */
export type Member = Readonly<{ storeId: string; userId: string; role: string; addedAt: Instant }>;

/** A named set of permissions: of one store, or of every store (undefined). */
export type Role = Readonly<{
  storeId: string | undefined;
  name: string;
  permissions: readonly string[];
  requiresTwoFactors: boolean;
}>;
