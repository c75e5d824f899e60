import { DAY_MS, MINUTE_MS, SECOND_MS, type Clock, type Instant } from "../values/time.ts";

const CATCHING_UP = 0.9; // the speed of this clock while the machine's is behind it
const MOST_STEP_MS = 5 * SECOND_MS; // a step forward of more than this is a jump
const MOST_LAG_MS = MINUTE_MS; // of a slower clock that may be made up at once when the machine's is set right
const WAIT_MS = 10 * MINUTE_MS; // a jump that no source confirms or contradicts is followed after this time
const TOLERANCE_MS = MINUTE_MS; // HTTP caches give answers with an old Date
const MOST_LEAD_MS = DAY_MS; // a source with a wrong clock delays by no more than this

/** How the clock stands: `wrong` when the other machines say so, `byMs` then is positive for a clock that is ahead. */
export type ClockState = Readonly<{ kind: "steady" | "jumped" | "wrong"; byMs: number }>;

/** What the clocks of other machines say about this machine's clock. */
export type OutsideTime = Readonly<{
  /** Takes the time that another machine has told just now. It confirms or contradicts, and never sets the clock. */
  hear(source: string, at: Instant): void;
  /**
   * By how much (ms) something that was made at `madeAt` would come too early: how far all sources say that the clock is
   * ahead, for what was made before the clock began. 0 for what was made since, which is measured by elapsed time.
   */
  lead(madeAt: Instant): number;
  state(): ClockState;
  /** The machine's clock as it stands. */
  wall: Clock;
}>;

/**
 * The machine's clock, made continuous. `elapsed` counts monotonic milliseconds (performance.now).
 *
 * - When the machine's clock is set back, this one runs a tenth slower until the other has caught up: a timer
 *   of nine seconds takes ten, and not an hour. When the other one is set right meanwhile, this one makes up for the
 *   time by which it ran slower.
 * - When it jumps forward by more than five seconds, this one goes on by elapsed time. It follows when another
 *   machine's time is nearer to the machine's clock, or after ten minutes in which none was heard (decision 65).
 */
export function createSteadyClock(wall: Clock, elapsed: () => number): Clock & OutsideTime {
  let shown = wall();
  let seenAt = elapsed();
  let beganAt = shown;
  let lag = 0; // behind elapsed time, since the machine's clock was set back
  let jump: Readonly<{ since: number; isDenied: boolean }> | undefined;
  const leads = new Map<string, number>(); // by source, of this clock

  const follow = () => {
    shown = beganAt = wall();
    jump = undefined;
    lag = 0;
    leads.clear();
  };
  const tick = (): Instant => {
    const now = elapsed();
    const passed = now - seenAt;
    const machine = wall();
    seenAt = now;
    if (machine - (shown + passed) <= MOST_STEP_MS + Math.min(lag, MOST_LAG_MS)) {
      const slower = shown + passed * CATCHING_UP;
      lag = machine < slower ? lag + passed * (1 - CATCHING_UP) : 0;
      jump = undefined;
      shown = Math.max(machine, slower);
    } else {
      jump ??= { since: now, isDenied: false };
      shown += passed;
      if (now - jump.since >= WAIT_MS) follow();
    }
    return Math.floor(shown);
  };
  const leastLead = () => (leads.size === 0 ? 0 : Math.min(...leads.values()));

  return Object.assign(tick, {
    wall,
    hear(source: string, at: Instant) {
      tick();
      if (jump) {
        if (Math.abs(wall() - at) < Math.abs(shown - at)) follow();
        else jump = { since: seenAt, isDenied: true };
      }
      leads.set(source, shown - at);
    },
    lead(madeAt: Instant) {
      const lead = leastLead();
      return madeAt >= beganAt || lead <= TOLERANCE_MS ? 0 : Math.min(lead, MOST_LEAD_MS);
    },
    state(): ClockState {
      tick();
      if (jump) return { kind: jump.isDenied ? "wrong" : "jumped", byMs: wall() - shown };
      const ahead = leastLead();
      if (ahead > TOLERANCE_MS) return { kind: "wrong", byMs: ahead };
      const behind = leads.size === 0 ? 0 : Math.max(...leads.values());
      return behind < -TOLERANCE_MS ? { kind: "wrong", byMs: behind } : { kind: "steady", byMs: 0 };
    },
  });
}
