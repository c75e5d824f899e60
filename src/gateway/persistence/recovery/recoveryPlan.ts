import type { Instant } from "../../../values/time.ts";
import type { JournalEntry } from "../journal.ts";

/** A lease as the database has it. */
export type KnownLease = Readonly<{
  id: string;
  invoiceId: string;
  fromAt: Instant;
  untilAt: Instant | null;
}>;

/** The database's rows of one address. */
export type KnownAddress = Readonly<{ requestId: string | undefined; leases: readonly KnownLease[] }>;

/** What has to become of one address so that the database is right about it again. */
export type AddressPlan = Readonly<{
  /** Ends an open lease of the database: another invoice had the address afterwards, or may have had it. */
  ended: Readonly<{ lease: KnownLease; at: Instant }> | undefined;
  /**
   * The holder of the address: what was issued to that invoice, in order. `isNew` when the database has no
   * lease of it.
   */
  holder: Readonly<{ entries: readonly JournalEntry[]; isNew: boolean }> | undefined;
  /**
   * Issued according to the journal, while it is uncertain whether the holder had lost the address by then.
   */
  contested: readonly JournalEntry[];
}>;

/**
 * Determines the holder of an address, from the database as of the backup and all later journal entries of
 * the address, in order. The journal is written before the database, so an entry may never have taken
 * effect: - an entry with another request than the address came with was refused: the service had issued
 * the address twice; - an entry older than a lease in the database was refused too, or the database would
 * have it; - an entry of another invoice while one holds the address may have been refused, or the address
 * had been released and was reused. Then it has no holder: its money waits for a person, because the blocks
 * that are read again may pay either. A later entry of the holder settles it: it still had the address.
 */
export function planAddress(known: KnownAddress, entries: readonly JournalEntry[]): AddressPlan {
  const open = known.leases.find(({ untilAt }) => untilAt === null);
  const newestKnown = Math.max(0, ...known.leases.map(({ fromAt }) => fromAt));
  const requestId = known.requestId ?? entries[0]?.requestId;
  let holder = open?.invoiceId;
  let held: JournalEntry[] = [];
  let contested: JournalEntry[] = [];
  for (const entry of entries) {
    if (entry.invoiceId === holder) {
      held.push(entry);
      contested = [];
      continue;
    }
    const isOver = known.leases.some(({ invoiceId }) => invoiceId === entry.invoiceId);
    if (isOver || entry.at < newestKnown || entry.requestId !== requestId) continue;
    if (holder === undefined) {
      holder = entry.invoiceId;
      held = [entry];
    } else contested.push(entry);
  }
  const [first] = contested;
  if (first) {
    const lost = open ? [] : held;
    return {
      ended: open && { lease: open, at: first.at },
      holder: undefined,
      contested: [...lost, ...contested],
    };
  }
  return {
    ended: undefined,
    holder: held.length > 0 ? { entries: held, isNew: !open } : undefined,
    contested,
  };
}
