import { DAY_MS, type Instant } from "../../../values/time.ts";

/** Ways in which one account gets power over another. */
export const ACCOUNT_EVENTS = ["invited", "role_given", "reset", "put_on_hold", "enabled"] as const;

/** What was done to an account, and the account that did it. Within a day the two accounts may belong to one person. */
export type AccountEvent = Readonly<{
  kind: (typeof ACCOUNT_EVENTS)[number];
  userId: string; // of the account to which it was done
  by: string | undefined; // the account that did it; undefined for a command, and for a key that belongs to no person
  storeId?: string | undefined; // where a role was given; undefined for what counts in every store
  at: Instant;
}>;

/** How long an event connects two accounts: as long as a hold on approvals. */
export const CONNECTED_MS = DAY_MS;

type Events = readonly AccountEvent[];

/** Selects the events that count in a store: a role in another store gives no power in this one. */
export function eventsIn(events: Events, storeId: string): Events {
  return events.filter((event) => event.storeId === undefined || event.storeId === storeId);
}

/**
 * Tells whether two accounts may belong to the same person: a path of recent events connects them, in either direction. An event
 * without a known author may be anyone's, so every account that it reaches is no second person for any other account.
 */
export function maySharePerson(events: Events, one: string, other: string, now: Instant): boolean {
  const recent = events.filter(({ at }) => now < at + CONNECTED_MS);
  const [fromOne, fromOther] = [reach(recent, one), reach(recent, other)];
  return fromOne.has(other) || fromOne.has(undefined) || fromOther.has(undefined);
}

/** Finds from when two different accounts count as two people; undefined where they do at `now`. */
export function findSeparation(
  events: Events,
  one: string,
  other: string,
  now: Instant,
): Instant | undefined {
  if (!maySharePerson(events, one, other, now)) return undefined;
  const ends = events.map(({ at }) => at + CONNECTED_MS).toSorted((a, b) => a - b);
  return ends.find((end) => now < end && !maySharePerson(events, one, other, end));
}

/** Collects the accounts that events connect with this one, and undefined where an author is unknown. */
function reach(events: Events, start: string): ReadonlySet<string | undefined> {
  const reached = new Set<string | undefined>([start]);
  for (let size = 0; size < reached.size;) {
    size = reached.size;
    for (const { userId, by } of events) {
      if (reached.has(userId)) reached.add(by);
      if (by !== undefined && reached.has(by)) reached.add(userId);
    }
  }
  return reached;
}
