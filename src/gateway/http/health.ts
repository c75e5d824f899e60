import { Router, type Request } from "express";
import { chainDoubt } from "../usecases/tracking/chainDoubt.ts";
import type { Gateway } from "../usecases/gateway.ts";
import { serviceReach } from "../usecases/tracking/reachService.ts";
import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";
import { isLoopbackHost } from "../../runtime/settings.ts";
import { carriesToken } from "./metrics.ts";
import { SECOND_MS, type Instant } from "../../values/time.ts";

/** Whether what must be kept can be written. */
export type Storage = Readonly<{
  database: "ok" | "no answer" | "not writable";
  journal: "ok" | "not writable";
}>;

/** What readiness depends on beside the gateway itself. */
export type Readiness = Readonly<{
  storage(): Promise<Storage>;
  /** The jobs that have not been done for much longer than their interval. */
  stalledJobs(): readonly string[];
  /** How far the machine's clock is from the database's (ms), where that is too far; undefined while they agree. */
  clockSkewMs(): number | undefined;
  /** Settings whose check has not succeeded since the start, each with why. They do not lower readiness. */
  warnings(): readonly string[];
  isStopping(): boolean;
}>;

/**
 * /health/live: the process runs; /health/ready: it can take invoices. The details of readiness, such as the state of the sensors,
 * are for the operator: for requests with the metrics token, or from this machine when no token is set.
 */
export function healthRoutes(
  gateway: Pick<Gateway, "clock" | "persistence" | "service" | "explorer" | "heard" | "sensors">,
  { storage, stalledJobs, clockSkewMs, warnings, isStopping }: Readiness,
  metricsToken?: string,
): Router {
  const router = Router();
  router.get("/health/live", (_request, response) => void response.json({ status: "live" }));
  router.get("/health/ready", async (request, response) => {
    const { database, journal } = await storage();
    const stalled = stalledJobs();
    const skew = clockSkewMs();
    const isWell = database === "ok" && journal === "ok" && stalled.length === 0 && skew === undefined;
    const isReady = isWell && !isStopping();
    const now = gateway.clock();
    const age = (at: Instant) => (at === 0 ? null : Math.floor((now - at) / SECOND_MS));
    response.status(isReady ? 200 : 503);
    const status = isReady ? "ready" : isStopping() ? "stopping" : "not ready";
    if (!seesDetails(request, metricsToken)) return void response.json({ status });
    response.json({
      status,
      database,
      journal,
      stalledJobs: stalled,
      clockSkewSeconds: skew === undefined ? null : Math.round(skew / SECOND_MS), // while there is one, nothing expires
      chainSeenSecondsAgo: age(gateway.sensors.seenAt(BITCOIN_CHAIN_ID)),
      chainUncertain: chainDoubt(gateway) ?? null, // while there is a reason, no payment is confirmed
      serviceSeenSecondsAgo: age(serviceReach(gateway.sensors).at),
      requestList: gateway.service.listKind(),
      warnings: warnings(),
    });
  });
  router.get("/api/v1/health", async (_request, response) => {
    response.json({ synchronized: await answers(() => gateway.persistence.checkpoints.read("mode")) });
  });
  return router;
}

function seesDetails(request: Request, metricsToken: string | undefined): boolean {
  if (metricsToken !== undefined) return carriesToken(request, metricsToken); // a proxy on this machine may not name the caller
  const isForwarded = request.get("x-forwarded-for") !== undefined || request.get("forwarded") !== undefined;
  const address = (request.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  return !isForwarded && isLoopbackHost(address === "::1" ? "[::1]" : address);
}

async function answers(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch {
    return false;
  }
}
