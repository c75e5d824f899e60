import { Router, type Request, type RequestHandler, type Response } from "express";
import { ipKeyGenerator } from "express-rate-limit";
import { createAttempts } from "../../gateway/attempts.ts";
import { isOwnerLink, plainName, setOwner, SHORTEST_PASSWORD, signIn, signOut } from "../../gateway/owner.ts";
import { MINUTE_MS, SECOND_MS } from "../../time.ts";
import { fieldOf, type Door, type Premises } from "./door.ts";
import { sendOwnerPage } from "./page.ts";
import { OWNER_PATH, placeAfterSignIn, SETUP_PATH, SIGN_IN_PATH, SIGN_OUT_PATH } from "./paths.ts";

const TRIES_PER_ADDRESS = 5; // in a quarter of an hour
const TRIES_PER_NAME = 50; // from everywhere: many addresses get no further, and one cannot lock the owner out
const LONGEST_NAME = 64;
const LONGEST_PASSWORD = 256;
const IPV6_NEIGHBOURS = 56; // bits that one customer of a provider has in common

/** The pages on which the account is made, and on which the owner signs in and out. Passwords go into no log. */
export function signInRoutes(gateway: Premises, door: Door): Router {
  const router = Router();
  const { sandbox } = gateway.settings;

  router.get(SETUP_PATH, async (request, response) => {
    await showSetup(gateway, response, String(request.query["token"] ?? ""), {});
  });

  router.post(SETUP_PATH, door.ownForm, async (request, response) => {
    const [token, name, password] = [field(request, "token"), field(request, "name").trim(), field(request, "password")]; // prettier-ignore
    const problem = wrongAccount(name, password, field(request, "again"));
    if (problem !== undefined) return showSetup(gateway, response, token, { status: 422, problem, typed: name }); // prettier-ignore
    if (!(await setOwner(gateway, token, { name, password }))) return showSetup(gateway, response, "", {});
    gateway.log.warn("owner.account_set", { name });
    const session = await signIn(gateway, name, password);
    if (session !== undefined) door.cookie.give(response, session);
    response.redirect(303, OWNER_PATH);
  });

  router.get(SIGN_IN_PATH, async (request, response) => {
    const { account } = (await gateway.store.readOwner()) ?? {};
    const to = placeAfterSignIn(request.query["to"]);
    sendOwnerPage(response, "signIn", { sandbox, to, hasAccount: account !== undefined });
  });

  router.post(SIGN_IN_PATH, door.ownForm, throttledSignIn(gateway, door));

  router.post(SIGN_OUT_PATH, door.ownForm, door.signedIn, door.sessionForm, async (request, response) => {
    await signOut(gateway, door.cookie.read(request) ?? "");
    response.removeHeader("Set-Cookie");
    door.cookie.take(response);
    response.redirect(303, SIGN_IN_PATH);
  });
  return router;
}

/** Takes name and password. Attempts are counted before the work is done, so that many at once get no further. */
function throttledSignIn(gateway: Premises, { cookie }: Door): RequestHandler {
  const { sandbox } = gateway.settings;
  const attempts = createAttempts(gateway.clock);
  return async (request, response) => {
    const [name, to] = [field(request, "name").slice(0, LONGEST_NAME), placeAfterSignIn(fieldOf(request, "to"))];
    const show = (status: number, problem: string) =>
      sendOwnerPage(response, "signIn", { sandbox, to, hasAccount: true, typed: name, problem }, { status });
    const names = [`address ${ipKeyGenerator(request.ip ?? "", IPV6_NEIGHBOURS)}`, `name ${plainName(name)}`];
    const wait = attempts.take(names[0] ?? "", TRIES_PER_ADDRESS) || attempts.take(names[1] ?? "", TRIES_PER_NAME);
    if (wait > 0) {
      response.set("Retry-After", String(Math.ceil(wait / SECOND_MS)));
      return show(429, `Too many attempts. Try again in ${Math.ceil(wait / MINUTE_MS)} min.`);
    }
    const session = await signIn(gateway, name, field(request, "password").slice(0, LONGEST_PASSWORD));
    if (session === undefined) gateway.log.warn("owner.sign_in_refused", { address: request.ip });
    if (session === undefined) return show(401, "Name and password do not belong together.");
    names.forEach((one) => attempts.forget(one));
    cookie.give(response, session);
    response.redirect(303, to);
  };
} // prettier-ignore

type Said = Readonly<{ status?: number; problem?: string; typed?: string }>;

/** The form of a link that is good, or the page which says that this one is not. */
async function showSetup(gateway: Premises, response: Response, token: string, said: Said): Promise<void> {
  const { sandbox } = gateway.settings;
  if (!(await isOwnerLink(gateway, token)))
    return sendOwnerPage(response, "deadLink", { sandbox }, { status: 410 });
  const { account } = (await gateway.store.readOwner()) ?? {};
  const { status = 200, ...shown } = said;
  const data = { sandbox, token, shortest: SHORTEST_PASSWORD, known: account?.name, ...shown };
  sendOwnerPage(response, "setup", data, { status });
}

function wrongAccount(name: string, password: string, again: string): string | undefined {
  if (name.length < 1 || name.length > LONGEST_NAME || /\p{C}/u.test(name))
    return `The name must have 1 to ${LONGEST_NAME} characters.`;
  if (password.length < SHORTEST_PASSWORD)
    return `The password must have at least ${SHORTEST_PASSWORD} characters; this one has ${password.length}.`;
  if (password.length > LONGEST_PASSWORD) return `The password must have at most ${LONGEST_PASSWORD} characters.`; // prettier-ignore
  return password === again ? undefined : "The two passwords are not the same.";
}

function field(request: Request, name: string): string {
  return fieldOf(request, name) ?? "";
}
