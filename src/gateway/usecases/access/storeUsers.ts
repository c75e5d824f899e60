import { GatewayError } from "../../errors.ts";
import { nameKey } from "../../domain/access/nameKey.ts";
import type { User } from "../../domain/access/user.ts";
import type { ApiKey } from "../../ports/accessPort.ts";
import type { Gateway } from "../gateway.ts";
import { readEmailAddress } from "../../domain/mail/emailAddress.ts";
import { requireMailer } from "../mail/mailInvoice.ts";
import { announceSafely, type NoticeTools } from "../mail/noticeMail.ts";
import { mailNewApprover } from "../payouts/approverMail.ts";
import { requireNoHold } from "./approvalHold.ts";
import { newInvitation } from "./accessLinks.ts";
import { mailInvitation } from "./mailInvitation.ts";
import {
  addMember,
  giveRole,
  peopleOf,
  removeMember,
  requireGivable,
  requireWithoutFactor,
  type Giver,
} from "./people.ts";
import { takeInvitation } from "./takeInvitation.ts";

type Deps = Pick<Gateway, "persistence" | "clock" | "random">;
type GivingDeps = Deps & NoticeTools & Pick<Gateway, "log">;

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
 * an invitation and the same answer; only the list of members shows the difference. Returns what the audit log records. Throws
 * GatewayError: user_not_found, mail_off for an address where no mail server is set, too_many_invitations, and as addMember.
 */
export async function addUserBy(
  tools: InviteTools,
  key: ApiKey,
  named: string,
  role: string,
): Promise<Readonly<{ userId?: string; email?: string }>> {
  const email = readEmailAddress(named);
  if (email === undefined) return addUser(tools, key, named, role);
  const { access, userId } = giverOf(key);
  requireMailer(tools);
  await requireNoHold(tools, userId);
  await requireGivable(tools, access, key.storeId, role);
  await requireWithoutFactor(tools, key.storeId, role);
  await takeInvitation(tools, key.storeId);
  const found = await tools.persistence.users.byEmail(email);
  if (found && found.disabledAt === undefined) return addUser(tools, key, found.id, role);
  await inviteBy(tools, key, email, role);
  return { email };
}

async function addUser(
  deps: GivingDeps,
  key: ApiKey,
  userId: string,
  role: string,
): Promise<Readonly<{ userId: string }>> {
  await addMember(deps, giverOf(key), { storeId: key.storeId, userId, role });
  await announceSafely(deps, () => mailNewApprover(deps, userId, key.storeId));
  return { userId };
}

/** What inviting by e-mail takes. */
export type InviteTools = GivingDeps & Readonly<{ pathOf(token: string): string }>;

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
  deps: GivingDeps,
  key: ApiKey,
  named: string,
  role: string,
): Promise<Readonly<{ userId: string }>> {
  const user = await memberOf(deps, key.storeId, named);
  await giveRole(deps, giverOf(key), { storeId: key.storeId, userId: user.id, role });
  await announceSafely(deps, () => mailNewApprover(deps, user.id, key.storeId));
  return { userId: user.id };
}

/** Takes a member out of the key's store. Throws GatewayError: user_not_found, and as removeMember. */
export async function removeUserBy(
  deps: Deps,
  key: ApiKey,
  named: string,
): Promise<Readonly<{ userId: string }>> {
  const user = await memberOf(deps, key.storeId, named);
  await removeMember(deps, giverOf(key), key.storeId, user.id);
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

/** A key may do in its store what it was made for, and nothing in any other. */
function giverOf({ storeId, permissions, userId }: ApiKey): Giver {
  const access = { isAdmin: false, stores: new Map([[storeId, permissions]]), requiresTwoFactors: false };
  return { userId, access };
}
