import { addressOfScript, checkBitcoinAddress, scriptOf } from "../../src/bitcoin/codec/address.ts";
import { majorityOf } from "../../src/bitcoin/reader/bitcoinAgreement.ts";
import { HttpFailure } from "../../src/http-client/http.ts";
import { ConflictError } from "../../src/database/driver.ts";
import { createMerchant, STORE_DEFAULTS } from "../../src/gateway/usecases/stores/createStore.ts";
import { GatewayError } from "../../src/gateway/errors.ts";
import type { MerchantStore, StoreSettings } from "../../src/gateway/usecases/stores/merchantStore.ts";
import type { Persistence } from "../../src/gateway/ports/persistencePort.ts";
import type { Invoice } from "../../src/gateway/domain/invoices/invoice.ts";
import type { Log } from "../../src/runtime/log.ts";
import { BITCOIN_CHAIN_ID } from "../../src/intents/identifiers.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/values/time.ts";
import { testClock } from "../support/clock.ts";
import { createBitcoinChain } from "./bitcoinChain.ts";
import { seededChance } from "./chance.ts";
import { recording } from "./commits.ts";
import { createDestination } from "./destination.ts";
import { createExplorer } from "./explorer.ts";
import { Crash, createLife } from "./life.ts";
import { startProcess, type Process } from "./process.ts";
import { createReceiver } from "./receiver.ts";
import { createService, type ServiceShape } from "./service.ts";
import { createTreasury } from "./treasury.ts";

export type WorldOptions = Readonly<{
  seed: number;
  persistence: Persistence;
  explorers?: number;
  service?: Partial<ServiceShape>;
  settings?: Partial<StoreSettings>;
  /** How many gateways work on one database, by default 1. All run every job, as if no lease kept them apart. */
  gateways?: number;
  /** Jobs run side by side, and their calls mix. Always so with several gateways. */
  mixes?: boolean;
  /** How likely a job is busy elsewhere when its time comes. */
  laziness?: number;
  /** Jobs that never run. */
  without?: readonly string[];
  /** How long an address still belongs to its invoice after that has ended: short, so that much happens to freed addresses. */
  quarantineMs?: number;
  reusesPaidAddresses?: boolean;
}>;

export const SETTLEMENT = {
  ...{ chainId: 31337, chainName: "Destination", currency: `0x${"22".repeat(20)}`, symbol: "USDC" },
  ...{ decimals: 6, recipient: `0x${"11".repeat(20)}` },
};
const SLOW_JOBS: Readonly<Record<string, number>> = {
  "reach service": 10 * MINUTE_MS,
  "check quote user": HOUR_MS,
  audit: HOUR_MS,
  "release leases": MINUTE_MS,
  "sweep requests": 30 * SECOND_MS,
  "age invoices": MINUTE_MS,
  "reindex missed": MINUTE_MS,
};

type Running = Readonly<{ process: Process; lastRun: Map<string, number> }>;

/** A world of its own: a Bitcoin chain, explorers, an intent service, a destination chain, a merchant's server, and the gateway. */
export type World = Awaited<ReturnType<typeof createWorld>>;

/**
 * Everything happens in memory and by a clock that is moved by hand; the same seed and the same steps give the same history.
 * The gateway is the real one with its real jobs. Nothing runs by itself: `tick` lets one moment pass.
 */
export async function createWorld(options: WorldOptions) {
  const clock = testClock();
  const chance = seededChance(options.seed);
  const chain = createBitcoinChain(clock, chance);
  const destination = createDestination(clock);
  const receiver = createReceiver(chance);
  const { persistence, commits } = recording(options.persistence);
  const scripts = new Map<string, string>(); // by address: making them is slow
  const script = (address: string) => {
    const known = scripts.get(address) ?? makeScript(address);
    scripts.set(address, known);
    return known;
  };
  const newAddress = () => {
    const fresh = `0014${Buffer.from(chance.bytes(20)).toString("hex")}`;
    return { script: fresh, address: addressOfScript("regtest", fresh) ?? "" };
  };
  const shape = { lists: true, namesHashes: true, reusesAddresses: false, ...options.service };
  const isSettled = (txHash: string) => commits.all.some(({ after }) => after.facts.settlements.some((one) => one.txHash === txHash)); // prettier-ignore
  const service = createService(shape, { chain, destination, chance, newAddress, scriptOf: script, isSettled }); // prettier-ignore
  const treasury = createTreasury(service);
  const explorers = Array.from({ length: options.explorers ?? 2 }, () => createExplorer(chain.view, script));
  const journal: Record<string, unknown>[] = [];
  const watched = new Set<string>();
  const defects: string[] = [];
  const log = logInto(defects);
  const merchant = await newMerchant(
    persistence,
    clock,
    chance.bytes,
    newAddress().address,
    options.settings,
  );
  const around = {
    ...{ clock, chance, log, persistence, service, explorers, destination, receiver },
    journal: {
      append: async (entry: Readonly<Record<string, unknown>>) => void journal.push(entry),
      noteAcknowledged: () => {},
      acknowledgedSince: async () => [],
    },
    viewers: { isWatched: (id: string) => watched.has(id), watched: () => [...watched], announce: () => {} },
    quorum: majorityOf(explorers.length),
    rules: { tipMaxAgeMs: 12 * HOUR_MS },
    settlementChain: SETTLEMENT.chainId,
    quoteUser: newAddress().address,
    quarantineMs: options.quarantineMs ?? 2 * MINUTE_MS,
    reusesPaidAddresses: options.reusesPaidAddresses,
  };
  const mixes = options.mixes || (options.gateways ?? 1) > 1;
  const start = (): Running => ({
    process: startProcess(around, createLife(chance, mixes ? 4 : 0)),
    lastRun: new Map(),
  });
  const running = Array.from({ length: options.gateways ?? 1 }, start);
  const pick = () => (running.length === 1 ? 0 : chance.below(running.length));
  const restart = (index: number) => {
    running[index]?.process.life.end();
    running[index] = start();
  };
  const dueJobs = ({ process, lastRun }: Running, laziness: number) => {
    const isDue = (job: string) => clock() - (lastRun.get(job) ?? 0) >= (SLOW_JOBS[job] ?? 0);
    return process.jobs
      .filter(({ name }) => isDue(name) && !options.without?.includes(name) && !chance.is(laziness))
      .map(({ name, run }) => async () => {
        lastRun.set(name, clock());
        await run().catch((error: unknown) => noteUnexpected(defects, name, error));
      });
  };

  return {
    ...{
      clock,
      chance,
      chain,
      service,
      shape,
      destination,
      explorers,
      receiver,
      merchant,
      persistence,
      treasury,
    },
    ...{ commits, journal, watched, defects, newAddress, scriptOf: script },
    /** The process, one of several by chance. */
    process: () => running[pick()]!.process,
    /** Ends a process, if it has not ended by itself, and starts another on what the store has kept. */
    restart: () => restart(pick()),
    /** Does so with all of them. */
    restartAll: () => running.forEach((_one, index) => restart(index)),
    /** A moment passes: the service looks at the chain, and every job that is due runs. A process that ended is started again. */
    async tick(ms = 10 * SECOND_MS, laziness = options.laziness ?? 0) {
      clock.advance(ms);
      service.look();
      const due = running.flatMap((one) => dueJobs(one, laziness));
      if (mixes) await Promise.all(due.map((run) => run()));
      else for (const run of due) await run();
      for (const [index, { process }] of running.entries()) if (process.life.isOver()) restart(index);
    },
    /** Every invoice that was ever issued, as the store has it now. */
    async invoices(): Promise<readonly Invoice[]> {
      return persistence.invoices.list(merchant.id, { sort: "oldest", limit: 1_000 });
    },
  };
}

function makeScript(address: string): string {
  const checked = checkBitcoinAddress("regtest", address);
  if (!checked) throw new Error(`${address} is no regtest address.`);
  return scriptOf("regtest", checked);
}

async function newMerchant(
  persistence: Persistence,
  clock: () => number,
  random: (length: number) => Uint8Array,
  refundTo: string,
  settings: Partial<StoreSettings> = {},
): Promise<MerchantStore> {
  const merchant = await createMerchant(persistence, { clock, random }, "Shop", {
    ...STORE_DEFAULTS,
    ...{ settlement: SETTLEMENT, refunds: { [BITCOIN_CHAIN_ID]: refundTo }, marginBps: 100 },
    ...{ monitoringMinutes: 120, defaultMethod: "BTC-CHAIN" },
    bounds: { toleranceBps: 10_000, acceptUnderpaid: true, weakerEvidence: true }, // the model's invoices have policies of all kinds
    ...settings,
  });
  await persistence.webhooks.create({
    ...{ id: "hook-1", storeId: merchant.id, url: "https://shop.example/hook", secret: "secret" },
    ...{ enabled: true, automaticRedelivery: true, everything: true, createdAt: clock() },
    specificEvents: [
      "CrosstillPaymentConfirmed",
      "CrosstillPaymentDropped",
      "CrosstillPaymentRefunded",
      "CrosstillReopened",
    ],
  });
  return merchant;
}

/** What may go wrong in a process: its end, silence outside, a refusal, another writer. Everything else is a defect. */
function isExpected(error: unknown): boolean {
  return [Crash, HttpFailure, GatewayError, ConflictError].some((kind) => error instanceof kind);
}

function noteUnexpected(defects: string[], where: string, error: unknown): void {
  if (!isExpected(error)) defects.push(`${where}: ${error instanceof Error ? error.stack : String(error)}`);
}

/** Keeps of the log what nobody could explain. */
function logInto(defects: string[]): Log {
  const note = (event: string, data: Record<string, unknown> = {}) => {
    if (data["error"] !== undefined) noteUnexpected(defects, event, data["error"]);
  };
  return { debug: note, info: note, warn: note, error: note };
}
