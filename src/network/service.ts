import os from "node:os";
import type { Router } from "express";
import type { BitcoinAddress } from "../bitcoin/codec/address.ts";
import { databaseNow, openTime } from "../database/databaseTime.ts";
import { UNTIMED } from "../database/untimed.ts";
import { ConflictError, type Database } from "../database/driver.ts";
import { createJobLeases } from "../database/jobLeases.ts";
import type { PostPolicy } from "../http-client/guarded/postPolicy.ts";
import type { EvmAddress } from "../evm/codec/address.ts";
import { timeOrderedId, type Random } from "../values/ids.ts";
import { createCluster, type Cluster } from "../runtime/jobs/cluster.ts";
import type { Job, JobOwner } from "../runtime/jobs/job.ts";
import { createJobWatch, type JobWatch } from "../runtime/jobs/jobWatch.ts";
import { hearHosts } from "../runtime/hearHosts.ts";
import type { OutsideTime } from "../runtime/steadyClock.ts";
import type { Log } from "../runtime/log.ts";
import type { SharedTime } from "../runtime/sharedTime.ts";
import { VERSION } from "../runtime/version.ts";
import type { Clock } from "../values/time.ts";
import { createRoutes } from "./api/routes.ts";
import { createStatusStream, type StatusStream } from "./api/statusStream.ts";
import { createBookOpener } from "./audit/adopt.ts";
import {
  createDatabaseBinding,
  recognisingChains,
  requireOwnDatabase,
  type DatabaseBinding,
} from "./databaseBinding.ts";
import { createCatalog } from "./catalog.ts";
import type { RecogniseChain } from "./chains/asking.ts";
import { createBitcoinChain, type RelatedChain } from "./chains/bitcoin.ts";
import { createEvmChain } from "./chains/evm.ts";
import { createScreener, type Screener } from "./checks/screener.ts";
import { createScreeningService } from "./checks/screeningService.ts";
import { createSenderFinder } from "./checks/senders.ts";
import type { NetworkConfig } from "./config.ts";
import { configuredKeys } from "./configuredKeys.ts";
import { configuredPrices } from "./configuredPrices.ts";
import { createDirectFollower } from "./deposits/directTransactions.ts";
import { createSwapExpirer } from "./deposits/expireSwaps.ts";
import { createAsked } from "./deposits/asked.ts";
import { createHidden } from "./deposits/hidden.ts";
import { indexBitcoin } from "./deposits/indexBitcoin.ts";
import { indexEvm } from "./deposits/indexEvm.ts";
import { createBalanceWatcher } from "./deposits/watchBalances.ts";
import { lookForSightings } from "./deposits/sightings.ts";
import type { NetworkParts } from "./parts.ts";
import type { PriceSource } from "./prices/priceSource.ts";
import { createMarketReader } from "./quote/market.ts";
import { createQuoter } from "./quote/quote.ts";
import { createBitcoinSolver } from "./solver/bitcoin/solver.ts";
import { createSpendingLimits } from "./solver/limits.ts";
import { isEquipped } from "./solver/evm/approvals.ts";
import { createSolver } from "./solver/evm/runSolver.ts";
import { treasuryProblems } from "./solver/treasuryProblems.ts";
import { createFeeReleaser } from "./sponsors/quoteFees.ts";
import { createSuccessorFollower } from "./solver/supersede.ts";
import { checkOutside, type StartFindings } from "./startCheck.ts";
import { unsafeReason } from "./unsafeReason.ts";
import { openStore, type NetworkStore } from "./persistence/open.ts";
import { createDeliverer } from "./webhooks/deliver.ts";
import { createWebhookSender, type WebhookSender } from "./webhooks/sendWebhook.ts";
import { keyHash } from "./callers/keyText.ts";
import { announcing } from "./persistence/statusChanges.ts";

/** The running service: a router to mount under any path, the stream to attach beside it, and the jobs that do its work. */
export type Network = Readonly<{
  router: Router;
  stream: StatusStream | undefined; // none where the service is bare
  jobs: readonly Job[];
  /** Shares the jobs with the other services on the database. */
  cluster: Cluster;
  solver: Readonly<{ evm: EvmAddress; bitcoin: BitcoinAddress }>;
  /** Asks chains, explorers and price sources whether the settings fit them; a service that starts by itself does this before it is ready. */
  check(): Promise<StartFindings>;
  /** Tells whether the swap desk of each chain can pay; a new service is asked for quotes after that. */
  isEquipped(): Promise<boolean>;
  /** Binds the database to the seed and the chains, before anything else is written. Throws when it belongs to others. */
  bind(): Promise<void>;
  close(): Promise<void>;
}>;

const EVERY_SECOND = "* * * * * *";
const EVERY_FIVE_SECONDS = "*/5 * * * * *";
const CONFLICTS_IN_A_ROW = 5; // several processes on one database look at the same moment every now and then

/** What stands in for the real prices, or for the Bitcoin network's own chain, is a test's. */
type Deps = Readonly<{
  clock: Clock;
  random: Random;
  log: Log;
  elapsed?: () => number; // monotonic milliseconds, with which the time is the database's on PostgreSQL
  outsideTime?: OutsideTime | undefined; // compares the clock with those of the explorers
  prices?: PriceSource;
  bitcoin?: RelatedChain;
}>;

/**
 * Builds the intent service and binds the database to it. No chain is asked before the first quote or job, so it may be built
 * before its chains are reachable. Throws with a sentence when the configuration or the database cannot be used.
 */
export async function buildNetwork(config: NetworkConfig, deps: Deps): Promise<Network> {
  const network = await prepareNetwork(config, deps);
  try {
    await network.bind();
    return network;
  } catch (error) {
    await network.close();
    throw error;
  }
}

/** The same without binding: nothing must be served, and no job run, before `bind`. */
export async function prepareNetwork(config: NetworkConfig, deps: Deps): Promise<Network> {
  refuseBadConfig(config);
  const chainIds = config.evmChains.map(({ id }) => id);
  const keys = configuredKeys(config);
  const [problem] = treasuryProblems(config.evmChains, keys);
  if (problem !== undefined) throw new Error(problem);
  const { belonging, shared, ...opened } = await openParts(config, deps, keys);
  const stream = config.bare ? undefined : createStatusStream(opened, config);
  const parts = stream ? { ...opened, store: announcing(opened.store, stream.hurry) } : opened;
  const sender = createWebhookSender(webhookPolicy(config), keys.secretsKey, parts.clock);
  const watch = createJobWatch(parts.clock);
  const cluster = createServiceCluster(parts, shared, deps.elapsed, watch);
  return {
    router: createRoutes(parts, createQuoter(parts), config, sender, stream),
    stream,
    jobs: watch.watch([...networkJobs(parts, chainIds, stream), webhookJob(parts, sender, config)]),
    cluster,
    solver: { evm: keys.solverEvmAddress, bitcoin: keys.solverBitcoin },
    check: () => checkOutside(parts),
    isEquipped: async () =>
      (await Promise.all(chainIds.map((chainId) => isEquipped(parts, chainId)))).every(Boolean),
    bind: belonging.bind,
    async close() {
      stream?.close();
      await parts.store.close();
    },
  };
}

/**
 * The service's jobs. Of several services on one database one follows each chain, and one spends from each hot key: the key of
 * all EVM chains, and that of Bitcoin.
 */
function networkJobs(
  parts: NetworkParts,
  chainIds: readonly number[],
  stream: StatusStream | undefined,
): readonly Job[] {
  const job = (name: string, owner: JobOwner, run: () => Promise<void>): Job => {
    return { name, schedule: EVERY_SECOND, run, owner };
  };
  const books = { group: "books" };
  const bitcoin = { group: "chain bitcoin" };
  return [
    job(
      "index bitcoin",
      bitcoin,
      looking(parts.log, () => indexBitcoin(parts)),
    ),
    job("solve bitcoin", bitcoin, createBitcoinSolver(parts)),
    ...chainIds.flatMap((chainId) => {
      const chain = { group: `chain ${chainId}` };
      return [
        job(
          `index chain ${chainId}`,
          chain,
          looking(parts.log, () => indexEvm(parts, chainId)),
        ),
        job(`watch balances ${chainId}`, chain, createBalanceWatcher(parts, chainId)),
      ];
    }),
    job("solve", { group: "solver" }, createSolver(parts)),
    job("open books", books, createBookOpener(parts)),
    job("follow successors", books, createSuccessorFollower(parts)),
    job("follow direct transactions", books, createDirectFollower(parts)),
    job("release sponsored fees", books, createFeeReleaser(parts)),
    { ...job("expire swaps", books, createSwapExpirer(parts)), needsTime: true },
    ...[...parts.evm.values()]
      .filter((chain) => chain.nodes().length > 1)
      .map(({ id, watchNodes }) => ({
        ...job(`watch nodes ${id}`, "every process", watchNodes),
        schedule: EVERY_FIVE_SECONDS,
      })),
    job("look for sightings", "every process", () => lookForSightings(parts)), // of what it was asked about
    ...(stream ? [job("stream", "every process", () => stream.tick())] : []),
  ];
}

/** Posts to the webhooks of API keys. */
function webhookJob(parts: NetworkParts, sender: WebhookSender, { apiKeys }: NetworkConfig): Job {
  const { statusDetail } = parts.settings;
  const configuredKeys = new Set(apiKeys.map(keyHash));
  const run = createDeliverer({ ...parts, sender, statusDetail, configuredKeys });
  return { name: "deliver webhooks of keys", schedule: EVERY_SECOND, run, owner: { group: "key webhooks" } };
}

/** Strangers may make keys, so webhooks go to public addresses by https only; on regtest, where nothing is worth anything, to this machine too. */
function webhookPolicy({ webhookAllowedCidrs: allowedCidrs, bitcoinNetwork }: NetworkConfig): PostPolicy {
  const isSandbox = bitcoinNetwork === "regtest";
  return {
    allowedCidrs,
    allowLoopback: isSandbox,
    requireHttps: !isSandbox,
    cidrsSetting: "NETWORK_WEBHOOK_ALLOWED_CIDRS",
  };
}

/** What a service shares with the others on its database. */
type Shared = Readonly<{ database: Database; time: SharedTime }>;

function createServiceCluster(
  { clock, random, log }: NetworkParts,
  { database, time }: Shared,
  elapsed: () => number = clock,
  watch: JobWatch,
): Cluster {
  const startedAt = clock();
  const id = timeOrderedId(startedAt, random);
  const now = () => databaseNow(database, clock);
  return createCluster({
    leases: createJobLeases(database, "network", now),
    time,
    elapsed,
    log,
    process: { id, role: "all", place: `${os.hostname()}:${process.pid}`, version: VERSION, startedAt },
    isAlone: database.dialect === "sqlite",
    ended: () => watch.ended(),
  });
}

/**
 * A look at a chain that finds another one (of the first quote, or of another process) to have been faster: the next one starts
 * afresh. Only when that happens again and again something is wrong, and the conflict is thrown.
 */
function looking(log: Log, look: () => Promise<void>): () => Promise<void> {
  let inARow = 0;
  return async () => {
    try {
      await look();
      inARow = 0;
    } catch (error) {
      if (!(error instanceof ConflictError) || ++inARow > CONFLICTS_IN_A_ROW) throw error;
      log.debug("network.other_look_was_faster", { inARow });
    }
  };
}

async function openParts(
  config: NetworkConfig,
  deps: Deps,
  keys: NetworkParts["keys"],
): Promise<NetworkParts & Readonly<{ belonging: DatabaseBinding; shared: Shared }>> {
  const { random, log } = deps;
  const { store, database, belonging } = await openOwnStore(config, keys, deps.log);
  const time = await openTime(database, deps);
  const { clock } = time;
  const catalog = createCatalog(config.evmChains);
  const recognise: RecogniseChain = (...seen) => recognisingChains(belonging)(...seen); // asked once it is open
  const { bitcoinNetwork: network, explorerUrls, explorerQuorum } = config;
  const explorers = { network, explorerUrls, explorerQuorum, recognise, related: deps.bitcoin };
  const bitcoin = createBitcoinChain({ ...explorers, clock, log, onTime: hearHosts(deps.outsideTime) });
  const evm = new Map(
    config.evmChains.map((chain) => [chain.id, createEvmChain(chain, { recognise, clock, log })]),
  );
  const prices = deps.prices ?? configuredPrices(config, { ...deps, clock });
  const world = { catalog, evm, bitcoin, store };
  const market = createMarketReader({ ...world, solver: keys.solverEvmAddress, prices, clock });
  const { confirmations, unconfirmedLimit, largeUsd, statusDetail, bare, solver } = config;
  return {
    ...world,
    belonging,
    shared: { database, time },
    market,
    prices,
    keys,
    clock,
    random,
    log,
    contracts: keys.contracts,
    asked: createAsked(clock),
    hidden: createHidden(),
    screener: configuredScreener(config, { catalog, clock, log }),
    findSenders: createSenderFinder({ bitcoin, evm, contracts: keys.contracts }),
    limits: createSpendingLimits({ store, prices, clock, log, limits: solver.daily }),
    settings: {
      confirmations,
      unconfirmedLimit,
      largeUsd,
      statusDetail,
      bare,
      versions: config.versions,
      solver,
      bitcoin: config.bitcoin,
    },
  };
}

function configuredScreener(
  { screening }: NetworkConfig,
  deps: Pick<NetworkParts, "catalog" | "clock" | "log">,
): Screener | undefined {
  if (!screening) return undefined;
  const ask = screening.service && createScreeningService(screening.service, deps);
  return createScreener(screening, { ...deps, ask });
}

async function openOwnStore(
  { databaseUrl, databasePoolSize, bitcoinNetwork }: NetworkConfig,
  keys: NetworkParts["keys"],
  log: NetworkParts["log"],
): Promise<Readonly<{ store: NetworkStore; database: Database; belonging: DatabaseBinding }>> {
  const { database, ...store } = await openStore(databaseUrl, databasePoolSize, (missing) =>
    log.warn("database.no_timeouts", { missing, message: UNTIMED }),
  );
  try {
    const belonging = createDatabaseBinding(store);
    await requireOwnDatabase(belonging, keys, bitcoinNetwork);
    return { store, database, belonging };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function refuseBadConfig(config: NetworkConfig): void {
  for (const { need } of config.confirmations)
    if (!Number.isSafeInteger(need) || need < 1)
      throw new Error(`Expected at least 1 confirmation, got ${need}.`);
  const [unsafe] = unsafeReason(config);
  if (unsafe !== undefined) throw new Error(unsafe);
}
