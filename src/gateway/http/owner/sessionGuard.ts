import { timingSafeEqual } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import { relyingParty, type RelyingParty } from "../../usecases/access/passkeys.ts";
import type { SignedIn } from "../../usecases/access/access.ts";
import { actorOf, recordAction, type Action } from "../../usecases/access/recordAction.ts";
import { readableNotices } from "../../domain/access/notification.ts";
import { knowsStore, mayIn } from "../../domain/access/roles.ts";
import { findHold } from "../../usecases/access/approvalHold.ts";
import { findSignedIn, isRecentlyProven } from "../../usecases/access/signIn.ts";
import { unpaidPayouts } from "../../usecases/payouts/unpaidPayouts.ts";
import { countWaiting } from "../../usecases/invoices/countWaiting.ts";
import { HttpError, messageOf } from "../errors.ts";
import { announceAction } from "./announceAction.ts";
import { askAgain } from "./askAgain.ts";
import { fieldOf } from "./fields.ts";
import type { SessionCookie } from "./cookie.ts";
import { knownBrowsers, type KnownBrowsers } from "./account/knownBrowser.ts";
import { OWNER_ACCESS, type Needs } from "./ownerAccess.ts";
import { wordsFor } from "./page.ts";
import { pageZone } from "./pageZone.ts";
import { ACCOUNT_PATH, SIGN_IN_PATH, SIGN_OUT_PATH } from "./paths.ts";
import { currentStore } from "./navigation.ts";
import { keepStore, lastStore } from "./storeCookie.ts";
import {
  askedStore,
  chosenStore,
  requireIn,
  requireInOne,
  storesOf,
  visitorOf,
  type AuthDeps,
} from "./visitor.ts";
import { sentence } from "../../../values/sentence.ts";

/** Which store a request is about; undefined where there is none such. */
export type StoreFinder = (request: Request) => Promise<string | undefined> | string | undefined;

/**
 * Where the store of a request is found (default: by the path's :storeId), and whether a script asks by itself, which does not keep
 * the session from ending. What a visitor needs stands in ownerAccess.ts; `needs` are those of a route outside the owner's area.
 */
export type Rule = Readonly<{ store?: StoreFinder; isQuiet?: true; needs?: Needs }>;

/** The guard of the owner's pages: who may see them, and whose forms are taken. */
export type SessionGuard = Readonly<{
  cookie: SessionCookie;
  known: KnownBrowsers;
  site: RelyingParty;
  /** For a page: admits signed-in visitors that the rule allows; others sign in first and come back. */
  page(rule?: Rule): readonly RequestHandler[];
  /** For a form: it must also come from a page of this session. `parsers` read its body where it is not a plain one. */
  form(rule?: Rule, ...parsers: readonly RequestHandler[]): readonly RequestHandler[];
  /** Who is signed in, for pages that are open to all; undefined also for a visitor without a second factor that is required. */
  visitor(request: Request): Promise<SignedIn | undefined>;
  /** For a form of visitors who are not signed in: it must come from a page of ours. */
  ownForm: RequestHandler;
  /** Writes what the signed-in visitor has done into the audit log, and tells the people concerned. */
  record(response: Response, action: Action): Promise<void>;
}>;

/** The guard of a site that has a safe cookie. */
export function createSessionGuard(
  gateway: AuthDeps,
  publicUrl: string,
  cookie: SessionCookie,
): SessionGuard {
  const { origin } = new URL(publicUrl);

  const find = async (request: Request, isQuiet = false) => {
    const token = cookie.read(request);
    return token === undefined ? undefined : findSignedIn(gateway, token, isQuiet);
  };
  const signedIn =
    (isQuiet = false): RequestHandler =>
    async (request, response, next) => {
      const found = await find(request, isQuiet);
      if (!found) return response.redirect(303, `${SIGN_IN_PATH}?to=${encodeURIComponent(backTo(request))}`);
      const stores = await gateway.persistence.stores.list();
      response.set("Cache-Control", "no-store"); // pages and downloads, such as backups and the audit log, stay out of caches
      response.locals["visitor"] = found;
      response.locals["stores"] = stores.filter(({ id }) => knowsStore(found.access, id));
      const isFree = request.path.startsWith(ACCOUNT_PATH) || request.path === SIGN_OUT_PATH;
      if (lacksSecondFactor(found) && !isFree)
        return response.redirect(303, `${ACCOUNT_PATH}?needed#second-factor`);
      next();
    };

  const ownForm: RequestHandler = (request, _response, next) => {
    if (request.get("origin") === origin) return next();
    throw new HttpError(
      403,
      "foreign-form",
      sentence("This form must be sent from a page at {origin}. Open {page} and try again.", {
        origin,
        page: `${publicUrl}/owner`,
      }),
    );
  };

  const page = (rule: Rule = {}) => [
    signedIn(rule.isQuiet),
    admitted(rule),
    ...(rule.isQuiet ? [] : [keepChoice(publicUrl), withNotices(gateway)]),
  ];
  return {
    cookie,
    known: knownBrowsers(gateway, publicUrl),
    site: relyingParty(publicUrl),
    page,
    form: (rule = {}, ...parsers) => [
      ownForm,
      signedIn(),
      ...parsers,
      sessionForm,
      admitted(rule),
      withNotices(gateway),
      recently(gateway, rule),
    ],
    async visitor(request) {
      const found = await find(request);
      return found && !lacksSecondFactor(found) ? found : undefined;
    },
    ownForm,
    async record(response, action) {
      const visitor = visitorOf(response);
      await recordAction(gateway, actorOf(visitor), action);
      await announceAction(gateway, visitor, action);
    },
  };
}

/** What the table asks of this request. A route that it lacks opens for no visitor. */
function needsOf({ method, route }: Request, { needs }: Rule): Needs {
  if (needs) return needs;
  const { path } = route as Readonly<{ path: string }>;
  const name = `${method === "HEAD" ? "GET" : method} ${path}`;
  const found = OWNER_ACCESS[name];
  if (!found) throw new Error(`Expected the route "${name}" in ownerAccess.ts.`);
  return found;
}

function admitted(rule: Rule): RequestHandler {
  const { store = inPath } = rule;
  return async (request, response, next) => {
    const { may, among, isAdmin } = needsOf(request, rule);
    if (isAdmin && !visitorOf(response).access.isAdmin)
      throw new HttpError(404, "not-found", "There is nothing here.");
    if (may !== undefined && among) requireInOne(response, askedStore(request), may);
    else if (may !== undefined) requireIn(response, await store(request), may);
    next();
  };
}

/** A page of a store makes it the one that pages without a store are shown in. */
function keepChoice(publicUrl: string): RequestHandler {
  const isSecure = publicUrl.startsWith("https:");
  return (request, response, next) => {
    const asked = askedStore(request);
    const isKnown = storesOf(response).some(({ id }) => id === asked);
    if (asked !== undefined && isKnown && asked !== lastStore(request)) keepStore(response, asked, isSecure);
    next();
  };
}

const MOST_COUNTED = 99;

/** A count beside a word of the navigation; nothing is not shown. */
function shortCount(count: number): string | undefined {
  return count > MOST_COUNTED ? `${MOST_COUNTED}+` : count > 0 ? String(count) : undefined;
}

/** Who may decide anything in the inbox: others get no badge. */
const DECIDING = ["canmodifyinvoices", "canmarkinvoices", "canmanagepayouts"] as const;

/** Adds what every page shows of the account: why it is on hold, and the counts of unseen notifications, inbox entries and unpaid payouts. */
function withNotices({ persistence, clock }: Pick<AuthDeps, "persistence" | "clock">): RequestHandler {
  return async (request, response, next) => {
    const { access, user } = visitorOf(response);
    const hold = findHold({ clock }, user);
    response.locals["held"] =
      hold && messageOf(hold, wordsFor(response), pageZone(response, askedStore(request)));
    response.locals["unseen"] = shortCount(
      await persistence.notifications.countUnseen(user.id, readableNotices(access)),
    );
    const store = currentStore(storesOf(response), chosenStore(request));
    if (store) {
      const seesPayouts = mayIn(access, store.id, "canviewpayouts");
      const most = MOST_COUNTED + 1;
      const waiting = DECIDING.some((may) => mayIn(access, store.id, may))
        ? await countWaiting({ persistence, clock }, store.id, most, seesPayouts)
        : 0;
      const unpaid = seesPayouts ? await unpaidPayouts({ persistence, clock }, store.id, most) : [];
      response.locals["waiting"] = { inbox: shortCount(waiting), payouts: shortCount(unpaid.length) };
    }
    next();
  };
}

const inPath: StoreFinder = ({ params }) => String(params["storeId"]);

function lacksSecondFactor({ access, hasSecondFactor }: SignedIn): boolean {
  return access.requiresTwoFactors && !hasSecondFactor;
}

/** True for a form of a page that was shown in this session. */
export function isOfSession(request: Request, { formToken }: SignedIn): boolean {
  return isEqual(fieldOf(request, "formToken") ?? "", formToken);
}

const sessionForm: RequestHandler = (request, response, next) => {
  if (isOfSession(request, visitorOf(response))) return next();
  throw new HttpError(
    403,
    "stale-form",
    sentence("This form is from before you signed in. Go back, load the page again, and repeat."),
  );
};

function recently(gateway: AuthDeps, rule: Rule): RequestHandler {
  return async (request, response, next) => {
    if (!needsOf(request, rule).isRecent) return next();
    if (isRecentlyProven(visitorOf(response), gateway.clock())) return next();
    await askAgain(gateway, request, response);
  };
}

/** A form that was sent after its session had ended cannot be sent again automatically: its page is shown. */
function backTo(request: Request): string {
  if (request.method === "GET" || request.path.startsWith("/api-keys/")) return request.originalUrl;
  return "/owner";
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
