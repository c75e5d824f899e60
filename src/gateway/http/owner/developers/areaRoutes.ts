import { Router, type Request, type Response } from "express";
import { knowsStore, mayGiveKey, mayIn, type Access } from "../../../domain/access/roles.ts";
import { requireNoHoldForKey } from "../../../usecases/access/approvalHold.ts";
import { limitToMaker } from "../../../usecases/access/keyRights.ts";
import { kindOf, makeKey } from "../../../usecases/access/manageKeys.ts";
import type { ApiKey } from "../../../ports/accessPort.ts";
import {
  DEFAULT_PERMISSIONS,
  isPermission,
  plainPermission,
  type Permission,
} from "../../../domain/access/permissions.ts";
import type { MerchantStore } from "../../../usecases/stores/merchantStore.ts";
import { timeOrderedId } from "../../../../values/ids.ts";
import type { Translate } from "../../../../languages/merchantWords.ts";
import { groupsOfFour } from "../../checkout/render.ts";
import { correctableError } from "../../errors.ts";
import { frameOf, visitorOf, type AuthDeps } from "../visitor.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import { createShownOnce, isShownBefore } from "../shownOnce.ts";
import { developerTabs } from "./tabs.ts";
import { LIFETIMES, LONGEST_LABEL, readKeyForm, USUAL_LIFETIME } from "./keyForm.ts";
import { lostMailLines, lostWords } from "../mailLines.ts";
import { sendOwnerPage, wordsFor } from "../page.ts";
import { KEYS_PATH, keysPath, NEW_STORE_PATH, revokeKeyPath, storePath } from "../paths.ts";
import { pageZone } from "../pageZone.ts";
import { readableTime } from "../readableTime.ts";
import { OFFERED, OFFERED_OF_USER, permissionWords } from "../people/permissionWords.ts";

const LISTED_KEYS = 200;

/** The stores, and the API keys to them, which are made and revoked here. */
export function areaRoutes(gateway: AuthDeps, door: SessionGuard): Router {
  const router = Router();
  const { persistence, clock } = gateway;
  const once = createShownOnce<NonNullable<Said["made"]>>(gateway);

  router.get(KEYS_PATH, ...door.page(), async (request, response) => {
    const made = await once.take(request, response);
    await showArea(gateway, response, { ...(made ? { made } : {}), isGone: isShownBefore(response) });
  });

  router.post(KEYS_PATH, ...door.form(), async (request, response) => {
    const stores = await storesWithKeys(gateway, response);
    const wanted = readKeyForm(request, stores, clock(), wordsFor(response));
    const typed = request.body as unknown;
    if (typeof wanted === "string") return showArea(gateway, response, { problem: wanted, typed }, 422);
    if (wanted.id !== undefined && (await persistence.keys.load(wanted.id)))
      return response.redirect(303, `${KEYS_PATH}?once=`);
    if (!mayGiveKey(visitorOf(response).access, wanted.storeId, wanted.permissions))
      return showArea(
        gateway,
        response,
        { problem: wordsFor(response)("The key would be allowed more than you are."), typed },
        403,
      );
    const { user, session } = visitorOf(response);
    const userId = user.id;
    try {
      await requireNoHoldForKey(gateway, userId, wanted.permissions);
    } catch (error) {
      const zone = pageZone(response, wanted.storeId);
      const problem = correctableError(error, wordsFor(response), zone);
      if (!problem) throw error;
      return showArea(gateway, response, { problem: problem.message, typed }, problem.status);
    }
    const key = await makeKey(gateway, { ...wanted, userId }, kindOf(gateway), session.address);
    gateway.log.info("key.made", { label: wanted.label, storeId: wanted.storeId, by: "the owner's pages" });
    const { storeId, label, permissions, expiresAt } = wanted;
    await door.record(response, { action: "key.created", storeId, after: { label, permissions, expiresAt } });
    await once.redirect(response, KEYS_PATH, { key, label: wanted.label });
  });

  const storeOfKey = async ({ params }: Request) =>
    (await persistence.keys.load(String(params["keyId"])))?.storeId;
  const revoking = door.form({ store: storeOfKey });
  const asking = door.page({ store: storeOfKey });
  router.get(`${KEYS_PATH}/:keyId/revoke`, ...asking, async (request, response) => {
    const key = await persistence.keys.load(String(request.params["keyId"]));
    if (!key || key.revokedAt !== undefined) return response.redirect(303, KEYS_PATH);
    const store = await persistence.stores.load(key.storeId);
    sendOwnerPage(response, "developers/revokeKey", {
      ...frameOf(gateway, response, key.storeId),
      path: revokeKeyPath(key.id),
      list: keysPath(key.storeId),
      key: await keyLine(
        gateway,
        key,
        { stores: store ? [store] : [], zone: pageZone(response, key.storeId) },
        wordsFor(response),
      ),
    });
  });
  router.post(`${KEYS_PATH}/:keyId/revoke`, ...revoking, async (request, response) => {
    const keyId = String(request.params["keyId"]);
    const storeId = await storeOfKey(request);
    await persistence.keys.revoke(keyId, clock());
    await door.record(response, { action: "key.revoked", storeId, subject: keyId });
    gateway.log.info("key.revoked", { keyId, by: "the owner's pages" });
    response.redirect(303, KEYS_PATH);
  });
  return router;
}

type Said = Readonly<{
  problem?: string;
  typed?: unknown;
  isGone?: boolean;
  made?: Readonly<{ key: string; label: string }>;
}>;

async function showArea(gateway: AuthDeps, response: Response, said: Said, status = 200): Promise<void> {
  const { persistence, clock, random } = gateway;
  const { access } = visitorOf(response);
  const tr = wordsFor(response);
  const words = permissionWords(tr);
  const zone = pageZone(response);
  const stores = (await persistence.stores.list()).filter(({ id }) => knowsStore(access, id));
  const keys = (await persistence.keys.list(LISTED_KEYS)).filter(({ storeId }) =>
    mayIn(access, storeId, "canmanageapikeys"),
  );
  const ofKeys = stores.filter(({ id }) => mayIn(access, id, "canmanageapikeys"));
  const isGivable = (name: Permission) => ofKeys.some(({ id }) => mayGiveKey(access, id, [name]));
  sendOwnerPage(
    response,
    "area",
    {
      ...frameOf(gateway, response),
      tabs: developerTabs(response, "keys"),
      ...said,
      done: undefined, // isGone says it
      newStore: access.isAdmin ? NEW_STORE_PATH : undefined,
      stores: await Promise.all(stores.map((one) => storeLine(gateway, one, access, tr))),
      ofKeys: ofKeys.map(({ id, name }) => ({ id, name })),
      keys: await Promise.all(keys.map((key) => keyLine(gateway, key, { stores, zone }, tr))),
      isCut: keys.length === LISTED_KEYS,
      keyId: timeOrderedId(clock(), random),
      permissions: [...OFFERED, ...OFFERED_OF_USER].filter(isGivable).map((one) => ({
        name: one,
        words: words[one],
        usual: DEFAULT_PERMISSIONS.includes(one),
      })),
      lifetimes: LIFETIMES,
      usualLifetime: USUAL_LIFETIME,
      longestLabel: LONGEST_LABEL,
    },
    { status },
  );
}

/** The stores of which the visitor may make keys. */
async function storesWithKeys(
  { persistence }: AuthDeps,
  response: Response,
): Promise<readonly MerchantStore[]> {
  const { access } = visitorOf(response);
  return (await persistence.stores.list()).filter(({ id }) => mayIn(access, id, "canmanageapikeys"));
}

async function storeLine(
  gateway: AuthDeps,
  { id, name, settings: { settlement, books } }: MerchantStore,
  access: Access,
  tr: Translate,
) {
  const { symbol, chainName, recipient } = settlement;
  return {
    id,
    name,
    page: mayIn(access, id, "canviewstoresettings") ? storePath(id) : undefined,
    statements: mayIn(access, id, "canviewreports") ? `${storePath(id)}/statements` : undefined,
    coin: tr("{coin} on {network}", { coin: symbol, network: chainName }),
    recipient: groupsOfFour(recipient),
    lostMails: lostWords(await lostMailLines(gateway, id, tr, books.zone), tr),
  };
}

/** The row of a key, with the permissions that count now. */
async function keyLine(
  { persistence, clock }: AuthDeps,
  key: ApiKey,
  { stores, zone }: Readonly<{ stores: readonly MerchantStore[]; zone: string }>,
  tr: Translate,
) {
  const { id, label, hint, storeId, createdAt, expiresAt, lastUsedAt, userId } = key;
  const permissions = (await limitToMaker({ persistence }, key))?.permissions;
  const maker = userId === undefined ? undefined : await persistence.users.load(userId);
  return {
    id,
    label: label === "" ? tr("without a label") : label,
    hint,
    revoke: revokeKeyPath(id),
    store: stores.find((store) => store.id === storeId)?.name ?? storeId,
    permissions: (permissions ?? []).map((one) => permissionLine(plainPermission(one), tr)),
    maker: maker && tr("Made by {name}", { name: maker.name }),
    limit: maker && limitWords(key, permissions, maker.name, tr),
    created: createdAt === undefined ? undefined : readableTime(createdAt, zone),
    used: lastUsedAt === undefined ? undefined : readableTime(lastUsedAt, zone),
    expires: expiresAt === undefined ? undefined : readableTime(expiresAt, zone),
    isExpired: expiresAt !== undefined && clock() >= expiresAt,
  };
}

/** Says why a key may do less than it was made for; undefined where it may do all of it. */
function limitWords(
  key: ApiKey,
  present: readonly string[] | undefined,
  name: string,
  tr: Translate,
): string | undefined {
  if (!present) return tr("The key does not work, because the account of {name} is disabled.", { name });
  if (key.permissions.every((one) => present.includes(one))) return undefined;
  return tr("The key was made for more. It may do only what {name} may do now.", { name });
}

function permissionLine(name: string, tr: Translate) {
  return { name, words: isPermission(name) ? permissionWords(tr)[name] : name };
}
