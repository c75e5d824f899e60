import { fateOf } from "../invoices/credit.ts";
import type { Deposit, Invoice } from "../invoices/invoice.ts";
import { statusMeaning } from "../protocol/status.ts";
import { MINUTE_MS, SECOND_MS } from "../time.ts";
import { eachItem, pages } from "./eachItem.ts";
import type { Pushes } from "./followHints.ts";
import { lookAtRequests } from "./lookAtRequests.ts";
import type { Gateway } from "./ports.ts";
import { isDue, type Looks } from "./watchMempool.ts";

const SWEEP_EVERY_MS = 10 * MINUTE_MS;
const PUSHED_EVERY_MS = 15 * SECOND_MS; // while the service tells by itself

/**
 * Asks the service about every invoice whose money is moving: once a second at first (contract, section 8), more slowly
 * when it takes long, or when the service tells by itself. Bitcoin that no block holds yet is not asked about: the service
 * waits for a confirmation too.
 */
export async function pollRequests(gateway: Gateway, looks: Looks, pushes?: Pushes): Promise<void> {
  const at = gateway.clock();
  const lookedAt = ({ id }: Invoice) => looks.get(id) ?? 0;
  const isCovered = (invoice: Invoice) =>
    awaitsWords(invoice) && pushes?.covers(invoice.id, lookedAt(invoice)) === true;
  const moving: Invoice[] = [];
  for await (const page of pages(gateway.store.movingInvoices)) {
    moving.push(...page.filter((invoice) => pollEvery(invoice, at) !== undefined));
  }
  pushes?.follow(moving);
  const due = moving.filter((invoice) => {
    const every = Math.max(pollEvery(invoice, at) ?? 0, isCovered(invoice) ? PUSHED_EVERY_MS : 0);
    return pushes?.takeHint(invoice.id) || isDue(at, lookedAt(invoice), every);
  });
  due.sort((a, b) => lookedAt(a) - lookedAt(b)); // a budget that is too small for all serves them in turn
  await inParallel(gateway, due, async (invoice) => {
    if (!gateway.budgets.service.take()) return;
    const wasCovered = isCovered(invoice);
    looks.set(invoice.id, at);
    if ((await lookAtRequests(gateway, invoice)) && wasCovered) pushes?.missed();
  });
  for (const [id, last] of looks) if (at - last > 2 * SWEEP_EVERY_MS) looks.delete(id);
}

/** A slow look at every open lease, for what no sensor of ours can see. It leaves half of the budget to moving money. */
export async function sweepRequests(gateway: Gateway, looks: Looks): Promise<void> {
  const at = gateway.clock();
  for await (const page of pages(gateway.store.openLeases)) {
    await eachItem(gateway, "sweep", page, async (lease) => {
      if (!isDue(at, Math.max(lease.fromAt, looks.get(lease.invoiceId) ?? 0), SWEEP_EVERY_MS)) return;
      const { service } = gateway.budgets;
      if (service.left() * 2 < service.perMinute || !service.take()) return;
      const invoice = await gateway.store.load(lease.invoiceId);
      looks.set(lease.invoiceId, at);
      if (invoice) await lookAtRequests(gateway, invoice);
    });
  }
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

function pollEvery(invoice: Invoice, at: number): number | undefined {
  const confirmed = invoice.facts.deposits.filter(
    (deposit) => isMoving(invoice, deposit) && deposit.confirmations > 0,
  );
  if (confirmed.length === 0) return undefined;
  const age = at - Math.max(...confirmed.map(({ seenAt }) => seenAt));
  if (age < 30 * MINUTE_MS) return SECOND_MS;
  return age < 90 * MINUTE_MS ? 15 * SECOND_MS : MINUTE_MS;
}

function isMoving(invoice: Invoice, deposit: Deposit): boolean {
  return fateOf(invoice.facts, deposit) === "moving";
}

const AT_ONCE = 10;

async function inParallel<T>(
  gateway: Gateway,
  items: readonly T[],
  act: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const worker = () => eachItem(gateway, "poll requests", takeFrom(queue), act);
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
}

function* takeFrom<T>(queue: T[]): Generator<T> {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) yield next;
}
