import { Router, type Request, type RequestHandler, type Response } from "express";
import { ipKeyGenerator } from "express-rate-limit";
import { createAttempts } from "../../usecases/access/attempts.ts";
import { createBoundedQueue, type BoundedQueue } from "../../../runtime/concurrency/boundedQueue.ts";
import {
  isOwnerLink,
  plainName,
  setOwner,
  SHORTEST_PASSWORD,
  signIn,
  signOut,
} from "../../usecases/access/owner.ts";
import { MINUTE_MS, SECOND_MS } from "../../../values/time.ts";
import { fieldOf, type SessionGuard, type AuthDeps } from "./sessionGuard.ts";
import { sendOwnerPage } from "./page.ts";
import { OWNER_PATH, placeAfterSignIn, SETUP_PATH, SIGN_IN_PATH, SIGN_OUT_PATH } from "./paths.ts";

const TRIES_PER_ADDRESS = 5; // in a quarter of an hour
const TRIES_PER_BROWSER = 5; // of one on which the owner has signed in before
const TRIES_PER_NAME = 50; // from all other browsers: many addresses get no further
const MOST_WAITING = 20; // for a password to be looked at; each takes a tenth of a second of a core
const BUSY_MS = 5 * SECOND_MS;
const LONGEST_NAME = 64;
const LONGEST_PASSWORD = 256;
const IPV6_NEIGHBOURS = 56; // bits that one customer of a provider has in common

/** The pages on which the account is made, and on which the owner signs in and out. Passwords go into no log. */
export function signInRoutes(gateway: AuthDeps, door: SessionGuard): Router {
  const router = Router();
  const { sandbox } = gateway.settings;
  const lines = { known: createBoundedQueue(1, MOST_WAITING), unknown: createBoundedQueue(1, MOST_WAITING) };

  router.get(SETUP_PATH, async (request, response) => {
    await showSetup(gateway, response, String(request.query["token"] ?? ""), {});
  });

  router.post(SETUP_PATH, door.ownForm, async (request, response) => {
    const [token, name, password] = [
      field(request, "token"),
      field(request, "name").trim(),
      field(request, "password"),
    ];
    const problem = wrongAccount(name, password, field(request, "again"));
    if (problem !== undefined)
      return showSetup(gateway, response, token, { status: 422, problem, typed: name });
    if (!(await isOwnerLink(gateway, token))) return showSetup(gateway, response, "", {});
    if (!(await lines.known(() => setOwner(gateway, token, { name, password }))))
      return showSetup(gateway, response, "", {});
    gateway.log.warn("owner.account_set", { name });
    const session = await lines.known(() => signIn(gateway, name, password));
    if (session !== undefined) letIn(door, request, response, { name, session });
    response.redirect(303, OWNER_PATH);
  });

  router.get(SIGN_IN_PATH, async (request, response) => {
    const { account } = (await gateway.persistence.owners.read()) ?? {};
    const to = placeAfterSignIn(request.query["to"]);
    sendOwnerPage(response, "signIn", { sandbox, to, hasAccount: account !== undefined });
  });

  router.post(SIGN_IN_PATH, door.ownForm, throttledSignIn(gateway, door, lines));

  router.post(SIGN_OUT_PATH, door.ownForm, door.signedIn, door.sessionForm, async (request, response) => {
    await signOut(gateway, door.cookie.read(request) ?? "");
    response.removeHeader("Set-Cookie");
    door.cookie.take(response);
    response.redirect(303, SIGN_IN_PATH);
  });
  return router;
}

type Lines = Readonly<Record<"known" | "unknown", BoundedQueue>>;

/**
 * Takes name and password. Attempts are counted before the work is done, so that many at once get no further. Browsers on which
 * the owner has signed in before have a count and a line of their own: no flood of wrong passwords keeps them out. One password
 * of each line is looked at at a time, because that takes much work.
 */
function throttledSignIn(gateway: AuthDeps, door: SessionGuard, lines: Lines): RequestHandler {
  const { sandbox } = gateway.settings;
  const attempts = createAttempts(gateway.clock);
  return async (request, response) => {
    const [name, to] = [
      field(request, "name").slice(0, LONGEST_NAME),
      placeAfterSignIn(fieldOf(request, "to")),
    ];
    const show = (status: number, problem: string, retryMs?: number) => {
      if (retryMs !== undefined) response.set("Retry-After", String(Math.ceil(retryMs / SECOND_MS)));
      sendOwnerPage(response, "signIn", { sandbox, to, hasAccount: true, typed: name, problem }, { status });
    };
    const browser = door.known.idOf(request, name);
    const counts =
      browser === undefined ? countsOf(request, name) : [[`browser ${browser}`, TRIES_PER_BROWSER] as const];
    const wait = counts.reduce((longest, [count, most]) => longest || attempts.take(count, most), 0);
    if (wait > 0)
      return show(
        429,
        `Too many attempts. Try again in ${Math.ceil(wait / MINUTE_MS)} min, or on a browser on which you have signed in before.`,
        wait,
      );
    const password = field(request, "password").slice(0, LONGEST_PASSWORD);
    const line = browser === undefined ? lines.unknown : lines.known;
    const done = await line(async () => ({ session: await signIn(gateway, name, password) }));
    if (!done)
      return show(429, "Many are trying to sign in at this moment. Try again in some seconds.", BUSY_MS);
    if (done.session === undefined) gateway.log.warn("owner.sign_in_refused", { address: request.ip });
    if (done.session === undefined) return show(401, "Name and password do not belong together.");
    counts.forEach(([count]) => attempts.forget(count));
    letIn(door, request, response, { name, session: done.session });
    response.redirect(303, to);
  };
}

/** What is counted of a browser that is not known: attempts of its address, and those on the name from everywhere. */
function countsOf(request: Request, name: string): readonly (readonly [count: string, most: number])[] {
  return [
    [`address ${ipKeyGenerator(request.ip ?? "", IPV6_NEIGHBOURS)}`, TRIES_PER_ADDRESS],
    [`name ${plainName(name)}`, TRIES_PER_NAME],
  ];
}

function letIn(
  door: SessionGuard,
  request: Request,
  response: Response,
  { name, session }: Readonly<{ name: string; session: string }>,
): void {
  door.cookie.give(response, session);
  door.known.remember(request, response, name);
}

type Said = Readonly<{ status?: number; problem?: string; typed?: string }>;

/** The form of a valid link, or the page for an invalid one. */
async function showSetup(gateway: AuthDeps, response: Response, token: string, said: Said): Promise<void> {
  const { sandbox } = gateway.settings;
  if (!(await isOwnerLink(gateway, token)))
    return sendOwnerPage(response, "deadLink", { sandbox }, { status: 410 });
  const { account } = (await gateway.persistence.owners.read()) ?? {};
  const { status = 200, ...shown } = said;
  const data = { sandbox, token, shortest: SHORTEST_PASSWORD, known: account?.name, ...shown };
  sendOwnerPage(response, "setup", data, { status });
}

function wrongAccount(name: string, password: string, again: string): string | undefined {
  if (name.length < 1 || name.length > LONGEST_NAME || /\p{C}/u.test(name))
    return `The name must have 1 to ${LONGEST_NAME} characters.`;
  if (password.length < SHORTEST_PASSWORD)
    return `The password must have at least ${SHORTEST_PASSWORD} characters; this one has ${password.length}.`;
  if (password.length > LONGEST_PASSWORD)
    return `The password must have at most ${LONGEST_PASSWORD} characters.`;
  return password === again ? undefined : "The two passwords are not the same.";
}

function field(request: Request, name: string): string {
  return fieldOf(request, name) ?? "";
}
