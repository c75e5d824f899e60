import type { Log } from "../../runtime/log.ts";
import type { Instant } from "../../values/time.ts";
import type { NetworkParts } from "../parts.ts";

/** What the solver remembers from turn to turn. A restart may lose it: whatever must last is in the database. */
export type SolverMemory = Readonly<{
  /** Transactions that were handed over: when last, and whether the chain took them. */
  handedOver: Map<string, Readonly<{ at: Instant; taken: boolean }>>;
  /** The transaction that a chain should take next, since when, and the chain's height then. */
  heads: Map<number, Readonly<{ hash: string; since: Instant; height: number }>>;
  /** Payments that are in a block which is not deep enough yet, or that a chain calls reverted. */
  inBlock: Set<string>;
  /** Payments about which a chain says something expensive, and since when: one node may be confused for a while. */
  doubted: Map<string, Instant>;
  /** Trials that a node refuses in words that nobody knows: since when, the last time, and how often (see tryOut.ts). */
  refused: Map<string, Readonly<{ since: Instant; last: Instant; times: number }>>;
  /** Requests whose trial got no answer, and how often in a row (see fillPatiently.ts). */
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

/** Calls somebody once when something becomes wrong, not every second while it stays so. */
export type Alarms = Readonly<{
  raise(event: string, about: string, data: Record<string, unknown>): void;
  clear(event: string, about: string): void;
}>;

/** An empty memory. */
export function newMemory(log: Log): SolverMemory {
  return {
    handedOver: new Map(),
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

/** True once something has been said for `ms`: the first time it is only noted. */
export function lasts({ memory, clock }: SolverParts, what: string, ms: number): boolean {
  const since = memory.doubted.get(what) ?? clock();
  memory.doubted.set(what, since);
  return clock() - since >= ms;
}

/** True while work that was put off is not due. */
export function isPutOff({ memory, clock }: SolverParts, what: string): boolean {
  return (memory.putOff.get(what) ?? 0) > clock();
}

/** Puts work off by `ms` from now: regular work, or work that has just failed. */
export function putOff({ memory, clock }: SolverParts, what: string, ms: number): void {
  memory.putOff.set(what, clock() + ms);
}

/** Under which name it is noted that a chain says a payment's nonce was used up by somebody else. */
export function takenKey(paymentId: string): string {
  return `taken ${paymentId}`;
}

/** True while a chain says that a payment's nonce was used up by somebody else. */
export function isTaken({ memory }: SolverParts, paymentId: string): boolean {
  return memory.doubted.has(takenKey(paymentId));
}

/** Under which name it is noted that a chain says a payment's order was handed in by somebody else. */
export function usedKey(paymentId: string): string {
  return `used ${paymentId}`;
}
