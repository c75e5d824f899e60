import os from "node:os";
import { z } from "zod";
import type { Database } from "../../database/driver.ts";
import { databaseNow } from "../../database/databaseTime.ts";
import { createJobLeases } from "../../database/jobLeases.ts";
import type { SeenTimes } from "../ports/sensorsPort.ts";
import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";
import type { ViewerHub } from "../http/viewers.ts";
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
  viewers: ViewerHub;
  elapsed: Deps["elapsed"];
}>;

/** What processes tell each other with their heartbeats. What one has seen it has committed before. */
const notesSchema = z.object({
  seen: z.record(z.string(), z.number()),
  heights: z.record(z.string(), z.number()),
  watched: z.array(z.string()).default([]), // invoices with open pages
  doubt: z.string().nullable().default(null), // why the Bitcoin chain is uncertain, where this process follows it
  settling: z
    .record(z.string(), z.object({ txHash: z.string(), seenAt: z.number(), finalAt: z.number().optional() }))
    .default({}),
});
const MOST_TOLD = 1_000; // invoices
type Notes = Readonly<z.input<typeof notesSchema>>;

/** This process of the gateway among those on its database. */
export function createClusterOf(
  gateway: Gateway,
  { database, time, config, watch, viewers, elapsed = time.clock }: Parts,
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
    tell: (): Notes => ({
      seen: sensors.known(),
      heights: Object.fromEntries(heights),
      watched: viewers.watchedHere().slice(-MOST_TOLD),
      doubt: followsBitcoin() ? (gateway.explorer.doubt()?.reason ?? null) : null,
      settling: Object.fromEntries([...gateway.seenSettlements].slice(-MOST_TOLD)),
    }),
    hear(others) {
      const notes = others.flatMap((other) => notesSchema.safeParse(other).data ?? []);
      for (const { seen, heights: tips } of notes)
        for (const [chainId, height] of Object.entries(tips))
          if (isNewer(seen, chainId)) heights.set(Number(chainId), height);
      sensors.learn(
        notes.map(({ seen }) => seen),
        clock(),
      );
      hearOfPages(notes);
    },
  });

  /** No other process has seen more of the chain: a doubt of one that does not follow it any more would never end. */
  function followsBitcoin(): boolean {
    const seenAt = sensors.known()[BITCOIN_CHAIN_ID] ?? 0;
    return seenAt > 0 && seenAt >= sensors.seenAt(BITCOIN_CHAIN_ID);
  }

  /** What pages show that is not in the database: their watchers, the doubt about the chain, settlements that are not final. */
  function hearOfPages(notes: readonly z.infer<typeof notesSchema>[]): void {
    viewers.watchElsewhere(notes.flatMap(({ watched }) => watched));
    const settling = new Map(
      notes.flatMap(({ settling: seen }) =>
        Object.entries(seen).map(([id, { finalAt, ...rest }]) => [id, { ...rest, finalAt }] as const),
      ),
    );
    const before = gateway.heard.settling;
    gateway.heard.processes = notes.length;
    gateway.heard.doubt = notes.flatMap(({ doubt }) => doubt ?? [])[0];
    gateway.heard.settling = settling;
    for (const id of viewers.shown().keys())
      if (before.get(id)?.txHash !== settling.get(id)?.txHash) viewers.announce(id);
  }

  function isNewer(seen: SeenTimes, chainId: string): boolean {
    return (seen[chainId] ?? 0) > sensors.seenAt(Number(chainId));
  }
}
