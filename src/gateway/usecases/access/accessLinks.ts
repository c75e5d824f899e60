import { DAY_MS, HOUR_MS } from "../../../values/time.ts";
import { timeOrderedId } from "../../../values/ids.ts";
import { mayGive, mayIn, rolesIn } from "../../domain/access/roles.ts";
import { GatewayError } from "../../errors.ts";
import type { AccessLink } from "../../ports/userPort.ts";
import type { User } from "../../domain/access/user.ts";
import { loadAccess, type AccessDeps } from "./access.ts";
import { newHold, requireNoHold } from "./approvalHold.ts";
import { hashPassword } from "./passwords.ts";
import { digestOf, newToken } from "./tokens.ts";
import { sentence } from "../../../values/sentence.ts";
import { recordAccountEvent } from "./twoPeople.ts";

type LinkDeps = Pick<AccessDeps, "persistence" | "clock" | "random">;

export const OWNER_LINK_HOURS = 24;
const INVITATION_MS = 7 * DAY_MS;
const RESET_MS = DAY_MS;
const EMAIL_MS = 7 * DAY_MS;

/** Makes the token of the operator's link: it makes the first administrator, or sets that account anew. Earlier ones are void. */
export function newOwnerLink(deps: LinkDeps): Promise<string> {
  return newLink(deps, { kind: "owner", isAdmin: true }, OWNER_LINK_HOURS * HOUR_MS);
}

type Invitation = Readonly<{
  email: string;
  storeId?: string | undefined;
  role?: string | undefined;
  isAdmin?: boolean;
  createdBy?: string | undefined; // undefined for a command, and for a key that belongs to no person
}>;

/** Makes the token of an invitation to a store, or to the server's administrators. It works once, for a week. */
export function newInvitation(
  deps: LinkDeps,
  { isAdmin = false, ...invitation }: Invitation,
): Promise<string> {
  return newLink(deps, { kind: "invitation", isAdmin, ...invitation }, INVITATION_MS);
}

/**
 * Makes the token of a link with which a user sets a new password. It works once, for a day. Throws GatewayError
 * (approvals_on_hold).
 */
export async function newResetLink(deps: LinkDeps, userId: string, createdBy: string): Promise<string> {
  await requireNoHold(deps, createdBy);
  return newLink(deps, { kind: "reset", isAdmin: false, userId, createdBy }, RESET_MS);
}

/** Makes the token of a link that confirms the e-mail address of a user. It works once, for a week, while the address stays. */
export function newEmailLink(deps: LinkDeps, userId: string, email: string): Promise<string> {
  return newLink(deps, { kind: "email", isAdmin: false, userId, email }, EMAIL_MS);
}

type LinkFacts = Pick<AccessLink, "kind" | "isAdmin"> &
  Partial<Pick<AccessLink, "userId" | "email" | "storeId" | "role" | "createdBy">>;

async function newLink(
  { persistence, clock, random }: LinkDeps,
  facts: LinkFacts,
  lastsMs: number,
): Promise<string> {
  const token = newToken(random);
  const at = clock();
  const none = {
    userId: undefined,
    email: undefined,
    storeId: undefined,
    role: undefined,
    createdBy: undefined,
  };
  const digest = digestOf(token);
  await persistence.accessLinks.create({ ...none, ...facts, digest, createdAt: at, expiresAt: at + lastsMs });
  return token;
}

/**
 * The link of a token, while it works; undefined for one that was used, has expired or never was, for a reset of a user who is
 * disabled, and where the person who made it may not give what it gives any more.
 */
export async function findAccessLink(deps: FindDeps, token: string): Promise<AccessLink | undefined> {
  const link = await findLink(deps, token);
  return link?.kind === "email" ? undefined : link;
}

/** The link of a token that confirms an e-mail address, while it works. */
export async function findEmailLink(deps: FindDeps, token: string): Promise<AccessLink | undefined> {
  const link = await findLink(deps, token);
  return link?.kind === "email" ? link : undefined;
}

type FindDeps = Pick<AccessDeps, "persistence" | "clock">;

async function findLink(deps: FindDeps, token: string): Promise<AccessLink | undefined> {
  const link = await deps.persistence.accessLinks.find(digestOf(token));
  return link && deps.clock() < link.expiresAt && (await isStillGiven(deps, link)) ? link : undefined;
}

/** Deletes the links that a user made and may not give any more, and the user's own resets while the user is disabled. */
export async function dropDeadLinks(deps: Pick<AccessDeps, "persistence">, userId: string): Promise<void> {
  const { accessLinks } = deps.persistence;
  for (const link of await accessLinks.list())
    if ((link.createdBy === userId || link.userId === userId) && !(await isStillGiven(deps, link)))
      await accessLinks.take(link.digest);
}

async function isStillGiven(
  deps: Pick<AccessDeps, "persistence">,
  { kind, userId, createdBy, storeId, role, isAdmin }: AccessLink,
): Promise<boolean> {
  const { users, members } = deps.persistence;
  if (kind === "owner") return true;
  if (userId !== undefined && !isEnabled(await users.load(userId))) return false;
  if (createdBy === undefined) return true; // by a command, or before makers were kept
  const maker = await users.load(createdBy);
  if (!isEnabled(maker)) return false;
  if (kind === "reset" || isAdmin || storeId === undefined) return maker.isAdmin;
  const access = await loadAccess(deps, maker);
  const given = rolesIn(await members.roles(), storeId).find(({ name }) => name === role);
  return given !== undefined && mayIn(access, storeId, "canmanageusers") && mayGive(access, storeId, given);
}

function isEnabled(user: User | undefined): user is User {
  return user !== undefined && user.disabledAt === undefined;
}

/** The user whose password a link sets; undefined where the link makes a new account. */
export async function userOfLink(
  { persistence }: Pick<AccessDeps, "persistence">,
  link: AccessLink,
): Promise<User | undefined> {
  if (link.userId !== undefined) return persistence.users.load(link.userId);
  if (link.kind !== "owner") return undefined;
  return (await persistence.users.list()).find(({ isAdmin }) => isAdmin);
}

/**
 * Uses a link up: makes its account, or gives it name and password anew. A new password ends all sessions. Second factors stay, and
 * a reset that another person made puts a hold on approvals. Only the operator's link takes second factors away and enables a
 * disabled user. Undefined when the link does not work any more. Throws GatewayError (name_taken).
 */
export async function acceptLink(
  deps: LinkDeps,
  token: string,
  { name, password }: Readonly<{ name: string; password: string }>,
  hashOf: typeof hashPassword = hashPassword,
): Promise<User | undefined> {
  const { persistence, clock, random } = deps;
  const link = await findAccessLink(deps, token);
  if (!link) return undefined;
  const known = await userOfLink(deps, link);
  const namesake = await persistence.users.named(name);
  if (namesake && namesake.id !== known?.id) {
    throw new GatewayError(
      "name_taken",
      sentence("Another user signs in as {name}. Choose another name.", { name }),
    );
  }
  const hash = await hashOf(password, random);
  const isStillAlive = (await findAccessLink(deps, token)) !== undefined; // hashing takes a while
  if (!isStillAlive || !(await persistence.accessLinks.take(link.digest))) return undefined;
  const at = clock();
  if (known) {
    const maker = await otherMaker(deps, link);
    await recordAccountEvent(deps, "reset", known.id, link.createdBy);
    const hold = maker ? { approvalHold: await newHold(deps, known, maker.name) } : {};
    await persistence.users.change(known.id, { name, password: { hash, at }, ...hold });
    if (link.kind === "owner") await emptyFactors(deps, known.id);
    await persistence.sessions.endAll(known.id);
    return persistence.users.load(known.id);
  }
  const { email, isAdmin, storeId, role } = link;
  const id = timeOrderedId(at, random);
  if (link.kind === "invitation") await recordAccountEvent(deps, "invited", id, link.createdBy);
  await persistence.users.create({ id, name, email, isAdmin, createdAt: at, password: { hash, at } });
  if (storeId !== undefined && role !== undefined)
    await persistence.members.put({ storeId, userId: id, role, addedAt: at });
  return persistence.users.load(id);
}

/** The person who made the link of a reset for another user; undefined for the operator's links and one's own. */
export async function otherMaker(
  { persistence }: Pick<AccessDeps, "persistence">,
  { kind, userId, createdBy }: AccessLink,
): Promise<User | undefined> {
  if (kind !== "reset" || createdBy === undefined || createdBy === userId) return undefined;
  return persistence.users.load(createdBy);
}

/** The operator's link is for one who has lost everything. */
async function emptyFactors({ persistence }: Pick<AccessDeps, "persistence">, userId: string): Promise<void> {
  await persistence.users.change(userId, { totp: undefined, recoveryCodes: [], disabledAt: undefined });
  for (const { id } of await persistence.passkeys.ofUser(userId))
    await persistence.passkeys.remove(userId, id);
}
