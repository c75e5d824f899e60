import type { Request, Response } from "express";
import type { Permission } from "../../domain/access/permissions.ts";
import { mayIn } from "../../domain/access/roles.ts";
import type { Gateway, GatewaySettings } from "../../usecases/gateway.ts";
import type { SignedIn } from "../../usecases/access/access.ts";
import { HttpError } from "../errors.ts";
import { merchantWords } from "../../../languages/merchantWords.ts";
import { permissionWords } from "./people/permissionWords.ts";
import { navigationOf, type StoreName } from "./navigation.ts";
import { lastStore } from "./storeCookie.ts";
import { sentence } from "../../../values/sentence.ts";

/** What the owner's pages need of the gateway. */
export type AuthDeps = Pick<
  Gateway,
  "persistence" | "clock" | "random" | "log" | "secrets" | "mailer" | "push"
> &
  Readonly<{ settings: Pick<GatewaySettings, "sandbox"> }>;

/** The signed-in user, behind `page` and `form`. */
export function visitorOf(response: Response): SignedIn {
  return response.locals["visitor"] as SignedIn; // written above, and nowhere else
}

/** What the frame of every page shows of the visitor: the name, the store that the page is about, and where else to go. */
export function frameOf({ settings }: Pick<AuthDeps, "settings">, response: Response, storeId?: string) {
  const { user, formToken, access } = visitorOf(response);
  const stores = storesOf(response);
  const waiting = (response.locals["waiting"] ?? {}) as Readonly<Record<string, string | undefined>>; // written by sessionGuard.ts
  const navigation = navigationOf(access, stores, storeId ?? chosenStore(response.req), waiting);
  const unseen = response.locals["unseen"] as string | undefined; // written by sessionGuard.ts
  return {
    unseen,
    held: response.locals["held"] as string | undefined, // why the account is on hold; written by sessionGuard.ts
    sandbox: settings.sandbox,
    name: user.name,
    formToken,
    isAdmin: access.isAdmin,
    navigation,
  };
}

/** The store that a request names, in its path or its query. */
export function askedStore({ params, query }: Request): string | undefined {
  const asked = params["storeId"] ?? query["store"];
  return typeof asked === "string" && asked !== "" ? asked : undefined;
}

/** The store that a request names, else the one whose page was opened last. */
export function chosenStore(request: Request): string | undefined {
  return askedStore(request) ?? lastStore(request);
}

/** The stores that the visitor has to do with. */
export function storesOf(response: Response): readonly StoreName[] {
  return (response.locals["stores"] ?? []) as readonly StoreName[]; // written by sessionGuard.ts
}

/** As requireIn in the store that was asked for; without one, in one store of the visitor's at least. */
export function requireInOne(response: Response, storeId: string | undefined, permission: Permission): void {
  const { access } = visitorOf(response);
  if (storeId === undefined && access.isAdmin) return;
  const stores = storesOf(response);
  const found = storeId ?? stores.find(({ id }) => mayIn(access, id, permission))?.id ?? stores[0]?.id;
  requireIn(response, found, permission);
}

const inEnglish = permissionWords(merchantWords("en")); // by which they are translated, too

/** Throws 404 where the signed-in visitor has nothing to do with the store, and 403 where the role lacks the permission. */
export function requireIn(response: Response, storeId: string | undefined, permission: Permission): void {
  const { access } = visitorOf(response);
  if (storeId === undefined || !storesOf(response).some(({ id }) => id === storeId))
    throw new HttpError(
      404,
      "not-found",
      sentence("There is nothing here, or it belongs to a store that you are no member of."),
    );
  if (mayIn(access, storeId, permission)) return;
  throw new HttpError(
    403,
    "role-missing-permission",
    sentence(
      "Your role in this store does not allow: {permission}. An owner of the store can give you another role.",
      { permission: sentence(inEnglish[permission]) },
    ),
  );
}
