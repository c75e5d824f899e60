import { Router, type Request } from "express";
import { z } from "zod";
import type { KeyCheck } from "../callers/checkKey.ts";
import { createBuckets } from "../callers/buckets.ts";
import { answerTooMany } from "../callers/tooManyCalls.ts";
import type { NetworkParts } from "../parts.ts";
import {
  deliveriesOf,
  removeWebhook,
  setWebhook,
  webhookOf,
  type Delivery,
  type WebhookRow,
} from "../persistence/webhooks.ts";
import { statusWord, type StatusDetail } from "../status.ts";
import { isoTime, MINUTE_MS } from "../../values/time.ts";
import type { WebhookSender } from "../webhooks/sendWebhook.ts";
import { testBody } from "../webhooks/webhookMessage.ts";
import { NotFound } from "./errors.ts";
import { plainText, readBody, readJson } from "./readInput.ts";
import { Refusal } from "./refusals.ts";

const LISTED = 50;
const TESTS = { calls: 6, perMs: MINUTE_MS } as const; // of one key
const MOST_HEADERS = 10;
const OWN_HEADERS =
  /^(host|connection|content-.*|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*|user-agent|x-signature-.*)$/i;

export const webhookBody = z.object({
  url: plainText.max(2_048),
  headers: z
    .record(
      z.string().regex(/^[A-Za-z0-9-]{1,64}$/, "expected a header's name of letters, digits and hyphens"),
      z.string().regex(/^[\x20-\x7e]{0,512}$/, "expected at most 512 visible ASCII characters"),
    )
    .optional(),
});

/**
 * /webhook: where the changes of the requests of an API key are posted. One for each key; extensions, as public services let
 * their users set it on a page. Every call needs the key.
 */
export function webhookRoutes(
  parts: NetworkParts,
  sender: WebhookSender,
  { requireOwnKey, keyOf }: Pick<KeyCheck, "requireOwnKey" | "keyOf">,
): Router {
  const { store, clock, settings } = parts;
  const tests = createBuckets(TESTS, clock);
  const ownerOf = (request: Request) => keyOf(request)?.hash ?? ""; // requireOwnKey let it through
  const requireWebhook = async (request: Request): Promise<WebhookRow> => {
    const webhook = await webhookOf(store, ownerOf(request));
    if (webhook) return webhook;
    throw new NotFound('This API key has no webhook. Set one: POST /webhook {"url": "https://…"}.');
  };
  const router = Router();
  router.use("/webhook", requireOwnKey, (_request, response, next) => {
    response.set("Cache-Control", "no-store");
    next();
  });
  router.post("/webhook", readJson, async (request, response) => {
    const { url, headers = {} } = readBody(webhookBody, request.body);
    const problem = sender.checkUrl(url) ?? headerProblem(headers);
    if (problem !== undefined) throw new Refusal("INVALID_REQUEST", problem);
    const owner = ownerOf(request);
    const secret = sender.seal(request.get("x-api-key") ?? "", owner);
    const row = { owner, url, headers, secret, createdAt: clock(), pausedUntil: null };
    await store.commit([setWebhook(store, row)]);
    response.json({ webhook: present(row) });
  });
  router.get("/webhook", async (request, response) => {
    const webhook = await requireWebhook(request);
    const found = await deliveriesOf(store, webhook.owner, LISTED);
    const deliveries = found.map((one) => presentDelivery(one, settings.statusDetail));
    response.json({ webhook: present(webhook), deliveries });
  });
  router.delete("/webhook", async (request, response) => {
    const { owner } = await requireWebhook(request);
    await store.commit(removeWebhook(store, owner));
    response.json({ message: "The webhook was removed. Nothing more is posted to it." });
  });
  router.post("/webhook/test", async (request, response) => {
    const webhook = await requireWebhook(request);
    const waitMs = tests.waitMs(webhook.owner);
    if (waitMs > 0)
      return answerTooMany(response, waitMs, "Too many tests of a webhook. Wait, then try again.");
    tests.take(webhook.owner);
    const { delivered, answer } = await sender.send(webhook, testBody);
    response.json({ delivered, answer });
  });
  return router;
}

function headerProblem(headers: Readonly<Record<string, string>>): string | undefined {
  const names = Object.keys(headers);
  if (names.length > MOST_HEADERS) return `Expected at most ${MOST_HEADERS} headers, got ${names.length}.`;
  const own = names.find((name) => OWN_HEADERS.test(name));
  return own && `The header ${own} is set by the service. Leave it out.`;
}

/** Header values may be secrets of the receiver, so only the names are shown. */
function present({ url, headers, createdAt }: WebhookRow): Record<string, unknown> {
  return { url, headers: Object.keys(headers as object), createdAt: isoTime(createdAt) };
}

function presentDelivery(delivery: Delivery, statusDetail: StatusDetail): Record<string, unknown> {
  const { requestId, told, state, attempts, nextAt, answer } = delivery;
  return {
    requestId,
    status: statusWord(told.facts, statusDetail),
    updatedAt: told.facts.updatedAt,
    state,
    attempts,
    answer,
    ...(state === "waiting" ? { nextAttemptAt: isoTime(nextAt) } : { lastAttemptAt: isoTime(nextAt) }),
  };
}
