import type { Instant } from "../../values/time.ts";

/** Append-only, synced to disk, outside the database: the last way back from a deposit address to its request and invoice. */
export type Journal = Readonly<{
  /** Which journal it is: no other process writes one with this id. Every line of it says so. */
  id?: string | undefined;
  append(entry: Readonly<Record<string, unknown>>): Promise<void>;
  /**
   * Records that the database has what was appended of a request, with the moment of that entry. Handed to the system before it
   * returns, so it survives the end of the process; what does not fit on the disk is written with the next append.
   */
  noteAcknowledged(kept: AcknowledgedOffer): void;
  /** What was noted as kept since then, as far as the newest 64 MiB of the journal go back. */
  acknowledgedSince(from: Instant): Promise<readonly AcknowledgedOffer[]>;
}>;

/** An offer that a database has acknowledged. */
export type AcknowledgedOffer = Readonly<{ invoiceId: string; requestId: string; at: Instant }>;
