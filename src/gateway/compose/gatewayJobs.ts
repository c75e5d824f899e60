import { setTimeout as rest } from "node:timers/promises";
import type { Config } from "./config.ts";
import { LRUCache } from "lru-cache";
import type { KnownDays } from "../usecases/books/turnover.ts";
import { ageInvoices } from "../usecases/invoices/ageInvoices.ts";
import { auditInSlices, newAuditState, type Pace } from "../usecases/audit/auditInSlices.ts";
import { checkQuoteUser } from "../usecases/pricing/checkQuoteUser.ts";
import { creditTransfers, type TransferMemory } from "../usecases/crediting/creditTransfers.ts";
import { deliverWebhooks, type BusyWebhooks } from "../usecases/webhooks/deliverWebhooks.ts";
import { expireInvoices } from "../usecases/invoices/expireInvoices.ts";
import { indexPrices } from "../usecases/invoices/indexPrices.ts";
import { indexWords, type IndexCursor } from "../usecases/invoices/indexWords.ts";
import { fillBookLines, type FillCursor } from "../usecases/books/fillBookLines.ts";
import { createAddressPushes } from "../usecases/tracking/followAddresses.ts";
import { followBitcoin } from "../usecases/tracking/followBitcoin.ts";
import { createPushes } from "../usecases/tracking/followHints.ts";
import { followPayouts } from "../usecases/payouts/followPayouts.ts";
import { noteTransfers } from "../usecases/crediting/noteTransfers.ts";
import { notifyDays, notifyPayments } from "../usecases/notifications/notifyPaid.ts";
import { notifyWaiting } from "../usecases/notifications/notifyWaiting.ts";
import { sendPushes } from "../usecases/notifications/sendPushes.ts";
import { queueStatements } from "../usecases/mail/queueStatements.ts";
import { pollRequests } from "../usecases/tracking/pollRequests.ts";
import type { Gateway } from "../usecases/gateway.ts";
import { reachService, type ReachMemory } from "../usecases/tracking/reachService.ts";
import { reindexMissed } from "../usecases/tracking/reindexMissed.ts";
import { reviewFormerRequests } from "../usecases/payouts/reviewFormerRequests.ts";
import { reviewPaymentRequests } from "../usecases/payment-requests/reviewPaymentRequests.ts";
import { releaseAmounts, releaseLeases, type LeaseCursor } from "../usecases/tracking/releaseLeases.ts";
import { priceRests, type RestRetries } from "../usecases/pricing/priceRests.ts";
import { learnWatchedMinimums } from "../usecases/pricing/learnMinimums.ts";
import { renewOffers } from "../usecases/pricing/renewOffers.ts";
import { sweepRequests } from "../usecases/tracking/sweepRequests.ts";
import { valueLatePayments, valuePayments } from "../usecases/books/valuePayments.ts";
import { watchEvmDeposits } from "../usecases/tracking/watchEvmDeposits.ts";
import { newHiddenMemory, watchHiddenCoins } from "../usecases/tracking/watchHiddenCoins.ts";
import { pollMempool, watchMempool } from "../usecases/tracking/watchMempool.ts";
import { watchService, type ServiceMemory } from "../usecases/tracking/watchService.ts";
import type { LastPolls } from "../usecases/tracking/polls.ts";
import { pruneOutbox } from "../usecases/webhooks/pruneOutbox.ts";
import { forgetAddresses, sendMails } from "../usecases/mail/sendMails.ts";
import { sealSecrets } from "../usecases/webhooks/webhookSecrets.ts";
import { mailWriter } from "../usecases/mail/writeMail.ts";
import type { Job } from "../../runtime/jobs/job.ts";
import { IDEMPOTENCY_RETENTION_MS } from "../http/api/idempotency.ts";

const PACE: Pace = { elapsed: () => performance.now(), rest };

/**
 * Every recurring job of the gateway: a name, when, and the function. The schedule is cron with seconds: it is how often a job
 * wakes up, and the job itself decides what is due. `pace` measures the audit's slices.
 */
export function gatewayJobs(
  gateway: Gateway,
  mode: Config["mode"],
  publicUrl: string,
  pace: Pace = PACE,
): readonly Job[] {
  const mempoolPolls: LastPolls = new Map();
  const addressPushes = createAddressPushes(gateway, mempoolPolls, (lease) => pollMempool(gateway, lease));
  const pushes = createPushes(gateway);
  const transfers: TransferMemory = { looks: new Map(), told: new Set() };
  const reindexed = { asked: new Map<string, number>(), absentUntil: 0 };
  const leaseCursor: LeaseCursor = { after: "" };
  const amountCursor: LeaseCursor = { after: "" };
  const days: KnownDays = new LRUCache({ max: MOST_DAYS_KNOWN });
  const toldFormer = new Set<string>();
  const restRetries: RestRetries = new Map();
  const busyWebhooks: BusyWebhooks = new Set();
  const write = mailWriter(gateway, publicUrl);
  const filling: FillCursor = { invoice: "", done: false };
  const indexing: IndexCursor = { invoice: "", done: false };
  const reach: ReachMemory = { probedAt: 0 };
  const standing: ServiceMemory = { refusedSince: undefined };
  const pricing: IndexCursor = { invoice: "", done: false };
  const auditMemory = newAuditState();
  const live = mode === "live";
  const watchedChains = [...gateway.deposits];
  const every = live ? "*/3 * * * * *" : EVERY_SECOND; // of a chain
  return [
    ...group("chain bitcoin", [
      job("follow bitcoin", live ? "*/10 * * * * *" : EVERY_SECOND, () => followBitcoin(gateway)),
      {
        ...job("watch mempool", EVERY_SECOND, () => watchMempool(gateway, mempoolPolls, addressPushes)),
        handOver: () => addressPushes.follow([]),
      },
    ]),
    ...watchedChains.flatMap(([chainId, read]) => {
      const memory = newHiddenMemory();
      return group(`chain ${chainId}`, [
        job(`watch deposits ${chainId}`, every, () => watchEvmDeposits(gateway, { chainId, need: 1, read })),
        job(`watch hidden coins ${chainId}`, every, () => watchHiddenCoins(gateway, chainId, memory)),
      ]);
    }),
    ...group("service", [
      job("value payments", EVERY_SECOND, () => valuePayments(gateway)), // before they are settled: books have the worth from then
      job("value late payments", "15 */10 * * * *", () => valueLatePayments(gateway)),
      {
        ...job("poll requests", EVERY_SECOND, () => pollRequests(gateway, pushes)),
        handOver: () => pushes.follow([]),
      },
      job("credit transfers", EVERY_SECOND, () => creditTransfers(gateway, transfers)),
      job("note transfers", "*/5 * * * * *", () => noteTransfers(gateway)),
      job("sweep requests", EVERY_SECOND, () => sweepRequests(gateway)),
      job("follow payouts", live ? "*/5 * * * * *" : EVERY_SECOND, () => followPayouts(gateway)),
      job("review former requests", "50 */10 * * * *", () => reviewFormerRequests(gateway, toldFormer)),
      job("reindex missed", "15 * * * * *", () => reindexMissed(gateway, reindexed)),
      job("price rests", "*/2 * * * * *", () => priceRests(gateway, restRetries)),
      job("check quote user", "0 0 * * * *", () => checkQuoteUser(gateway)),
    ]),
    ...group(
      "invoices",
      [
        job("expire invoices", "*/5 * * * * *", () => expireInvoices(gateway)),
        job("age invoices", "30 * * * * *", () => ageInvoices(gateway)),
        job("release leases", "*/10 * * * * *", () => releaseLeases(gateway, leaseCursor)),
        job("release amounts", "*/10 * * * * *", () => releaseAmounts(gateway, amountCursor)),
        job("review payment requests", "20 * * * * *", () => reviewPaymentRequests(gateway)),
      ].map(needingTime),
    ),
    ...group("housekeeping", [
      job("fill book lines", "*/2 * * * * *", () => fillBookLines(gateway, filling)),
      job("index words", "*/2 * * * * *", () => indexWords(gateway, indexing)),
      job("index prices", "*/2 * * * * *", () => indexPrices(gateway, pricing)),
      job("queue statements", "40 * * * * *", () => queueStatements(gateway)),
      job("notify users", "25 * * * * *", () => notifyWaiting(gateway)),
      job("notify of payments", "55 * * * * *", () => notifyPayments(gateway)),
      job("notify of days", "0 20 * * * *", () => notifyDays(gateway, days)),
      job("seal secrets", "45 3 * * * *", () => sealSecrets(gateway)),
      ...[
        job("prune counters", "35 * * * * *", () => gateway.persistence.counters.prune(gateway.clock())),
        job("forget addresses", "50 12 * * * *", () => forgetAddresses(gateway)),
        job("prune outbox", "0 23 * * * *", () => pruneOutbox(gateway, gateway.settings.eventDays)),
        job("prune idempotency records", "0 17 * * * *", () =>
          gateway.persistence.idempotency.prune(gateway.clock() - IDEMPOTENCY_RETENTION_MS),
        ),
      ].map(needingTime),
    ]),
    ...group("audit", [job("audit", EVERY_SECOND, () => auditInSlices(gateway, auditMemory, pace))]),
    ...[
      job("deliver webhooks", EVERY_SECOND, () => deliverWebhooks(gateway, busyWebhooks)),
      job("send mails", EVERY_SECOND, () => sendMails(gateway, write)),
      job("send pushes", EVERY_SECOND, () => sendPushes(gateway, publicUrl)),
    ].map((one): Job => ({ ...one, owner: "every worker" })), // they claim rows
    ...[
      job("renew offers", "*/5 * * * * *", () => renewOffers(gateway)), // of pages that this process has open
      job("learn minimums", "*/10 * * * * *", () => learnWatchedMinimums(gateway)),
      job("reach service", "*/10 * * * * *", () => reachService(gateway, reach)),
      job("watch service", "*/10 * * * * *", () => watchService(gateway, standing)),
      ...(gateway.failover ? [job("watch database", "*/2 * * * * *", gateway.failover.look)] : []), // each has its own journal
    ].map((one): Job => ({ ...one, owner: "every process" })),
  ];
}

const MOST_DAYS_KNOWN = 1_000; // of all stores
const EVERY_SECOND = "* * * * * *";

function job(name: string, schedule: string, run: () => Promise<unknown>): Job {
  return { name, schedule, run: async () => void (await run()) };
}

/** Jobs that one process at a time runs: they use the same memory, or the same calls to others. */
function group(name: string, jobs: readonly Job[]): readonly Job[] {
  return jobs.map((one) => ({ ...one, owner: { group: name } }));
}

function needingTime(one: Job): Job {
  return { ...one, needsTime: true };
}
