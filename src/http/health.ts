import { Router } from "express";
import type { Gateway } from "../gateway/ports.ts";
import { SECOND_MS } from "../time.ts";

/** /health/live says that the process runs; /health/ready that it can take invoices, and how its eyes are. */
export function healthRoutes(gateway: Gateway): Router {
  const router = Router();
  router.get("/health/live", (_request, response) => void response.json({ status: "live" }));
  router.get("/health/ready", async (_request, response) => {
    const database = await answers(() => gateway.store.readNote("mode"));
    const seen = gateway.sensors.all();
    const now = gateway.clock();
    const age = (at: number) => (at === 0 ? null : Math.floor((now - at) / SECOND_MS));
    response.status(database ? 200 : 503).json({
      status: database ? "ready" : "not ready",
      database: database ? "ok" : "no answer",
      chainSeenSecondsAgo: age(seen.chain),
      serviceSeenSecondsAgo: age(seen.service),
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
