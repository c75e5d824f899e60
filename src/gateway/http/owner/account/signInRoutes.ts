import { Router, type Request, type RequestHandler, type Response } from "express";
import { ipKeyGenerator } from "express-rate-limit";
import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { nameKey } from "../../../domain/access/nameKey.ts";
import { createAttempts, type Attempts } from "../../../usecases/access/attempts.ts";
import { LONGEST_PASSWORD } from "../../../usecases/access/passwords.ts";
import { askForPasskey, userByPasskey } from "../../../usecases/access/passkeys.ts";
import { mailSecurity } from "../../../usecases/access/securityMail.ts";
import { recordAction } from "../../../usecases/access/recordAction.ts";
import { takeSecondFactor } from "../../../usecases/access/secondFactor.ts";
import {
  beginSession,
  findHalfSignedIn,
  signIn,
  signOut,
  type Begun,
  type Origin,
} from "../../../usecases/access/signIn.ts";
import { digestOf } from "../../../usecases/access/tokens.ts";
import { createBoundedQueue, type BoundedQueue } from "../../../../runtime/concurrency/boundedQueue.ts";
import { MINUTE_MS, SECOND_MS } from "../../../../values/time.ts";
import { HttpError } from "../../errors.ts";
import { perAddress } from "../../limits.ts";
import { sendOwnerPage, wordsFor } from "../page.ts";
import { PASSKEY_PATH, placeAfterSignIn, SECOND_FACTOR_PATH, SIGN_IN_PATH, SIGN_OUT_PATH } from "../paths.ts";
import { fieldOf } from "../fields.ts";
import type { AuthDeps } from "../visitor.ts";
import type { SessionGuard } from "../sessionGuard.ts";

const TRIES_PER_ADDRESS = 5; // in a quarter of an hour
const TRIES_PER_BROWSER = 5; // of one on which the user has signed in before
const TRIES_PER_NAME = 50; // from all other browsers: many addresses get no further
const CODES_PER_USER = 10;
const CHALLENGES_PER_MINUTE = 20; // of one address
const MOST_WAITING = 20; // for a password to be looked at; each takes a tenth of a second of a core
const BUSY_MS = 5 * SECOND_MS;
const LONGEST_NAME = 64;
const IPV6_NEIGHBOURS = 56; // bits that one customer of a provider has in common

/** The pages on which people sign in, with a second factor or a passkey where they have one, and out. Secrets go into no log. */
export function signInRoutes(gateway: AuthDeps, door: SessionGuard): Router {
  const router = Router();
  const { sandbox } = gateway.settings;

  router.get(SIGN_IN_PATH, async (request, response) => {
    const to = placeAfterSignIn(request.query["to"]);
    const hasAccount = (await gateway.persistence.users.list()).length > 0;
    sendOwnerPage(response, "signIn", { sandbox, to, hasAccount });
  });
  router.post(SIGN_IN_PATH, door.ownForm, throttledSignIn(gateway, door));

  router.get(SECOND_FACTOR_PATH, async (request, response) => {
    if (!(await halfSignedIn(gateway, door, request))) return response.redirect(303, SIGN_IN_PATH);
    sendOwnerPage(response, "secondFactor", { sandbox, to: placeAfterSignIn(request.query["to"]) });
  });
  router.post(SECOND_FACTOR_PATH, door.ownForm, secondFactor(gateway, door));

  const limit = perAddress(CHALLENGES_PER_MINUTE);
  router.post(`${PASSKEY_PATH}/options`, door.ownForm, limit, async (request, response) => {
    const half = await halfSignedIn(gateway, door, request);
    response.json(await askForPasskey(gateway, door.site, half?.user));
  });
  router.post(PASSKEY_PATH, door.ownForm, limit, passkey(gateway, door));

  router.post(SIGN_OUT_PATH, ...door.form(), async (request, response) => {
    await door.record(response, { action: "session.ended" });
    await signOut(gateway, door.cookie.read(request) ?? "");
    response.removeHeader("Set-Cookie");
    door.cookie.take(response);
    response.redirect(303, SIGN_IN_PATH);
  });
  return router;
}

/** From where a request comes, as it is kept with the session. */
export function originOf(request: Request): Origin {
  return { address: request.ip ?? "", agent: request.get("user-agent") ?? "" };
}

/** Gives the browser its session, and goes on to where the visitor wanted to; a half-signed-in one gives the second factor first. */
export async function letIn(
  gateway: AuthDeps,
  door: SessionGuard,
  exchange: Readonly<{ request: Request; response: Response }>,
  { token, user, needsSecondFactor }: Begun,
  to: string,
): Promise<void> {
  const { request, response } = exchange;
  door.cookie.give(response, token);
  if (needsSecondFactor) return response.redirect(303, `${SECOND_FACTOR_PATH}?to=${encodeURIComponent(to)}`);
  const browserId = door.known.idOf(request, user.name);
  const isNewDevice = browserId === undefined;
  const isNewAccount = gateway.clock() < user.createdAt + MINUTE_MS;
  door.known.remember(request, response, user.name);
  if (browserId !== undefined)
    await gateway.persistence.pushes.moveTo(digestOf(token), { userId: user.id, browserId });
  if (isNewDevice && !isNewAccount)
    await mailSecurity(gateway, user, "new_device", originOf(request)).catch((error: unknown) => {
      gateway.log.error("notice.not_queued", { error });
    });
  const actor = { kind: "user", id: user.id, name: user.name } as const;
  await recordAction(gateway, { actor, address: originOf(request).address }, { action: "session.begun" });
  response.redirect(303, to);
}

/**
 * Takes name and password. Attempts are counted before the work is done, so that many at once get no further. Browsers on which
 * the user has signed in before have a count and a queue of their own: no flood of wrong passwords keeps them out. One password
 * of each queue is looked at at a time, because that takes much work.
 */
function throttledSignIn(gateway: AuthDeps, door: SessionGuard): RequestHandler {
  const { sandbox } = gateway.settings;
  const attempts = createAttempts(gateway, "sign-in");
  const queues = { known: createBoundedQueue(1, MOST_WAITING), unknown: createBoundedQueue(1, MOST_WAITING) };
  return async (request, response) => {
    const [name, to] = [
      field(request, "name").slice(0, LONGEST_NAME),
      placeAfterSignIn(fieldOf(request, "to")),
    ];
    const tr = wordsFor(response);
    const show = (status: number, problem: string, retryMs?: number) => {
      if (retryMs !== undefined) response.set("Retry-After", String(Math.ceil(retryMs / SECOND_MS)));
      sendOwnerPage(response, "signIn", { sandbox, to, hasAccount: true, typed: name, problem }, { status });
    };
    const browser = door.known.idOf(request, name);
    const counts =
      browser === undefined ? countsOf(request, name) : [[`browser ${browser}`, TRIES_PER_BROWSER] as const];
    const wait = await takeAll(attempts, counts);
    if (wait > 0)
      return show(
        429,
        tr(
          "Too many attempts. Try again in {minutes} min, or on a browser on which you have signed in before.",
          { minutes: Math.ceil(wait / MINUTE_MS) },
        ),
        wait,
      );
    const password = field(request, "password").slice(0, LONGEST_PASSWORD);
    const queue: BoundedQueue = browser === undefined ? queues.unknown : queues.known;
    const done = await queue(async () => ({
      begun: await signIn(gateway, name, password, originOf(request)),
    }));
    if (!done)
      return show(429, tr("Many are trying to sign in at this moment. Try again in some seconds."), BUSY_MS);
    if (!done.begun) {
      gateway.log.warn("owner.sign_in_refused", { address: request.ip });
      return show(401, tr("Name and password do not belong together."));
    }
    for (const [count] of counts) await attempts.forget(count);
    await letIn(gateway, door, { request, response }, done.begun, to);
  };
}

/** Takes the second factor of a session that waits for one, and begins another session: the first one's token opens nothing. */
function secondFactor(gateway: AuthDeps, door: SessionGuard): RequestHandler {
  const { sandbox } = gateway.settings;
  const attempts = createAttempts(gateway, "code");
  return async (request, response) => {
    const to = placeAfterSignIn(fieldOf(request, "to"));
    const half = await halfSignedIn(gateway, door, request);
    if (!half) return response.redirect(303, SIGN_IN_PATH);
    const tr = wordsFor(response);
    const show = (status: number, problem: string) =>
      sendOwnerPage(response, "secondFactor", { sandbox, to, problem }, { status });
    const wait = await attempts.take(half.user.id, CODES_PER_USER);
    if (wait > 0)
      return show(
        429,
        tr("Too many attempts. Try again in {minutes} min.", { minutes: Math.ceil(wait / MINUTE_MS) }),
      );
    if (!(await takeSecondFactor(gateway, half.user, field(request, "code").slice(0, 64)))) {
      gateway.log.warn("owner.sign_in_refused", { address: request.ip });
      return show(401, tr("This code is wrong, or was used already. A code works once."));
    }
    await attempts.forget(half.user.id);
    await gateway.persistence.sessions.end(half.session.digest);
    const begun = await beginSession(gateway, half.user, originOf(request), false);
    await letIn(gateway, door, { request, response }, begun, to);
  };
}

/** Signs in by a passkey: it is two factors in one, because the authenticator has checked its user. */
function passkey(gateway: AuthDeps, door: SessionGuard): RequestHandler {
  const { sandbox } = gateway.settings;
  return async (request, response) => {
    const to = placeAfterSignIn(fieldOf(request, "to"));
    const half = await halfSignedIn(gateway, door, request);
    const user = await userByPasskey(gateway, door.site, credentialIn(request));
    if (!user || (half && half.user.id !== user.id)) {
      gateway.log.warn("owner.sign_in_refused", { address: request.ip });
      const problem = wordsFor(response)("This passkey is not known here, or was too slow. Try again.");
      return sendOwnerPage(response, "signIn", { sandbox, to, hasAccount: true, problem }, { status: 401 });
    }
    if (half) await gateway.persistence.sessions.end(half.session.digest);
    const begun = await beginSession(gateway, user, originOf(request), false);
    await letIn(gateway, door, { request, response }, begun, to);
  };
}

/** The credential that a page's script has put into its form. Throws 400 for anything that is not an object. */
export function credentialIn(request: Request, name = "credential"): AuthenticationResponseJSON {
  try {
    const value = JSON.parse(field(request, name)) as unknown;
    if (typeof value === "object" && value !== null && "id" in value)
      return value as AuthenticationResponseJSON; // its checks are the library's
  } catch {
    // below
  }
  throw new HttpError(400, "bad-request", "Expected the answer of a passkey. Go back, and try again.");
}

async function halfSignedIn(gateway: AuthDeps, door: SessionGuard, request: Request) {
  const token = door.cookie.read(request);
  return token === undefined ? undefined : findHalfSignedIn(gateway, token);
}

type Count = readonly [name: string, most: number];

/** Takes one of each count, up to the first that is used up; gives how long to wait for that, or 0. */
async function takeAll(attempts: Attempts, counts: readonly Count[]): Promise<number> {
  for (const [count, most] of counts) {
    const wait = await attempts.take(count, most);
    if (wait > 0) return wait;
  }
  return 0;
}

/** What is counted of a browser that is not known: attempts of its address, and those on the name from everywhere. */
function countsOf(request: Request, name: string): readonly Count[] {
  return [
    [`address ${ipKeyGenerator(request.ip ?? "", IPV6_NEIGHBOURS)}`, TRIES_PER_ADDRESS],
    [`name ${nameKey(name)}`, TRIES_PER_NAME],
  ];
}

function field(request: Request, name: string): string {
  return fieldOf(request, name) ?? "";
}
