import { mayGive, mayIn, OWNER_ROLE, roleOf, rolesIn, type Access } from "../../domain/access/roles.ts";
import { GatewayError } from "../../errors.ts";
import type { AccessLink } from "../../ports/userPort.ts";
import type { Member, Role, User } from "../../domain/access/user.ts";
import type { AccessDeps } from "./access.ts";
import { newInvitation } from "./accessLinks.ts";

type PeopleDeps = Pick<AccessDeps, "persistence" | "clock" | "random">;

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

/** Invites a person to a store, and gives the token of the link. Throws GatewayError (role_not_allowed, role_not_found). */
export async function invite(
  deps: PeopleDeps,
  by: Readonly<{ user: User; access: Access }>,
  wanted: Readonly<{ email: string; storeId: string; role: string }>,
): Promise<string> {
  await requireGivable(deps, by.access, wanted.storeId, wanted.role);
  return newInvitation(deps, { ...wanted, createdBy: by.user.id });
}

/**
 * Gives a member of a store another role, or makes a user one. Throws GatewayError: role_not_allowed for a role
 * that allows more than the caller has (the old one too), role_not_found, last_owner.
 */
export async function giveRole(
  deps: PeopleDeps,
  access: Access,
  { storeId, userId, role }: Pick<Member, "storeId" | "userId" | "role">,
): Promise<void> {
  const { members } = deps.persistence;
  await requireGivable(deps, access, storeId, role);
  const known = (await members.ofStore(storeId)).find((member) => member.userId === userId);
  if (known) await requireGivable(deps, access, storeId, known.role);
  if (known?.role === OWNER_ROLE && role !== OWNER_ROLE) await requireOtherOwner(deps, storeId, userId);
  await members.put({ storeId, userId, role, addedAt: known?.addedAt ?? deps.clock() });
}

/** Takes a member out of a store. Throws GatewayError (role_not_allowed, last_owner). */
export async function removeMember(
  deps: PeopleDeps,
  access: Access,
  storeId: string,
  userId: string,
): Promise<void> {
  const { members } = deps.persistence;
  const known = (await members.ofStore(storeId)).find((member) => member.userId === userId);
  if (!known) return;
  await requireGivable(deps, access, storeId, known.role);
  if (known.role === OWNER_ROLE) await requireOtherOwner(deps, storeId, userId);
  await members.remove(storeId, userId);
}

/** Disables a user, who is signed out everywhere, or enables them again. Throws GatewayError (last_administrator). */
export async function setDisabled(deps: PeopleDeps, userId: string, isDisabled: boolean): Promise<void> {
  const { users, sessions } = deps.persistence;
  if (isDisabled) await requireOtherAdmin(deps, userId);
  await users.change(userId, { disabledAt: isDisabled ? deps.clock() : undefined });
  if (isDisabled) await sessions.endAll(userId);
}

/** Makes a user an administrator of the server, or no longer. Throws GatewayError (last_administrator). */
export async function setAdmin(deps: PeopleDeps, userId: string, isAdmin: boolean): Promise<void> {
  if (!isAdmin) await requireOtherAdmin(deps, userId);
  await deps.persistence.users.change(userId, { isAdmin });
}

async function requireGivable(
  deps: PeopleDeps,
  access: Access,
  storeId: string,
  name: string,
): Promise<void> {
  const role = rolesIn(await deps.persistence.members.roles(), storeId).find((known) => known.name === name);
  if (!role) throw new GatewayError("role_not_found", `There is no role ${name}.`);
  if (mayIn(access, storeId, "canmanageusers") && mayGive(access, storeId, role)) return;
  throw new GatewayError("role_not_allowed", `The role ${name} allows more than you may do yourself.`);
}

async function requireOtherOwner(
  { persistence }: PeopleDeps,
  storeId: string,
  userId: string,
): Promise<void> {
  const others = (await persistence.members.ofStore(storeId)).filter((member) => member.userId !== userId);
  if (others.some(({ role }) => role === OWNER_ROLE)) return;
  const admins = (await persistence.users.list()).filter((user) => isActiveAdmin(user) && user.id !== userId);
  if (admins.length > 0) return; // an administrator can open every store
  throw new GatewayError("last_owner", "This is the store's last owner. Make another user an owner first.");
}

async function requireOtherAdmin({ persistence }: PeopleDeps, userId: string): Promise<void> {
  const users = await persistence.users.list();
  if (!users.some(({ id, isAdmin }) => id === userId && isAdmin)) return;
  if (users.some((user) => isActiveAdmin(user) && user.id !== userId)) return;
  const message = "This is the server's last administrator. Make another user an administrator first.";
  throw new GatewayError("last_administrator", message);
}

function isActiveAdmin({ isAdmin, disabledAt }: User): boolean {
  return isAdmin && disabledAt === undefined;
}
