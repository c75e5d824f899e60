import { Router, type Request, type Response } from "express";
import { APPROVING, givesPower, requireNoHoldForKey } from "../../usecases/access/approvalHold.ts";
import type { KeyGrant } from "../../usecases/stores/createStore.ts";
import { kindOf, makeKey } from "../../usecases/access/manageKeys.ts";
import {
  allows,
  fullPermission,
  scopedPermission,
  type Permission,
} from "../../domain/access/permissions.ts";
import { listedPermissions } from "../../domain/access/shops.ts";
import type { Webhook } from "../../ports/outboxPort.ts";
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
import { pageZone } from "../owner/pageZone.ts";
import { AUTHORIZE_PATH } from "../owner/paths.ts";
import { permissionWords } from "../owner/people/permissionWords.ts";
import { readableTime } from "../owner/readableTime.ts";
import { findEarlierConnection, type EarlierConnection } from "./earlierConnection.ts";
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
    const consent = await readConsent(gateway, request, response, asked);
    if (typeof consent === "string") return showQuestion(gateway, response, asked, consent);
    const { granted, obsolete } = consent;
    if (granted.id !== undefined && (await persistence.keys.load(granted.id)))
      return refuse(gateway, response, approvedBefore(response));
    try {
      await requireNoHoldForKey(gateway, visitorOf(response).user.id, granted.permissions);
    } catch (error) {
      const zone = pageZone(response, granted.storeId);
      const problem = correctableError(error, wordsFor(response), zone);
      if (!problem) throw error;
      return showQuestion(gateway, response, asked, problem.message);
    }
    const key = await makeKey(gateway, granted, kindOf(gateway), visitorOf(response).session.address);
    gateway.log.info("key.made", { label: granted.label, storeId: granted.storeId, by: "an authorize link" });
    const { storeId, label, permissions } = granted;
    const { replaces = [], shop } = granted;
    await door.record(response, { action: "key.created", storeId, after: { label, permissions, shop } });
    for (const subject of replaces) await door.record(response, { action: "key.revoked", storeId, subject });
    for (const { id, url } of obsolete) {
      await persistence.webhooks.delete(id);
      await door.record(response, { action: "webhook.deleted", storeId, subject: id, before: { url } });
    }
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
  const frame = frameOf(gateway, response);
  const { access } = visitorOf(response);
  const extras = (asked.shop?.unlisted ?? []).filter((name) =>
    stores.some(({ id }) => mayGiveKey(access, id, [name])),
  );
  const wanted = [...asked.permissions, ...extras];
  const purpose = purposeOf(asked, wanted);
  const known =
    purpose === undefined
      ? []
      : await Promise.all(stores.map(({ id }) => persistence.keys.listFor(id, purpose)));
  const { redirect, isStrict, applicationName } = asked;
  const words = permissionWords(wordsFor(response));
  const line = (name: Permission) => ({ name, full: fullPermission(name), words: words[name] });
  sendOwnerPage(
    response,
    "authorize",
    {
      ...frame,
      held: givesPower(wanted) ? frame.held : undefined,
      applicationName,
      isStrict,
      problem,
      keyId: timeOrderedId(clock(), random),
      stores: stores.map(({ id, name }) => ({ id, name })),
      permissions: asked.permissions.map(line),
      extras: extras.map(line),
      earlier: await earlierLines(gateway, response, asked, stores),
      mayApprove: APPROVING.some((name) => allows(wanted, name)),
      host: redirect?.host,
      cancel: redirect?.href ?? "/owner",
      replaces: known.flat().length > 0,
      isPlain: redirect?.protocol === "http:" && !isLoopbackHost(redirect.hostname),
    },
    { status: problem === undefined ? 200 : 422 },
  );
}

/** Lines about what an earlier approval of the same application has left, for each store that can be chosen. */
async function earlierLines(
  gateway: AuthDeps,
  response: Response,
  asked: AuthorizeRequest,
  stores: readonly MerchantStore[],
): Promise<readonly string[]> {
  const tr = wordsFor(response);
  const lines = stores.map(async ({ id, name }) => {
    const { keys, webhooks } = await earlierConnection(gateway, response, asked, id);
    const zone = pageZone(response, id);
    const own = [
      ...keys.map(({ createdAt = 0 }) =>
        tr("Revoke the key made on {time}", { time: readableTime(createdAt, zone).words }),
      ),
      ...webhooks.map(({ url }) => tr("Delete the webhook to {url}", { url })),
    ];
    return stores.length === 1 ? own : own.map((line) => `${name}: ${line}`);
  });
  return (await Promise.all(lines)).flat();
}

/** The earlier connection, as far as the visitor may end it. */
async function earlierConnection(
  gateway: AuthDeps,
  response: Response,
  asked: AuthorizeRequest,
  storeId: string,
): Promise<EarlierConnection> {
  const { keys, webhooks } = await findEarlierConnection(gateway, asked, storeId);
  const mayDelete = mayIn(visitorOf(response).access, storeId, "webhooks.canmodifywebhooks");
  return { keys, webhooks: mayDelete ? webhooks : [] };
}

/** What the owner has agreed to: a key, and the end of webhooks that it makes obsolete. */
type Consent = Readonly<{ granted: KeyGrant; obsolete: readonly Webhook[] }>;

/** What the owner has agreed to, or what is still missing. */
async function readConsent(
  gateway: AuthDeps,
  request: Request,
  response: Response,
  asked: AuthorizeRequest,
): Promise<Consent | string> {
  const { persistence } = gateway;
  const stores = await storesFor(gateway, response, asked);
  const chosen = stores.find(({ id }) => id === fieldOf(request, "storeId"));
  if (!chosen) return wordsFor(response)("Choose the store that the key is for.");
  const kept = fieldsOf(request, "permissions");
  const agreed = asked.isStrict ? asked.permissions : asked.permissions.filter((name) => kept.includes(name));
  const extras = fieldsOf(request, "extras");
  const permissions = [...agreed, ...(asked.shop?.unlisted ?? []).filter((name) => extras.includes(name))];
  if (agreed.length === 0) return wordsFor(response)("Leave at least one permission, or press Cancel.");
  const purpose = purposeOf(asked, permissions);
  if (!mayGiveKey(visitorOf(response).access, chosen.id, permissions))
    return wordsFor(response)("The key would be allowed more than you are.");
  const known = purpose === undefined ? [] : await persistence.keys.listFor(chosen.id, purpose);
  const { keys, webhooks } =
    fieldOf(request, "replace") === "on"
      ? await earlierConnection(gateway, response, asked, chosen.id)
      : { keys: [], webhooks: [] };
  const granted = {
    ...keyIdOf(request),
    storeId: chosen.id,
    label: asked.applicationName,
    permissions,
    userId: visitorOf(response).user.id,
    shop: asked.shop?.id,
    sentTo: asked.redirect?.origin,
    purpose,
    replaces: [...new Set([...known, ...keys].map(({ id }) => id))],
  };
  return { granted, obsolete: webhooks };
}

/** The page that carries the key to the application: a form that a script sends at once, and a button where there is none. */
function handOver(
  gateway: AuthDeps,
  response: Response,
  { redirect, applicationName }: AuthorizeRequest,
  granted: KeyGrant,
  key: string,
): void {
  const { storeId } = granted;
  const frame = frameOf(gateway, response);
  if (!redirect) return sendOwnerPage(response, "newKey", { ...frame, key, applicationName, storeId });
  const scoped = listedPermissions(granted).map((name) => scopedPermission(name, storeId));
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
