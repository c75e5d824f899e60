import express, { type Request, type Response } from "express";
import { accessOf, BUILT_IN_ROLES, type Access } from "../../../../src/gateway/domain/access/roles.ts";
import { payoutMethods } from "../../../../src/gateway/usecases/pricing/methods.ts";
import { createPayout } from "../../../../src/gateway/usecases/payouts/claimPayout.ts";
import { beginSession } from "../../../../src/gateway/usecases/access/signIn.ts";
import { digestOf } from "../../../../src/gateway/usecases/access/tokens.ts";
import { ALL_PERMISSIONS } from "../../../../src/gateway/domain/access/permissions.ts";
import { errorHandler } from "../../../../src/gateway/http/errors.ts";
import { issueKey } from "../../../../src/gateway/usecases/stores/createStore.ts";
import { closeServer, createHttpServer, listen } from "../../../../src/gateway/http/server.ts";
import { timeOrderedId } from "../../../../src/values/ids.ts";
import { silentLog } from "../../../../src/runtime/log.ts";
import { startMerchantApp, type MerchantApp } from "../../../support/merchantApp.ts";
import { REFUND_TO } from "../../../support/inProcessService.ts";
import { issue, secondMerchant } from "../merchant.ts";
import { isApi, isOwners, routesOf, type Route } from "./routes.ts";

export const CUSTOM_ROLE = "till helper";

/** People whose rights changed after they signed in and made their key. */
export const CHANGED = ["demoted owner", "removed owner", "disabled owner", "former administrator"] as const;

/** Everyone who may come: with a role in the own store, with rights elsewhere or none, with changed rights, and not signed in. */
export const VISITORS = [
  ...Object.keys(BUILT_IN_ROLES),
  CUSTOM_ROLE,
  "administrator",
  "owner of the other store",
  "user of no store",
  ...CHANGED,
  "signed out",
] as const;

/** What a path names: of the own store, of another one, or of none. */
export type Place = Readonly<Record<string, string>>;
export const PLACES = ["own", "other", "none"] as const;

/** A person with a session and with a key to the own store that was made with every permission. */
export type Visit = Readonly<{
  access: Access; // at present
  isDisabled: boolean;
  cookie: string;
  formToken: string;
  key: string;
}>;

/**
 * The whole application with two stores and a signed-in visitor of each role. `guards` is a second server with the same routes and
 * guards, whose last handlers answer 204: what is admitted there changes nothing.
 */
export async function openArea() {
  const shop = await startMerchantApp({ env: { TRUSTED_PROXIES: "127.0.0.0/8", API_CALLS_PER_MINUTE: "1000000" } });
  const other = await secondMerchant(shop, ALL_PERMISSIONS);
  const places: Readonly<Record<(typeof PLACES)[number], Place>> = {
    own: await subjectsOf(shop, shop.storeId, shop.apiKey),
    other: await subjectsOf(shop, other.storeId, other.key),
    none: Object.fromEntries(NAMES.map((name) => [name, "nowhere"])),
  };
  const routes = routesOf(shop.app.express).filter((route) => isOwners(route) || isApi(route));
  const guards = await openGuards(routes);
  const visits = new Map<string, Visit>();
  for (const name of VISITORS) if (name !== "signed out") visits.set(name, await visitOf(shop, other.storeId, name));
  let calls = 0;
  const origin = shop.app.url;

  /** Sends a request as a browser would; `url` is the server. Each comes from another address: rates are tested elsewhere. */
  const ask = async (url: string, method: string, path: string, visit?: Visit, headers: Readonly<Record<string, string>> = {}, fields: Readonly<Record<string, string>> = {}) => {
    calls += 1;
    const from = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;
    const answer = await fetch(url + path, {
      method,
      redirect: "manual",
      headers: {
        accept: "text/html",
        "accept-encoding": "identity",
        "x-forwarded-for": from,
        ...(visit ? { cookie: visit.cookie } : {}),
        ...(method === "GET" ? {} : { origin, "content-type": "application/x-www-form-urlencoded" }),
        ...headers,
      },
      ...(method === "GET" || method === "DELETE" ? {} : { body: visit && isForm(headers) ? new URLSearchParams({ formToken: visit.formToken, ...fields }).toString() : "" }),
    });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };
  const close = async () => {
    await guards.close();
    await shop.close();
  };
  return { shop, routes, guards: guards.url, places, visits, ask, close };
} // prettier-ignore

export type Area = Awaited<ReturnType<typeof openArea>>;

function isForm(headers: Readonly<Record<string, string>>): boolean {
  return headers["authorization"] === undefined;
}

/** The path of a route at a place. */
export function pathAt({ path }: Route, place: Place): string {
  return path.replace(/:(\w+)/g, (_, name: string) => place[name] ?? OTHER_WORDS[name] ?? "unknown");
}

/** True when a route's path names a store, or something of one. */
export function namesStore({ path }: Route): boolean {
  return NAMES.some((name) => path.includes(`:${name}`));
}

const NAMES = ["storeId", "invoiceId", "payoutId", "webhookId", "keyId"];
const OTHER_WORDS: Readonly<Record<string, string>> = { month: "2026-11", shop: "woocommerce" };

async function subjectsOf(shop: MerchantApp, storeId: string, key: string): Promise<Place> {
  const { gateway } = shop.app;
  const headers = { authorization: `token ${key}`, "content-type": "application/json" };
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${shop.url}/api/v1/stores/${storeId}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return ((await answer.json()) as Readonly<{ id: string }>).id;
  };
  const invoiceId = storeId === shop.storeId ? (await issue(shop)).id : await post("/invoices", { amount: "25.00" });
  const linkId = await post("/payment-requests", { title: "Workshop", amount: "25.00", currency: "USD" });
  const posId = await post("/apps/pos", { appName: "Counter", title: "Counter", currency: "USD" });
  const webhookId = await post("/webhooks", { url: "https://shop.example/hook" });
  const [method] = await payoutMethods(gateway);
  const wanted = { methodId: method?.id ?? "", destination: REFUND_TO, amount: 1_000_000n, approved: false };
  const payoutId = (await createPayout(gateway, storeId, wanted)).id;
  const keyId = timeOrderedId(shop.clock(), gateway.random);
  await issueKey(gateway.persistence.keys, gateway, { id: keyId, storeId, label: "till", permissions: [] }, "live");
  return { storeId, invoiceId, payoutId, webhookId, linkId, posId, keyId };
} // prettier-ignore

async function openGuards(routes: readonly Route[]) {
  const { app, server } = createHttpServer();
  app.set("trust proxy", true);
  app.use(express.urlencoded({ extended: false }));
  const admitted = (_request: Request, response: Response) => void response.status(204).end();
  for (const { method, path, handlers } of routes) {
    const verb = method.toLowerCase() as "get" | "post" | "put" | "delete";
    app[verb](path, ...handlers.slice(0, -1), admitted);
  }
  app.use(errorHandler(silentLog));
  const url = `http://127.0.0.1:${await listen(server, 0, "127.0.0.1")}`;
  return { url, close: () => closeServer(server) };
}

/** A user of this name, signed in without the work that a password takes. */
async function visitOf({ app, storeId, clock }: MerchantApp, otherId: string, name: string): Promise<Visit> {
  const { gateway } = app;
  const { users, members, keys } = gateway.persistence;
  const [id, at, isAdmin] = [timeOrderedId(clock(), gateway.random), clock(), name.endsWith("administrator")];
  const password = { hash: "none", at };
  await users.create({ id, name, email: undefined, isAdmin, createdAt: at, password });
  if (name === CUSTOM_ROLE)
    await members.putRole({
      storeId,
      name,
      permissions: ["cancreateinvoice"],
      requiresTwoFactors: false,
    });
  const join = (role: string, to = storeId) => members.put({ storeId: to, userId: id, role, addedAt: at });
  if (name === "owner of the other store") await join("owner", otherId);
  else if (isChanged(name)) await join("owner");
  else if (!isAdmin && name !== "user of no store") await join(name);
  const before = (await users.load(id))!;
  const { token } = await beginSession(gateway, before, { address: "", agent: "" }, false);
  const grant = { storeId, label: name, permissions: ALL_PERMISSIONS, userId: id };
  const key = await issueKey(keys, gateway, grant, "live");
  if (name === "demoted owner") await join("viewer");
  if (name === "removed owner" || name === "former administrator") await members.remove(storeId, id);
  if (name === "former administrator") await users.change(id, { isAdmin: false });
  if (name === "disabled owner") await users.change(id, { disabledAt: at });
  const user = (await users.load(id))!;
  const access = accessOf(user, await members.ofUser(id), await members.roles());
  const isDisabled = user.disabledAt !== undefined;
  return { access, isDisabled, cookie: `crosstill=${token}`, formToken: digestOf(`form ${token}`), key };
}

function isChanged(name: string): boolean {
  return (CHANGED as readonly string[]).includes(name);
}
