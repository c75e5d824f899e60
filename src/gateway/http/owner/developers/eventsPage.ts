import { Router, type Request } from "express";
import type { EventLogFilter, LoggedEvent, Webhook } from "../../../ports/outboxPort.ts";
import { EVENT_NAMES } from "../../../usecases/invoices/eventNames.ts";
import { eventMessage } from "../../../usecases/webhooks/webhookMessage.ts";
import { storeOf } from "../../api/storeOf.ts";
import { HttpError } from "../../errors.ts";
import { sendOwnerPage } from "../page.ts";
import {
  eventsPath,
  invoicePath,
  keysPath,
  payoutPath,
  STORES_PATH,
  webhookPath,
  webhooksPath,
} from "../paths.ts";
import { pageZone } from "../pageZone.ts";
import { readableTime } from "../readableTime.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import { frameOf, visitorOf, type AuthDeps } from "../visitor.ts";
import { mayIn } from "../../../domain/access/roles.ts";
import { developerTabs } from "./tabs.ts";

const PAGE = 50;
const NUMBERED = 1_000; // events that get their numbers when the page is asked for
const LONGEST_ID = 64;

/** The log of a store's events, the newest first, by type and by what they are about; each as JSON. */
export function eventsPage(gateway: AuthDeps, door: SessionGuard): Router {
  const router = Router();
  const { events, webhooks } = gateway.persistence;
  const path = `${STORES_PATH}/:storeId/events`;

  router.get(`${STORES_PATH}/:storeId/developers`, ...door.page(), (request, response) => {
    const storeId = String(request.params["storeId"]);
    const { access } = visitorOf(response);
    const hasKeys = mayIn(access, storeId, "canmanageapikeys");
    const hasWebhooks = mayIn(access, storeId, "webhooks.canmodifywebhooks");
    response.redirect(302, !hasKeys && hasWebhooks ? webhooksPath(storeId) : keysPath(storeId));
  });

  router.get(path, ...door.page(), async (request, response) => {
    const { id, name } = await storeOf(gateway, request.params["storeId"]);
    const asked = filterOf(request);
    await events.number(NUMBERED, gateway.clock()); // those of the last second are not left out
    const found = await events.log(id, { ...asked, limit: PAGE + 1 });
    const shown = found.slice(0, PAGE);
    const receivers = await webhooks.of(id);
    const { access } = visitorOf(response);
    const zone = pageZone(response, id);
    const question = (before: number) =>
      new URLSearchParams({ ...typedIn(request), before: String(before) }).toString();
    sendOwnerPage(response, "developers/events", {
      ...frameOf(gateway, response, id),
      tabs: developerTabs(response, "events", id),
      storeName: name,
      path: eventsPath(id),
      typed: typedIn(request),
      types: EVENT_NAMES,
      events: shown.map((event) => lineOf(event, receivers, zone)),
      mayWebhooks: mayIn(access, id, "webhooks.canmodifywebhooks"),
      webhooks: webhooksPath(id),
      older: found.length > PAGE ? `${eventsPath(id)}?${question(shown.at(-1)?.sequence ?? 0)}` : undefined,
    });
  });

  router.get(`${path}/:sequence`, ...door.page(), async (request, response) => {
    const sequence = wholeIn(String(request.params["sequence"])) ?? 0;
    const { id } = await storeOf(gateway, request.params["storeId"]);
    const [event] = await events.list(id, { after: sequence - 1, limit: 1, undelivered: false });
    if (event?.sequence !== sequence)
      throw new HttpError(404, "not-found", "There is no such event, or it was removed after its time.");
    const body = event.body as Readonly<Record<string, unknown>>; // announce.ts wrote it
    response.json(eventMessage(body, sequence, event.current));
  });
  return router;
}

function typedIn({ query }: Request): Readonly<Record<string, string>> {
  const pairs = ["type", "about"].map((name) => [name, query[name]] as const);
  const texts = pairs.flatMap(([name, value]) =>
    typeof value === "string" && value.trim() !== ""
      ? [[name, value.trim().slice(0, LONGEST_ID)] as const]
      : [],
  );
  return Object.fromEntries(texts);
}

function filterOf(request: Request): Omit<EventLogFilter, "limit"> {
  const { type, about } = typedIn(request);
  const { before } = request.query;
  const number = typeof before === "string" ? wholeIn(before) : undefined;
  return {
    ...(type !== undefined && EVENT_NAMES.includes(type) ? { type } : {}),
    ...(about === undefined ? {} : { subjectId: about }),
    ...(number === undefined ? {} : { before: number }),
  };
}

const LARGEST_NUMBER = 2 ** 31 - 1; // that PostgreSQL compares a number with

function wholeIn(text: string): number | undefined {
  return /^\d{1,10}$/.test(text) ? Math.min(Number(text), LARGEST_NUMBER) : undefined;
}

function lineOf(
  { sequence, type, subjectId, at, deliveries }: LoggedEvent,
  receivers: readonly Webhook[],
  zone: string,
) {
  const placeOf = (webhookId: string) => receivers.find(({ id }) => id === webhookId);
  return {
    sequence,
    type,
    subjectId,
    about: pageOf(type, subjectId),
    at: readableTime(at, zone),
    deliveries: deliveries.map(({ webhookId, state, attempts }) => {
      const webhook = placeOf(webhookId);
      return {
        state,
        attempts,
        url: webhook?.url,
        page: webhook && webhookPath(webhook.storeId, webhook.id),
      };
    }),
  };
}

/** The page of what an event is about, where it has one of its own. */
export function pageOf(type: string, subjectId: string): string | undefined {
  if (type.startsWith("Payout")) return payoutPath(subjectId);
  return /^(Invoice(?!Refund)|Crosstill)/.test(type) ? invoicePath(subjectId) : undefined;
}
