import { Router, type Request } from "express";
import { GatewayError } from "../../errors.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import type { Webhook } from "../../ports/outboxPort.ts";
import { retryOnConflict } from "../../usecases/retryOnConflict.ts";
import { rotateSecret } from "../../usecases/webhooks/webhookSecrets.ts";
import { unixSeconds } from "../../../values/time.ts";
import type { Answer } from "../answers/scalars.ts";
import type { webhookAnswer } from "../answers/webhook.ts";
import { requirePermission } from "../auth.ts";
import { MOST_WEBHOOKS, newWebhook, readWebhookBody, withSettings, type CheckUrl } from "./webhookBody.ts";
import { idempotent, resourceIdOf } from "./idempotency.ts";

/** Webhooks of a store. The secret is shown once, in the answer that made it. */
export function webhookRoutes(gateway: Gateway, checkUrl: CheckUrl): Router {
  const router = Router();
  const path = "/api/v1/stores/:storeId/webhooks";
  const mayModify = requirePermission(gateway, "webhooks.canmodifywebhooks");

  const readBody = (request: Request) => readWebhookBody(checkUrl, request.body);

  router.post(path, mayModify, idempotent(gateway), async (request, response) => {
    const body = readBody(request);
    const id = resourceIdOf(response);
    const made = id === undefined ? undefined : await gateway.persistence.webhooks.load(id);
    const webhook = made ?? newWebhook(gateway, String(request.params["storeId"]), body, id);
    if (!made) await gateway.persistence.webhooks.create(webhook, MOST_WEBHOOKS);
    response.json({ ...present(webhook), secret: await gateway.secrets.open(webhook.secret) });
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
