import type { Permission } from "../../domain/access/permissions.ts";
import { accessOf, mayIn } from "../../domain/access/roles.ts";
import type { User } from "../../domain/access/user.ts";
import type { Gateway } from "../gateway.ts";

/** The users who may do this in the store now, the oldest first: its members by their roles, and the server's administrators. */
export async function whoMay(
  { persistence }: Pick<Gateway, "persistence">,
  storeId: string,
  permission: Permission,
): Promise<readonly User[]> {
  const { users, members } = persistence;
  const [all, roles, of] = await Promise.all([users.list(), members.roles(), members.ofStore(storeId)]);
  return all.filter((user) => {
    const own = of.filter(({ userId }) => userId === user.id);
    return user.disabledAt === undefined && mayIn(accessOf(user, own, roles), storeId, permission);
  });
}
