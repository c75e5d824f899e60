import os from "node:os";
import { z } from "zod";
import type { Database } from "../../database/driver.ts";
import { databaseNow } from "../../database/databaseTime.ts";
import { createJobLeases } from "../../database/jobLeases.ts";
import type { SeenTimes } from "../ports/sensorsPort.ts";
import type { Gateway } from "../usecases/gateway.ts";
import { createCluster, type Cluster } from "../../runtime/jobs/cluster.ts";
import type { JobWatch } from "../../runtime/jobs/jobWatch.ts";
import type { SharedTime } from "../../runtime/sharedTime.ts";
import { VERSION } from "../../runtime/version.ts";
import { timeOrderedId } from "../../values/ids.ts";
import type { Config } from "./config.ts";
import type { Deps } from "./deps.ts";

type Parts = Readonly<{
  database: Database;
  time: SharedTime;
  config: Pick<Config, "role">;
  watch: JobWatch;
  elapsed: Deps["elapsed"];
}>;

/** What processes tell each other with their heartbeats. What one has seen it has committed before. */
const notesSchema = z.object({
  seen: z.record(z.string(), z.number()),
  heights: z.record(z.string(), z.number()),
});
type Notes = Readonly<z.infer<typeof notesSchema>>;

/** This process of the gateway among those on its database. */
export function createClusterOf(
  gateway: Gateway,
  { database, time, config, watch, elapsed = time.clock }: Parts,
): Cluster {
  const { clock, random, log, sensors, heights } = gateway;
  const now = () => databaseNow(database, clock);
  const startedAt = clock();
  const place = `${os.hostname()}:${process.pid}`;
  return createCluster({
    leases: createJobLeases(database, "gateway", now),
    time,
    elapsed,
    log,
    process: { id: timeOrderedId(startedAt, random), role: config.role, place, version: VERSION, startedAt },
    isAlone: database.dialect === "sqlite",
    ended: () => watch.ended(),
    tell: (): Notes => ({ seen: sensors.known(), heights: Object.fromEntries(heights) }),
    hear(others) {
      const notes = others.flatMap((other) => notesSchema.safeParse(other).data ?? []);
      for (const { seen, heights: tips } of notes)
        for (const [chainId, height] of Object.entries(tips))
          if (isNewer(seen, chainId)) heights.set(Number(chainId), height);
      sensors.learn(
        notes.map(({ seen }) => seen),
        clock(),
      );
    },
  });

  function isNewer(seen: SeenTimes, chainId: string): boolean {
    return (seen[chainId] ?? 0) > sensors.seenAt(Number(chainId));
  }
}
