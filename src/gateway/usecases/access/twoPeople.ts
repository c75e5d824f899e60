import { DAY_MS, isoTime, type Instant } from "../../../values/time.ts";
import { sentence } from "../../../values/sentence.ts";
import type { Permission } from "../../domain/access/permissions.ts";
import type { OpenedBy, User } from "../../domain/access/user.ts";
import { GatewayError } from "../../errors.ts";
import type { Gateway } from "../gateway.ts";
import { requireNoHold } from "./approvalHold.ts";
import { whoMay } from "./whoMay.ts";

/** The rule of two people, for payouts above a store's limit, the limit itself, and where a store's money goes. */

/** How many different people approve. */
export const PEOPLE_NEEDED = 2;

const OPENED_FOR_MS = DAY_MS; // as long as a hold on approvals

type Deps = Pick<Gateway, "persistence" | "clock">;

/** What an account keeps of the person who invites it, or enables it again. */
export function openedBy(
  { clock }: Pick<Gateway, "clock">,
  { id, name }: Pick<User, "id" | "name">,
): OpenedBy {
  return { userId: id, name, until: clock() + OPENED_FOR_MS };
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
 * person or one who may not approve payouts, approvals_on_hold while the account is on hold, or was opened by the other.
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
  await requireIndependent(gateway, first, second);
}

/**
 * Throws GatewayError approvals_on_hold while two accounts may be one person's: one was invited or enabled again by the other within
 * a day, directly or through further accounts.
 */
export async function requireIndependent(
  { persistence, clock }: Deps,
  first: string,
  second: string,
): Promise<void> {
  const now = clock();
  const users = await persistence.users.list();
  const group = groupOf(users, first, now);
  if (!group.has(second)) return;
  const until = Math.max(...users.flatMap(({ id, openedBy: by }) => (by && group.has(id) ? [by.until] : [])));
  throw new GatewayError(
    "approvals_on_hold",
    sentence(
      "One of you has invited the other, or enabled the account again, so until {time} you do not count as two people. Wait, or let another person approve.",
      { time: isoTime(until) },
    ),
  );
}

/** Whether there are two people among the users: accounts of which neither was opened by the other lately. */
export async function areTwoPeople(
  { persistence, clock }: Deps,
  userIds: readonly string[],
): Promise<boolean> {
  const users = await persistence.users.list();
  const [first, ...others] = userIds;
  if (first === undefined) return false;
  const group = groupOf(users, first, clock());
  return others.some((id) => !group.has(id));
}

/** The users whose approvals count as this one's own: the accounts that may be the same person's, and this one. */
export async function samePerson({ persistence, clock }: Deps, userId: string): Promise<readonly string[]> {
  return [...groupOf(await persistence.users.list(), userId, clock())];
}

/** The accounts that are connected with this one by invitations, or by being enabled again, of the last day. */
function groupOf(users: readonly User[], userId: string, now: Instant): ReadonlySet<string> {
  const pairs = users.flatMap(({ id, openedBy: by }) =>
    by && now < by.until ? [[id, by.userId] as const] : [],
  );
  const group = new Set([userId]);
  for (let size = 0; size < group.size;) {
    size = group.size;
    for (const [one, other] of pairs) if (group.has(one) || group.has(other)) group.add(one).add(other);
  }
  return group;
}
