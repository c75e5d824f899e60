import { DAY_MS, type Instant } from "../../../values/time.ts";
import type { Gateway } from "../gateway.ts";

/** How long the words of attempts are kept. */
export const KEPT_WORDS_MS = 60 * DAY_MS;

const SLICE = 100; // rows: the database is another's again after a few milliseconds
const MOST_SLICES = 2_000; // of each kind in one run, to bound its time; the next one continues

const TABLES = ["events", "deliveries", "attempts"] as const; // in this order: what is left can always be read

type Pruned = Pick<Gateway, "persistence" | "clock">;

/**
 * Removes the contents of attempts after 60 days, and events after `keptDays` with their deliveries, unless
 * something of them is still to be sent. With 0 days nothing is removed. Books and proofs do not depend on
 * events.
 */
export async function pruneOutbox({ persistence, clock }: Pruned, keptDays: number): Promise<void> {
  const at = clock();
  await inSlices(async () => (await persistence.attempts.prune(at - KEPT_WORDS_MS, SLICE)) === SLICE);
  if (keptDays === 0) return;
  const before: Instant = at - keptDays * DAY_MS;
  await persistence.events.noteRemoval(before, at); // first: an audit must not miss what is being removed
  for (const what of TABLES) {
    let after: string | undefined = "";
    await inSlices(async () => {
      after = await persistence.events.removeOld(what, before, after ?? "", SLICE);
      return after !== undefined;
    });
  }
}

/** Others get their turn between two slices. */
async function inSlices(slice: () => Promise<boolean>): Promise<void> {
  for (let count = 0; count < MOST_SLICES && (await slice()); count++)
    await new Promise((next) => setImmediate(next));
}
