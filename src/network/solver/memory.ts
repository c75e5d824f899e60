import type { Log } from "../../runtime/log.ts";
import type { Instant } from "../../values/time.ts";
import type { NetworkParts } from "../parts.ts";

/** The solver's state between ticks. A restart may lose it: durable state is in the database. */
export type SolverMemory = Readonly<{
  /** Transactions that were broadcast: when last, and whether the chain took them. */
  broadcasts: Map<string, Readonly<{ at: Instant; taken: boolean }>>;
  /** The transaction that a chain should take next, since when, and the chain's height then. */
  heads: Map<number, Readonly<{ hash: string; since: Instant; height: number }>>;
  /** Payments that are in a block which is not deep enough yet, or that a chain calls reverted. */
  inBlock: Set<string>;
  /** Expensive observations of payments, and since when: one node may be wrong for a while. */
  doubted: Map<string, Instant>;
  /**
   * Simulations that a node refuses with an unknown text: since when, the last time, and how often (see
   * simulate.ts).
   */
  refused: Map<string, Readonly<{ since: Instant; last: Instant; times: number }>>;
  /** Requests with unanswered simulations, and how many in a row (see fillWithBackoff.ts). */
  silent: Map<string, number>;
  /** Deposits that are worth giving back, and so worth a sweep for it. */
  worthRefunding: Set<string>;
  /** Work that cannot be done now, and when to try again. */
  putOff: Map<string, Instant>;
  /** Where the last turn ended in lists that are too long for one (see pages.ts). */
  pages: Map<string, string>;
  alarms: Alarms;
}>;

/** The parts and the memory: what the solver's jobs take. */
export type SolverParts = NetworkParts & Readonly<{ memory: SolverMemory }>;

/** Raises an alarm once when a condition begins, not every second while it lasts. */
export type Alarms = Readonly<{
  raise(event: string, about: string, data: Record<string, unknown>): void;
  clear(event: string, about: string): void;
}>;

/** An empty memory. */
export function newMemory(log: Log): SolverMemory {
  return {
    broadcasts: new Map(),
    heads: new Map(),
    inBlock: new Set(),
    doubted: new Map(),
    refused: new Map(),
    silent: new Map(),
    worthRefunding: new Set(),
    putOff: new Map(),
    pages: new Map(),
    alarms: createAlarms(log),
  };
}

function createAlarms(log: Log): Alarms {
  const raised = new Set<string>();
  return {
    raise(event, about, data) {
      const key = `${event} ${about}`;
      if (raised.has(key)) return;
      raised.add(key);
      log.error(event, data);
    },
    clear(event, about) {
      if (raised.delete(`${event} ${about}`)) log.info(`${event}_over`, { about });
    },
  };
}

/** True once a condition was observed for `ms`: the first time is only recorded. */
export function lasts({ memory, clock }: SolverParts, what: string, ms: number): boolean {
  const since = memory.doubted.get(what) ?? clock();
  memory.doubted.set(what, since);
  return clock() - since >= ms;
}

/** True while work that was put off is not due. */
export function isBackedOff({ memory, clock }: SolverParts, what: string): boolean {
  return (memory.putOff.get(what) ?? 0) > clock();
}

/** Puts work off by `ms` from now: regular work, or work that has just failed. */
export function backOff({ memory, clock }: SolverParts, what: string, ms: number): void {
  memory.putOff.set(what, clock() + ms);
}

/** The key of the observation that a payment's nonce was used up by another sender. */
export function takenKey(paymentId: string): string {
  return `taken ${paymentId}`;
}

/** True while a chain shows that a payment's nonce was used up by another sender. */
export function isTaken({ memory }: SolverParts, paymentId: string): boolean {
  return memory.doubted.has(takenKey(paymentId));
}

/** The key of the observation that a payment's order was submitted by another sender. */
export function usedKey(paymentId: string): string {
  return `used ${paymentId}`;
}
