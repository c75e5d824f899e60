import { heldPermissions, isUserPermission } from "../../domain/access/permissions.ts";
import { accessOf, mayIn } from "../../domain/access/roles.ts";
import type { ApiKey } from "../../ports/accessPort.ts";
import type { Gateway } from "../gateway.ts";

/**
 * Limits a key's permissions to the present rights of the person who made it. A key made by a command has no person and keeps
 * its permissions. Returns undefined where the person's account is disabled or gone.
 */
export async function limitToMaker(
  { persistence }: Pick<Gateway, "persistence">,
  key: ApiKey,
): Promise<ApiKey | undefined> {
  const { userId, storeId } = key;
  if (userId === undefined) return key;
  const standing = await persistence.members.standing(userId, storeId);
  if (standing?.disabledAt !== undefined || !standing) return undefined;
  const access = accessOf(standing, standing.members, standing.roles);
  const permissions = heldPermissions(
    key.permissions,
    (name) => isUserPermission(name) || mayIn(access, storeId, name),
  );
  return { ...key, permissions };
}
