import type http from "node:http";
import os from "node:os";
import type { Express, RequestHandler } from "express";
import helmet from "helmet";
import { createPushSender } from "../adapters/push/pushSender.ts";
import { createWebhookSender } from "../adapters/webhooks/webhooks.ts";
import type { Config } from "./config.ts";
import { copyJournal, type CopyOfJournal } from "./copyJournal.ts";
import type { Persistence } from "../ports/persistencePort.ts";
import { randomHex } from "../../values/ids.ts";
import { journalSize } from "./server/backUpDatabase.ts";
import type { Database } from "../../database/driver.ts";
import { openTime } from "../../database/databaseTime.ts";
import { listen as listenTo } from "../../database/listen.ts";
import { openDatabase } from "../../database/open.ts";
import { countCalls, type CallCounts } from "../adapters/callCounts.ts";
import type { Deps, Outside } from "./deps.ts";
import { createGateway } from "./createGateway.ts";
import type { Embedded, embedSandbox } from "./embedSandbox.ts";
import { gatewayJobs } from "./gatewayJobs.ts";
import { mountMetrics } from "./mountMetrics.ts";
import { createStorageCheck } from "./readiness.ts";
import type { FailoverGuard } from "../ports/failoverPort.ts";
import type { Mailer } from "../ports/mailPort.ts";
import { createFailoverGuard } from "../usecases/failover/failoverGuard.ts";
import type { Gateway } from "../usecases/gateway.ts";
import { apiRoutes } from "../http/api/routes.ts";
import { brandRoutes } from "../http/branding/routes.ts";
import { claimPage } from "../http/claim/routes.ts";
import { createLastKnown } from "../http/checkout/lastKnown.ts";
import { checkoutRoutes } from "../http/checkout/routes.ts";
import { compressed } from "../http/compressed.ts";
import { errorHandler, notFound, refuseNul } from "../http/errors.ts";
import { languageOfVisitor } from "../http/owner/page.ts";
import { explorerLinks } from "./explorerLinks.ts";
import { openAddressHints, openHints } from "./hints.ts";
import { walletSteps } from "./walletSteps.ts";
import { openPushKeys } from "./pushKeys.ts";
import { embedRoutes } from "../http/embedRoutes.ts";
import { openKeys, type Keys } from "./keys/openKeys.ts";
import { genuineRoutes } from "../http/genuine/routes.ts";
import { healthRoutes, type Readiness } from "../http/health.ts";
import { componentsPage } from "../http/componentsPage.ts";
import { homeRoutes } from "../http/home.ts";
import { payoutPages } from "../http/payouts/routes.ts";
import { paymentRequestPage } from "../http/paymentRequestPage.ts";
import { referenceRoutes } from "../http/reference/referenceRoutes.ts";
import type { SessionGuard } from "../http/owner/sessionGuard.ts";
import { settingsRoutes } from "../http/owner/settings/routes.ts";
import { newInvoicePage } from "../http/owner/invoices/newInvoicePage.ts";
import { webhookPages } from "../http/owner/developers/webhookPages.ts";
import { counterRoutes } from "../http/selling/counterRoutes.ts";
import { itemPages } from "../http/selling/itemPages.ts";
import { paymentLinkPages } from "../http/selling/paymentLinkPages.ts";
import { payButtonPages } from "../http/selling/payButtonPages.ts";
import { payButtonRoutes } from "../http/selling/payButtonRoutes.ts";
import { pictureRoutes } from "../http/selling/pictureRoutes.ts";
import { posPages } from "../http/selling/posPages.ts";
import { saleRoutes } from "../http/selling/saleRoutes.ts";
import { inboxPage } from "../http/owner/inboxPage.ts";
import { invoicePage } from "../http/owner/invoices/invoicePage.ts";
import { proofPage } from "../http/owner/invoices/proofPage.ts";
import { statementLinkRoutes } from "../http/statement/linkRoutes.ts";
import { healthLines } from "./healthLines.ts";
import { serverTools } from "./server/serverTools.ts";
import { ownerRoutes } from "../http/owner/routes.ts";
import { assetRoutes } from "../http/pages.ts";
import { announceChanges, announceVersion } from "../http/announceChanges.ts";
import { createRequestTimes } from "../http/requestTimes.ts";
import { closeServer, createHttpServer, listen } from "../http/server.ts";
import { createViewerHub, type ViewerHub } from "../http/viewers.ts";
import type { Job } from "../../runtime/jobs/job.ts";
import type { Cluster } from "../../runtime/jobs/cluster.ts";
import { createJobWatch, type JobWatch } from "../../runtime/jobs/jobWatch.ts";
import { claimJournal } from "../persistence/journalFiles.ts";
import { openLineage } from "../persistence/lineage.ts";
import { ANNOUNCEMENTS, readAnnouncement } from "../persistence/invoices/announcements.ts";
import { createPersistence } from "../persistence/persistence.ts";
import type { Translate } from "../../languages/merchantWords.ts";
import { createClusterOf } from "./cluster.ts";
import { claimMode } from "../persistence/mode.ts";

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

type Site = Readonly<{
  app: Express;
  server: http.Server;
  port: number;
  url: string;
  opened: (() => Promise<void>)[];
  isStopping(): boolean;
}>;

async function assemble(
  config: Config,
  machine: Deps,
  { app, server, port, url, opened, isStopping }: Site,
): Promise<Omit<App, "url" | "server" | "express" | "announceStop" | "close">> {
  const database = await openDatabase(config.databaseUrl, "gateway", false, {
    backupFolder: config.backupDir,
    dataDir: config.dataDir,
    onBackup: (file) => machine.log.warn("database.backed_up", { before: "migration", file }),
    poolSize: config.databasePoolSize,
    onUntimed: (missing) => machine.log.warn("database.no_timeouts", { missing, message: UNTIMED }),
  });
  opened.push(() => database.close());
  const time = await openTime(database, machine);
  const deps: Deps = { ...machine, clock: time.clock };
  const persistence = createPersistence(
    database,
    (error) => deps.log.error("store.row_refused", { error }),
    config.databaseListenUrl !== undefined,
  );
  await claimMode(persistence, config.mode, deps.clock());
  const keys = await openKeys({ ...deps, persistence }, config);
  const { journal, copy } = await openOwnJournal(config, deps, persistence);
  opened.push(async () => {
    await journal.close();
    await copy?.close();
  });
  const failover = await openFailover(journal.file, deps, { database, persistence, journal });
  const viewers = createViewerHub(deps.clock);
  opened.push(async () => viewers.close());
  const listener = config.databaseListenUrl && listenToChanges(config.databaseListenUrl, viewers, deps.log);
  if (listener) opened.push(() => listener.close());

  const calls = countCalls();
  const times = createRequestTimes();
  app.use(times.measure, defaultHeaders(), refuseNul, compressed());
  // Assets and the sandbox come first: the intent service must be reachable before the gateway asks it anything.
  app.use(assetRoutes());
  const sandbox =
    config.mode === "sandbox"
      ? await startEmbedded(config, deps, { app, server, port, url, persistence, calls })
      : undefined;
  if (sandbox) opened.push(() => sandbox.close());
  const settings = sandbox ? withRates(config, sandbox.settings) : liveSettings(config);
  const outside = deps.outside?.(settings) ?? settings;
  const hints = await openHints(outside, deps);
  if (hints) opened.push(async () => hints.close());
  const addressHints = await openAddressHints(outside, deps);
  if (addressHints) opened.push(async () => addressHints.close());
  const webhooks = createWebhookSender(webhookPolicy(config));
  const mailer = sandbox?.mailer ?? (await liveMailer(config));
  const pushKeys = await openPushKeys(persistence.checkpoints, keys.secrets, deps.clock());
  const push = createPushSender(webhookPolicy(config), pushKeys, pushSubject(config, url));
  const gateway = createGateway(config, deps, {
    persistence,
    secrets: keys.secrets,
    signer: keys.signer,
    journal,
    failover,
    viewers,
    outside,
    calls,
    hints,
    addressHints,
    webhooks,
    mailer,
    push,
  });
  const watch = createJobWatch(deps.clock, (job) => cluster.endedAt(job));
  const cluster = createClusterOf(gateway, {
    database,
    time,
    config,
    watch,
    viewers,
    elapsed: deps.elapsed,
  });
  mountMetrics(app, config, {
    gateway,
    database,
    calls,
    watch,
    cluster,
    time,
    times,
    journalFile: journal.file,
    copy,
  });
  const readiness: Readiness = {
    storage: createStorageCheck({
      checkpoints: persistence.checkpoints,
      journalFile: journal.file,
      clock: deps.clock,
    }),
    stalledJobs: () => watch.stalled().filter(cluster.runsHere),
    clockSkewMs: () => (time.isSkewed() ? time.skewMs() : undefined),
    isStopping,
  };
  const face = { config, url, viewers, webhooks, database, sandbox, outside, readiness, watch, cluster };
  app.use(healthRoutes(gateway, readiness));
  if (config.role !== "worker") mountRoutes(app, gateway, face);
  app.use(notFound);
  app.use(errorHandler(gateway.log, languageOfVisitor));
  const news = newsJobs({ persistence, viewers });
  const own = watch.watch([
    ...keyJobs(keys),
    ...copyJobs(copy),
    ...news,
    ...gatewayJobs(gateway, config.mode, url),
  ]);
  return { gateway, sandbox, calls, watch, cluster, jobs: [...(sandbox?.jobs ?? []), ...own] };
}

/** A journal of this process alone, which the database then knows, and its copy where one is set. */
async function openOwnJournal(
  { journalFile, journalCopy }: Config,
  { clock, random, log }: Deps,
  persistence: Persistence,
): Promise<Readonly<{ journal: ReturnType<typeof claimJournal>; copy: CopyOfJournal | undefined }>> {
  let copy: CopyOfJournal | undefined;
  const journal = claimJournal(journalFile, {
    newId: () => randomHex(random, 8),
    copy: (claimed) => {
      copy = journalCopy && copyJournal(claimed, { ...journalCopy, log, clock, sizeOf: journalSize });
      return async (size) => copy?.onWritten(size);
    },
  });
  const { id, file } = journal;
  try {
    await persistence.journals.note({ id, host: os.hostname(), file, openedAt: clock() });
  } catch (error) {
    await journal.close();
    throw error;
  }
  return { journal, copy };
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

function copyJobs(copy: CopyOfJournal | undefined): readonly Job[] {
  return copy
    ? [{ name: "copy journal", schedule: "*/5 * * * * *", run: () => copy.catchUp(), owner: "every process" }]
    : [];
}

/** Open pages of this process show within a second what another process has changed. */
function newsJobs(showing: Parameters<typeof announceChanges>[0]): readonly Job[] {
  return [
    {
      name: "announce changes",
      schedule: "* * * * * *",
      run: () => announceChanges(showing),
      owner: "every process",
    },
  ];
}

/** Keys that another process has rotated are used here within seconds. */
function keyJobs({ reload }: Keys): readonly Job[] {
  return reload
    ? [{ name: "read keys", schedule: "*/5 * * * * *", run: reload, owner: "every process" }]
    : [];
}

const UNTIMED =
  "Behind a pooler the timeouts must be those of the role, and it has none of these: a query that waits for ever would hold its connection. Set them with ALTER ROLE … SET (docs/how-to/pgbouncer.md).";

/** What a failover has lost is known before the first call. */
async function openFailover(
  journalFile: string,
  { clock, log }: Deps,
  {
    database,
    persistence: { audit },
    journal,
  }: Pick<Gateway, "persistence" | "journal"> & Readonly<{ database: Database }>,
): Promise<FailoverGuard | undefined> {
  const lineage = openLineage(database, journalFile);
  if (!lineage) return undefined;
  const guard = createFailoverGuard({ clock, log, audit, journal, lineage });
  await guard.look();
  return guard;
}

/** A live gateway has no use for the chains and the service, which are half of the program. */
async function startEmbedded(...given: Parameters<typeof embedSandbox>): Promise<Embedded> {
  const { embedSandbox } = await import("./embedSandbox.ts");
  return embedSandbox(...given);
}

async function liveMailer({ mail }: Config): Promise<Mailer | undefined> {
  if (!mail) return undefined;
  const { smtpMailer } = await import("../adapters/mail/mailer.ts");
  return smtpMailer(mail.smtp, mail.from);
}

function liveSettings(config: Config): Outside {
  return { ...config, intentsUrl: config.intentsUrl ?? "" }; // checked by loadConfig
}

/** The operator's own rates come before the simulated ones. */
function withRates({ ratesUrls }: Config, settings: Outside): Outside {
  return { ...settings, ratesUrls: [...ratesUrls, ...settings.ratesUrls] };
}

/** For every answer: nothing may be run, framed or sniffed. Pages loosen this for themselves (gateway/http/pages.ts). */
function defaultHeaders(): RequestHandler {
  const nothing = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };
  return helmet({ contentSecurityPolicy: { useDefaults: false, directives: nothing } });
}

function webhookPolicy(config: Config) {
  const isLive = config.mode === "live";
  return {
    allowedCidrs: config.webhookAllowedCidrs,
    allowLoopback: !isLive,
    requireHttps: isLive,
    timeoutMs: 15_000,
  };
}

/** The contact for push services: the gateway's address, or where that is not https the sender of its e-mails. */
function pushSubject({ mail }: Config, url: string): string {
  return url.startsWith("https:") ? url : `mailto:${mail?.from.address ?? "crosstill@localhost"}`;
}

type Face = Readonly<{
  config: Config;
  url: string;
  viewers: ViewerHub;
  webhooks: ReturnType<typeof createWebhookSender>;
  database: Database;
  sandbox: Embedded | undefined;
  outside: Outside;
  readiness: Readiness;
  watch: JobWatch;
  cluster: Cluster;
}>;

function mountRoutes(app: Express, gateway: Gateway, face: Face): void {
  const { url, viewers, webhooks, sandbox } = face;
  const explorers = explorerLinks(gateway, {
    sandbox: sandbox !== undefined,
    explorerUrls: face.outside.explorerUrls,
    url,
  });
  app.use(homeRoutes({ sandbox, url }));
  if (sandbox) app.use(componentsPage());
  app.use(genuineRoutes(gateway.signer, url));
  app.use(referenceRoutes(url));
  app.use(embedRoutes());
  app.use(brandRoutes(gateway));
  const viewsPerMinute = face.config.pageViewsPerMinute;
  const lastKnown = createLastKnown(gateway);
  const checkout = { publicUrl: url, explorers, viewers, viewsPerMinute, lastKnown };
  app.use(checkoutRoutes(gateway, checkout));
  app.use(payButtonRoutes(gateway));
  app.use(pictureRoutes(gateway));
  app.use(saleRoutes(gateway, checkout));
  app.use(paymentRequestPage(gateway, url));
  const health = (tr: Translate) => healthLines(gateway, face.readiness, face.config.dataDir, tr);
  const { config, outside, watch, cluster } = face;
  const tools = serverTools(gateway, { config, outside, watch, cluster, health });
  const steps = walletSteps(face.outside, gateway.log);
  const further = (door: SessionGuard) =>
    payoutPages({ ...gateway, steps }, door, explorers)
      .use(invoicePage(gateway, door, { explorers, publicUrl: url }))
      .use(webhookPages(gateway, door, webhooks.checkUrl))
      .use(newInvoicePage(gateway, door))
      .use(paymentLinkPages(gateway, door, url))
      .use(payButtonPages(gateway, door, url))
      .use(posPages(gateway, door, url))
      .use(itemPages(gateway, door))
      .use(counterRoutes(gateway, door))
      .use(inboxPage(gateway, door, explorers))
      .use(proofPage(gateway, door))
      .use(settingsRoutes(gateway, door, { publicUrl: url, tools }));
  app.use(ownerRoutes(gateway, url, { further, health }));
  app.use(claimPage(gateway, explorers));
  app.use(statementLinkRoutes(gateway));
  app.use(
    apiRoutes(gateway, url, {
      checkWebhookUrl: webhooks.checkUrl,
      callsPerMinute: face.config.apiCallsPerMinute,
    }),
  );
}
