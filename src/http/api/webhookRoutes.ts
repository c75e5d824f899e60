import { Router } from "express";
import { z } from "zod";
import type { Gateway } from "../../gateway/ports.ts";
import type { Webhook } from "../../gateway/storePort.ts";
import { randomText, timeOrderedId } from "../../ids.ts";
import { requirePermission } from "../auth.ts";
import { ValidationError } from "../errors.ts";
import { nullish } from "./nullish.ts";
import { problemsOf } from "./problems.ts";

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

/** Webhooks of a store: make one, list them. The secret is shown once, in the answer that made it. */
export function webhookRoutes(gateway: Gateway, checkUrl: (url: string) => string | undefined): Router {
  const router = Router();
  const path = "/api/v1/stores/:storeId/webhooks";
  const mayModify = requirePermission(gateway.store, "webhooks.canmodifywebhooks");

  router.post(path, mayModify, async (request, response) => {
    const body = bodySchema.safeParse(request.body ?? {}, { reportInput: true });
    if (!body.success) throw new ValidationError(problemsOf(body.error));
    const refused = checkUrl(body.data.url);
    if (refused) throw new ValidationError([{ path: "Url", message: refused, code: "invalid" }]);
    const webhook = newWebhook(gateway, String(request.params["storeId"]), body.data);
    await gateway.store.createWebhook(webhook);
    response.json({ ...present(webhook), secret: webhook.secret });
  });

  router.get(path, mayModify, async (request, response) => {
    response.json((await gateway.store.webhooksOf(String(request.params["storeId"]))).map(present));
  });
  return router;
}

function newWebhook(gateway: Gateway, storeId: string, body: z.infer<typeof bodySchema>): Webhook {
  const at = gateway.clock();
  const events = body.authorizedEvents;
  return {
    id: timeOrderedId(at, gateway.random),
    storeId,
    url: body.url,
    secret: body.secret || randomText(gateway.random, 32),
    enabled: body.enabled ?? true,
    automaticRedelivery: body.automaticRedelivery ?? true,
    everything: events?.everything ?? true,
    specificEvents: events?.specificEvents ?? [],
    createdAt: at,
  };
}

function present({ id, enabled, automaticRedelivery, url, everything, specificEvents }: Webhook) {
  return { id, enabled, automaticRedelivery, url, authorizedEvents: { everything, specificEvents } };
}
