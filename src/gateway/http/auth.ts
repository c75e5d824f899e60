import type { Request, RequestHandler } from "express";
import type { ApiKey } from "../ports/accessPort.ts";
import { limitToMaker } from "../usecases/access/keyRights.ts";
import { isMistypedKey, keyDigest, kindOfKey } from "../usecases/access/keyText.ts";
import { allows, fullPermission, type Permission } from "../domain/access/permissions.ts";
import { findShop, type MethodShape } from "../domain/access/shops.ts";
import type { Gateway, GatewaySettings } from "../usecases/gateway.ts";
import { isoTime, MINUTE_MS } from "../../values/time.ts";
import { HttpError } from "./errors.ts";

/** What authentication needs of the gateway. */
type AuthContext = Pick<Gateway, "persistence" | "clock" | "log"> &
  Readonly<{ settings: Pick<GatewaySettings, "sandbox"> }>;

/**
 * Lets a request through when its key may do this in the store of the path; else 401 or 403. A store that does not exist gets
 * the answer of a store of others.
 */
export function requirePermission(gateway: AuthContext, permission: Permission): RequestHandler {
  return async (request, _response, next) => {
    const key = await authenticate(gateway, request);
    const storeId = request.params["storeId"];
    if (key.storeId !== storeId) throw wrongStore(key, storeId);
    if (!allows(key.permissions, permission)) throw missing(permission, storeId);
    next();
  };
}

/** Lets a request that names no store through when its key may do this in its own; else 401 or 403. */
export function requireKeyWith(gateway: AuthContext, permission: Permission): RequestHandler {
  return async (request, _response, next) => {
    const { storeId, permissions } = await authenticate(gateway, request);
    if (!allows(permissions, permission)) throw missing(permission, storeId);
    next();
  };
}

/**
 * The author of a decision over the API: the key, which cannot be forged, and the person that its holder
 * names.
 */
export async function decider(gateway: AuthContext, request: Request, by?: string): Promise<string> {
  const { id, label } = await authenticate(gateway, request);
  const key = label === "" ? `API key ${id}` : `API key ${id} "${label}"`;
  return by === undefined ? key : `${key}: ${by}`;
}

/** Whether the key of a request that was let through may also do this in its store. */
export async function mayAlso(
  gateway: AuthContext,
  request: Request,
  permission: Permission,
): Promise<boolean> {
  return allows((await authenticate(gateway, request)).permissions, permission);
}

/** The shape in which the key of a request wants payment methods: that of the shop which it was made for. */
export async function readMethodShape(gateway: AuthContext, request: Request): Promise<MethodShape> {
  return findShop((await authenticate(gateway, request)).shop)?.methods ?? "list";
}

/** Refuses (403) a request that was let through when what it asks for needs this permission as well. */
export async function requireAlso(
  gateway: AuthContext,
  request: Request,
  permission: Permission,
): Promise<void> {
  if (!(await mayAlso(gateway, request, permission))) throw missing(permission, request.params["storeId"]);
}

/** The refusal of a key without this permission in the store. */
export function missing(permission: Permission, storeId: unknown): HttpError {
  const missingPermission = fullPermission(permission);
  const message = `This API key lacks ${missingPermission} for the store ${String(storeId).slice(0, 64)}.`;
  return new HttpError(403, "missing-permission", message, { missingPermission });
}

/** The refusal of a key of another store. It says the same for a store that does not exist. */
export function wrongStore({ storeId }: Pick<ApiKey, "storeId">, named: unknown): HttpError {
  const message = `This API key is for the store ${storeId}; the call names the store ${String(named).slice(0, 64)}.`;
  return new HttpError(403, "wrong-store", message);
}

/** Admits requests with a known key, regardless of permissions; else 401. */
export function requireKey(gateway: AuthContext): RequestHandler {
  return async (request, _response, next) => {
    await authenticate(gateway, request);
    next();
  };
}

/** The key itself, as it came; undefined when none came. */
export function keyOf(request: Request): string | undefined {
  return /^(?:token|bearer)\s+(\S+)$/i.exec(request.get("authorization") ?? "")?.[1];
}

const authenticated = new WeakMap<Request, ApiKey>();

/**
 * True once the key of a request was found valid. A status of 200 does not imply it: public paths need no
 * key.
 */
export function wasAuthenticated(request: Request): boolean {
  return authenticated.has(request);
}

/** The key by which a request was let through; undefined where none was asked for. */
export function keyOfCall(request: Request): ApiKey | undefined {
  return authenticated.get(request);
}

/**
 * Returns the key that a request carries, with the permissions that count now (`limitToMaker`). Throws 401 with the reason for an
 * invalid key, and for none. Reads the database once per request.
 */
export async function authenticate(gateway: AuthContext, request: Request): Promise<ApiKey> {
  const known = authenticated.get(request);
  if (known) return known;
  const text = keyOf(request);
  if (text === undefined) throw unauthenticated("none came");
  if (kindOfKey(text) === "test" && !gateway.settings.sandbox)
    throw unauthenticated("the one that came is a sandbox's, and this gateway takes real money");
  const key = await gateway.persistence.keys.find(keyDigest(text));
  const refusal = key ? whyClosed(key, gateway.clock()) : whyUnknown(text);
  if (!key || refusal !== undefined) throw unauthenticated(`the one that came ${refusal}`);
  const limited = await limitToMaker(gateway, key);
  if (!limited) throw unauthenticated("the one that came was made by a person whose account is disabled");
  authenticated.set(request, limited);
  await noteUse(gateway, key);
  return limited;
}

function whyClosed({ revokedAt, expiresAt }: ApiKey, at: number): string | undefined {
  if (revokedAt !== undefined) return `was revoked on ${isoTime(revokedAt)}`;
  return expiresAt !== undefined && at >= expiresAt ? `expired on ${isoTime(expiresAt)}` : undefined;
}

function whyUnknown(text: string): string {
  return isMistypedKey(text)
    ? "is mistyped: a character was lost or changed. Copy the whole key again"
    : "is unknown here";
}

/** At most once a minute; a database that refuses writes must not block authentication. */
async function noteUse({ persistence, clock, log }: AuthContext, { id, lastUsedAt }: ApiKey): Promise<void> {
  const at = clock();
  if (lastUsedAt !== undefined && at < lastUsedAt + MINUTE_MS) return;
  await persistence.keys.noteUse(id, at, at - MINUTE_MS + 1).catch((error: unknown) => {
    log.warn("key.use_not_noted", { error });
  });
}

function unauthenticated(came: string): HttpError {
  const message = `Expected a header "Authorization: token <API key>"; ${came}.`;
  return new HttpError(401, "unauthenticated", message);
}
