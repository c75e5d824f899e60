import { depositStatusOf, isUnfinished } from "../../domain/invoices/credit.ts";
import { isDirect } from "../../domain/invoices/direct.ts";
import type { Deposit, Invoice } from "../../domain/invoices/invoice.ts";
import { statusMeaning } from "../../../intents/status.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../../values/time.ts";
import { pages } from "../eachItem.ts";
import type { Pushes } from "./followHints.ts";
import { inParallel } from "../inParallel.ts";
import { pollLease, mayHaveNews, unfinishedAt } from "./pollRequest.ts";
import type { Gateway } from "../gateway.ts";
import type { TrackingContext } from "./trackingContext.ts";
import type { RequestPolls } from "./requestPolls.ts";
import { isDue } from "./polls.ts";

const PUSHED_EVERY_MS = 15 * SECOND_MS; // while the service pushes news
const FORGOTTEN_AFTER_MS = 20 * MINUTE_MS;

/**
 * Polls the service for every invoice with a pending payment: once a second at first (contract, section 8),
 * less often when it takes long, or when the service pushes news. Bitcoin without a block is not polled
 * for: the service waits for a confirmation too. A budget that is too small for all serves the longest
 * waiting first; about half of it is reserved for the sweep of everything else (sweepRequests.ts).
 */
export async function pollRequests(gateway: TrackingContext, pushes?: Pushes): Promise<void> {
  const at = gateway.clock();
  const { requestPolls: looks } = gateway;
  const lookedAt = ({ id }: Invoice) => looks.moving.get(id) ?? 0;
  const isCovered = (invoice: Invoice) =>
    awaitsWords(invoice) && pushes?.covers(invoice.id, lookedAt(invoice)) === true;
  const moving = await invoicesToAsk(gateway, looks, at);
  pushes?.follow(moving);
  const hinted = new Set(moving.filter(({ id }) => pushes?.takeHint(id)));
  const due = moving.filter((invoice) => {
    const every = Math.max(pollEvery(invoice, at) ?? 0, isCovered(invoice) ? PUSHED_EVERY_MS : 0);
    return hinted.has(invoice) || isDue(at, lookedAt(invoice), every);
  });
  due.sort((a, b) => lookedAt(a) - lookedAt(b));
  await inParallel(gateway, "poll requests", due, async (invoice) => {
    if (!gateway.budgets.service.take()) {
      if (hinted.has(invoice)) pushes?.putBack(invoice.id);
      return;
    }
    const isAnnounced = hinted.has(invoice) || !isCovered(invoice);
    looks.moving.set(invoice.id, at);
    const isNews = await pollNow(gateway, looks, invoice, hinted.has(invoice));
    if (isNews && !isAnnounced) pushes?.missed();
  });
  for (const [id, last] of looks.moving) if (at - last > FORGOTTEN_AFTER_MS) looks.moving.delete(id);
}

async function invoicesToAsk(
  gateway: Pick<Gateway, "persistence">,
  looks: RequestPolls,
  at: number,
): Promise<readonly Invoice[]> {
  const found: Invoice[] = [];
  for await (const page of pages(gateway.persistence.invoices.moving)) {
    for (const invoice of page) {
      looks.notePaid(invoice.id);
      if (pollEvery(invoice, at) !== undefined) found.push(invoice);
    }
  }
  return found;
}

/**
 * Asks where the money is; after a push everywhere, because it may be about another address of the invoice. The first call is
 * taken already. True when a request that was known has a new word.
 */
async function pollNow(
  gateway: TrackingContext,
  looks: RequestPolls,
  invoice: Invoice,
  isHinted: boolean,
): Promise<boolean> {
  const { persistence, budgets } = gateway;
  let isFirst = true;
  let isNews = false;
  for (const lease of await persistence.leases.of(invoice.id)) {
    if (!(isHinted ? mayHaveNews(invoice, lease) : unfinishedAt(invoice, lease).length > 0)) continue;
    const isTaken = isFirst;
    isFirst = false;
    const look = await pollLease(gateway, invoice, lease, () => isTaken || budgets.service.take());
    if (look !== "no budget") looks.answered(lease.id);
    isNews ||= look === "news";
  }
  return isNews;
}

/** True when all that is missing is the service's next word on requests that are known: then a push can replace a look. */
function awaitsWords(invoice: Invoice): boolean {
  const { facts } = invoice;
  return facts.deposits
    .filter((deposit) => isMoving(invoice, deposit))
    .every(({ outpoint }) => {
      const request = facts.requests.find((other) => other.outpoint === outpoint);
      return request !== undefined && !["success", "refund"].includes(statusMeaning(request.word));
    });
}

/** How often to ask, in ms; undefined while there is nothing that the sweep would not find soon enough. */
function pollEvery(invoice: Invoice, at: number): number | undefined {
  const { facts } = invoice;
  const confirmed = facts.deposits.filter(
    (deposit) => deposit.confirmations > 0 && isUnfinished(facts, deposit) && !isDirect(facts, deposit),
  );
  if (confirmed.length === 0) return undefined;
  const moving = confirmed.filter((deposit) => isMoving(invoice, deposit));
  const age = at - Math.max(...(moving.length > 0 ? moving : confirmed).map(({ seenAt }) => seenAt));
  if (moving.length === 0) return age < DAY_MS ? MINUTE_MS : undefined; // a refund may follow, or a better proof
  if (age < 30 * MINUTE_MS) return SECOND_MS;
  return age < 90 * MINUTE_MS ? 15 * SECOND_MS : MINUTE_MS;
}

function isMoving(invoice: Invoice, deposit: Deposit): boolean {
  return depositStatusOf(invoice.facts, deposit) === "moving";
}
