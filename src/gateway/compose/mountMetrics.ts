import fs from "node:fs";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Express } from "express";
import type { CallCounts } from "../adapters/callCounts.ts";
import type { Config } from "./config.ts";
import type { CopyOfJournal } from "./copyJournal.ts";
import type { Database } from "../../database/driver.ts";
import type { Gateway } from "../usecases/gateway.ts";
import { readAnnouncedEnds } from "../usecases/tracking/announcedEnds.ts";
import { lastBackup } from "../usecases/lastBackup.ts";
import { gatewayMetrics, type Machine } from "../http/gatewayMetrics.ts";
import { metricsRoutes } from "../http/metrics.ts";
import type { RequestTimes } from "../http/requestTimes.ts";
import type { Cluster } from "../../runtime/jobs/cluster.ts";
import type { JobWatch } from "../../runtime/jobs/jobWatch.ts";
import type { SharedTime } from "../../runtime/sharedTime.ts";
import { SECOND_MS } from "../../values/time.ts";
import { VERSION } from "../../runtime/version.ts";
import { persistenceContext } from "../persistence/context.ts";
import { readFigures } from "../persistence/figures.ts";

type Parts = Readonly<{
  gateway: Gateway;
  database: Database;
  calls: CallCounts;
  watch: JobWatch;
  times: RequestTimes;
  cluster: Cluster;
  time: SharedTime;
  journalFile: string;
  copy: Pick<CopyOfJournal, "missingBytes"> | undefined;
}>;

/** Adds GET /metrics where a token is set; without one there is no such page. */
export function mountMetrics(
  app: Express,
  config: Pick<Config, "mode" | "dataDir" | "metricsToken">,
  { gateway, database, calls, watch, cluster, time, times, journalFile, copy }: Parts,
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
    leases: () => Object.fromEntries(cluster.owners().map(({ group, isHere }) => [group, isHere ? 1 : 0])),
    processes: () => cluster.processes().length,
    clockSkewMs: () => time.skewMs(),
    journalBytes: () => fs.statSync(journalFile, { throwIfNoEntry: false })?.size,
    requestTimes: times.read,
    machine: createMachine({ data: config.dataDir, journal: path.dirname(journalFile) }),
    lastBackup: () => lastBackup(gateway.persistence),
    announcedEnds: () => readAnnouncedEnds(gateway),
    journalCopyMissing: () => copy?.missingBytes(),
    build: { version: VERSION, mode: config.mode, database: database.dialect },
  });
  app.use(metricsRoutes(config.metricsToken, read));
}

const NS_PER_MS = 1e6;
const LOOP_RESOLUTION_MS = 10; // is part of what Node measures

/** Reads what the process uses, and the free space of each of some folders. */
function createMachine(folders: Readonly<Record<string, string>>): () => Promise<Machine> {
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  loop.enable();
  return async () => {
    const loopDelayMs = Math.max(0, loop.percentile(99) / NS_PER_MS - LOOP_RESOLUTION_MS);
    loop.reset();
    const free = await Promise.all(
      Object.entries(folders).map(async ([name, folder]) => [name, await freeBytes(folder)] as const),
    );
    return {
      residentBytes: process.memoryUsage.rss(),
      loopDelayMs,
      uptimeMs: process.uptime() * SECOND_MS,
      freeBytes: Object.fromEntries(
        free.flatMap(([name, bytes]) => (bytes === undefined ? [] : [[name, bytes]])),
      ),
    };
  };
}

async function freeBytes(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await fs.promises.statfs(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}
