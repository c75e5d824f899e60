import type { Log } from "../../runtime/log.ts";
import { SECOND_MS, type Clock, type Instant } from "../../values/time.ts";
import { openJournalCopy, type JournalCopy } from "../persistence/journalCopy.ts";

const WAIT_MS = 2 * SECOND_MS; // an answer waits for so long at most

/** A copy of the journal in another database: what an append waits for, and what is done beside it. */
export type CopyOfJournal = Readonly<{
  /** Awaited by every append. Rejects only where the copy is required. */
  onWritten(size: number): Promise<void>;
  /** Copies what is missing; a job. */
  catchUp(): Promise<void>;
  /** How many bytes of the journal the copy lacks. */
  missingBytes(): number | undefined;
  close(): Promise<void>;
}>;

type Parts = Readonly<{
  url: string;
  isRequired: boolean;
  log: Log;
  clock: Clock;
  sizeOf: (file: string) => number;
  open?: (url: string, id: string, file: string) => JournalCopy; // a test's own
  waitMs?: number;
}>;

/**
 * Keeps a copy of a journal. With `isRequired` an address is only given out when the copy has it; else an answer waits for the
 * copy for two seconds at most, and not at all while it is known to be away: then a job copies what is missing.
 */
export function copyJournal(
  { id, file }: Readonly<{ id: string; file: string }>,
  { url, isRequired, log, clock, sizeOf, open = openJournalCopy, waitMs = WAIT_MS }: Parts,
): CopyOfJournal {
  const copy = open(url, id, file);
  let awaySince: Instant | undefined;
  const attempt = async (size: number) => {
    try {
      await copy.catchUp(size);
      if (awaySince !== undefined)
        log.warn("journal.copy_back", { journal: id, seconds: (clock() - awaySince) / SECOND_MS });
      awaySince = undefined;
    } catch (error) {
      if (awaySince === undefined) log.error("journal.copy_away", { journal: id, isRequired, error });
      awaySince ??= clock();
      throw error;
    }
  };
  return {
    async onWritten(size) {
      if (isRequired) return within(waitMs, attempt(size));
      if (awaySince !== undefined) return;
      await within(waitMs, attempt(size)).catch((error: unknown) => {
        if (awaySince === undefined) log.error("journal.copy_away", { journal: id, isRequired, error });
        awaySince ??= clock();
      });
    },
    catchUp: () => attempt(sizeOf(file)),
    missingBytes() {
      const copied = copy.copied();
      return copied === undefined ? undefined : Math.max(0, sizeOf(file) - copied);
    },
    close: () => copy.close(),
  };
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`The copy of the journal gave no answer within ${ms / SECOND_MS} seconds.`);
    timer = setTimeout(() => reject(error), ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {}); // it was reported, or it is late
  }
}
