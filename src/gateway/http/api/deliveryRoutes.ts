import { Router, type Request } from "express";
import { z } from "zod";
import {
  findAttempt,
  redeliver,
  redeliverMissing,
  redeliverRange,
  requestOf,
  sendTestEvent,
} from "../../usecases/webhooks/deliveryLog.ts";
import type { Attempt } from "../../ports/outboxPort.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { isTaken } from "../../usecases/webhooks/webhookRetry.ts";
import { SECOND_MS, unixSeconds } from "../../../values/time.ts";
import type { Answer } from "../answers/scalars.ts";
import type { deliveryAnswer } from "../answers/webhook.ts";
import { requirePermission } from "../auth.ts";
import { ValidationError } from "../errors.ts";
import { nullish } from "./nullish.ts";
import { problemsOf } from "./problems.ts";
import { texts, whole } from "./query.ts";
import { idempotent } from "./idempotency.ts";
import { webhookOf } from "./webhookRoutes.ts";

const LARGEST_PAGE = 1000;
const USUAL_PAGE = 100;

const seconds = z.number().int().nonnegative();
/** POST …/deliveries/redeliver. */
export const redeliverBody = z.union([
  z.object({ undelivered: z.literal(true).describe("All that was not taken") }),
  z.object({ from: seconds.describe("Unix seconds"), to: seconds.describe("Unix seconds, included") }),
]);
/** POST …/webhooks/{id}/test. */
export const testBody = z.object({ type: nullish(z.string().regex(/^[A-Za-z]{1,64}$/)) });

/** The delivery log of a webhook, what may be sent again, and a test. */
export function deliveryRoutes(gateway: Gateway): Router {
  const router = Router();
  const { persistence } = gateway;
  const path = "/api/v1/stores/:storeId/webhooks/:webhookId";
  const mayModify = requirePermission(gateway, "webhooks.canmodifywebhooks");
  const attemptOf = async (request: Request) =>
    findAttempt(gateway, await webhookOf(gateway, request), String(request.params["deliveryId"]));

  router.get(`${path}/deliveries`, mayModify, async (request, response) => {
    const webhook = await webhookOf(gateway, request);
    const [count] = texts(request, "count");
    const limit = count === undefined ? USUAL_PAGE : Math.min(whole("count", count), LARGEST_PAGE);
    response.json((await persistence.attempts.of(webhook.id, limit)).map(present));
  });

  router.post(`${path}/deliveries/redeliver`, mayModify, idempotent(gateway), async (request, response) => {
    const webhook = await webhookOf(gateway, request);
    const range = readRange(request.body);
    const deliveries =
      "undelivered" in range
        ? await redeliverMissing(gateway, webhook)
        : await redeliverRange(gateway, webhook, range.from * SECOND_MS, (range.to + 1) * SECOND_MS - 1);
    response.json({ deliveries });
  });

  router.get(`${path}/deliveries/:deliveryId`, mayModify, async (request, response) => {
    response.json(present(await attemptOf(request)));
  });

  router.get(`${path}/deliveries/:deliveryId/request`, mayModify, async (request, response) => {
    response.type("json").send(await requestOf(gateway, await attemptOf(request)));
  });

  router.post(
    `${path}/deliveries/:deliveryId/redeliver`,
    mayModify,
    idempotent(gateway),
    async (request, response) => {
      const webhook = await webhookOf(gateway, request);
      response.json(await redeliver(gateway, webhook, String(request.params["deliveryId"])));
    },
  );

  router.post(`${path}/test`, mayModify, async (request, response) => {
    const webhook = await webhookOf(gateway, request);
    const body = testBody.safeParse(request.body ?? {}, { reportInput: true });
    if (!body.success) throw new ValidationError(problemsOf(body.error));
    response.json(present(await sendTestEvent(gateway, webhook, body.data.type ?? "InvoiceSettled")));
  });
  return router;
}

function readRange(body: unknown): z.infer<typeof redeliverBody> {
  const range = redeliverBody.safeParse(body ?? {});
  if (range.success) return range.data;
  const message = 'Expected {"undelivered":true}, or {"from":…,"to":…} in unix seconds, both included.';
  throw new ValidationError([{ path: "", message, code: "invalid" }]);
}

/** A delivery in the merchant API's format (Greenfield); the receiver's answer under `crosstill`. */
function present({
  id,
  deliveryId,
  dueAt,
  at,
  httpCode,
  error,
  answer,
}: Attempt): Answer<typeof deliveryAnswer> {
  return {
    id,
    timestamp: unixSeconds(dueAt),
    deliveryTime: unixSeconds(at),
    httpCode: httpCode ?? null,
    errorMessage: error ?? null,
    status: httpCode === undefined ? "Failed" : isTaken(httpCode) ? "HttpSuccess" : "HttpError",
    crosstill: { firstAttempt: deliveryId, answer: answer ?? null },
  };
}
