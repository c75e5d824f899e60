import { storedText } from "../../../usecases/notifications/storedTexts.ts";
import { createHash } from "node:crypto";
import { Router, type Request, type Response } from "express";
import type { Attempt, Webhook } from "../../../ports/outboxPort.ts";
import type { Gateway } from "../../../usecases/gateway.ts";
import { EVENT_NAMES } from "../../../usecases/invoices/eventNames.ts";
import { retryOnConflict } from "../../../usecases/retryOnConflict.ts";
import {
  eventOf,
  findAttempt,
  redeliver,
  redeliverMissing,
  requestOf,
  sendTestEvent,
  testedEvent,
} from "../../../usecases/webhooks/deliveryLog.ts";
import { rotateSecret } from "../../../usecases/webhooks/webhookSecrets.ts";
import { isTaken } from "../../../usecases/webhooks/webhookRetry.ts";
import { storeOf } from "../../api/storeOf.ts";
import {
  MOST_WEBHOOKS,
  newWebhook,
  readWebhookBody,
  withSettings,
  type CheckUrl,
} from "../../api/webhookBody.ts";
import { webhookOf } from "../../api/webhookRoutes.ts";
import { correctableError } from "../../errors.ts";
import { timeOrderedId } from "../../../../values/ids.ts";
import { plainUrl } from "../../plainUrl.ts";
import type { Translate } from "../../../../languages/merchantWords.ts";
import { SECOND_MS } from "../../../../values/time.ts";
import { pageOf } from "./eventsPage.ts";
import { developerTabs } from "./tabs.ts";
import { donePath } from "../doneWords.ts";
import { fieldOf, fieldsOf } from "../fields.ts";
import { isFormId } from "../formId.ts";
import { sendOwnerPage, wordsFor } from "../page.ts";
import { STORES_PATH, webhookPath, webhooksPath } from "../paths.ts";
import { pageZone } from "../pageZone.ts";
import { readableTime } from "../readableTime.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import { createShownOnce } from "../shownOnce.ts";
import { frameOf } from "../visitor.ts";

type Telling = Pick<Gateway, "persistence" | "clock" | "random" | "webhooks" | "secrets" | "settings">;
/** What a form of a webhook's page did: all is shown after a redirect, so that a reload repeats nothing. */
type Outcome =
  | Readonly<{ secret: string; query?: undefined }>
  | Readonly<{ secret?: undefined; query: Readonly<Record<string, string>> }>;
type Said = Readonly<{
  problem?: string;
  status?: number;
  typed?: unknown;
  secret?: string;
  done?: string;
  isFollowed?: boolean; // the page is loaded again until what was queued has been sent
}>;

const LISTED_ATTEMPTS = 50;
const FOLLOWED_MS = 30 * SECOND_MS; // after a redelivery was queued; a server that answers late shows at the next visit
const REFRESH_SECONDS = 2;

/**
 * The webhooks of a store: made, changed, tested, rotated and deleted, with the log of what was sent. The forms are read as calls of
 * the merchant API are, so both have the same rules. A secret is shown once, on the page to which the form leads.
 */
export function webhookPages(gateway: Telling, door: SessionGuard, checkUrl: CheckUrl): Router {
  const router = Router();
  const list = `${STORES_PATH}/:storeId/webhooks`;
  const one = `${list}/:webhookId`;
  const once = createShownOnce<Readonly<{ secret: string }>>(gateway);
  const storeIdOf = (request: Request) => String(request.params["storeId"]);

  router.get(list, ...door.page(), async (request, response) => {
    await showList(gateway, request, response);
  });

  router.post(list, ...door.form(), async (request, response) => {
    const storeId = storeIdOf(request);
    const id = fieldOf(request, "webhookId");
    const made = isFormId(id) ? await gateway.persistence.webhooks.load(id) : undefined;
    if (made?.storeId === storeId)
      return response.redirect(303, donePath(webhookPath(storeId, made.id), "repeated"));
    let webhook: Webhook;
    try {
      const body = readWebhookBody(checkUrl, bodyOf(request));
      webhook = newWebhook(gateway, storeId, body, isFormId(id) && !made ? id : undefined);
      await gateway.persistence.webhooks.create(webhook, MOST_WEBHOOKS);
    } catch (error) {
      const problem = correctableError(error, wordsFor(response));
      if (!problem) throw error;
      const said = { problem: problem.message, status: problem.status, typed: request.body as unknown };
      return showList(gateway, request, response, said);
    }
    const after = settingsOf(webhook);
    await door.record(response, { action: "webhook.created", storeId, subject: webhook.id, after });
    const secret = await gateway.secrets.open(webhook.secret);
    await once.redirect(response, webhookPath(storeId, webhook.id), { secret });
  });

  router.get(one, ...door.page(), async (request, response) => {
    const webhook = await webhookOf(gateway, request);
    const said = await saidIn(gateway, request, webhook, wordsFor(response));
    await showOne(gateway, response, webhook, { ...said, ...(await once.take(request, response)) });
  });

  /** A form of a webhook's page: `act` gives a secret to be shown once, or the query of the page that it leads back to. */
  const form = (
    name: string,
    action: string,
    act: (request: Request, webhook: Webhook) => Promise<Outcome>,
  ) =>
    router.post(`${one}/${name}`, ...door.form(), async (request, response) => {
      const webhook = await webhookOf(gateway, request);
      const { id, storeId } = webhook;
      if (name === "rotate" && fieldOf(request, "secretIs") !== secretMark(webhook))
        return response.redirect(303, donePath(webhookPath(storeId, id), "repeated"));
      let outcome: Outcome;
      try {
        outcome = await act(request, webhook);
      } catch (error) {
        const problem = correctableError(error, wordsFor(response));
        if (!problem) throw error;
        return showOne(gateway, response, webhook, { problem: problem.message, status: problem.status });
      }
      const after = name === "settings" ? settingsOf(await webhookOf(gateway, request)) : undefined;
      const before = name === "settings" || name === "delete" ? settingsOf(webhook) : undefined;
      await door.record(response, { action, storeId, subject: id, before, after });
      if (outcome.secret !== undefined)
        return await once.redirect(response, webhookPath(storeId, id), { secret: outcome.secret });
      const page = name === "delete" ? webhooksPath(storeId) : webhookPath(storeId, id);
      response.redirect(303, `${page}?${new URLSearchParams(outcome.query).toString()}`);
    });

  form("settings", "webhook.changed", async (request, { retry }) => {
    const body = readWebhookBody(checkUrl, { ...bodyOf(request), crosstill: retry && { retry } });
    await retryOnConflict(async () => {
      const before = await webhookOf(gateway, request);
      await gateway.persistence.webhooks.change(before, withSettings(gateway, before, body));
    });
    return { query: { done: "saved" } };
  });

  form("test", "webhook.tested", async (request, webhook) => {
    const wanted = fieldOf(request, "type") ?? "";
    const type = EVENT_NAMES.includes(wanted) ? wanted : "InvoiceSettled";
    const attempt = await sendTestEvent(gateway, webhook, type);
    return { query: { tested: attempt.id, type } };
  });

  form("rotate", "webhook.secret_rotated", async (_request, webhook) => ({
    secret: await rotateSecret(gateway, webhook),
  }));

  form("redeliver", "webhook.redelivered", async (request, webhook) => {
    const delivery = fieldOf(request, "delivery");
    if (!delivery) {
      const retried = String(await redeliverMissing(gateway, webhook));
      return { query: { retried, since: String(gateway.clock()) } };
    }
    const type = testedEvent(await findAttempt(gateway, webhook, delivery));
    if (type !== undefined)
      return { query: { tested: (await sendTestEvent(gateway, webhook, type)).id, type } };
    const again = await redeliver(gateway, webhook, delivery);
    return { query: { again, since: String(gateway.clock()) } };
  });

  form("delete", "webhook.deleted", async (_request, { id }) => {
    await gateway.persistence.webhooks.delete(id);
    return { query: { done: "removed" } };
  });

  router.get(`${one}/deliveries/:deliveryId`, ...door.page(), async (request, response) => {
    const webhook = await webhookOf(gateway, request);
    const attempt = await findAttempt(gateway, webhook, String(request.params["deliveryId"]));
    response.type("json").send(await requestOf(gateway, attempt));
  });

  router.get(`${one}/deliveries/:deliveryId/page`, ...door.page(), async (request, response) => {
    const webhook = await webhookOf(gateway, request);
    await showDelivery(gateway, response, webhook, String(request.params["deliveryId"]));
  });
  return router;
}

/** What a test or a redelivery did, by the query that its form leads to. */
async function saidIn(gateway: Telling, { query }: Request, webhook: Webhook, tr: Translate): Promise<Said> {
  const { tested, type, retried, again } = query;
  const isFollowed = Math.abs(gateway.clock() - Number(query["since"])) < FOLLOWED_MS;
  if (typeof retried === "string" && /^\d{1,6}$/.test(retried)) {
    const count = Number(retried);
    return count === 0
      ? { done: tr("Nothing is left to deliver.") }
      : { done: tr("Tried again now: {count}.", { count }), isFollowed };
  }
  if (typeof again === "string") {
    const queued = await gateway.persistence.deliveries.load(again);
    if (queued?.webhookId !== webhook.id) return {};
    const sent = await gateway.persistence.attempts.load(again);
    const event = (await eventOf(gateway, { id: again, deliveryId: again }))?.type ?? tr("Delivery");
    return sent
      ? { done: `${event}: ${outcomeOf(sent, tr)}` }
      : {
          done: tr("{event} is sent again. This page shows the answer when it is there.", { event }),
          isFollowed,
        };
  }
  const attempt = typeof tested === "string" ? await gateway.persistence.attempts.load(tested) : undefined;
  if (attempt?.webhookId !== webhook.id || !EVENT_NAMES.some((name) => name === type)) return {};
  return { done: `${String(type)}: ${outcomeOf(attempt, tr)}` };
}

/** What was sent, and what came back. */
async function showDelivery(
  gateway: Telling,
  response: Response,
  webhook: Webhook,
  id: string,
): Promise<void> {
  const attempt = await findAttempt(gateway, webhook, id);
  const { at, httpCode, error, answer } = attempt;
  const tr = wordsFor(response);
  const sent = await requestOf(gateway, attempt).catch((failure: unknown) => {
    if (correctableError(failure, wordsFor(response))) return undefined; // it is not kept any more
    throw failure;
  });
  sendOwnerPage(response, "developers/delivery", {
    ...frameOf(gateway, response, webhook.storeId),
    tabs: developerTabs(response, "webhooks", webhook.storeId),
    id,
    ...eventLine(await eventOf(gateway, attempt)),
    url: webhook.url,
    page: webhookPath(webhook.storeId, webhook.id),
    at: readableTime(at, pageZone(response, webhook.storeId)),
    outcome: outcomeOf({ httpCode, error }, tr),
    isTaken: httpCode !== undefined && isTaken(httpCode),
    answer,
    sent: sent === undefined ? undefined : JSON.stringify(JSON.parse(sent), null, 2),
  });
}

/** The event of a delivery, with the page of what it is about. */
function eventLine(event: Awaited<ReturnType<typeof eventOf>>) {
  const { type, subjectId } = event ?? {};
  const about = type === undefined || subjectId === undefined ? undefined : pageOf(type, subjectId);
  return { type, subjectId, about: subjectId?.startsWith("__test__") ? undefined : about };
}

/** The form as the body of POST …/webhooks. */
function bodyOf(request: Request) {
  const specificEvents = fieldsOf(request, "events");
  return {
    url: fieldOf(request, "url")?.trim() ?? "",
    enabled: fieldOf(request, "isOff") === undefined,
    automaticRedelivery: fieldOf(request, "isOnce") === undefined,
    authorizedEvents: { everything: fieldOf(request, "which") !== "some", specificEvents },
  };
}

/** Tells a secret from the one after it, so that a form that is sent twice makes one. Of the sealed text: it says nothing of the secret. */
function secretMark({ secret }: Webhook): string {
  return createHash("sha256").update(secret).digest("hex").slice(0, 16);
}

/** The settings for the audit log: the query of an address often is a secret. */
function settingsOf({ url, enabled, automaticRedelivery, everything, specificEvents }: Webhook) {
  return { url: plainUrl(url), enabled, automaticRedelivery, events: everything ? "all" : specificEvents };
}

function outcomeOf({ httpCode, error }: Pick<Attempt, "httpCode" | "error">, tr: Translate): string {
  if (httpCode === undefined) return error === undefined ? tr("not sent yet") : storedText(tr, error);
  const code = String(httpCode);
  return isTaken(httpCode) ? tr("accepted with {code}", { code }) : tr("refused with {code}", { code });
}

async function showList(
  gateway: Telling,
  request: Request,
  response: Response,
  said: Said = {},
): Promise<void> {
  const { id, name } = await storeOf(gateway, request.params["storeId"]);
  const webhooks = await gateway.persistence.webhooks.of(id);
  const view = {
    ...frameOf(gateway, response),
    tabs: developerTabs(response, "webhooks", id),
    problem: said.problem,
    typed: said.typed,
    storeName: name,
    path: webhooksPath(id),
    webhookId: timeOrderedId(gateway.clock(), gateway.random),
    events: EVENT_NAMES,
    isFull: webhooks.length >= MOST_WEBHOOKS,
    webhooks: webhooks.map((webhook) => lineOf(webhook, wordsFor(response))),
  };
  sendOwnerPage(response, "webhooks", view, said.status ? { status: said.status } : {});
}

function lineOf(webhook: Webhook, tr: Translate) {
  const { id, storeId, url, enabled, everything, specificEvents, disabledReason, failingSince } = webhook;
  return {
    url,
    page: webhookPath(storeId, id),
    events: everything ? tr("all events") : specificEvents.join(", "),
    state:
      disabledReason !== undefined
        ? "disabled"
        : !enabled
          ? "off"
          : failingSince === undefined
            ? "on"
            : "failing",
  };
}

async function showOne(
  gateway: Telling,
  response: Response,
  webhook: Webhook,
  said: Said = {},
): Promise<void> {
  const attempts = await gateway.persistence.attempts.of(webhook.id, LISTED_ATTEMPTS);
  const events = await Promise.all(attempts.map((attempt) => eventOf(gateway, attempt)));
  if (said.isFollowed) response.set("Refresh", String(REFRESH_SECONDS));
  const tr = wordsFor(response);
  const zone = pageZone(response, webhook.storeId);
  const view = {
    ...frameOf(gateway, response, webhook.storeId),
    tabs: developerTabs(response, "webhooks", webhook.storeId),
    problem: said.problem,
    secret: said.secret,
    ...(said.done === undefined ? {} : { done: said.done }),
    secretMark: secretMark(webhook),
    ...lineOf(webhook, tr),
    list: webhooksPath(webhook.storeId),
    events: EVENT_NAMES,
    chosen: webhook.specificEvents,
    everything: webhook.everything,
    isOff: !webhook.enabled,
    isOnce: !webhook.automaticRedelivery,
    disabledReason: webhook.disabledReason && storedText(tr, webhook.disabledReason),
    attempts: attempts.map(({ id, at, httpCode, error, answer }, index) => ({
      id,
      ...eventLine(events[index]),
      at: readableTime(at, zone),
      outcome: outcomeOf({ httpCode, error }, tr),
      isTaken: httpCode !== undefined && isTaken(httpCode),
      answer,
    })),
  };
  sendOwnerPage(response, "webhook", view, said.status ? { status: said.status } : {});
}
