import { Router, type Request, type Response } from "express";
import { mayIn } from "../../../domain/access/roles.ts";
import type { MerchantStore } from "../../../usecases/stores/merchantStore.ts";
import type { AuditLogFilter } from "../../../ports/auditLogPort.ts";
import type { AuditEntry } from "../../../domain/access/auditEntry.ts";
import type { Translate } from "../../../../languages/merchantWords.ts";
import { textCell } from "../../../domain/exports/csv.ts";
import { dayAfter, isDay, isoTime } from "../../../../values/time.ts";
import { startOfDay } from "../../../../values/zone.ts";
import { languageOfVisitor, sendOwnerPage, wordsFor } from "../page.ts";
import { ACTION_IDS, actionWords } from "./actionWords.ts";
import { AUDIT_LOG_PATH } from "../paths.ts";
import { pageZone } from "../pageZone.ts";
import { changedFields } from "./auditChanges.ts";
import { readableTime } from "../readableTime.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import { lastStore } from "../storeCookie.ts";
import { frameOf, requireIn, visitorOf, type AuthDeps } from "../visitor.ts";

const PAGE = 50;
const MOST_EXPORTED = 100_000;

/** The audit log: of a store for those who may see it, of the whole server for administrators; and as a file. */
export function auditLogRoutes(gateway: AuthDeps, door: SessionGuard): Router {
  const router = Router();
  const { persistence } = gateway;

  router.get(AUDIT_LOG_PATH, ...door.page(), async (request, response) => {
    const { access } = visitorOf(response);
    const stores = (await persistence.stores.list()).filter(({ id }) => mayIn(access, id, "canviewauditlog"));
    const asked = askedIn(request);
    const tr = wordsFor(response);
    const opened = stores.find(({ id }) => id === lastStore(request)) ?? stores[0];
    const storeId = asked.storeId ?? (access.isAdmin ? undefined : opened?.id);
    if (!access.isAdmin) requireIn(response, storeId, "canviewauditlog");
    const zone = pageZone(response, storeId);
    const filter = { ...asked, ...daysOf(request, zone), ...(storeId === undefined ? {} : { storeId }) };
    const entries = await persistence.auditLog.list({ ...filter, limit: PAGE + 1 });
    sendOwnerPage(response, "auditLog", {
      ...frameOf(gateway, response, storeId),
      stores: stores.map(({ id, name }) => ({ id, name })),
      isAdmin: access.isAdmin,
      asked: { ...asked, storeId, from: dayIn(request, "from"), to: dayIn(request, "to") },
      actions: offeredActions(response, asked.action),
      entries: entries.slice(0, PAGE).map((entry) => lineOf(entry, stores, { tr, zone })),
      older:
        entries.length > PAGE ? pathWith(request, { before: String(entries[PAGE - 1]?.seq) }) : undefined,
      file: pathWith(request, {}).replace(AUDIT_LOG_PATH, `${AUDIT_LOG_PATH}.csv`),
    });
  });

  router.get(`${AUDIT_LOG_PATH}.csv`, ...door.page(), async (request, response) => {
    const { access } = visitorOf(response);
    const asked = askedIn(request);
    const filter = { ...asked, ...daysOf(request, pageZone(response, asked.storeId)) };
    if (!access.isAdmin) requireIn(response, asked.storeId, "canviewauditlog");
    const entries = await persistence.auditLog.list({ ...filter, limit: MOST_EXPORTED });
    response.attachment("audit-log.csv").type("text/csv; charset=utf-8");
    const lines = [HEADINGS, ...entries.map(cellsOf)].map((cells) => `${cells.map(textCell).join(",")}\r\n`);
    response.send(lines.join(""));
  });
  return router;
}

const HEADINGS = [
  "seq",
  "at",
  "actor_kind",
  "actor_id",
  "actor",
  "action",
  "store_id",
  "subject",
  "before",
  "after",
  "address",
  "hash",
];

function cellsOf({ seq, at, actor, action, storeId, subject, before, after, address, hash }: AuditEntry) {
  const json = (value: unknown) => (value === undefined ? "" : JSON.stringify(value));
  return [
    ...[String(seq), isoTime(at), actor.kind, actor.id, actor.name, action, storeId ?? "", subject ?? ""],
    ...[json(before), json(after), address ?? "", hash],
  ];
}

function askedIn({ query }: Request): Omit<AuditLogFilter, "limit" | "from" | "to"> {
  const text = (name: string) =>
    typeof query[name] === "string" && query[name] !== "" ? query[name] : undefined;
  const [storeId, actorId, action] = [text("store"), text("actor"), text("action")];
  const before = Number(text("before"));
  return {
    ...(storeId === undefined ? {} : { storeId }),
    ...(actorId === undefined ? {} : { actorId }),
    ...(action === undefined ? {} : { action }),
    ...(Number.isSafeInteger(before) && before > 0 ? { before } : {}),
  };
}

function pathWith({ query }: Request, more: Readonly<Record<string, string>>): string {
  const kept = Object.entries(query).filter((pair): pair is [string, string] => typeof pair[1] === "string");
  const asked = new URLSearchParams({ ...Object.fromEntries(kept), ...more }).toString();
  return asked === "" ? AUDIT_LOG_PATH : `${AUDIT_LOG_PATH}?${asked}`;
}

/** A day of the query ("2026-11-21"); undefined for what is no day. */
function dayIn({ query }: Request, name: "from" | "to"): string | undefined {
  const day = query[name];
  return typeof day === "string" && isDay(day) ? day : undefined;
}

/** The time that the days of the query span in a zone; the last day is included. */
function daysOf(request: Request, zone: string): Pick<AuditLogFilter, "from" | "to"> {
  const [first, last] = [dayIn(request, "from"), dayIn(request, "to")];
  const from = first && startOfDay(first, zone);
  const to = last && startOfDay(dayAfter(last), zone);
  return { ...(typeof from === "number" ? { from } : {}), ...(typeof to === "number" ? { to } : {}) };
}

/** The actions of the filter, by their words. One in the URL that is none of them, such as "key.", is kept. */
function offeredActions(response: Response, asked: string | undefined) {
  const tr = wordsFor(response);
  const { compare } = new Intl.Collator(languageOfVisitor(response));
  const known = ACTION_IDS.map((id) => ({ id, words: actionWords(id, tr) ?? id }));
  const other = asked === undefined || ACTION_IDS.includes(asked) ? [] : [asked];
  return [
    ...other.map((id) => ({
      id,
      words: id.endsWith(".") ? tr("Everything with {prefix}", { prefix: id }) : id,
    })),
    ...known.toSorted((a, b) => compare(a.words, b.words)),
  ];
}

function lineOf(
  entry: AuditEntry,
  stores: readonly MerchantStore[],
  { tr, zone }: Readonly<{ tr: Translate; zone: string }>,
) {
  const { seq, at, actor, action, storeId, subject, before, after, address } = entry;
  const store = stores.find(({ id }) => id === storeId);
  return {
    seq,
    at: readableTime(at, zone),
    actor: actor.name,
    actorId: actor.id,
    kind: actor.kind,
    action,
    words: actionWords(action, tr),
    store: store?.name ?? storeId,
    subject,
    address,
    changes: changedFields(entry, { tr, zone, coin: store?.settings.settlement }),
    data: hasFields(before) || hasFields(after) ? JSON.stringify({ before, after }, null, 2) : undefined,
  };
}

/** Whether there is more than one value to look at. */
function hasFields(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
