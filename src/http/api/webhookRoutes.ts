import { Router, type Request } from "express";
import { z } from "zod";
import { GatewayError } from "../../gateway/errors.ts";
import type { Gateway } from "../../gateway/ports.ts";
import type { Webhook } from "../../gateway/storePort.ts";
import { randomText, timeOrderedId } from "../../ids.ts";
import { requirePermission } from "../auth.ts";
import { ValidationError } from "../errors.ts";
import { nullish } from "./nullish.ts";
import { problemsOf } from "./problems.ts";
import { repeatable, resourceIdOf } from "./repeatable.ts";

const bodySchema = z.object({
  url: z.string().max(2048),
  enabled: nullish(z.boolean()),
  automaticRedelivery: nullish(z.boolean()),
  secret: nullish(z.string().max(256)),
  authorizedEvents: nullish(
    z.object({
      everything: nullish(z.boolean()),
      specificEvents: nullish(z.array(z.string().max(64)).max(100)),
    }),
  ),
});

/** Webhooks of a store. The secret is shown once, in the answer that made it. */
export function webhookRoutes(gateway: Gateway, checkUrl: (url: string) => string | undefined): Router {
  const router = Router();
  const path = "/api/v1/stores/:storeId/webhooks";
  const mayModify = requirePermission(gateway, "webhooks.canmodifywebhooks");

  const readBody = (request: Request) => {
    const body = bodySchema.safeParse(request.body ?? {}, { reportInput: true });
    if (!body.success) throw new ValidationError(problemsOf(body.error));
    const refused = checkUrl(body.data.url);
    if (refused) throw new ValidationError([{ path: "Url", message: refused, code: "invalid" }]);
    return body.data;
  };

  router.post(path, mayModify, repeatable(gateway), async (request, response) => {
    const settings = settingsOf(readBody(request));
    const id = resourceIdOf(response);
    const made = id === undefined ? undefined : await gateway.store.loadWebhook(id);
    const webhook = made ?? newWebhook(gateway, String(request.params["storeId"]), settings, id);
    if (!made) await gateway.store.createWebhook(webhook);
    response.json({ ...present(webhook), secret: webhook.secret });
  });

  router.get(path, mayModify, async (request, response) => {
    response.json((await gateway.store.webhooksOf(String(request.params["storeId"]))).map(present));
  });

  router.get(`${path}/:webhookId`, mayModify, async (request, response) => {
    response.json(present(await webhookOf(gateway, request)));
  });

  router.put(`${path}/:webhookId`, mayModify, async (request, response) => {
    const before = await webhookOf(gateway, request);
    const settings = settingsOf(readBody(request));
    const after = {
      ...before,
      ...settings,
      secret: settings.secret || before.secret,
      changedAt: gateway.clock(),
    };
    await gateway.store.changeWebhook(after);
    response.json(present(after));
  });

  router.delete(`${path}/:webhookId`, mayModify, async (request, response) => {
    const { id } = await webhookOf(gateway, request);
    await gateway.store.deleteWebhook(id);
    response.status(200).end();
  });
  return router;
}

/** A webhook of this very store; another store's does not exist here. */
async function webhookOf({ store }: Gateway, request: Request): Promise<Webhook> {
  const id = String(request.params["webhookId"]);
  const webhook = await store.loadWebhook(id);
  if (webhook?.storeId === request.params["storeId"] && webhook) return webhook;
  throw new GatewayError("webhook_not_found", `There is no webhook ${id.slice(0, 64)} in this store.`);
}

type Settings = Pick<Webhook, "url" | "secret" | "enabled" | "automaticRedelivery" | "everything" | "specificEvents">; // prettier-ignore

/** What a body says, with what it leaves out as its default (section b). An empty secret means "as it was", or a new one. */
function settingsOf(body: z.infer<typeof bodySchema>): Settings {
  const events = body.authorizedEvents;
  return {
    ...{ url: body.url, secret: body.secret ?? "", enabled: body.enabled ?? true },
    automaticRedelivery: body.automaticRedelivery ?? true,
    everything: events?.everything ?? true,
    specificEvents: events?.specificEvents ?? [],
  };
}

function newWebhook(
  { clock, random }: Gateway,
  storeId: string,
  settings: Settings,
  id = timeOrderedId(clock(), random),
): Webhook {
  const secret = settings.secret || randomText(random, 32);
  return { ...settings, secret, storeId, id, createdAt: clock() };
}

function present({ id, enabled, automaticRedelivery, url, everything, specificEvents }: Webhook) {
  return { id, enabled, automaticRedelivery, url, authorizedEvents: { everything, specificEvents } };
}
