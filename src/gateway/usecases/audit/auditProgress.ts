import { z } from "zod";
import type { Violation } from "../../domain/invariants/record.ts";
import type { Instant } from "../../../values/time.ts";
import { keyOfDecision } from "./auditInvoices.ts";
import { isSame, type Place } from "./auditWalk.ts";
import type { Persistence } from "../../ports/persistencePort.ts";

/**
 * How far the server's audit has come, and what it has found that was not mended when it looked last. It is kept in the note
 * "audit", so that a restart forgets neither.
 */
export type Progress = {
  /** The decisions up to this one have been audited, each with its invoice. */
  changed: string;
  /** Where the round through all of the books is; undefined before its first step. */
  cycle: Readonly<{ walk: string; after: string }> | undefined;
  cycleFrom: Instant; // when that began
  /** Everything has been audited since then; undefined before the first whole round. */
  wholeSince: Instant | undefined;
  broken: readonly Broken[];
  beside: readonly Violation[]; // of what has no place in a table
  version: number; // of the checkpoint that this was read from or written to
};

type Broken = Readonly<{ place: Place; found: readonly Violation[] }>;

const MOST = 1_000; // violations that are kept; where there are more, these are enough to begin with

/** What is known to be broken now, each once. */
export function violationsOf({ broken, beside }: Progress): readonly Violation[] {
  return [...beside, ...broken.flatMap(({ found }) => found)];
}

/** Remembers what is broken at a place. Gives what was not known yet. */
export function recordViolations(
  progress: Progress,
  place: Place,
  found: readonly Violation[],
): readonly Violation[] {
  const known = violationsOf(progress);
  const fresh = found.filter((one) => !known.some((other) => isSame(one, other)));
  const kept = fresh.slice(0, Math.max(0, MOST - known.length));
  if (kept.length > 0) progress.broken = [...progress.broken, { place, found: kept }];
  return kept;
}

const NOTE = "audit";
const violation = z.object({ id: z.string(), subject: z.string(), message: z.string() });
const place = z.object({ walk: z.string(), after: z.string(), upto: z.string() });
const schema = z.object({
  changed: z.string(),
  cycle: z.object({ walk: z.string(), after: z.string() }).optional(),
  cycleFrom: z.number().int(),
  wholeSince: z.number().int().optional(),
  broken: z.array(z.object({ place, found: z.array(violation) })),
  beside: z.array(violation),
});

/** What was kept last; where there is nothing, everything is still to be audited, and later changes as they come. */
export async function readProgress(persistence: Persistence, now: Instant): Promise<Progress> {
  const note = await persistence.checkpoints.read(NOTE);
  const kept = z.object({ progress: schema }).safeParse(note?.body);
  if (kept.success) {
    const { cycle, wholeSince, ...rest } = kept.data.progress;
    return { ...rest, cycle, wholeSince, version: note?.version ?? 0 };
  }
  const changed = keyOfDecision(await persistence.audit.newestDecision());
  const version = note?.version ?? 0;
  return {
    changed,
    cycle: undefined,
    cycleFrom: now,
    wholeSince: undefined,
    broken: [],
    beside: [],
    version,
  };
}

const FIRST = 5; // violations, for a reader

/**
 * Stores the progress. Throws ConflictError when another process has stored its own since: violations that it found must not be
 * overwritten, so the round begins again from there.
 */
export async function writeProgress(
  persistence: Persistence,
  progress: Progress,
  at: Instant,
): Promise<void> {
  const all = violationsOf(progress);
  const { version, ...kept } = progress;
  const body = {
    at,
    violations: all.length,
    first: all.slice(0, FIRST),
    wholeSince: progress.wholeSince,
    progress: kept,
  };
  await persistence.checkpoints.write(NOTE, body, at, version);
  progress.version = version + 1;
}
