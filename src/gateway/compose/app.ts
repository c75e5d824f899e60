import type http from "node:http";
import type { Express } from "express";
import type { Config } from "./config.ts";
import { listen as listenTo } from "../../database/listen.ts";
import { countCalls, type CallCounts } from "../adapters/callCounts.ts";
import type { Deps, Outside } from "./deps.ts";
import { createGateway } from "./createGateway.ts";
import type { Embedded, embedSandbox } from "./embedSandbox.ts";
import { mountMetrics } from "./mountMetrics.ts";
import { createStorageCheck } from "./readiness.ts";
import type { Gateway } from "../usecases/gateway.ts";
import { compressed } from "../http/compressed.ts";
import { errorHandler, notFound, refuseNul } from "../http/errors.ts";
import { languageOfVisitor } from "../http/owner/page.ts";
import { openAddressHints, openHints } from "./hints.ts";
import { healthRoutes, type Readiness } from "../http/health.ts";
import { assetRoutes } from "../http/pages.ts";
import { announceVersion } from "../http/announceChanges.ts";
import { createRequestTimes } from "../http/requestTimes.ts";
import { closeServer, createHttpServer, listen } from "../http/server.ts";
import { createViewerHub, type ViewerHub } from "../http/viewers.ts";
import type { Job } from "../../runtime/jobs/job.ts";
import type { Cluster } from "../../runtime/jobs/cluster.ts";
import { createJobWatch, type JobWatch } from "../../runtime/jobs/jobWatch.ts";
import { ANNOUNCEMENTS, readAnnouncement } from "../persistence/invoices/announcements.ts";
import { createClusterOf } from "./cluster.ts";
import { gatewayJobs } from "./gatewayJobs.ts";
import { openSenders } from "./openSenders.ts";
import { openStorage, type Storage } from "./openStorage.ts";
import { processJobs } from "./processJobs.ts";
import { defaultHeaders, mountRoutes } from "./mountRoutes.ts";

export type App = Readonly<{
  url: string;
  server: http.Server;
  /** What the server runs: a test goes through its routes. */
  express: Express;
  gateway: Gateway;
  sandbox: Embedded | undefined;
  /** To be run by a schedule, or by a test. */
  jobs: readonly Job[];
  watch: JobWatch;
  /** Shares the jobs with the other processes on the database. */
  cluster: Cluster;
  calls: CallCounts;
  /** Lowers readiness, so that load balancers send no more requests; before `close`. */
  announceStop(): void;
  close(): Promise<void>;
}>;

/**
 * Builds the whole application and listens. The only place that depends on every part. It starts no jobs:
 * the caller schedules them. Throws a sentence when something is unavailable; everything started by then is
 * stopped again.
 */
export async function build(config: Config, deps: Deps): Promise<App> {
  const { app, server } = createHttpServer();
  const opened: (() => Promise<void>)[] = [];
  const state = { isStopping: false };
  const announceStop = () => void (state.isStopping = true);
  const close = async () => {
    announceStop();
    await closeServer(server); // first: requests in progress need everything else
    for (const end of opened.toReversed()) await end();
  };
  try {
    const port = await listen(server, config.port, config.host);
    const url = config.publicUrl.replace(/:0$/, `:${port}`);
    app.set("trust proxy", [...config.trustedProxies]);
    const isStopping = () => state.isStopping;
    const parts = await assemble(config, deps, { app, server, port, url, opened, isStopping });
    return { url, server, express: app, ...parts, announceStop, close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Assembled = Omit<App, "url" | "server" | "express" | "announceStop" | "close">;

type Site = Readonly<{
  app: Express;
  server: http.Server;
  port: number;
  url: string;
  opened: (() => Promise<void>)[];
  isStopping(): boolean;
}>;

async function assemble(config: Config, machine: Deps, site: Site): Promise<Assembled> {
  const { app, url, opened } = site;
  const storage = await openStorage(config, machine, opened);
  const { database, time, deps, persistence, keys, journal, copy, failover } = storage;
  const viewers = openViewers(config, storage, opened);
  const calls = countCalls();
  const times = createRequestTimes();
  app.use(times.measure, defaultHeaders(), refuseNul, compressed());
  // Assets and the sandbox come first: the intent service must be reachable before the gateway asks it anything.
  app.use(assetRoutes());
  const sandbox =
    config.mode === "sandbox"
      ? await startEmbedded(config, deps, { ...site, persistence, calls })
      : undefined;
  if (sandbox) opened.push(() => sandbox.close());
  const settings = sandbox ? withRates(config, sandbox.settings) : liveSettings(config);
  const outside = deps.outside?.(settings) ?? settings;
  const hints = await openHints(outside, deps);
  if (hints) opened.push(async () => hints.close());
  const addressHints = await openAddressHints(outside, deps);
  if (addressHints) opened.push(async () => addressHints.close());
  const senders = await openSenders(config, url, storage, sandbox?.mailer);
  const gateway = createGateway(config, deps, {
    ...{ persistence, secrets: keys.secrets, signer: keys.signer, journal, failover },
    ...{ viewers, outside, calls, hints, addressHints, ...senders },
  });
  const watch = createJobWatch(deps.clock, (job) => cluster.endedAt(job));
  const { elapsed } = deps;
  const cluster = createClusterOf(gateway, { database, time, config, watch, viewers, elapsed });
  const journalFile = journal.file;
  mountMetrics(app, config, { gateway, database, calls, watch, cluster, time, times, journalFile, copy });
  const readiness = readinessOf(storage, { watch, cluster, isStopping: site.isStopping });
  const { webhooks } = senders;
  const face = { config, url, viewers, webhooks, database, sandbox, outside, readiness, watch, cluster };
  app.use(healthRoutes(gateway, readiness, config.metricsToken));
  if (config.role !== "worker") mountRoutes(app, gateway, face);
  app.use(notFound);
  app.use(errorHandler(gateway.log, languageOfVisitor));
  const own = watch.watch([...processJobs(storage, viewers), ...gatewayJobs(gateway, config.mode, url)]);
  return { gateway, sandbox, calls, watch, cluster, jobs: [...(sandbox?.jobs ?? []), ...own] };
}

/** The open pages of this process, which are told of changes by others where the database can be listened to. */
function openViewers({ databaseListenUrl }: Config, { deps }: Storage, opened: Site["opened"]): ViewerHub {
  const viewers = createViewerHub(deps.clock);
  opened.push(async () => viewers.close());
  const listener = databaseListenUrl && listenToChanges(databaseListenUrl, viewers, deps.log);
  if (listener) opened.push(() => listener.close());
  return viewers;
}

/** Hears of changes by other processes at once, rather than within a second. */
function listenToChanges(url: string, viewers: ViewerHub, log: Deps["log"]) {
  return listenTo({
    url,
    channel: ANNOUNCEMENTS,
    onText(text) {
      const news = readAnnouncement(text);
      if (news) announceVersion(viewers, news.invoiceId, news.version);
    },
    onError: (error) => log.warn("database.not_listening", { error }),
  });
}

function readinessOf(
  { deps, persistence, journal, time }: Storage,
  { watch, cluster, isStopping }: Pick<Assembled, "watch" | "cluster"> & Pick<Site, "isStopping">,
): Readiness {
  const { checkpoints } = persistence;
  return {
    storage: createStorageCheck({ checkpoints, journalFile: journal.file, clock: deps.clock }),
    stalledJobs: () => watch.stalled().filter(cluster.runsHere),
    clockSkewMs: () => (time.isSkewed() ? time.skewMs() : undefined),
    warnings: () => deps.checkedSettings?.warnings() ?? [],
    isStopping,
  };
}

/** A live gateway has no use for the chains and the service, which are half of the program. */
async function startEmbedded(...given: Parameters<typeof embedSandbox>): Promise<Embedded> {
  const { embedSandbox } = await import("./embedSandbox.ts");
  return embedSandbox(...given);
}

function liveSettings(config: Config): Outside {
  return { ...config, intentsUrl: config.intentsUrl ?? "" }; // checked by loadConfig
}

/** The operator's own rates come before the simulated ones. */
function withRates({ ratesUrls }: Config, settings: Outside): Outside {
  return { ...settings, ratesUrls: [...ratesUrls, ...settings.ratesUrls] };
}
