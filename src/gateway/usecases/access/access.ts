import { accessOf, type Access } from "../../domain/access/roles.ts";
import type { Gateway } from "../gateway.ts";
import type { Session } from "../../ports/userPort.ts";
import type { User } from "../../domain/access/user.ts";

/** What signing in and managing people needs of the gateway. */
export type AccessDeps = Pick<Gateway, "persistence" | "clock" | "random"> &
  Readonly<{ secrets: Pick<Gateway["secrets"], "seal" | "open" | "isSealed" | "mark"> }>;

/** Who is signed in, and with which session. `formToken` belongs into every form, and proves that the form was one of ours. */
export type SignedIn = Readonly<{
  user: User;
  session: Session;
  access: Access;
  hasSecondFactor: boolean;
  token: string;
  formToken: string;
}>;

/** What a user may do now, by the memberships and roles that are kept. */
export async function loadAccess(
  { persistence }: Pick<AccessDeps, "persistence">,
  user: User,
): Promise<Access> {
  const { members } = persistence;
  return accessOf(user, await members.ofUser(user.id), await members.roles());
}
