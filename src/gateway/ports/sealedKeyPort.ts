import type { Instant } from "../../values/time.ts";

/** What a key of the gateway is for: signing offers, sealing secrets, or making the links of refunds and other pull payments. */
export const KEY_PURPOSES = ["signing", "secrets", "links"] as const;
export type KeyPurpose = (typeof KEY_PURPOSES)[number];

/** A key of the gateway as the database has it: of no use without the master key. */
export type SealedKey = Readonly<{
  id: string;
  purpose: KeyPurpose;
  sealed: string;
  masterId: string; // which master key sealed it: a fingerprint
  createdAt: Instant;
  retiredAt: Instant | undefined; // since then it only opens what it sealed
}>;

/** A note (Checkpoints) that is written in the same commit; `version` is the one that was read, 0 for none. */
export type KeyNote = Readonly<{ name: string; body: unknown; at: Instant; version: number }>;

export type SealedKeys = Readonly<{
  /** All keys, the oldest first. */
  list(): Promise<readonly SealedKey[]>;
  /** Adds keys, and retires others at the same moment. Throws ConflictError when a purpose would have two current keys. */
  add(keys: readonly SealedKey[], retired: readonly string[], notes: readonly KeyNote[]): Promise<void>;
  /** Replaces how keys are sealed. Throws ConflictError when one was sealed anew meanwhile. */
  reseal(keys: readonly SealedKey[], masterIdBefore: string): Promise<void>;
}>;

/** A journal that a process of this gateway writes: whose addresses can only be looked up on that machine. */
export type KnownJournal = Readonly<{ id: string; host: string; file: string; openedAt: Instant }>;

export type KnownJournals = Readonly<{
  list(): Promise<readonly KnownJournal[]>;
  /** Adds a journal, or updates where it is. */
  note(journal: KnownJournal): Promise<void>;
}>;
