import { Router, type Request, type Response } from "express";
import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { LANGUAGES, OWN_NAMES } from "../../../../languages/languages.ts";
import type { Instant } from "../../../../values/time.ts";
import { readEmailAddress } from "../../../domain/mail/emailAddress.ts";
import { mailEmailLink } from "../../../usecases/access/confirmEmail.ts";
import { keepPasskey, offerPasskey } from "../../../usecases/access/passkeys.ts";
import {
  hashPassword,
  isPassword,
  SHORTEST_PASSWORD,
  weakPassword,
} from "../../../usecases/access/passwords.ts";
import {
  beginTotp,
  endTotp,
  newRecoveryCodes,
  offerTotp,
  reofferTotp,
  type TotpOffer,
} from "../../../usecases/access/secondFactor.ts";
import { createAttempts } from "../../../usecases/access/attempts.ts";
import { beginSession } from "../../../usecases/access/signIn.ts";
import { HOUR_MS, MINUTE_MS } from "../../../../values/time.ts";
import { qrSvg } from "../../checkout/qr.ts";
import { hasUnseen } from "../../../../values/shownText.ts";
import { fieldOf } from "../fields.ts";
import { donePath } from "../doneWords.ts";
import { languageOfVisitor, sendOwnerPage, wordsFor } from "../page.ts";
import { ACCOUNT_PATH, confirmEmailPath } from "../paths.ts";
import { pageZone } from "../pageZone.ts";
import { relativeTime } from "../readableTime.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import { browserName } from "./browserName.ts";
import { createShownOnce, type ShownOnce } from "../shownOnce.ts";
import { credentialIn, originOf } from "./signInRoutes.ts";
import { frameOf, visitorOf, type AuthDeps } from "../visitor.ts";

const LONGEST_LABEL = 60;
const MOST_LINKS = 5; // that confirm an address, in an hour
const TRIES = 5; // of the present password, in a quarter of an hour

type Said = Readonly<{
  status?: number;
  problem?: string; // of the form that `at` names
  at?: "password" | "email" | "totp" | "passkey";
  field?: "current" | "password" | "again"; // of the form of the password
  email?: string; // as typed
  offer?: TotpOffer;
  codes?: readonly string[];
  isTotpBegun?: boolean;
  isNeeded?: boolean;
}>;

/** The page of one's own account: password, e-mail address, second factors, and where one is signed in. */
export function accountRoutes(gateway: AuthDeps, door: SessionGuard): Router {
  const router = Router();
  const show = (response: Response, said: Said = {}) => showAccount(gateway, response, said);
  const once = createShownOnce<Said>(gateway);

  router.get(ACCOUNT_PATH, ...door.page(), async (request, response) =>
    show(response, { isNeeded: "needed" in request.query, ...(await once.take(request, response)) }),
  );
  router.use(
    passwordForms(gateway, door, show),
    totpForms(gateway, door, show, once),
    passkeyForms(gateway, door, show, once),
  );

  router.post(`${ACCOUNT_PATH}/sessions/end-others`, ...door.form(), async (_request, response) => {
    const { user, session } = visitorOf(response);
    await gateway.persistence.sessions.endAll(user.id, session.digest);
    await door.record(response, { action: "session.others_ended", subject: user.id });
    response.redirect(303, donePath(`${ACCOUNT_PATH}#sessions`, "ended"));
  });

  router.post(`${ACCOUNT_PATH}/sessions/:sessionId/end`, ...door.form(), async (request, response) => {
    const { user } = visitorOf(response);
    const own = await gateway.persistence.sessions.ofUser(user.id);
    const chosen = own.find(({ id }) => id === request.params["sessionId"]);
    if (chosen) await gateway.persistence.sessions.end(chosen.digest);
    await door.record(response, { action: "session.ended", subject: chosen?.id });
    response.redirect(303, donePath(`${ACCOUNT_PATH}#sessions`, "ended"));
  });
  return router;
}

type Show = (response: Response, said?: Said) => Promise<void>;

function passwordForms(gateway: AuthDeps, door: SessionGuard, show: Show): Router {
  const router = Router();
  const { persistence, clock, random } = gateway;
  const attempts = createAttempts(gateway, "password change");

  router.post(`${ACCOUNT_PATH}/password`, ...door.form(), async (request, response) => {
    const { user } = visitorOf(response);
    const password = text(request, "password");
    const refuse = (field: NonNullable<Said["field"]>, problem: string, status = 422) =>
      show(response, { at: "password", field, problem, status });
    const tr = wordsFor(response);
    const weak = weakPassword(password, user.name, tr);
    if (weak !== undefined) return refuse("password", weak);
    if (password !== text(request, "again"))
      return refuse("again", tr("The two passwords are not the same."));
    const wait = await attempts.take(user.id, TRIES);
    if (wait > 0) {
      const minutes = Math.ceil(wait / MINUTE_MS);
      return refuse("current", tr("Too many attempts. Try again in {minutes} min.", { minutes }), 429);
    }
    if (!(await isPassword(text(request, "current"), user.password?.hash, random)))
      return refuse("current", tr("The current password is wrong."), 401);
    await attempts.forget(user.id);
    const hash = await hashPassword(password, random);
    await persistence.users.change(user.id, { password: { hash, at: clock() } });
    await persistence.sessions.endAll(user.id);
    await door.record(response, { action: "user.password_changed", subject: user.id });
    const changed = (await persistence.users.load(user.id)) ?? user;
    const { token } = await beginSession(gateway, changed, originOf(request), false);
    door.cookie.give(response, token);
    response.redirect(303, donePath(ACCOUNT_PATH, "saved"));
  });

  router.post(`${ACCOUNT_PATH}/email`, ...door.form(), async (request, response) => {
    const { user } = visitorOf(response);
    const typed = text(request, "email").trim();
    const email = typed === "" ? undefined : readEmailAddress(typed);
    if (typed !== "" && email === undefined)
      return show(response, {
        at: "email",
        email: typed,
        problem: wordsFor(response)("Expected an e-mail address such as ada@example.com."),
        status: 422,
      });
    await persistence.users.change(user.id, { email });
    const { email: before } = user;
    await door.record(response, { action: "user.email_changed", subject: user.id, before, after: email });
    await mailEmailLink(gateway, { ...user, email, isEmailConfirmed: false }, confirmEmailPath);
    response.redirect(303, donePath(ACCOUNT_PATH, "saved"));
  });

  const links = createAttempts(gateway, "email link", HOUR_MS);
  router.post(`${ACCOUNT_PATH}/email/link`, ...door.form(), async (_request, response) => {
    const { user } = visitorOf(response);
    const wait = await links.take(user.id, MOST_LINKS);
    if (wait > 0) {
      const minutes = Math.ceil(wait / MINUTE_MS);
      const problem = wordsFor(response)("Too many attempts. Try again in {minutes} min.", { minutes });
      return show(response, { at: "email", problem, status: 429 });
    }
    await mailEmailLink(gateway, user, confirmEmailPath);
    response.redirect(303, donePath(ACCOUNT_PATH, "sent"));
  });
  return router;
}

function totpForms(gateway: AuthDeps, door: SessionGuard, show: Show, once: ShownOnce<Said>): Router {
  const router = Router();

  router.post(`${ACCOUNT_PATH}/totp/offer`, ...door.form(), async (_request, response) =>
    once.redirect(response, `${ACCOUNT_PATH}#second-factor`, {
      offer: offerTotp(gateway, visitorOf(response).user),
    }),
  );

  router.post(`${ACCOUNT_PATH}/totp`, ...door.form(), async (request, response) => {
    const { user, session } = visitorOf(response);
    const sealed = text(request, "sealed");
    const offer = await reofferTotp(gateway, user, sealed);
    if (!offer)
      return show(response, {
        at: "totp",
        problem: wordsFor(response)("This code is not of the present setup. Begin the setup again."),
        status: 422,
      });
    const codes = await beginTotp(gateway, user, sealed, text(request, "code"));
    if (!codes)
      return show(response, {
        offer,
        at: "totp",
        problem: wordsFor(response)("This code is wrong. Wait for the next one."),
        status: 422,
      });
    await gateway.persistence.sessions.endAll(user.id, session.digest);
    await door.record(response, { action: "user.totp_begun", subject: user.id });
    await once.redirect(response, ACCOUNT_PATH, { codes, isTotpBegun: true });
  });

  router.post(`${ACCOUNT_PATH}/totp/end`, ...door.form(), async (_request, response) => {
    const { user } = visitorOf(response);
    await endTotp(gateway, user);
    await door.record(response, { action: "user.totp_ended", subject: user.id });
    response.redirect(303, `${ACCOUNT_PATH}#second-factor`);
  });

  router.post(`${ACCOUNT_PATH}/recovery-codes`, ...door.form(), async (_request, response) => {
    const { user } = visitorOf(response);
    const codes = await newRecoveryCodes(gateway, user);
    await door.record(response, { action: "user.recovery_codes_made", subject: user.id });
    await once.redirect(response, ACCOUNT_PATH, { codes });
  });
  return router;
}

function passkeyForms(gateway: AuthDeps, door: SessionGuard, show: Show, once: ShownOnce<Said>): Router {
  const router = Router();
  const path = `${ACCOUNT_PATH}/passkeys`;

  router.post(`${path}/options`, ...door.form(), async (_request, response) => {
    response.json(await offerPasskey(gateway, door.site, visitorOf(response).user));
  });

  router.post(path, ...door.form(), async (request, response) => {
    const { user, session } = visitorOf(response);
    const label = text(request, "label").trim().slice(0, LONGEST_LABEL) || "Passkey";
    const credential = credentialIn(request) as unknown as RegistrationResponseJSON; // the library checks it
    if (hasUnseen(label))
      return show(response, {
        at: "passkey",
        problem: wordsFor(response)("Enter a name without control and format characters."),
        status: 422,
      });
    if (!(await keepPasskey(gateway, door.site, user, credential, label)))
      return show(response, {
        at: "passkey",
        problem: wordsFor(response)("The passkey was not kept. Try again."),
        status: 422,
      });
    await gateway.persistence.sessions.endAll(user.id, session.digest);
    await door.record(response, { action: "passkey.added", subject: user.id, after: label });
    if (user.recoveryCodes.length > 0) return response.redirect(303, `${ACCOUNT_PATH}#second-factor`);
    await once.redirect(response, ACCOUNT_PATH, { codes: await newRecoveryCodes(gateway, user) });
  });

  router.post(`${path}/:passkeyId/remove`, ...door.form(), async (request, response) => {
    const { user } = visitorOf(response);
    await gateway.persistence.passkeys.remove(user.id, String(request.params["passkeyId"]));
    await door.record(response, { action: "passkey.removed", subject: user.id });
    response.redirect(303, donePath(`${ACCOUNT_PATH}#second-factor`, "removed"));
  });
  return router;
}

async function showAccount(gateway: AuthDeps, response: Response, said: Said): Promise<void> {
  const { user: known, session: here } = visitorOf(response);
  const { users, passkeys, sessions } = gateway.persistence;
  const user = (await users.load(known.id)) ?? known; // it may just have changed
  const { status = 200, offer, ...shown } = said;
  const zone = pageZone(response);
  const time = (at: Instant) => relativeTime(at, gateway.clock(), languageOfVisitor(response), zone);
  const data = {
    ...frameOf(gateway, response),
    email: user.email ?? "",
    isConfirmed: user.email === undefined ? undefined : user.isEmailConfirmed,
    hasMail: gateway.mailer !== undefined,
    ...shown,
    chosenLanguage: user.preferences.language ?? "",
    languages: LANGUAGES.map((value) => ({ value, words: OWN_NAMES[value], language: value })),
    shortest: SHORTEST_PASSWORD,
    hasTotp: user.totp !== undefined,
    codesLeft: user.recoveryCodes.length,
    offer: offer && {
      ...offer,
      qr: qrSvg(offer.uri, wordsFor(response)("QR code for the authenticator app")),
    },
    passkeys: (await passkeys.ofUser(user.id)).map(({ id, label, createdAt, lastUsedAt }) => ({
      id,
      label,
      created: time(createdAt),
      used: lastUsedAt === undefined ? undefined : time(lastUsedAt),
    })),
    sessions: (await sessions.ofUser(user.id)).map(({ id, address, agent, seenAt, digest }) => ({
      id,
      address,
      agent: browserName(agent, wordsFor(response)),
      seen: time(seenAt),
      isHere: digest === here.digest,
    })),
  };
  sendOwnerPage(response, "account", data, { status });
}

function text(request: Request, name: string): string {
  return fieldOf(request, name) ?? "";
}
