import { gatewayJobs } from "../../src/gateway/compose/gatewayJobs.ts";
import { callBudget } from "../../src/http-client/callBudget.ts";
import type { BestChainOptions } from "../../src/bitcoin/reader/bitcoinBestChain.ts";
import { quorumExplorer } from "../../src/bitcoin/reader/quorumExplorer.ts";
import { createSigner } from "../../src/gateway/adapters/signing.ts";
import { createSecrets } from "../../src/gateway/adapters/secrets.ts";
import { GatewayError } from "../../src/gateway/errors.ts";
import type { Gateway } from "../../src/gateway/usecases/gateway.ts";
import type { Journal } from "../../src/gateway/ports/journalPort.ts";
import type { Viewers } from "../../src/gateway/ports/viewersPort.ts";
import type { WebhookSender } from "../../src/gateway/ports/webhookPort.ts";
import type { Persistence } from "../../src/gateway/ports/persistencePort.ts";
import { createRefusals } from "../../src/gateway/usecases/pricing/refusals.ts";
import { createTrackingState } from "../../src/gateway/usecases/tracking/trackingState.ts";
import { createSensors } from "../../src/gateway/usecases/tracking/sensors.ts";
import type { Job } from "../../src/runtime/jobs/job.ts";
import type { Log } from "../../src/runtime/log.ts";
import { BITCOIN_CHAIN_ID } from "../../src/intents/identifiers.ts";
import { MINUTE_MS, type Clock } from "../../src/values/time.ts";
import type { Chance } from "./chance.ts";
import type { Destination } from "./destination.ts";
import type { Explorer } from "./explorer.ts";
import type { Life } from "./life.ts";
import type { Service } from "./service.ts";

/** The audit ends in one run, whatever time it takes: a crash counts the calls, and a history must be the same each time. */
const AT_ONCE = { elapsed: () => 0, rest: async () => {} };

/** One process of the gateway: what it has in memory, and its jobs. It begins empty, as after every start. */
export type Process = Readonly<{ gateway: Gateway; jobs: readonly Job[]; life: Life }>;

const UNITS_PER_SAT = 100n; // a millionth of a dollar for a sat is so many dollars for a bitcoin

export type Surroundings = Readonly<{
  clock: Clock;
  chance: Chance;
  log: Log;
  persistence: Persistence;
  journal: Journal;
  service: Service;
  explorers: readonly Explorer[];
  quorum: number;
  rules: BestChainOptions["rules"];
  destination: Destination;
  receiver: WebhookSender;
  viewers: Viewers;
  settlementChain: number;
  quoteUser: string;
  quarantineMs: number;
  reusesPaidAddresses?: boolean | undefined; // as a rule they are: then much happens to addresses
}>;

/** Puts a gateway together as the application does, every call to the outside within one life. */
export function startProcess(around: Surroundings, life: Life): Process {
  const {
    clock,
    chance,
    log,
    viewers,
    settlementChain: chainId,
    quorum,
    rules,
    quoteUser,
    quarantineMs,
    reusesPaidAddresses,
  } = around;
  const explorers = around.explorers.map((explorer) => life.reach(explorer));
  const gateway: Gateway = {
    ...{ clock, log, viewers, random: chance.bytes, hints: undefined,
    addressHints: undefined, mailer: undefined, deposits: new Map(), hidden: new Map(), contracts: new Map(), receipts: new Map(), departures: new Map(), finality: new Map(), seenSettlements: new Map() },
    persistence: life.reach(around.persistence),
    journal: life.reach(around.journal),
    service: life.reach(around.service),
    explorer: quorumExplorer(explorers, { quorum, rules, clock, log }),
    arrivals: life.reach(new Map([[chainId, around.destination.arrivals]])),
    transfers: life.reach(new Map([[chainId, around.destination.transfers]])),
    readWebsite: () => Promise.reject(new Error("No websites here.")),
    rates: { rate: (base, quote) => bitcoinInDollars(around, base, quote) },
    webhooks: life.reach(around.receiver),
    push: { publicKey: "", problemOf: () => "No push here.", send: async () => ({ kind: "gone" }) },
    secrets: createSecrets(new Uint8Array(32)),
    signer: createSigner(new Uint8Array(32)),
    budgets: { service: callBudget(200, clock), quotes: callBudget(10_000, clock), explorer: callBudget(600, clock) },
    sensors: createSensors(),
    ...createTrackingState(clock),
    refusals: createRefusals(),
    ...{ missing: new Map(), awaiting: new Map(), choosing: new Map(), issuing: new Map(), reserved: new Map(), heights: new Map(), origins: new Map() },
    settings: {
      ...{ quoteMaxExcessBps: 1_000, finalityLargeUsd: 10_000, eventDays: 90 },
      ...{ watchedChains: [BITCOIN_CHAIN_ID], bitcoinNetwork: "regtest" },
      ...{ serviceHost: "service.example", quoteUserBitcoin: quoteUser, quoteTimeoutMs: 5_000, offerMaxAgeMs: 5 * MINUTE_MS },
      ...{ quarantineMs, sandbox: true, reusesPaidAddresses: reusesPaidAddresses ?? true },
    },
  }; // prettier-ignore
  return { gateway, jobs: gatewayJobs(gateway, "live", "https://pay.example", AT_ONCE), life };
}

/** What the service converts by, in dollars for a bitcoin; nobody knows other prices. */
async function bitcoinInDollars({ clock, service }: Surroundings, base: string, quote: string) {
  if (base !== "BTC" || quote !== "USD") throw new GatewayError("rate_unavailable", "No such rate here.");
  return { price: String(service.rate() * UNITS_PER_SAT), source: "the service", at: clock() };
}
