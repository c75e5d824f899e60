import { MINUTE_MS, type Instant } from "../../../values/time.ts";
import { eachItem } from "../eachItem.ts";
import type { LastPolls } from "./polls.ts";
import type { Gateway } from "../gateway.ts";
import type { Lease } from "../../ports/persistencePort.ts";

/**
 * What the explorer's push channel does for the watch of the mempool: news of an address makes us look at it at once, and while
 * the channel works the looks in between are rare. What is believed is always what the look finds.
 */
export type AddressPushes = Readonly<{
  /** Follows these leases' addresses from now on, and no others; the first so many, where the explorer allows fewer. */
  follow(leases: readonly Lease[]): void;
  /**
   * True while news of a lease's address would be pushed: it was followed at the last poll, over a live
   * connection.
   */
  covers(leaseId: string, lastPoll: Instant): boolean;
  /** A look has found a payment that nothing had announced: the channel is not relied upon for a while. */
  missed(): void;
}>;

/** Where no push channel is configured. */
export const NO_ADDRESS_PUSHES: AddressPushes = {
  follow: () => {},
  covers: () => false,
  missed: () => {},
};

const DISTRUST_MS = 5 * MINUTE_MS;
const AT_ONCE = 3; // looks at one address between two rounds of the watch: a payment is news twice, then it waits for a block

type Followed = Readonly<{ lease: Lease; since: Instant }>;

/**
 * Follows gateway.addressHints. A push starts a look within the budget of explorer calls, and a few times for one address;
 * where it cannot be had, the address is due at the next round of the watch. Nothing is ever thrown.
 */
export function createAddressPushes(
  gateway: Pick<Gateway, "clock" | "log" | "addressHints" | "budgets">,
  looks: LastPolls,
  pollNow: (lease: Lease) => Promise<unknown>,
): AddressPushes {
  const { addressHints: hints, clock, budgets } = gateway;
  if (!hints) return NO_ADDRESS_PUSHES;
  let followed = new Map<string, Followed>(); // by address
  let covered = new Map<string, Instant>(); // by lease: since when
  let connection = hints.connection;
  let distrustedUntil = 0;
  const turns = new Map<string, number>(); // looks since the last round, by address

  hints.onNews((address) => {
    const { lease } = followed.get(address) ?? {};
    if (!lease) return;
    const already = turns.get(address) ?? 0;
    turns.set(address, already + 1);
    looks.delete(lease.id); // due, unless the look below is made
    if (already >= AT_ONCE || !budgets.explorer.take()) return;
    looks.set(lease.id, clock());
    const look = eachItem(gateway, "pushed address", [lease], async () => void (await pollNow(lease)));
    look.catch(() => {}); // a lost lease: the process that has it now looks
  });
  return {
    follow(leases) {
      const at = clock();
      const before = hints.connection === connection ? followed : new Map<string, Followed>(); // what was pushed in between is lost
      connection = hints.connection;
      const allowed = new Set(hints.follow(leases.map(({ address }) => address)));
      const kept = leases.filter(({ address }) => allowed.has(address));
      followed = new Map(
        kept.map((lease) => [lease.address, { lease, since: before.get(lease.address)?.since ?? at }]),
      );
      covered = new Map([...followed.values()].map(({ lease, since }) => [lease.id, since]));
      turns.clear();
    },
    covers(leaseId, lastPoll) {
      if (hints.connection === undefined || hints.connection !== connection) return false;
      const since = covered.get(leaseId);
      return since !== undefined && lastPoll > since && clock() >= distrustedUntil;
    },
    missed() {
      distrustedUntil = clock() + DISTRUST_MS;
      gateway.log.warn("addresses.push_missed", { untilThenPolled: distrustedUntil });
    },
  };
}
