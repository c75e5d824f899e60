import type { Request, RequestHandler, Response } from "express";
import type { ApiKey } from "../../ports/accessPort.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { recordAction, type Action } from "../../usecases/access/recordAction.ts";
import { keyOfCall } from "../auth.ts";
import { plainUrl } from "../plainUrl.ts";
import { ROUTES } from "../reference/paths.ts";

/** Calls that a shop makes for every sale: invoices keep what happened to them, and the audit log is for what people set up. */
const SALES: readonly string[] = [
  "createInvoice",
  "activateInvoiceMethod",
  "payPaymentRequest",
  "previewRates",
];

const SECRETS = /secret|password|key|token/i;
const PERSONAL = /^(metadata$|buyer)|e-?mail/i; // what the log keeps can never be deleted
const LONGEST_BODY = 4_000; // characters

type Route = Readonly<{ name: string; pattern: RegExp }>;

const CHANGES: readonly Route[] = Object.entries(ROUTES)
  .filter(([name, route]) => !route.startsWith("GET ") && !SALES.includes(name))
  .map(([name, route]) => ({ name, pattern: new RegExp(`^${route.replace(/\{\w+\}/g, "[^/]+")}/?$`) }));

/**
 * Writes each call that changed something into the audit log before its answer goes out: by which key, which
 * operation ("api.changeStore"), and the body without secrets.
 */
export function recordCalls(gateway: Pick<Gateway, "persistence" | "clock" | "log">): RequestHandler {
  return (request, response, next) => {
    const route = CHANGES.find(({ pattern }) => pattern.test(`${request.method} ${request.path}`));
    if (!route) return next();
    const path = request.path;
    const end = response.end.bind(response);
    response.end = ((...args: Parameters<typeof end>) => {
      const key = keyOfCall(request);
      if (response.statusCode !== 200 || !key) return end(...args);
      const action = { ...actionOf(route.name, path, request), ...audited.get(response) };
      void recordAction(gateway, byKey(key, request), action).finally(() => {
        end(...args);
      });
      return response;
    }) as typeof response.end;
    next();
  };
}

const audited = new WeakMap<Response, Pick<Action, "subject" | "after">>();

/** Names the account that a call is about in its audit entry: by its id, or an invitation by its address. */
export function auditAs(
  response: Response,
  { userId, email }: Readonly<{ userId?: string; email?: string }>,
): void {
  const { role } = (response.req.body ?? {}) as Readonly<{ role?: unknown }>;
  audited.set(response, userId === undefined ? { after: { email, role } } : { subject: userId });
}

function byKey({ id, label }: ApiKey, request: Request) {
  return { actor: { kind: "key", id, name: label === "" ? id : label } as const, address: request.ip };
}

function actionOf(name: string, path: string, { body }: Request) {
  const [, storeId] = /^\/api\/v1\/stores\/([^/]+)/.exec(path) ?? [];
  const subject = path.split("/").slice(6).join("/") || undefined;
  return { action: `api.${name}`, storeId, subject, after: kept(body) };
}

/**
 * A body as it may be kept: without members that hold secrets, of personal data only the names of the fields, URLs without query
 * and fragment, and not longer than some pages.
 */
function kept(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return undefined;
  const text = JSON.stringify(body, (name, value: unknown) => {
    if (SECRETS.test(name)) return "…";
    if (PERSONAL.test(name)) return namesOnly(value);
    if (typeof value === "string" && /^\S+@\S+$/.test(value) && !/^https?:/i.test(value)) return "…"; // an e-mail address
    return typeof value === "string" && /^\s*https?:/i.test(value) ? plainUrl(value.trim()) : value;
  });
  return text.length > LONGEST_BODY ? { length: text.length } : (JSON.parse(text) as unknown);
}

/** The names of an object's fields; of any other value that there is one. Flags and numbers are no personal data. */
function namesOnly(value: unknown): unknown {
  if (value === null || typeof value === "boolean" || typeof value === "number") return value;
  return typeof value === "object" && !Array.isArray(value) ? Object.keys(value) : "…";
}
