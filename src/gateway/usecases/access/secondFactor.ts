import { Secret, TOTP } from "otpauth";
import { randomText } from "../../../values/ids.ts";
import { MINUTE_MS, SECOND_MS, type Clock } from "../../../values/time.ts";
import { TOTP_FACTOR, type User } from "../../domain/access/user.ts";
import type { AccessDeps } from "./access.ts";
import { endHold, holdWithoutTotp, newHold, requireNoHold } from "./approvalHold.ts";
import { recordAccountEvent } from "./twoPeople.ts";
import { digestOf } from "./tokens.ts";

const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20; // as RFC 4226 recommends
const NEIGHBOURS = 1; // periods before and after: clocks differ
const RECOVERY_CODES = 10;
const CODE_LENGTH = 10; // 58 bits each
const OFFER_MS = 30 * MINUTE_MS; // as long as a session without a visit
const ISSUER = "Crosstill";

/**
 * A secret that a user is about to put into an authenticator; nothing is kept yet. `sealed` comes back with the first code: it is
 * of this user alone, and of half an hour.
 */
export type TotpOffer = Readonly<{ uri: string; secret: string; sealed: string }>;

type OfferDeps = Pick<AccessDeps, "secrets" | "clock">;

/** Makes a secret for one-time passwords (RFC 6238), as an otpauth URI for the QR code. */
export function offerTotp(
  { random, secrets, clock }: OfferDeps & Pick<AccessDeps, "random">,
  user: User,
): TotpOffer {
  const bytes = random(SECRET_BYTES);
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer }).base32;
  const sealed = secrets.seal(`${purposeOf(user)}${clock() + OFFER_MS} ${secret}`);
  return { uri: totpOf(secret, user.name).toString(), secret, sealed };
}

/** The offer of a sealed secret, to be shown again; undefined for any other text, another user's offer, and one of long ago. */
export async function reofferTotp(
  deps: OfferDeps,
  user: User,
  sealed: string,
): Promise<TotpOffer | undefined> {
  const secret = await secretInOffer(deps, user, sealed);
  return secret === undefined ? undefined : { uri: totpOf(secret, user.name).toString(), secret, sealed };
}

/** Begins one-time passwords with the first code, and gives new recovery codes, once; undefined for a wrong code or offer. */
export async function beginTotp(
  deps: AccessDeps,
  user: User,
  sealed: string,
  code: string,
): Promise<readonly string[] | undefined> {
  const secret = await secretInOffer(deps, user, sealed);
  const step = secret === undefined ? undefined : stepOf(deps.clock, secret, user.name, code);
  if (secret === undefined || step === undefined) return undefined;
  const totp = { sealedSecret: deps.secrets.seal(secret), lastStep: step };
  await deps.persistence.users.change(user.id, { totp, ...holdWithoutTotp(user) });
  return newRecoveryCodes(deps, user);
}

function purposeOf({ id }: User): string {
  return `totp ${id} `;
}

async function secretInOffer(
  { secrets, clock }: OfferDeps,
  user: User,
  sealed: string,
): Promise<string | undefined> {
  if (!secrets.isSealed(sealed)) return undefined;
  try {
    const text = await secrets.open(sealed);
    if (!text.startsWith(purposeOf(user))) return undefined;
    const [expiry, secret] = text.slice(purposeOf(user).length).split(" ");
    return clock() < Number(expiry) ? secret : undefined;
  } catch {
    return undefined; // it was altered
  }
}

/** Gives a user new recovery codes in the place of all others. */
export async function newRecoveryCodes(
  { persistence, random }: AccessDeps,
  user: User,
): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomText(random, CODE_LENGTH));
  await persistence.users.change(user.id, { recoveryCodes: codes.map(digestOf) });
  return codes;
}

/** Takes one-time passwords away from a user. Recovery codes go with the last second factor. */
export async function endTotp({ persistence }: AccessDeps, user: User): Promise<void> {
  const hasPasskeys = (await persistence.passkeys.ofUser(user.id)).length > 0;
  const codes = hasPasskeys ? {} : { recoveryCodes: [] };
  await persistence.users.change(user.id, { totp: undefined, ...codes, ...holdWithoutTotp(user) });
}

/**
 * Takes every second factor away from a user who has lost them. `by`, another person, is named to those who ask for an approval.
 * Throws GatewayError (approvals_on_hold).
 */
export async function removeFactors(
  { persistence, clock }: Pick<AccessDeps, "persistence" | "clock">,
  user: User,
  by: Pick<User, "id" | "name">,
): Promise<void> {
  await requireNoHold({ persistence, clock }, by.id);
  await recordAccountEvent({ persistence, clock }, "put_on_hold", user.id, by.id);
  const { passkeys, users, sessions } = persistence;
  for (const { id } of await passkeys.ofUser(user.id)) await passkeys.remove(user.id, id);
  const approvalHold = { ...(await newHold({ persistence, clock }, user, by.name)), factors: [] };
  await users.change(user.id, { totp: undefined, recoveryCodes: [], approvalHold });
  await sessions.endAll(user.id);
}

/** True for the current code of a user's authenticator, which works once, or for a recovery code, which is used up. */
export async function takeSecondFactor(deps: AccessDeps, user: User, typed: string): Promise<boolean> {
  const code = typed.replace(/[\s-]/g, "");
  if (/^\d{6}$/.test(code)) {
    const secret = user.totp && (await deps.secrets.open(user.totp.sealedSecret));
    const step = secret === undefined ? undefined : stepOf(deps.clock, secret, user.name, code);
    const isTaken = step !== undefined && (await deps.persistence.users.takeTotpStep(user.id, step));
    if (isTaken) await endHold(deps, user, TOTP_FACTOR);
    return isTaken;
  }
  return deps.persistence.users.takeRecoveryCode(user.id, digestOf(code));
}

/** The period of a code, counted from 1970; undefined for a wrong one. */
function stepOf(clock: Clock, secret: string, name: string, code: string): number | undefined {
  const timestamp = clock();
  const delta = totpOf(secret, name).validate({
    token: code.trim(),
    timestamp,
    window: NEIGHBOURS,
  });
  return delta === null ? undefined : Math.floor(timestamp / (PERIOD_SECONDS * SECOND_MS)) + delta;
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: ISSUER,
    label,
    secret: Secret.fromBase32(secret),
    period: PERIOD_SECONDS,
    digits: 6,
  });
}
