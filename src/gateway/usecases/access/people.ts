import { mayGive, mayIn, OWNER_ROLE, roleOf, rolesIn, type Access } from "../../domain/access/roles.ts";
import { GatewayError } from "../../errors.ts";
import type { AccessLink, UserChange } from "../../ports/userPort.ts";
import type { Member, Role, User } from "../../domain/access/user.ts";
import type { AccessDeps } from "./access.ts";
import { dropDeadLinks, newInvitation } from "./accessLinks.ts";
import { sentence } from "../../../values/sentence.ts";
import { requireNoHold } from "./approvalHold.ts";
import { recordAccountEvent } from "./twoPeople.ts";

type PeopleDeps = Pick<AccessDeps, "persistence" | "clock" | "random">;

/** Who gives access: what the caller may do, and the account; undefined for a key that belongs to no person. */
export type Giver = Readonly<{ userId: string | undefined; access: Access }>;

/** A member of a store, with the account. */
export type Person = Readonly<{ user: User; member: Member; role: Role }>;

/** The people of a store, and the invitations to it that work. */
export async function peopleOf(
  { persistence, clock }: PeopleDeps,
  storeId: string,
): Promise<
  Readonly<{ people: readonly Person[]; invitations: readonly AccessLink[]; roles: readonly Role[] }>
> {
  const { users, members, accessLinks } = persistence;
  const [known, of, roles, links] = await Promise.all([
    users.list(),
    members.ofStore(storeId),
    members.roles(),
    accessLinks.list(),
  ]);
  const people = of.flatMap((member) => {
    const user = known.find(({ id }) => id === member.userId);
    return user ? [{ user, member, role: roleOf(roles, storeId, member.role) }] : [];
  });
  const invitations = links.filter((link) => {
    return link.kind === "invitation" && link.storeId === storeId && clock() < link.expiresAt;
  });
  return { people, invitations, roles: rolesIn(roles, storeId) };
}

/**
 * Invites a person to a store, and gives the token of the link. Throws GatewayError (role_not_allowed, role_not_found,
 * approvals_on_hold).
 */
export async function invite(
  deps: PeopleDeps,
  by: Giver,
  wanted: Readonly<{ email: string; storeId: string; role: string }>,
): Promise<string> {
  await requireNoHold(deps, by.userId);
  await requireGivable(deps, by.access, wanted.storeId, wanted.role);
  return newInvitation(deps, { ...wanted, createdBy: by.userId });
}

/** Deletes an invitation to a store, and gives it; undefined where there is none. Throws GatewayError (role_not_allowed). */
export async function withdrawInvitation(
  deps: PeopleDeps,
  { access, userId: by }: Giver,
  storeId: string,
  digest: string,
): Promise<AccessLink | undefined> {
  await requireNoHold(deps, by);
  const { accessLinks, members } = deps.persistence;
  const found = await accessLinks.find(digest);
  if (found?.storeId !== storeId || found.role === undefined) return undefined;
  requireMayGive(access, storeId, roleOf(await members.roles(), storeId, found.role));
  return (await accessLinks.take(digest)) ? found : undefined;
}

/**
 * Gives a member of a store another role; people become members by invitations. Throws GatewayError: member_not_found,
 * role_not_allowed for a role that allows more than the caller has (the old one too), role_not_found, last_owner,
 * approvals_on_hold.
 */
export async function giveRole(
  deps: PeopleDeps,
  { access, userId: by }: Giver,
  { storeId, userId, role }: Pick<Member, "storeId" | "userId" | "role">,
): Promise<void> {
  const { members } = deps.persistence;
  await requireNoHold(deps, by);
  await requireGivable(deps, access, storeId, role);
  const known = (await members.ofStore(storeId)).find((member) => member.userId === userId);
  if (!known)
    throw new GatewayError(
      "member_not_found",
      sentence("The store has no member with this id. Invite the person."),
    );
  requireMayGive(access, storeId, roleOf(await members.roles(), storeId, known.role));
  const losesOwner = known.role === OWNER_ROLE && role !== OWNER_ROLE;
  if (losesOwner) await requireOtherOwner(deps, storeId, userId);
  await recordAccountEvent(deps, "role_given", userId, by, storeId);
  await members.put({ ...known, role });
  if (losesOwner) await keepOwner(deps, known);
  await dropDeadLinks(deps, userId);
}

/**
 * Makes an enabled user of the server a member of a store, without an invitation: Greenfield's call does so. Not with a role that
 * asks for a second factor, which would shut out a user who was not asked. Throws GatewayError: user_not_found,
 * role_not_allowed, role_not_found, duplicate_store_user_role, approvals_on_hold.
 */
export async function addMember(
  deps: PeopleDeps,
  { access, userId: by }: Giver,
  { storeId, userId, role }: Pick<Member, "storeId" | "userId" | "role">,
): Promise<void> {
  const { members, users } = deps.persistence;
  await requireNoHold(deps, by);
  await requireGivable(deps, access, storeId, role);
  const user = await users.load(userId);
  if (!user || user.disabledAt !== undefined)
    throw new GatewayError("user_not_found", "There is no such user. Invite the person in the browser.");
  await requireWithoutFactor(deps, storeId, role);
  if ((await members.ofStore(storeId)).some((member) => member.userId === userId))
    throw new GatewayError("duplicate_store_user_role", "The user is in the store already.");
  await recordAccountEvent(deps, "role_given", userId, by, storeId);
  await members.put({ storeId, userId, role, addedAt: deps.clock() });
}

/** Throws GatewayError (role_not_allowed) for a role that asks for a second factor. */
export async function requireWithoutFactor(
  { persistence }: Pick<PeopleDeps, "persistence">,
  storeId: string,
  role: string,
): Promise<void> {
  if (!roleOf(await persistence.members.roles(), storeId, role).requiresTwoFactors) return;
  throw new GatewayError(
    "role_not_allowed",
    `The role ${role} asks for a second factor. Invite the person in the browser.`,
  );
}

/**
 * Takes a member out of a store; false where the user is none. Throws GatewayError (role_not_allowed, last_owner,
 * approvals_on_hold).
 */
export async function removeMember(
  deps: PeopleDeps,
  { access, userId: by }: Giver,
  storeId: string,
  userId: string,
): Promise<boolean> {
  const { members } = deps.persistence;
  await requireNoHold(deps, by);
  const known = (await members.ofStore(storeId)).find((member) => member.userId === userId);
  if (!known) return false;
  requireMayGive(access, storeId, roleOf(await members.roles(), storeId, known.role));
  if (known.role === OWNER_ROLE) await requireOtherOwner(deps, storeId, userId);
  await members.remove(storeId, userId);
  if (known.role === OWNER_ROLE) await keepOwner(deps, known);
  await dropDeadLinks(deps, userId);
  return true;
}

/**
 * Puts a role in the place of the present one of its name. Its members count as given a role by the one who changes it. Throws
 * GatewayError (approvals_on_hold).
 */
export async function changeRole(
  deps: Pick<PeopleDeps, "persistence" | "clock">,
  by: string,
  role: Role,
): Promise<void> {
  await requireNoHold(deps, by);
  const { members } = deps.persistence;
  const { storeId } = role;
  if (storeId !== undefined)
    for (const member of await members.ofStore(storeId))
      if (member.role === role.name) await recordAccountEvent(deps, "role_given", member.userId, by, storeId);
  await members.putRole(role);
}

/**
 * Disables a user, who is signed out everywhere, or enables them again; `by` is the account that does it. Throws GatewayError
 * (last_administrator, approvals_on_hold).
 */
export async function setDisabled(
  deps: PeopleDeps,
  userId: string,
  isDisabled: boolean,
  by: string,
): Promise<void> {
  const { users, sessions } = deps.persistence;
  await requireNoHold(deps, by);
  if (!isDisabled) {
    await recordAccountEvent(deps, "enabled", userId, by);
    return users.change(userId, { disabledAt: undefined });
  }
  await withoutLastAdmin(deps, userId, { disabledAt: deps.clock() }, { disabledAt: undefined });
  await sessions.endAll(userId);
  await dropDeadLinks(deps, userId);
}

/** Makes a user an administrator of the server, or no longer. Throws GatewayError (last_administrator, approvals_on_hold). */
export async function setAdmin(
  deps: PeopleDeps,
  userId: string,
  isAdmin: boolean,
  by: string,
): Promise<void> {
  await requireNoHold(deps, by);
  await recordAccountEvent(deps, "role_given", userId, by);
  if (isAdmin) return deps.persistence.users.change(userId, { isAdmin });
  await withoutLastAdmin(deps, userId, { isAdmin }, { isAdmin: true });
  await dropDeadLinks(deps, userId);
}

/** Throws GatewayError (role_not_found, role_not_allowed) for a role that the caller may not give in the store. */
export async function requireGivable(
  deps: PeopleDeps,
  access: Access,
  storeId: string,
  name: string,
): Promise<void> {
  const role = rolesIn(await deps.persistence.members.roles(), storeId).find((known) => known.name === name);
  if (!role) throw new GatewayError("role_not_found", sentence("There is no role {name}.", { name }));
  requireMayGive(access, storeId, role);
}

function requireMayGive(access: Access, storeId: string, role: Role): void {
  if (mayIn(access, storeId, "canmanageusers") && mayGive(access, storeId, role)) return;
  throw new GatewayError(
    "role_not_allowed",
    sentence("The role {role} allows more than you may do yourself.", { role: role.name }),
  );
}

/** Throws last_owner unless another enabled member is an owner. An administrator who is not an owner does not count. */
async function requireOtherOwner(
  { persistence }: PeopleDeps,
  storeId: string,
  userId: string,
): Promise<void> {
  const [members, users] = await Promise.all([
    persistence.members.ofStore(storeId),
    persistence.users.list(),
  ]);
  const others = users.filter(({ id, disabledAt }) => id !== userId && disabledAt === undefined);
  const isOwner = ({ id }: User) => members.some((one) => one.userId === id && one.role === OWNER_ROLE);
  if (others.some(isOwner)) return;
  throw new GatewayError(
    "last_owner",
    sentence("This is the store's last owner. Make another user an owner first."),
  );
}

/** Checks again after the change: two owners who take each other's role at the same time both passed the check before. */
async function keepOwner(deps: PeopleDeps, before: Member): Promise<void> {
  try {
    await requireOtherOwner(deps, before.storeId, before.userId);
  } catch (error) {
    await deps.persistence.members.put(before);
    throw error;
  }
}

/** Makes a change that takes an administrator away, and takes it back where another one was taken away at the same time. */
async function withoutLastAdmin(
  deps: PeopleDeps,
  userId: string,
  change: UserChange,
  back: UserChange,
): Promise<void> {
  const { users } = deps.persistence;
  const user = await users.load(userId);
  if (!user || !isActiveAdmin(user)) return users.change(userId, change);
  await requireOtherAdmin(deps, userId);
  await users.change(userId, change);
  try {
    await requireOtherAdmin(deps, userId);
  } catch (error) {
    await users.change(userId, back);
    throw error;
  }
}

async function requireOtherAdmin({ persistence }: PeopleDeps, userId: string): Promise<void> {
  const users = await persistence.users.list();
  if (users.some((user) => isActiveAdmin(user) && user.id !== userId)) return;
  const said = sentence("This is the server's last administrator. Make another user an administrator first.");
  throw new GatewayError("last_administrator", said);
}

function isActiveAdmin({ isAdmin, disabledAt }: User): boolean {
  return isAdmin && disabledAt === undefined;
}
