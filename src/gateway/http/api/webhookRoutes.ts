import { Router, type Request } from "express";
import { z } from "zod";
import { EVENT_NAMES, SILENT_EVENTS } from "../../usecases/invoices/eventNames.ts";
import { GatewayError } from "../../errors.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import type { Webhook } from "../../ports/outboxPort.ts";
import { retryOnConflict } from "../../usecases/retryOnConflict.ts";
import { newSecret, rotateSecret } from "../../usecases/webhooks/webhookSecrets.ts";
import { timeOrderedId } from "../../../values/ids.ts";
import { unixSeconds } from "../../../values/time.ts";
import type { Answer } from "../answers/scalars.ts";
import type { webhookAnswer } from "../answers/webhook.ts";
import { requirePermission } from "../auth.ts";
import { ValidationError } from "../errors.ts";
import { nullish } from "./nullish.ts";
import { problemsOf } from "./problems.ts";
import { idempotent, resourceIdOf } from "./idempotency.ts";

const MOST_WEBHOOKS = 20; // of a store

/** A webhook that waits for a misspelt event would be silent for ever. */
function isEvent(name: string): boolean {
  return EVENT_NAMES.includes(name) || SILENT_EVENTS.includes(name);
}

function unknownEvent({ input }: Readonly<{ input?: unknown }>): string {
  const meant = EVENT_NAMES.find((name) => name.toLowerCase() === String(input).toLowerCase());
  return meant === undefined
    ? `Expected the name of an event: ${EVENT_NAMES.join(", ")}`
    : `Expected ${meant}`;
}

/** POST and PUT …/webhooks. */
export const webhookBody = z.object({
  url: z.string().max(2048).describe("Where events are told, over https"),
  enabled: nullish(z.boolean()),
  automaticRedelivery: nullish(z.boolean()).describe(
    "What is not taken is told again; true when nothing is said",
  ),
  secret: nullish(z.string().max(256)).describe(
    "What messages are signed with; one is made when none is given",
  ),
  authorizedEvents: nullish(
    z.object({
      everything: nullish(z.boolean()),
      specificEvents: nullish(z.array(z.string().refine(isEvent, { error: unknownEvent })).max(100)),
    }),
  ),
  crosstill: nullish(z.object({ retry: nullish(z.enum(["greenfield", "standard"])) })),
});

/** Webhooks of a store. The secret is shown once, in the answer that made it. */
export function webhookRoutes(gateway: Gateway, checkUrl: (url: string) => string | undefined): Router {
  const router = Router();
  const path = "/api/v1/stores/:storeId/webhooks";
  const mayModify = requirePermission(gateway, "webhooks.canmodifywebhooks");

  const readBody = (request: Request) => {
    const body = webhookBody.safeParse(request.body ?? {}, { reportInput: true });
    if (!body.success) throw new ValidationError(problemsOf(body.error));
    const refused = checkUrl(body.data.url);
    if (refused) throw new ValidationError([{ path: "Url", message: refused, code: "invalid" }]);
    return body.data;
  };

  router.post(path, mayModify, idempotent(gateway), async (request, response) => {
    const body = readBody(request);
    const id = resourceIdOf(response);
    const made = id === undefined ? undefined : await gateway.persistence.webhooks.load(id);
    const webhook = made ?? newWebhook(gateway, String(request.params["storeId"]), body, id);
    if (!made) await gateway.persistence.webhooks.create(webhook, MOST_WEBHOOKS);
    response.json({ ...present(webhook), secret: gateway.secrets.open(webhook.secret) });
  });

  router.get(path, mayModify, async (request, response) => {
    response.json((await gateway.persistence.webhooks.of(String(request.params["storeId"]))).map(present));
  });

  router.get(`${path}/:webhookId`, mayModify, async (request, response) => {
    response.json(present(await webhookOf(gateway, request)));
  });

  router.put(`${path}/:webhookId`, mayModify, async (request, response) => {
    const body = readBody(request);
    const changed = await retryOnConflict(async () => {
      const before = await webhookOf(gateway, request);
      const after = withSettings(gateway, before, body);
      await gateway.persistence.webhooks.change(before, after);
      return after;
    });
    response.json(present(changed));
  });

  router.delete(`${path}/:webhookId`, mayModify, async (request, response) => {
    const { id } = await webhookOf(gateway, request);
    await gateway.persistence.webhooks.delete(id);
    response.status(200).end();
  });

  router.post(
    `${path}/:webhookId/rotate-secret`,
    mayModify,
    idempotent(gateway),
    async (request, response) => {
      const webhook = await webhookOf(gateway, request);
      response.json({ ...present(webhook), secret: await rotateSecret(gateway, webhook) });
    },
  );
  return router;
}

/** A webhook of this very store; another store's does not exist here. */
export async function webhookOf(
  { persistence }: Pick<Gateway, "persistence">,
  request: Request,
): Promise<Webhook> {
  const id = String(request.params["webhookId"]);
  const webhook = await persistence.webhooks.load(id);
  if (webhook?.storeId === request.params["storeId"] && webhook) return webhook;
  throw new GatewayError("webhook_not_found", `There is no webhook ${id.slice(0, 64)} in this store.`);
}

type Body = z.infer<typeof webhookBody>;
type Settings = Pick<
  Webhook,
  "url" | "enabled" | "automaticRedelivery" | "everything" | "specificEvents" | "retry"
>;

/** The settings of a body, with defaults for absent fields (section b). */
function settingsOf(body: Body): Settings {
  const events = body.authorizedEvents;
  return {
    url: body.url,
    enabled: body.enabled ?? true,
    automaticRedelivery: body.automaticRedelivery ?? true,
    everything: events?.everything ?? true,
    specificEvents: events?.specificEvents ?? [],
    retry: body.crosstill?.retry,
  };
}

function newWebhook(
  { clock, random, secrets }: Pick<Gateway, "clock" | "random" | "secrets">,
  storeId: string,
  body: Body,
  id = timeOrderedId(clock(), random),
): Webhook {
  const secret = secrets.seal(body.secret || newSecret(random)); // "" is none, as null is
  return { ...settingsOf(body), secret, storeId, id, createdAt: clock() };
}

/**
 * A webhook with new settings: without a secret it keeps its own, one that is enabled starts anew, and our
 * own options stay where a client does not send them.
 */
function withSettings(
  { clock, secrets }: Pick<Gateway, "clock" | "secrets">,
  before: Webhook,
  body: Body,
): Webhook {
  const settings = settingsOf(body);
  return {
    ...before,
    ...settings,
    changedAt: clock(),
    ...(body.secret ? { secret: secrets.seal(body.secret), formerSecret: undefined } : {}),
    ...(settings.enabled ? { failingSince: undefined, disabledReason: undefined } : {}),
    retry: body.crosstill ? settings.retry : before.retry,
  };
}

function present(webhook: Webhook): Answer<typeof webhookAnswer> {
  const { id, enabled, automaticRedelivery, url, everything, specificEvents } = webhook;
  const { retry = null, failingSince, disabledReason = null } = webhook;
  return {
    id,
    enabled,
    automaticRedelivery,
    url,
    authorizedEvents: { everything, specificEvents },
    crosstill: {
      retry,
      disabledReason,
      failingSince: failingSince === undefined ? null : unixSeconds(failingSince),
    },
  };
}
