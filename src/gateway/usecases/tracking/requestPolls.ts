import { MINUTE_MS, type Clock, type Instant } from "../../../values/time.ts";
import type { Lease } from "../../ports/persistencePort.ts";
import { isDue, type LastPolls } from "./polls.ts";

/**
 * When the service was last polled for what. In memory: after a restart nothing has been polled, and ages
 * begin anew. Leases stand in a queue: the one at its head is polled next and goes to the end. The queue
 * advances every second, so that each lease is polled within PACE_MS, however many arrive at once; when the
 * budget is too small for that, as fast as the budget allows. Open leases are read in pages, again and
 * again: a full pass keeps the leases that it meets, its end drops the rest.
 */
export type RequestPolls = Readonly<{
  startedAt: Instant;
  /** The last poll of each invoice with a pending payment. */
  moving: LastPolls;
  /** The last poll of each lease with an open page, on chains that only the service can see. */
  watched: LastPolls;
  laps: Laps;
  /** Invoices with a Bitcoin deposit: the chain has shown what the service may know more about. */
  notePaid(invoiceId: string): void;
  isPaid(invoiceId: string): boolean;
  /** Lets a lease take part. */
  keep(lease: Lease): void;
  /** The lease at the head of the queue, which goes to its end; undefined when none is due. */
  nextTurn(): Lease | undefined;
  /** True when the next turn has come. */
  isTurn(): boolean;
  /** The service has answered about a lease, whichever caller asked. */
  answered(leaseId: string): void;
  /** The age (ms) of the oldest answer about a lease that needs looks, counted from the start of the process or of the lease; 0 without any. */
  oldestPollAge(): number;
}>;

/** How far the reading of open leases has come: pages of ids in order, from the beginning again once a lap is over. */
export type Laps = Readonly<{
  isFirst(): boolean;
  /** The id after which to read on; undefined while the next lap is not due. */
  next(): string | undefined;
  /** Continues after that id; undefined means that the end was reached. */
  goOn(after: string | undefined): void;
}>;

const PACE_MS = 7 * MINUTE_MS; // with a lap's time this stays below the ten minutes within which every lease is looked at
const SOONEST_MS = MINUTE_MS; // a lease that was just polled, for any reason, can wait
const LAP_EVERY_MS = 2 * MINUTE_MS;

type Turn = Readonly<{ lease: Lease; lap: number; turnAt: Instant; answeredAt: Instant }>;

/** An empty queue of polls. */
export function createRequestPolls(clock: Clock): RequestPolls {
  const startedAt = clock();
  const queue = new Map<string, Turn>(); // by lease; a map keeps its order
  const paid = new Map<string, number>(); // by invoice: the lap that last met it
  const lap = { number: 1, beganAt: startedAt, after: "" as string | undefined };
  let allowed = 0; // turns
  let allowedAt = startedAt;

  const dropUnmet = () => {
    for (const [id, turn] of queue) if (turn.lap < lap.number) queue.delete(id);
    for (const [id, number] of paid) if (number < lap.number) paid.delete(id);
  };
  const isTurn = () => {
    const at = clock();
    const passed = Math.max(0, at - allowedAt); // a clock that was set back gives nothing
    allowed = Math.min(queue.size, allowed + (queue.size * passed) / PACE_MS);
    allowedAt = at;
    const [head] = queue.values();
    if (!head || !isDue(at, head.turnAt, SOONEST_MS)) return false;
    return allowed >= 1 || isDue(at, head.turnAt, PACE_MS);
  };
  return {
    startedAt,
    moving: new Map(),
    watched: new Map(),
    laps: {
      isFirst: () => lap.number === 1,
      next() {
        if (lap.after === undefined && isDue(clock(), lap.beganAt, LAP_EVERY_MS)) {
          Object.assign(lap, { number: lap.number + 1, beganAt: clock(), after: "" });
        }
        return lap.after;
      },
      goOn(after) {
        lap.after = after;
        if (after === undefined) dropUnmet();
      },
    },
    notePaid: (invoiceId) => void paid.set(invoiceId, lap.number),
    isPaid: (invoiceId) => paid.has(invoiceId),
    keep(lease) {
      const since = Math.max(startedAt, lease.fromAt);
      const { turnAt = since, answeredAt = since } = queue.get(lease.id) ?? {};
      queue.set(lease.id, { lease, turnAt, answeredAt, lap: lap.number });
    },
    isTurn,
    nextTurn() {
      const [head] = queue.values();
      if (!head || !isTurn()) return undefined;
      allowed = Math.max(0, allowed - 1);
      queue.delete(head.lease.id);
      queue.set(head.lease.id, { ...head, turnAt: clock() });
      return head.lease;
    },
    answered(leaseId) {
      const turn = queue.get(leaseId);
      if (!turn) return;
      queue.delete(leaseId);
      queue.set(leaseId, { ...turn, turnAt: clock(), answeredAt: clock() });
    },
    oldestPollAge() {
      const at = clock();
      let oldest = at;
      for (const { answeredAt } of queue.values()) oldest = Math.min(oldest, answeredAt);
      return at - oldest;
    },
  };
}
