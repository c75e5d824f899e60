import { createHash } from "node:crypto";
import type { Request, RequestHandler } from "express";
import type { ApiKey, Store } from "../gateway/storePort.ts";
import { HttpError } from "./errors.ts";

/** The permissions of the merchant API (Greenfield names without their prefix), and what each includes. */
export const INCLUDES: Readonly<Record<Permission, readonly Permission[]>> = {
  canmodifystoresettings: [
    "canmanagepullpayments",
    "canmodifyinvoices",
    "canviewstoresettings",
    "webhooks.canmodifywebhooks",
    "canmanagepayouts",
  ],
  "webhooks.canmodifywebhooks": [],
  canviewstoresettings: ["canviewinvoices", "canviewpullpayments", "canviewpayouts"],
  cancreateinvoice: [],
  canviewinvoices: [],
  canmodifyinvoices: ["canviewinvoices", "cancreateinvoice"],
  canmanagepullpayments: ["cancreatepullpayments", "canarchivepullpayments", "canviewpullpayments"],
  cancreatepullpayments: ["cancreatenonapprovedpullpayments"],
  cancreatenonapprovedpullpayments: [],
  canarchivepullpayments: [],
  canviewpullpayments: [],
  canmanagepayouts: ["canviewpayouts"],
  canviewpayouts: [],
};

/** What clients write before the name of a permission. */
export const PREFIX = "btcpay.store.";

export type Permission =
  | "canmodifystoresettings"
  | "canviewstoresettings"
  | "canmodifyinvoices"
  | "canviewinvoices"
  | "cancreateinvoice"
  | "webhooks.canmodifywebhooks"
  | "canmanagepullpayments"
  | "cancreatepullpayments"
  | "cancreatenonapprovedpullpayments"
  | "canarchivepullpayments"
  | "canviewpullpayments"
  | "canmanagepayouts"
  | "canviewpayouts";

export const ALL_PERMISSIONS: readonly Permission[] = [
  "canmodifystoresettings",
  "webhooks.canmodifywebhooks",
  "canviewstoresettings",
  "cancreateinvoice",
  "canviewinvoices",
  "canmodifyinvoices",
  "canmanagepullpayments",
  "cancreatepullpayments",
  "cancreatenonapprovedpullpayments",
  "canarchivepullpayments",
  "canviewpullpayments",
  "canmanagepayouts",
  "canviewpayouts",
];

/** What is kept of an API key. A fast hash is right here: the key itself has more than 200 random bits. */
export function keyDigest(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** Lets a request through when its key may do this in the store of the path; else 401, or 403 also for stores that do not exist. */
export function requirePermission(store: Pick<Store, "findKey">, permission: Permission): RequestHandler {
  return async (request, _response, next) => {
    const key = await authenticate(store, request);
    const storeId = request.params["storeId"];
    if (key.storeId !== storeId || !allows(key.permissions, permission)) throw missing(permission, storeId);
    next();
  };
}

/** Whether the key of a request that was let through may also do this in its store. */
export async function mayAlso(
  store: Pick<Store, "findKey">,
  request: Request,
  permission: Permission,
): Promise<boolean> {
  return allows((await authenticate(store, request)).permissions, permission);
}

/** Refuses (403) a request that was let through when what it asks for needs this permission as well. */
export async function requireAlso(
  store: Pick<Store, "findKey">,
  request: Request,
  permission: Permission,
): Promise<void> {
  if (!(await mayAlso(store, request, permission))) throw missing(permission, request.params["storeId"]);
}

function missing(permission: Permission, storeId: unknown): HttpError {
  const missingPermission = PREFIX + permission;
  const message = `This API key lacks ${missingPermission} for the store ${String(storeId).slice(0, 64)}.`;
  return new HttpError(403, "missing-permission", message, { missingPermission });
}

/** Lets a request through when its key is known, whatever it may do; else 401. */
export function requireKey(store: Pick<Store, "findKey">): RequestHandler {
  return async (request, _response, next) => {
    await authenticate(store, request);
    next();
  };
}

/** The key itself, as it came; undefined when none came. */
export function keyOf(request: Request): string | undefined {
  return /^(?:token|bearer)\s+(\S+)$/i.exec(request.get("authorization") ?? "")?.[1];
}

/** What is known of the key that a request carries. Throws 401 for one that is unknown or revoked, and for none. */
export async function authenticate(store: Pick<Store, "findKey">, request: Request): Promise<ApiKey> {
  const text = keyOf(request);
  const key = text === undefined ? undefined : await store.findKey(keyDigest(text));
  if (key && key.revokedAt === undefined) return key;
  const came = text === undefined ? "none came" : "the one that came is unknown or revoked";
  throw new HttpError(401, "unauthenticated", `Expected a header "Authorization: token <API key>"; ${came}.`);
}

/** True when one of the granted permissions is the wanted one or includes it. Applied at each check, never in a listing. */
export function allows(granted: readonly string[], wanted: Permission): boolean {
  return granted.some((name) => {
    const plain = plainPermission(name);
    const included = Object.hasOwn(INCLUDES, plain) ? INCLUDES[plain as Permission] : [];
    return plain === wanted || allows(included, wanted);
  });
}

/** A permission without the prefix, however it was granted. */
export function plainPermission(name: string): string {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name;
}
