import fs from "node:fs";
import type { Express } from "express";
import type { CallCounts } from "../adapters/callCounts.ts";
import type { Config } from "./config.ts";
import type { Database } from "../../database/driver.ts";
import type { Gateway } from "../usecases/gateway.ts";
import { gatewayMetrics } from "../http/gatewayMetrics.ts";
import { metricsRoutes } from "../http/metrics.ts";
import type { JobWatch } from "../../runtime/jobs/jobWatch.ts";
import { VERSION } from "../../runtime/version.ts";
import { persistenceContext } from "../persistence/context.ts";
import { readFigures } from "../persistence/figures.ts";

type Parts = Readonly<{
  gateway: Gateway;
  database: Database;
  calls: CallCounts;
  watch: JobWatch;
}>;

/** Adds GET /metrics where a token is set; without one there is no such page. */
export function mountMetrics(
  app: Express,
  config: Pick<Config, "mode" | "journalFile" | "metricsToken">,
  { gateway, database, calls, watch }: Parts,
): void {
  if (!config.metricsToken) return;
  const context = persistenceContext(database, () => {});
  const read = gatewayMetrics({
    gateway,
    oldestPollMs: () => gateway.requestPolls.oldestPollAge(),
    figures: () => readFigures(context, gateway.clock()),
    calls: () => calls.read(),
    jobFailures: () => watch.failures(),
    jobAges: () => watch.ages(),
    journalBytes: () => fs.statSync(config.journalFile, { throwIfNoEntry: false })?.size,
    build: { version: VERSION, mode: config.mode, database: database.dialect },
  });
  app.use(metricsRoutes(config.metricsToken, read));
}
