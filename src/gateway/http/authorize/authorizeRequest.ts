import { createHash } from "node:crypto";
import type { Translate } from "../../../languages/merchantWords.ts";
import { isPermission, plainPermission, type Permission } from "../../domain/access/permissions.ts";
import { findShop, recogniseShop, type Shop } from "../../domain/access/shops.ts";

/** What an application asks for (merchant API, section 1, authorize flow). */
export type AuthorizeRequest = Readonly<{
  permissions: readonly Permission[]; // in the order in which they were asked for
  shop: Shop | undefined; // the shop system whose plugin asks
  storeId: string | undefined; // where the application names one
  applicationName: string;
  identifier: string | undefined;
  isStrict: boolean; // else the owner may leave some out
  redirect: URL | undefined; // where the key goes; without one it is shown
}>;

type Query = Readonly<Record<string, unknown>>;

const LONGEST_NAME = 100;
const LONGEST_IDENTIFIER = 200;

/** Reads the parameters of an authorize link, or returns a sentence with what is wrong, in the language of `tr`. */
export function readAuthorizeRequest(query: Query, tr: Translate): AuthorizeRequest | string {
  const preset = findShop(one(query, "shop"));
  const listed = permissionsOf(query);
  const asked = (listed.length > 0 ? listed : (preset?.permissions ?? [])).map((text) => text.split(":", 2));
  const names = [...new Set(asked.map(([name = ""]) => plainPermission(name)))];
  const stores = [...new Set(asked.flatMap(([, storeId]) => storeId ?? []))];
  const unknown = names.filter((name) => !isPermission(name));
  if (names.length === 0) return tr("It asks for no permission: the link must name at least one.");
  if (unknown.length > 0)
    return tr("It asks for what Crosstill does not know: {names}.", { names: unknown.map(shown).join(", ") });
  if (stores.length > 1) return tr("It asks for several stores at once, and a key is for one store.");
  const redirect = readRedirect(one(query, "redirect"));
  const identifier = one(query, "applicationIdentifier")?.slice(0, LONGEST_IDENTIFIER);
  const applicationName = preset?.name ?? nameOf(query, redirect);
  return {
    permissions: names.filter(isPermission),
    shop: preset ?? recogniseShop(names, `${applicationName} ${identifier ?? ""}`),
    storeId: stores[0] ?? one(query, "storeId"),
    applicationName,
    identifier: redirect ? identifier : undefined,
    isStrict: one(query, "strict")?.toLowerCase() !== "false",
    redirect,
  };
}

/**
 * What makes a later request "the same again": the application, where its key goes and what it may do. Undefined for an
 * application that does not name itself. Two keys of one application for different things stand side by side.
 */
export function purposeOf(
  { identifier, redirect }: AuthorizeRequest,
  granted: readonly string[],
): string | undefined {
  if (identifier === undefined || !redirect) return undefined;
  const text = JSON.stringify([identifier, redirect.href, granted.toSorted()]);
  return createHash("sha256").update(text).digest("hex");
}

/** `permissions`, repeated, also as PHP and others write it: `permissions[]` and `permissions[0]`. */
function permissionsOf(query: Query): readonly string[] {
  const values = Object.entries(query).flatMap(([name, value]) =>
    /^permissions(\[\d{0,3}\])?$/.test(name) ? [value].flat() : [],
  );
  return values.filter((value): value is string => typeof value === "string" && value !== "");
}

/** Only an absolute http(s) address can be sent to. */
function readRedirect(text: string | undefined): URL | undefined {
  if (text === undefined || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.username === "" && url.password === "" ? url : undefined;
}

function nameOf(query: Query, redirect: URL | undefined): string {
  const name = (one(query, "applicationName") ?? "").replace(/\p{C}/gu, "").trim().slice(0, LONGEST_NAME);
  return name === "" ? (redirect?.hostname ?? "An application") : name;
}

/** A parameter that is there once; of several the first counts. */
function one(query: Query, name: string): string | undefined {
  const [value] = [query[name]].flat();
  return typeof value === "string" && value !== "" ? value : undefined;
}

function shown(name: string): string {
  return `“${name.slice(0, 60)}”`;
}
