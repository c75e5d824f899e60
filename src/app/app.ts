import type http from "node:http";
import type { Express, RequestHandler } from "express";
import helmet from "helmet";
import { createIntentService } from "../clients/intents.ts";
import { failingOver } from "../clients/explorers.ts";
import { createRates } from "../clients/rates.ts";
import { createWebhookSender } from "../clients/webhooks.ts";
import { callBudget } from "../chain/callBudget.ts";
import { createEsplora } from "../chain/esplora.ts";
import { arrivalsOf, createEvmRpc } from "../chain/evmRpc.ts";
import { createHttp, type HttpOptions } from "../chain/http.ts";
import { transferNews } from "../chain/watchTransfers.ts";
import type { Config } from "../config.ts";
import type { Database } from "../db/driver.ts";
import { openDatabase } from "../db/open.ts";
import { countCalls, type CallCounts } from "../clients/callCounts.ts";
import type { Deps, Outside } from "./deps.ts";
import { embedSandbox, type Embedded } from "./embedSandbox.ts";
import { gatewayJobs } from "./gatewayJobs.ts";
import { cachedChains } from "../gateway/methods.ts";
import type { Gateway, IntentService, StatusHints } from "../gateway/ports.ts";
import { createRefusals } from "../gateway/refusals.ts";
import { createSensors } from "../gateway/sensors.ts";
import { apiRoutes } from "../http/api/routes.ts";
import { checkoutRoutes } from "../http/checkout/routes.ts";
import { errorHandler, notFound } from "../http/errors.ts";
import { explorerLinks } from "./explorerLinks.ts";
import { openHints } from "./hints.ts";
import { healthRoutes } from "../http/health.ts";
import { homeRoutes } from "../http/home.ts";
import { assetRoutes } from "../http/pages.ts";
import { closeServer, createHttpServer, listen } from "../http/server.ts";
import { createViewerHub, type ViewerHub } from "../http/viewers.ts";
import { randomFraction } from "../ids.ts";
import type { Job } from "../job.ts";
import { BITCOIN_CHAIN_ID } from "../protocol/identifiers.ts";
import { openJournal } from "../store/journal.ts";
import { createStore } from "../store/store.ts";
import { claimMode } from "../store/mode.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, type Clock } from "../time.ts";

export type App = Readonly<{
  url: string;
  server: http.Server;
  gateway: Gateway;
  sandbox: Embedded | undefined;
  /** To be run by a schedule, or by a test. */
  jobs: readonly Job[];
  calls: CallCounts;
  close(): Promise<void>;
}>;

const QUOTE_TIMEOUT_MS = 10_000;
const READ_TIMEOUT_MS = 5_000;
const MEGABYTE = 1024 * 1024;

/**
 * Builds the whole application and listens. The only place that knows every part. Nothing runs by itself afterwards:
 * the caller schedules the jobs. Throws with a sentence when something cannot be had; whatever had started is ended again.
 */
export async function build(config: Config, deps: Deps): Promise<App> {
  const { app, server } = createHttpServer();
  const opened: (() => Promise<void>)[] = [];
  const close = async () => {
    await closeServer(server); // first: whoever is still being answered needs everything else
    for (const end of opened.toReversed()) await end();
  };
  try {
    const port = await listen(server, config.port, config.host);
    const url = config.publicUrl.replace(/:0$/, `:${port}`);
    app.set("trust proxy", config.trustProxyHops);
    const parts = await assemble(config, deps, { app, server, port, url, opened });
    return { url, server, ...parts, close };
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
}>;

async function assemble(
  config: Config,
  deps: Deps,
  { app, server, port, url, opened }: Site,
): Promise<Omit<App, "url" | "server" | "close">> {
  const database = await openDatabase(config.databaseUrl, "gateway");
  opened.push(() => database.close());
  const store = createStore(database, (error) => deps.log.error("store.row_refused", { error }));
  await claimMode(store, config.mode, deps.clock());
  const journal = openJournal(config.journalFile);
  opened.push(() => journal.close());
  const viewers = createViewerHub(deps.clock);
  opened.push(async () => viewers.close());

  const calls = countCalls();
  app.use(defaultHeaders());
  // Assets and the sandbox come first: the intent service must be reachable before the gateway asks it anything.
  app.use(assetRoutes());
  const sandbox =
    config.mode === "sandbox"
      ? await embedSandbox(config, deps, { app, server, port, url, store, calls })
      : undefined;
  if (sandbox) opened.push(() => sandbox.close());
  const settings = sandbox ? withRates(config, sandbox.settings) : liveSettings(config);
  const outside = deps.outside?.(settings) ?? settings;
  const hints = openHints(outside, deps);
  if (hints) opened.push(async () => hints.close());
  const gateway = createGateway(config, deps, { store, journal, viewers, outside, calls, hints });
  const webhooks = createWebhookSender(webhookPolicy(config));
  mountRoutes(app, { ...gateway, webhooks }, { config, url, viewers, webhooks, database, sandbox, outside });
  const own = gatewayJobs({ ...gateway, webhooks }, config.mode);
  return { gateway: { ...gateway, webhooks }, sandbox, calls, jobs: [...(sandbox?.jobs ?? []), ...own] };
}

function liveSettings(config: Config): Outside {
  return { ...config, intentsUrl: config.intentsUrl ?? "" }; // checked by loadConfig
}

/** The operator's own rates come before the simulated ones. */
function withRates({ ratesUrls }: Config, settings: Outside): Outside {
  return { ...settings, ratesUrls: [...ratesUrls, ...settings.ratesUrls] };
}

/** For every answer: nothing may be run, framed or sniffed. Pages loosen this for themselves (http/pages.ts). */
function defaultHeaders(): RequestHandler {
  const nothing = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };
  return helmet({ contentSecurityPolicy: { useDefaults: false, directives: nothing } });
}

type GatewayParts = Pick<Gateway, "store" | "journal"> &
  Readonly<{ viewers: ViewerHub; outside: Outside; calls: CallCounts; hints: StatusHints | undefined }>;

function createGateway(
  config: Config,
  { clock, random, log }: Deps,
  { store, journal, viewers, outside, calls, hints }: GatewayParts,
): Omit<Gateway, "webhooks"> {
  const isLive = config.mode === "live";
  const client = (options: Pick<HttpOptions, "baseUrl" | "timeoutMs" | "maxBytes" | "headers" | "onCall">) =>
    createHttp({ ...options, attempts: 3, random: () => randomFraction(random) });
  const esploras = outside.explorerUrls.map((baseUrl) =>
    createEsplora(
      client({
        baseUrl,
        timeoutMs: READ_TIMEOUT_MS,
        maxBytes: 5 * MEGABYTE,
        onCall: () => calls.count("explorer"),
      }),
    ),
  );
  const { arrivals, transfers } = chainReaders(outside);
  return {
    ...{ clock, random, log, store, journal, viewers, arrivals, transfers, hints },
    service: serviceClient(outside, clock, client, calls),
    explorer: failingOver(esploras),
    rates: createRates({ urls: outside.ratesUrls, clock, maxAgeMs: HOUR_MS }),
    sensors: createSensors(),
    reserved: new Map(),
    refusals: createRefusals(),
    choosing: new Map(),
    missing: new Map(),
    awaiting: new Map(),
    budgets: {
      service: callBudget(config.intentsCallsPerMinute, clock),
      explorer: callBudget(config.explorerCallsPerMinute, clock),
    },
    settings: {
      watchedChains: [BITCOIN_CHAIN_ID],
      bitcoinNetwork: config.bitcoinNetwork,
      bitcoinConfirmations: 1, // the service starts at one (contract, section 3)
      quoteUserBitcoin: outside.quoteUserBitcoin,
      quoteTimeoutMs: 5_000,
      offerMaxAgeMs: 5 * MINUTE_MS,
      quarantineMs: isLive ? 7 * DAY_MS : MINUTE_MS,
      sandbox: !isLive,
    },
  };
}

/** What the gateway reads of the destination chains, by chain id. */
function chainReaders({ rpcUrls }: Outside): Pick<Gateway, "arrivals" | "transfers"> {
  const rpcs = [...rpcUrls].map(([chainId, rpcUrl]) => [chainId, createEvmRpc(rpcUrl)] as const);
  return {
    arrivals: new Map(
      rpcs.map(([chainId, rpc]) => [chainId, (...transfer) => arrivalsOf(rpc, ...transfer)] as const),
    ),
    transfers: new Map(
      rpcs.map(([chainId, rpc]) => [chainId, (...since) => transferNews(rpc, ...since)] as const),
    ),
  };
}

function serviceClient(
  outside: Outside,
  clock: Clock,
  client: (
    options: Pick<HttpOptions, "baseUrl" | "timeoutMs" | "maxBytes" | "headers" | "onCall">,
  ) => ReturnType<typeof createHttp>,
  calls: CallCounts,
): IntentService {
  const headers = outside.intentsApiKey ? { "x-api-key": outside.intentsApiKey } : {};
  const common = { baseUrl: outside.intentsUrl, maxBytes: MEGABYTE, headers };
  const quotes = client({ ...common, timeoutMs: QUOTE_TIMEOUT_MS, onCall: () => calls.count("quotes") });
  const reads = client({ ...common, timeoutMs: READ_TIMEOUT_MS, onCall: () => calls.count("status") });
  const service = createIntentService({ quotes, reads }, outside.intentsApiKey !== undefined);
  return { ...service, chains: cachedChains(service.chains, clock) };
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

type Face = Readonly<{
  config: Config;
  url: string;
  viewers: ViewerHub;
  webhooks: ReturnType<typeof createWebhookSender>;
  database: Database;
  sandbox: Embedded | undefined;
  outside: Outside;
}>;

function mountRoutes(app: Express, gateway: Gateway, face: Face): void {
  const { url, viewers, webhooks, sandbox } = face;
  const explorers = explorerLinks(gateway, {
    sandbox: sandbox !== undefined,
    explorerUrls: face.outside.explorerUrls,
    url,
  });
  app.use(healthRoutes(gateway));
  app.use(homeRoutes({ sandbox, url }));
  app.use(checkoutRoutes(gateway, { publicUrl: url, explorers, viewers }));
  app.use(apiRoutes(gateway, url, webhooks.checkUrl));
  app.use(notFound);
  app.use(errorHandler(gateway.log));
}
