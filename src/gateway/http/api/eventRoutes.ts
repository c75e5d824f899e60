import { Router } from "express";
import type { FeedEvent } from "../../ports/outboxPort.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { eventMessage } from "../../usecases/webhooks/webhookMessage.ts";
import { requirePermission } from "../auth.ts";
import { texts, whole } from "./query.ts";

const LARGEST_PAGE = 1000;
const USUAL_PAGE = 100;
const LARGEST_NUMBER = 2 ** 31 - 1; // that PostgreSQL compares a number with

/**
 * The events of a store in the order of their sequence numbers, in the webhooks' format, for clients that
 * have missed some. They include refunds and payouts, with ids that open public pages: so a key with view
 * permission for invoices alone may not read them.
 */
export function eventRoutes(gateway: Pick<Gateway, "clock" | "log" | "persistence" | "settings">): Router {
  const { persistence, clock } = gateway;
  const router = Router();
  const mayView = requirePermission(gateway, "canviewstoresettings");
  router.get("/api/v1/stores/:storeId/events", mayView, async (request, response) => {
    const [after = "0"] = texts(request, "after");
    const [limit = String(USUAL_PAGE)] = texts(request, "limit");
    const [undelivered] = texts(request, "undelivered");
    await persistence.events.number(LARGEST_PAGE, clock()); // those of the last second are not left out
    const events = await persistence.events.list(String(request.params["storeId"]), {
      after: Math.min(whole("after", after), LARGEST_NUMBER),
      limit: Math.min(whole("limit", limit), LARGEST_PAGE),
      undelivered: undelivered === "true",
    });
    response.json(events.map(present));
  });
  return router;
}

function present({ sequence, body, current }: FeedEvent) {
  return eventMessage(body as Readonly<Record<string, unknown>>, sequence, current); // an object: announce.ts wrote it
}
