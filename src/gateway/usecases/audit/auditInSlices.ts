import { HOUR_MS, MINUTE_MS, type Instant } from "../../../values/time.ts";
import { auditRound, type Auditing } from "./auditRound.ts";

/** A monotonic count of milliseconds, and a pause. */
export type Pace = Readonly<{ elapsed: () => number; rest: (ms: number) => Promise<unknown> }>;

/** The round that is under way in this process, and when the next one begins. */
export type AuditState = { round: AsyncGenerator<void, void> | undefined; dueAt: Instant };

export const newAuditState = (): AuditState => ({ round: undefined, dueAt: 0 });

/** A slice of the audit ends with the first step beyond this, which bounds the delay of other requests. */
const SLICE_MS = 4;
/** After each slice it rests so many times as long: of one processor, the audit takes a tenth. */
const RESTS = 9;
const RUN_MS = 800; // then the run ends: a process that stops waits for it

/**
 * Audits for most of a second, in short slices with pauses between them, and continues with the next call.
 * A round begins every hour (auditRound.ts); a round that fails begins again a minute later.
 */
export async function auditInSlices(gateway: Auditing, memory: AuditState, pace: Pace): Promise<void> {
  if (!memory.round && gateway.clock() < memory.dueAt) return;
  if (!memory.round) memory.dueAt = gateway.clock() + HOUR_MS;
  memory.round ??= auditRound(gateway);
  try {
    if (await isDone(memory.round, pace)) memory.round = undefined;
  } catch (error) {
    memory.round = undefined;
    memory.dueAt = gateway.clock() + MINUTE_MS;
    throw error;
  }
}

async function isDone(round: AsyncGenerator<void, void>, { elapsed, rest }: Pace): Promise<boolean> {
  const until = elapsed() + RUN_MS;
  for (let began = elapsed(); elapsed() < until;) {
    if ((await round.next()).done) return true;
    const worked = elapsed() - began;
    if (worked < SLICE_MS) continue;
    await rest(worked * RESTS);
    began = elapsed();
  }
  return false;
}
