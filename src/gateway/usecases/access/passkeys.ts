import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { MINUTE_MS } from "../../../values/time.ts";
import type { Challenge, Passkey } from "../../ports/userPort.ts";
import type { User } from "../../domain/access/user.ts";
import type { AccessDeps } from "./access.ts";
import { endHold } from "./approvalHold.ts";
import { digestOf } from "./tokens.ts";

const CHALLENGE_BYTES = 32;
const CHALLENGE_MS = 5 * MINUTE_MS;

/** The site that passkeys are made for: its host name, and the origin that browsers report. */
export type RelyingParty = Readonly<{ id: string; origin: string }>;

/** The site at the public address. */
export function relyingParty(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

/** What a browser is asked to make a passkey by. The challenge works once, for five minutes. */
export async function offerPasskey(
  deps: AccessDeps,
  site: RelyingParty,
  user: User,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const known = await deps.persistence.passkeys.ofUser(user.id);
  return generateRegistrationOptions({
    rpID: site.id,
    rpName: "Crosstill",
    userID: new TextEncoder().encode(user.id),
    userName: user.name,
    challenge: await newChallenge(deps, "register", user.id),
    excludeCredentials: known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** Keeps a passkey that a browser has made. False when it does not answer a challenge of this user. */
export async function keepPasskey(
  deps: AccessDeps,
  site: RelyingParty,
  user: User,
  response: RegistrationResponseJSON,
  label: string,
): Promise<boolean> {
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(deps, challenge, "register", user.id),
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
  }).catch(() => undefined); // whatever a browser sends that is no registration
  const credential = verified?.registrationInfo?.credential;
  if (!verified?.verified || !credential) return false;
  if (await deps.persistence.passkeys.find(credential.id)) return false;
  await deps.persistence.passkeys.create({
    id: credential.id,
    userId: user.id,
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    counter: credential.counter,
    transports: credential.transports ?? [],
    label,
    createdAt: deps.clock(),
    lastUsedAt: undefined,
  });
  return true;
}

/** What a browser is asked to sign in by: any passkey of this site, or those of one user. */
export async function askForPasskey(
  deps: AccessDeps,
  site: RelyingParty,
  user?: User,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const own = user && (await deps.persistence.passkeys.ofUser(user.id));
  return generateAuthenticationOptions({
    rpID: site.id,
    challenge: await newChallenge(deps, "sign-in", user?.id),
    allowCredentials: (own ?? []).map(({ id }) => ({ id })),
    userVerification: "required",
  });
}

/**
 * The user whose passkey has signed a challenge of ours. Undefined for an unknown passkey, a wrong signature, a
 * challenge that was answered before, and a counter that went back, as a copied authenticator's does.
 */
export async function userByPasskey(
  deps: AccessDeps,
  site: RelyingParty,
  response: AuthenticationResponseJSON,
): Promise<User | undefined> {
  const passkey = await deps.persistence.passkeys.find(String(response.id));
  const user = passkey && (await deps.persistence.users.load(passkey.userId));
  if (!passkey || !user || user.disabledAt !== undefined) return undefined;
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(deps, challenge, "sign-in", user.id),
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    credential: credentialOf(passkey),
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const counter = verified.authenticationInfo.newCounter;
  await deps.persistence.passkeys.note(passkey.id, { counter, lastUsedAt: deps.clock() });
  await endHold(deps, user, passkey.id);
  return user;
}

function credentialOf({ id, publicKey, counter, transports }: Passkey) {
  return {
    id,
    publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")),
    counter,
    transports: transports as AuthenticatorTransport[], // a browser named them; they are only handed back
  };
}

async function newChallenge(
  { persistence, clock, random }: AccessDeps,
  purpose: Challenge["purpose"],
  userId: string | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(random(CHALLENGE_BYTES));
  const digest = digestOf(Buffer.from(bytes).toString("base64url"));
  await persistence.passkeys.challenge({ digest, purpose, userId, expiresAt: clock() + CHALLENGE_MS });
  return bytes;
}

async function takeChallenge(
  { persistence, clock }: AccessDeps,
  challenge: string,
  purpose: Challenge["purpose"],
  userId: string,
): Promise<boolean> {
  const found = await persistence.passkeys.takeChallenge(digestOf(challenge));
  if (!found || found.purpose !== purpose || clock() >= found.expiresAt) return false;
  return found.userId === undefined ? purpose === "sign-in" : found.userId === userId;
}
