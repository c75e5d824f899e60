import { createHash } from "node:crypto";
import type { Request, RequestHandler } from "express";
import type { ApiKey, Store } from "../gateway/storePort.ts";
import { HttpError } from "./errors.ts";

/** The permissions of the merchant API (Greenfield names without their prefix), and what each includes. */
const INCLUDES: Readonly<Record<string, readonly string[]>> = {
  canmodifystoresettings: ["canmodifyinvoices", "canviewstoresettings", "webhooks.canmodifywebhooks"],
  canviewstoresettings: ["canviewinvoices"],
  canmodifyinvoices: ["canviewinvoices", "cancreateinvoice"],
};

const PREFIX = "btcpay.store.";

export type Permission =
  | "canmodifystoresettings"
  | "canviewstoresettings"
  | "canmodifyinvoices"
  | "canviewinvoices"
  | "cancreateinvoice"
  | "webhooks.canmodifywebhooks";

export const ALL_PERMISSIONS: readonly Permission[] = [
  "canmodifystoresettings",
  "webhooks.canmodifywebhooks",
  "canviewstoresettings",
  "cancreateinvoice",
  "canviewinvoices",
  "canmodifyinvoices",
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
    if (key.storeId !== storeId || !allows(key.permissions, permission)) {
      const missingPermission = PREFIX + permission;
      const message = `This API key lacks ${missingPermission} for the store ${String(storeId).slice(0, 64)}.`;
      throw new HttpError(403, "missing-permission", message, { missingPermission });
    }
    next();
  };
}

async function authenticate(store: Pick<Store, "findKey">, request: Request): Promise<ApiKey> {
  const [, text] = /^(?:token|bearer)\s+(\S+)$/i.exec(request.get("authorization") ?? "") ?? [];
  const key = text === undefined ? undefined : await store.findKey(keyDigest(text));
  if (key && key.revokedAt === undefined) return key;
  const came = text === undefined ? "none came" : "the one that came is unknown or revoked";
  throw new HttpError(401, "unauthenticated", `Expected a header "Authorization: token <API key>"; ${came}.`);
}

function allows(granted: readonly string[], wanted: string): boolean {
  return granted.some((name) => {
    const plain = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name;
    return plain === wanted || (INCLUDES[plain] ?? []).some((included) => allows([included], wanted));
  });
}
