import { GatewayError } from "../../errors.ts";
import { nameKey } from "../../domain/access/nameKey.ts";
import type { Access } from "../../domain/access/roles.ts";
import type { User } from "../../domain/access/user.ts";
import type { ApiKey } from "../../ports/accessPort.ts";
import type { Gateway } from "../gateway.ts";
import { addMember, giveRole, peopleOf, removeMember } from "./people.ts";

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
 * Makes a user, named by id or e-mail address, a member of the key's store. Throws GatewayError: user_not_found, and as
 * addMember.
 */
export async function addUserBy(deps: Deps, key: ApiKey, named: string, role: string): Promise<void> {
  const user = namedIn(await deps.persistence.users.list(), named);
  await addMember(deps, accessOfKey(key), { storeId: key.storeId, userId: user.id, role });
}

/** Gives a member of the key's store another role. Throws GatewayError: user_not_found, and as giveRole. */
export async function changeRoleBy(deps: Deps, key: ApiKey, named: string, role: string): Promise<void> {
  const user = await memberOf(deps, key.storeId, named);
  await giveRole(deps, accessOfKey(key), { storeId: key.storeId, userId: user.id, role });
}

/** Takes a member out of the key's store. Throws GatewayError: user_not_found, and as removeMember. */
export async function removeUserBy(deps: Deps, key: ApiKey, named: string): Promise<void> {
  const user = await memberOf(deps, key.storeId, named);
  await removeMember(deps, accessOfKey(key), key.storeId, user.id);
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
  const byId = users.find(({ id }) => id === named);
  const byEmail = users.filter(({ email }) => email !== undefined && nameKey(email) === nameKey(named));
  const found = byId ?? (byEmail.length === 1 ? byEmail[0] : undefined);
  if (found) return found;
  const message =
    byEmail.length === 0
      ? "There is no user of this id or e-mail address."
      : "Several users have this e-mail address. Name one by the id.";
  throw new GatewayError("user_not_found", message);
}

/** A key may do in its store what it was made for, and in no other anything. */
function accessOfKey({ storeId, permissions }: ApiKey): Access {
  return { isAdmin: false, stores: new Map([[storeId, permissions]]), requiresTwoFactors: false };
}
