import { timeOrderedId } from "../../../values/ids.ts";
import { HOUR_MS, MINUTE_MS, type Instant } from "../../../values/time.ts";
import type { Session } from "../../ports/userPort.ts";
import type { User } from "../../domain/access/user.ts";
import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { loadAccess, type AccessDeps, type SignedIn } from "./access.ts";
import { isPassword } from "./passwords.ts";
import { userByPasskey, type RelyingParty } from "./passkeys.ts";
import { takeSecondFactor } from "./secondFactor.ts";
import { digestOf, newToken } from "./tokens.ts";

const IDLE_MS = 30 * MINUTE_MS;
const LONGEST_MS = 12 * HOUR_MS; // then the user signs in again, however busy
const SECOND_FACTOR_MS = 5 * MINUTE_MS; // after the password
const NOTE_MS = MINUTE_MS; // a visit is written down that often
const RECENT_MS = 10 * MINUTE_MS; // within which an identity counts as just proven
const LONGEST_AGENT = 200;

/** Where a sign-in comes from. */
export type Origin = Readonly<{ address: string; agent: string }>;

/** A session that was begun; its token is only in the browser. */
export type Begun = Readonly<{ token: string; user: User; needsSecondFactor: boolean }>;

/** Signs in by name and password. Undefined when they do not belong together, or the user was disabled. */
export async function signIn(
  deps: AccessDeps,
  name: string,
  password: string,
  origin: Origin,
): Promise<Begun | undefined> {
  const found = await deps.persistence.users.named(name);
  const user = found?.disabledAt === undefined ? found : undefined;
  if (!(await isPassword(password, user?.password?.hash, deps.random)) || !user) return undefined;
  return beginSession(deps, user, origin, await hasSecondFactor(deps, user));
}

/** Begins a session of a user who has proven who they are; `needsSecondFactor` while only the password did. */
export async function beginSession(
  { persistence, clock, random }: AccessDeps,
  user: User,
  { address, agent }: Origin,
  needsSecondFactor: boolean,
): Promise<Begun> {
  const at = clock();
  await persistence.sessions.forget(at - LONGEST_MS);
  const token = newToken(random);
  await persistence.sessions.create({
    digest: digestOf(token),
    id: timeOrderedId(at, random),
    userId: user.id,
    passwordAt: user.password?.at ?? 0,
    startedAt: at,
    seenAt: at,
    provenAt: at,
    needsSecondFactor,
    address,
    agent: agent.slice(0, LONGEST_AGENT),
  });
  return { token, user, needsSecondFactor };
}

/** The session of a token that waits for its second factor; undefined when there is none, or five minutes have passed. */
export async function findHalfSignedIn(
  deps: AccessDeps,
  token: string,
): Promise<Readonly<{ user: User; session: Session }> | undefined> {
  const found = await sessionOf(deps, token);
  const isInTime = found !== undefined && deps.clock() < found.session.startedAt + SECOND_FACTOR_MS;
  return found?.session.needsSecondFactor && isInTime ? found : undefined;
}

/**
 * Who is signed in by a token: for 30 minutes after the last request and 12 hours in all, while the password is the same. A
 * quiet request, which a page makes by itself, does not count as one.
 */
export async function findSignedIn(
  deps: AccessDeps,
  token: string,
  isQuiet = false,
): Promise<SignedIn | undefined> {
  const found = await sessionOf(deps, token);
  if (!found || found.session.needsSecondFactor) return undefined;
  const { user, session } = found;
  const at = deps.clock();
  if (!isQuiet && at >= session.seenAt + NOTE_MS)
    await deps.persistence.sessions.note(session.digest, { seenAt: at });
  return {
    user,
    session,
    access: await loadAccess(deps, user),
    hasSecondFactor: await hasSecondFactor(deps, user),
    token,
    formToken: digestOf(`form ${token}`),
  };
}

async function sessionOf({ persistence, clock }: AccessDeps, token: string) {
  const session = await persistence.sessions.find(digestOf(token));
  const user = session && (await persistence.users.load(session.userId));
  if (!user || user.disabledAt !== undefined || (user.password?.at ?? 0) !== session.passwordAt)
    return undefined;
  return isOver(session, clock()) ? undefined : { user, session };
}

function isOver({ seenAt, startedAt }: Session, at: Instant): boolean {
  return at >= seenAt + IDLE_MS || at >= startedAt + LONGEST_MS;
}

/** Whether the user proved who they are within the last ten minutes: asked for before what moves money or gives access. */
export function isRecentlyProven({ session }: SignedIn, at: Instant): boolean {
  return at < session.provenAt + RECENT_MS;
}

/** What a signed-in user gives to prove who they are: the text of a form, or a passkey of the site. */
export type Proof =
  | Readonly<{ typed: string }>
  | Readonly<{ site: RelyingParty; credential: AuthenticationResponseJSON }>;

/**
 * Notes that the user of a session has just proven who they are: by the second factor where there is one, else by the password.
 * False for a wrong proof.
 */
export async function proveAgain(deps: AccessDeps, visitor: SignedIn, proof: Proof): Promise<boolean> {
  if (!(await isProof(deps, visitor, proof))) return false;
  await deps.persistence.sessions.note(visitor.session.digest, { provenAt: deps.clock() });
  return true;
}

async function isProof(deps: AccessDeps, visitor: SignedIn, proof: Proof): Promise<boolean> {
  const { user } = visitor;
  if ("credential" in proof) return (await userByPasskey(deps, proof.site, proof.credential))?.id === user.id;
  if (visitor.hasSecondFactor) return takeSecondFactor(deps, user, proof.typed);
  return isPassword(proof.typed, user.password?.hash, deps.random);
}

/** Ends a session; its token is worth nothing from then on. */
export async function signOut(
  { persistence }: Pick<AccessDeps, "persistence">,
  token: string,
): Promise<void> {
  await persistence.sessions.end(digestOf(token));
}

/** Whether a user has set up a second factor: one-time passwords, or a passkey. */
export async function hasSecondFactor(
  { persistence }: Pick<AccessDeps, "persistence">,
  { id, totp }: User,
): Promise<boolean> {
  return totp !== undefined || (await persistence.passkeys.ofUser(id)).length > 0;
}
