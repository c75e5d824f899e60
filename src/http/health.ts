import { Router } from "express";
import type { Gateway, Sensor } from "../gateway/ports.ts";
import { BITCOIN_CHAIN_ID } from "../protocol/identifiers.ts";
import { SECOND_MS } from "../time.ts";

/** /health/live says that the process runs; /health/ready that it can take invoices, and how its eyes are. */
export function healthRoutes(gateway: Gateway): Router {
  const router = Router();
  router.get("/health/live", (_request, response) => void response.json({ status: "live" }));
  router.get("/health/ready", async (_request, response) => {
    const database = await answers(() => gateway.store.readNote("mode"));
    const now = gateway.clock();
    const age = (sensor: Sensor) => {
      const at = gateway.sensors.seenAt(sensor);
      return at === 0 ? null : Math.floor((now - at) / SECOND_MS);
    };
    response.status(database ? 200 : 503).json({
      status: database ? "ready" : "not ready",
      database: database ? "ok" : "no answer",
      chainSeenSecondsAgo: age(BITCOIN_CHAIN_ID),
      chainUncertain: gateway.explorer.doubt()?.reason ?? null, // while there is a reason, no payment is confirmed
      serviceSeenSecondsAgo: age("service"),
      requestList: gateway.service.listKind(),
    });
  });
  router.get("/api/v1/health", async (_request, response) => {
    response.json({ synchronized: await answers(() => gateway.store.readNote("mode")) });
  });
  return router;
}

async function answers(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch {
    return false;
  }
}
