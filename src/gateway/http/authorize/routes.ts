import { Router, type Request, type Response } from "express";
import { requireNoHoldForKey } from "../../usecases/access/approvalHold.ts";
import { issueKey, type KeyGrant } from "../../usecases/stores/createStore.ts";
import { fullPermission, scopedPermission } from "../../domain/access/permissions.ts";
import type { MerchantStore } from "../../usecases/stores/merchantStore.ts";
import { english } from "../../../languages/merchantWords.ts";
import { timeOrderedId } from "../../../values/ids.ts";
import { correctableError } from "../errors.ts";
import { isLoopbackHost } from "../../../runtime/settings.ts";
import { fieldOf, fieldsOf } from "../owner/fields.ts";
import { mayGiveKey, mayIn } from "../../domain/access/roles.ts";
import { frameOf, visitorOf, type AuthDeps } from "../owner/visitor.ts";
import type { SessionGuard } from "../owner/sessionGuard.ts";
import { createShownOnce, isShownBefore } from "../owner/shownOnce.ts";
import { keyIdOf } from "../owner/developers/keyForm.ts";
import { sendOwnerPage, wordsFor } from "../owner/page.ts";
import { AUTHORIZE_PATH } from "../owner/paths.ts";
import { permissionWords } from "../owner/people/permissionWords.ts";
import { purposeOf, readAuthorizeRequest, type AuthorizeRequest } from "./authorizeRequest.ts";

/**
 * The page on which an application asks the owner for a key (merchant API, section 1, authorize flow). A key that is approved
 * is posted to the application's redirect by a form in the browser; without a redirect it is shown.
 */
export function authorizeRoutes(gateway: AuthDeps, door: SessionGuard): Router {
  const router = Router();
  const { persistence } = gateway;
  const once = createShownOnce<Readonly<{ granted: KeyGrant; key: string }>>(gateway);

  router.get(AUTHORIZE_PATH, ...door.page(), async (request, response) => {
    const asked = readAuthorizeRequest(request.query, wordsFor(response));
    if (typeof asked === "string") return refuse(gateway, response, asked);
    const made = await once.take(request, response);
    if (made) return handOver(gateway, response, asked, made.granted, made.key);
    if (isShownBefore(response)) return refuse(gateway, response, approvedBefore(response));
    await showQuestion(gateway, response, asked);
  });

  router.post(AUTHORIZE_PATH, ...door.form(), async (request, response) => {
    const asked = readAuthorizeRequest(request.query, wordsFor(response)); // the form is posted to the link itself
    if (typeof asked === "string") return refuse(gateway, response, asked);
    const granted = await readConsent(gateway, request, response, asked);
    if (typeof granted === "string") return showQuestion(gateway, response, asked, granted);
    if (granted.id !== undefined && (await persistence.keys.load(granted.id)))
      return refuse(gateway, response, approvedBefore(response));
    try {
      await requireNoHoldForKey(gateway, visitorOf(response).user.id, granted.permissions);
    } catch (error) {
      const problem = correctableError(error, wordsFor(response));
      if (!problem) throw error;
      return showQuestion(gateway, response, asked, problem.message);
    }
    const key = await issueKey(
      persistence.keys,
      gateway,
      granted,
      gateway.settings.sandbox ? "test" : "live",
    );
    gateway.log.info("key.made", { label: granted.label, storeId: granted.storeId, by: "an authorize link" });
    const { storeId, label, permissions } = granted;
    await door.record(response, { action: "key.created", storeId, after: { label, permissions } });
    await once.redirect(response, request.originalUrl, { granted, key });
  });
  return router;
}

function approvedBefore(response: Response): string {
  return wordsFor(response)(
    "You have approved this already. Start again from the application if its key did not arrive.",
  );
}

async function showQuestion(
  gateway: AuthDeps,
  response: Response,
  asked: AuthorizeRequest,
  problem?: string,
): Promise<void> {
  const { persistence, clock, random } = gateway;
  const stores = await storesFor(gateway, response, asked);
  if (stores.length === 0) {
    const why =
      asked.storeId === undefined
        ? english("There is no store of which you may make keys with these permissions.")
        : english("The store that it asks for is none of which you may make keys with these permissions.");
    return refuse(gateway, response, wordsFor(response)(why));
  }
  const purpose = purposeOf(asked, asked.permissions);
  const known =
    purpose === undefined
      ? []
      : await Promise.all(stores.map(({ id }) => persistence.keys.listFor(id, purpose)));
  const { redirect, isStrict, applicationName } = asked;
  const words = permissionWords(wordsFor(response));
  sendOwnerPage(
    response,
    "authorize",
    {
      ...frameOf(gateway, response),
      applicationName,
      isStrict,
      problem,
      keyId: timeOrderedId(clock(), random),
      stores: stores.map(({ id, name }) => ({ id, name })),
      permissions: asked.permissions.map((name) => ({
        name,
        full: fullPermission(name),
        words: words[name],
      })),
      host: redirect?.host,
      cancel: redirect?.href ?? "/owner",
      replaces: known.flat().length > 0,
      isPlain: redirect?.protocol === "http:" && !isLoopbackHost(redirect.hostname),
    },
    { status: problem === undefined ? 200 : 422 },
  );
}

/** What the owner has agreed to, or what is still missing. */
async function readConsent(
  gateway: AuthDeps,
  request: Request,
  response: Response,
  asked: AuthorizeRequest,
): Promise<KeyGrant | string> {
  const { persistence } = gateway;
  const stores = await storesFor(gateway, response, asked);
  const chosen = stores.find(({ id }) => id === fieldOf(request, "storeId"));
  if (!chosen) return wordsFor(response)("Choose the store that the key is for.");
  const kept = fieldsOf(request, "permissions");
  const permissions = asked.isStrict
    ? asked.permissions
    : asked.permissions.filter((name) => kept.includes(name));
  if (permissions.length === 0) return wordsFor(response)("Leave at least one permission, or press Cancel.");
  const purpose = purposeOf(asked, permissions);
  const known = purpose === undefined ? [] : await persistence.keys.listFor(chosen.id, purpose);
  return {
    ...keyIdOf(request),
    storeId: chosen.id,
    label: asked.applicationName,
    permissions,
    userId: visitorOf(response).user.id,
    ...(purpose === undefined ? {} : { purpose, replaces: known.map(({ id }) => id) }),
  };
}

/** The page that carries the key to the application: a form that a script sends at once, and a button where there is none. */
function handOver(
  gateway: AuthDeps,
  response: Response,
  { redirect, applicationName }: AuthorizeRequest,
  { storeId, permissions }: KeyGrant,
  key: string,
): void {
  const frame = frameOf(gateway, response);
  if (!redirect) return sendOwnerPage(response, "newKey", { ...frame, key, applicationName, storeId });
  const scoped = permissions.map((name) => scopedPermission(name, storeId));
  const data = { key, applicationName, userId: visitorOf(response).user.id, permissions: scoped };
  const to = { action: redirect.href, host: redirect.host };
  sendOwnerPage(response, "handOver", { ...frame, ...data, ...to }, { formAction: redirect.origin });
}

function refuse(gateway: AuthDeps, response: Response, problem: string): void {
  sendOwnerPage(response, "refused", { ...frameOf(gateway, response), problem }, { status: 400 });
}

/** The stores of which the visitor may make a key that may do what is asked for. */
async function storesFor(
  { persistence }: AuthDeps,
  response: Response,
  { storeId, permissions }: AuthorizeRequest,
): Promise<readonly MerchantStore[]> {
  const { access } = visitorOf(response);
  return (await persistence.stores.list()).filter(({ id }) => {
    const isAsked = storeId === undefined || storeId === id;
    return isAsked && mayIn(access, id, "canmanageapikeys") && mayGiveKey(access, id, permissions);
  });
}
