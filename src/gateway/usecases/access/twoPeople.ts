import { sentence } from "../../../values/sentence.ts";
import type { Instant } from "../../../values/time.ts";
import type { Permission } from "../../domain/access/permissions.ts";
import {
  CONNECTED_MS,
  eventsIn,
  findSeparation,
  maySharePerson,
  type AccountEvent,
} from "../../domain/access/samePerson.ts";
import { GatewayError } from "../../errors.ts";
import type { Gateway } from "../gateway.ts";
import { requireNoHold } from "./approvalHold.ts";
import { whoMay } from "./whoMay.ts";

/** The rule of two people: for payouts above a store's limit, for the limit itself, and for where a store's money goes. */

/** How many different people approve. */
export const PEOPLE_NEEDED = 2;

type Deps = Pick<Gateway, "persistence" | "clock">;

/**
 * Records that an account got power over another one. `by` is undefined for a command, and for a key that belongs to no person;
 * `storeId` is the store of a role, and undefined for power in every store.
 */
export async function recordAccountEvent(
  { persistence, clock }: Deps,
  kind: AccountEvent["kind"],
  userId: string,
  by: string | undefined,
  storeId?: string,
): Promise<void> {
  const place = storeId === undefined ? {} : { storeId };
  await persistence.accountEvents.record({ kind, userId, by, at: clock(), ...place });
}

/** Whether enough people may approve in the store. */
export async function hasTwoPeople(gateway: Deps, storeId: string): Promise<boolean> {
  return (await whoMay(gateway, storeId, "canmanagepayouts")).length >= PEOPLE_NEEDED;
}

/** Whether a user may do this in the store now. */
export async function isAmong(
  gateway: Pick<Gateway, "persistence">,
  storeId: string,
  permission: Permission,
  userId: string,
): Promise<boolean> {
  return (await whoMay(gateway, storeId, permission)).some(({ id }) => id === userId);
}

/**
 * Throws GatewayError unless `second` confirms what `first` has asked for as another person: second_person_needed for the same
 * account or one that may not approve payouts, approvals_on_hold while the account is on hold or may belong to the same person.
 */
export async function requireSecondPerson(
  gateway: Deps,
  storeId: string,
  first: string,
  second: string,
): Promise<void> {
  if (first === second || !(await isAmong(gateway, storeId, "canmanagepayouts", second)))
    throw new GatewayError(
      "second_person_needed",
      sentence(
        "A second person who may approve payouts must confirm this change, not the one who asked for it.",
      ),
    );
  await requireNoHold(gateway, second);
  await requireIndependent(gateway, storeId, first, second);
}

/** Throws GatewayError approvals_on_hold while two accounts may belong to the same person in a store. */
export async function requireIndependent(
  gateway: Deps,
  storeId: string,
  first: string,
  second: string,
): Promise<void> {
  const until = findSeparation(await loadEvents(gateway, storeId), first, second, gateway.clock());
  if (until === undefined) return;
  throw new GatewayError(
    "approvals_on_hold",
    sentence(
      "Within a day one of your accounts was invited, given a role, reset or enabled by the other, by a command, or through further accounts. You count as two people from {time}. Wait, or let another person approve.",
      { time: { moment: until } },
    ),
  );
}

/** Whether there are two people among the users of a store. */
export async function areTwoPeople(
  gateway: Deps,
  storeId: string,
  userIds: readonly string[],
): Promise<boolean> {
  const events = await loadEvents(gateway, storeId);
  const now = gateway.clock();
  return userIds.some((one, place) =>
    userIds.slice(place + 1).some((other) => !maySharePerson(events, one, other, now)),
  );
}

/** Lists the users whose approvals in a store count as this user's own, the user included. */
export async function samePerson(gateway: Deps, storeId: string, userId: string): Promise<readonly string[]> {
  const [events, users] = await Promise.all([loadEvents(gateway, storeId), gateway.persistence.users.list()]);
  const now = gateway.clock();
  const others = users.map(({ id }) => id).filter((id) => id !== userId);
  return [userId, ...others.filter((id) => maySharePerson(events, userId, id, now))];
}

/** A person who may approve payouts in a store, and from when the person counts as a second one; undefined: now. */
export type PossibleSecond = Readonly<{ name: string; from: Instant | undefined }>;

/** Lists who can be the second person for what `first` has approved or asked for, in the order in which they can. */
export async function listSecondPeople(
  gateway: Deps,
  storeId: string,
  first: string,
): Promise<readonly PossibleSecond[]> {
  const [events, approvers] = await Promise.all([
    loadEvents(gateway, storeId),
    whoMay(gateway, storeId, "canmanagepayouts"),
  ]);
  const now = gateway.clock();
  return approvers
    .filter(({ id }) => id !== first)
    .map(({ id, name, approvalHold }) => {
      const held = approvalHold && now < approvalHold.until ? approvalHold.until : now;
      const from = Math.max(held, findSeparation(events, first, id, now) ?? now);
      return { name, from: from > now ? from : undefined };
    })
    .toSorted((a, b) => (a.from ?? now) - (b.from ?? now));
}

async function loadEvents({ persistence, clock }: Deps, storeId: string): Promise<readonly AccountEvent[]> {
  return eventsIn(await persistence.accountEvents.since(clock() - CONNECTED_MS), storeId);
}
