import { GatewayError } from "../../errors.ts";
import { nameKey } from "../../domain/access/nameKey.ts";
import type { Access } from "../../domain/access/roles.ts";
import type { User } from "../../domain/access/user.ts";
import type { ApiKey } from "../../ports/accessPort.ts";
import type { Gateway } from "../gateway.ts";
import { readEmailAddress } from "../../domain/mail/emailAddress.ts";
import { requireMailer } from "../mail/mailInvoice.ts";
import type { NoticeTools } from "../mail/noticeMail.ts";
import { newInvitation } from "./accessLinks.ts";
import { mailInvitation } from "./mailInvitation.ts";
import {
  addMember,
  giveRole,
  peopleOf,
  removeMember,
  requireGivable,
  requireWithoutFactor,
} from "./people.ts";
import { takeInvitation } from "./takeInvitation.ts";

type Deps = Pick<Gateway, "persistence" | "clock" | "random">;

/** The user whose key it is. Throws user_not_found for a key of no user, and for one of a user who was disabled. */
export async function userOfKey(
  { persistence }: Pick<Deps, "persistence">,
  { userId }: Pick<ApiKey, "userId">,
): Promise<User> {
  const user = userId === undefined ? undefined : await persistence.users.load(userId);
  if (user && user.disabledAt === undefined) return user;
  const message = "This key is of no user. Make one as the user, in the browser or with --user.";
  throw new GatewayError("user_not_found", message);
}

/**
 * Makes a user, named by id or by a confirmed e-mail address, a member of the key's store. An address that no user has confirmed gets
 * an invitation instead, and the caller cannot see which of both was done. Returns what the audit log records. Throws GatewayError:
 * user_not_found, mail_off for an address where no mail server is set, too_many_invitations, and as addMember.
 */
export async function addUserBy(
  tools: InviteTools,
  key: ApiKey,
  named: string,
  role: string,
): Promise<Readonly<{ userId?: string; email?: string }>> {
  const email = readEmailAddress(named);
  if (email === undefined) {
    await addMember(tools, accessOfKey(key), { storeId: key.storeId, userId: named, role });
    return { userId: named };
  }
  requireMailer(tools);
  await requireGivable(tools, accessOfKey(key), key.storeId, role);
  await requireWithoutFactor(tools, key.storeId, role);
  await takeInvitation(tools, key.storeId);
  const found = await tools.persistence.users.byEmail(email);
  if (found && found.disabledAt === undefined) {
    await addMember(tools, accessOfKey(key), { storeId: key.storeId, userId: found.id, role });
    return { userId: found.id };
  }
  await inviteBy(tools, key, email, role);
  return { email };
}

/** What inviting by e-mail takes. */
export type InviteTools = Deps & NoticeTools & Readonly<{ pathOf(token: string): string }>;

async function inviteBy(tools: InviteTools, key: ApiKey, email: string, role: string): Promise<void> {
  const { storeId, userId: createdBy } = key;
  const maker = createdBy === undefined ? undefined : await tools.persistence.users.load(createdBy);
  const store = (await tools.persistence.stores.load(storeId))?.name ?? "";
  const token = await newInvitation(tools, {
    email,
    storeId,
    role,
    ...(maker ? { createdBy: maker.id } : {}),
  });
  await mailInvitation(tools, { email, store, by: maker?.name ?? store, path: tools.pathOf(token) });
}

/** Gives a member of the key's store another role. Throws GatewayError: user_not_found, and as giveRole. */
export async function changeRoleBy(
  deps: Deps,
  key: ApiKey,
  named: string,
  role: string,
): Promise<Readonly<{ userId: string }>> {
  const user = await memberOf(deps, key.storeId, named);
  await giveRole(deps, accessOfKey(key), { storeId: key.storeId, userId: user.id, role });
  return { userId: user.id };
}

/** Takes a member out of the key's store. Throws GatewayError: user_not_found, and as removeMember. */
export async function removeUserBy(
  deps: Deps,
  key: ApiKey,
  named: string,
): Promise<Readonly<{ userId: string }>> {
  const user = await memberOf(deps, key.storeId, named);
  await removeMember(deps, accessOfKey(key), key.storeId, user.id);
  return { userId: user.id };
}

/** A member of the store; a user of other stores is not found, as an unknown id is. */
async function memberOf(deps: Deps, storeId: string, named: string): Promise<User> {
  const { people } = await peopleOf(deps, storeId);
  return namedIn(
    people.map(({ user }) => user),
    named,
  );
}

function namedIn(users: readonly User[], named: string): User {
  const isNamed = ({ id, email, isEmailConfirmed }: User) =>
    id === named || (isEmailConfirmed && nameKey(email ?? "") === nameKey(named));
  const found = users.find(isNamed);
  if (found) return found;
  throw new GatewayError("user_not_found", "There is no user of this id or confirmed e-mail address.");
}

/** A key may do in its store what it was made for, and in no other anything. */
function accessOfKey({ storeId, permissions }: ApiKey): Access {
  return { isAdmin: false, stores: new Map([[storeId, permissions]]), requiresTwoFactors: false };
}
