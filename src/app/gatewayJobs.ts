import { setTimeout as rest } from "node:timers/promises";
import type { Config } from "../config.ts";
import { ageInvoices } from "../gateway/ageInvoices.ts";
import { auditSteadily, newAuditMemory, type Pace } from "../gateway/auditSteadily.ts";
import { checkQuoteUser } from "../gateway/checkQuoteUser.ts";
import { creditTransfers, type TransferMemory } from "../gateway/creditTransfers.ts";
import { deliverWebhooks, type BusyWebhooks } from "../gateway/deliverWebhooks.ts";
import { expireInvoices } from "../gateway/expireInvoices.ts";
import { fillBookLines, type FillCursor } from "../gateway/fillBookLines.ts";
import { createAddressPushes } from "../gateway/followAddresses.ts";
import { followBitcoin } from "../gateway/followBitcoin.ts";
import { createPushes } from "../gateway/followHints.ts";
import { followPayouts } from "../gateway/followPayouts.ts";
import { oweStatements } from "../gateway/oweStatements.ts";
import { pollRequests } from "../gateway/pollRequests.ts";
import type { Gateway } from "../gateway/ports.ts";
import { reindexMissed } from "../gateway/reindexMissed.ts";
import { reviewFormerRequests } from "../gateway/reviewFormerRequests.ts";
import { reviewPaymentRequests } from "../gateway/reviewPaymentRequests.ts";
import { releaseAmounts, releaseLeases, type LeaseCursor } from "../gateway/releaseLeases.ts";
import { priceRests, type RestRetries } from "../gateway/priceRests.ts";
import { learnWatchedMinimums } from "../gateway/learnMinimums.ts";
import { renewOffers } from "../gateway/renewOffers.ts";
import { sweepRequests } from "../gateway/sweepRequests.ts";
import { valuePayments } from "../gateway/valuePayments.ts";
import { watchEvmDeposits } from "../gateway/watchEvmDeposits.ts";
import { newHiddenMemory, watchHiddenCoins } from "../gateway/watchHiddenCoins.ts";
import { lookAtMempool, watchMempool } from "../gateway/watchMempool.ts";
import type { Looks } from "../gateway/looks.ts";
import { pruneOutbox } from "../gateway/pruneOutbox.ts";
import { forgetAddresses, sendMails } from "../gateway/sendMails.ts";
import { sealSecrets } from "../gateway/webhookSecrets.ts";
import { mailWriter } from "../gateway/writeMail.ts";
import type { Job } from "../job.ts";
import { DAY_MS } from "../time.ts";

const PACE: Pace = { elapsed: () => performance.now(), rest };

/** Every recurring job of the gateway: a name, when (cron with seconds), and the function. */
export function gatewayJobs(gateway: Gateway, mode: Config["mode"], publicUrl: string): readonly Job[] {
  const mempoolLooks: Looks = new Map();
  const addressPushes = createAddressPushes(gateway, mempoolLooks, (lease) => lookAtMempool(gateway, lease));
  const pushes = createPushes(gateway);
  const transfers: TransferMemory = { looks: new Map(), told: new Set() };
  const reindexed = { asked: new Map<string, number>(), absentUntil: 0 };
  const leaseCursor: LeaseCursor = { after: "" };
  const amountCursor: LeaseCursor = { after: "" };
  const toldFormer = new Set<string>();
  const restRetries: RestRetries = new Map();
  const busyWebhooks: BusyWebhooks = new Set();
  const write = mailWriter(gateway, publicUrl);
  const filling: FillCursor = { invoice: "", done: false };
  const auditMemory = newAuditMemory();
  const live = mode === "live";
  const watchedChains = [...gateway.deposits];
  const job = (name: string, schedule: string, run: () => Promise<unknown>): Job => ({
    name,
    schedule,
    run: async () => void (await run()),
  });
  return [
    job("follow bitcoin", live ? "*/10 * * * * *" : "* * * * * *", () => followBitcoin(gateway)),
    ...watchedChains.map(([chainId, read]) =>
      job(`watch deposits ${chainId}`, live ? "*/3 * * * * *" : "* * * * * *", () =>
        watchEvmDeposits(gateway, { chainId, need: 1, read }),
      ),
    ),
    ...watchedChains.map(([chainId]) => {
      const memory = newHiddenMemory();
      return job(`watch hidden coins ${chainId}`, live ? "*/3 * * * * *" : "* * * * * *", () =>
        watchHiddenCoins(gateway, chainId, memory),
      );
    }),
    job("value payments", "* * * * * *", () => valuePayments(gateway)),
    job("fill book lines", "*/2 * * * * *", () => fillBookLines(gateway, filling)),
    job("watch mempool", "* * * * * *", () => watchMempool(gateway, mempoolLooks, addressPushes)),
    job("poll requests", "* * * * * *", () => pollRequests(gateway, pushes)),
    job("credit transfers", "* * * * * *", () => creditTransfers(gateway, transfers)),
    job("sweep requests", "* * * * * *", () => sweepRequests(gateway)),
    job("follow payouts", live ? "*/5 * * * * *" : "* * * * * *", () => followPayouts(gateway)),
    job("review former requests", "50 */10 * * * *", () => reviewFormerRequests(gateway, toldFormer)),
    job("reindex missed", "15 * * * * *", () => reindexMissed(gateway, reindexed)),
    job("expire invoices", "*/5 * * * * *", () => expireInvoices(gateway)),
    job("age invoices", "30 * * * * *", () => ageInvoices(gateway)),
    job("price rests", "*/2 * * * * *", () => priceRests(gateway, restRetries)),
    job("renew offers", "*/5 * * * * *", () => renewOffers(gateway)),
    job("learn minimums", "*/10 * * * * *", () => learnWatchedMinimums(gateway)),
    job("release leases", "*/10 * * * * *", () => releaseLeases(gateway, leaseCursor)),
    job("release amounts", "*/10 * * * * *", () => releaseAmounts(gateway, amountCursor)),
    job("deliver webhooks", "* * * * * *", () => deliverWebhooks(gateway, busyWebhooks)),
    job("owe statements", "40 * * * * *", () => oweStatements(gateway)),
    job("send mails", "* * * * * *", () => sendMails(gateway, write)),
    job("forget addresses", "50 12 * * * *", () => forgetAddresses(gateway)),
    job("seal secrets", "45 3 * * * *", () => sealSecrets(gateway)),
    job("prune deliveries", "0 23 * * * *", () => pruneOutbox(gateway, gateway.settings.eventDays)),
    job("review payment requests", "20 * * * * *", () => reviewPaymentRequests(gateway)),
    job("find request list", "0 */10 * * * *", () => gateway.service.probe()),
    job("forget calls", "0 17 * * * *", () => gateway.store.forgetCalls(gateway.clock() - DAY_MS)),
    job("audit", "* * * * * *", () => auditSteadily(gateway, auditMemory, PACE)),
    job("check quote user", "0 0 * * * *", () => checkQuoteUser(gateway)),
  ];
}
