import { createHash } from "node:crypto";
import { randomText, timeOrderedId } from "../../../values/ids.ts";
import { DAY_MS, HOUR_MS } from "../../../values/time.ts";
import type { Owner } from "../../ports/accessPort.ts";
import { hashPassword, isPassword } from "./passwords.ts";
import type { Gateway } from "../../ports/ports.ts";

type Tools = Pick<Gateway, "persistence" | "clock" | "random">;

export const LINK_HOURS = 24;
export const SHORTEST_PASSWORD = 12; // characters
const TOKEN_LENGTH = 43; // letters and digits: 252 bits
const IDLE_MS = 30 * DAY_MS;
const LONGEST_MS = 90 * DAY_MS; // then the owner signs in again, however busy
const NOTE_MS = HOUR_MS; // a visit is written down that often

/** Where the owner is signed in now. `formToken` belongs into every form, and proves that the form was one of ours. */
export type SignedIn = Readonly<{ owner: Owner; name: string; formToken: string; token: string }>;

/** Makes the token of a link that sets the owner's name and password, once and within a day. Earlier links are dead. */
export async function newOwnerLink({ persistence, clock, random }: Tools): Promise<string> {
  const token = randomText(random, TOKEN_LENGTH);
  const link = { digest: digestOf(token), expiresAt: clock() + LINK_HOURS * HOUR_MS };
  await persistence.owners.offerLink(timeOrderedId(clock(), random), link);
  return token;
}

/** True for the token of the newest link, until it is used or a day old. */
export async function isOwnerLink(
  { persistence, clock }: Pick<Tools, "persistence" | "clock">,
  token: string,
): Promise<boolean> {
  const { link } = (await persistence.owners.read()) ?? {};
  return link !== undefined && link.digest === digestOf(token) && clock() < link.expiresAt;
}

/** Uses a link up: sets name and password, and so ends every session. False when the link is none (any more). */
export async function setOwner(
  tools: Tools,
  token: string,
  { name, password }: Readonly<{ name: string; password: string }>,
): Promise<boolean> {
  if (!(await isOwnerLink(tools, token))) return false;
  const passwordHash = await hashPassword(password, tools.random);
  return tools.persistence.owners.useLink(digestOf(token), { name, passwordHash, passwordAt: tools.clock() });
}

/** Signs in and gives the session's token, which only the browser keeps; undefined for a wrong name or password. */
export async function signIn(
  { persistence, clock, random }: Tools,
  name: string,
  password: string,
): Promise<string | undefined> {
  const { account } = (await persistence.owners.read()) ?? {};
  const known = account && sameName(account.name, name) ? account : undefined;
  if (!(await isPassword(password, known?.passwordHash, random)) || !known) return undefined;
  const at = clock();
  await persistence.sessions.forget(at - LONGEST_MS);
  const token = randomText(random, TOKEN_LENGTH);
  const { passwordAt } = known;
  await persistence.sessions.create({ digest: digestOf(token), passwordAt, startedAt: at, seenAt: at });
  return token;
}

/** The session of a token: for 30 days after the last visit and 90 days in all, and as long as the password is the same. */
export async function findSignedIn(
  { persistence, clock }: Pick<Tools, "persistence" | "clock">,
  token: string,
): Promise<SignedIn | undefined> {
  const session = await persistence.sessions.find(digestOf(token));
  const owner = session && (await persistence.owners.read());
  if (!owner?.account || owner.account.passwordAt !== session?.passwordAt) return undefined;
  const at = clock();
  if (at >= session.seenAt + IDLE_MS || at >= session.startedAt + LONGEST_MS) return undefined;
  if (at >= session.seenAt + NOTE_MS) await persistence.sessions.note(session.digest, at);
  return { owner, name: owner.account.name, formToken: digestOf(`form ${token}`), token };
}

/** Ends a session; the token is worth nothing from then on. */
export async function signOut({ persistence }: Pick<Tools, "persistence">, token: string): Promise<void> {
  await persistence.sessions.end(digestOf(token));
}

/** Names are compared as people do: without regard to case. */
function sameName(one: string, other: string): boolean {
  return plainName(one) === plainName(other);
}

/** The owner's name in the form that sign-ins are compared by. */
export function plainName(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}

function digestOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
