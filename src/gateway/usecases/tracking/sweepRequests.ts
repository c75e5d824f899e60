import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { MINUTE_MS, SECOND_MS } from "../../../values/time.ts";
import { inParallel } from "../inParallel.ts";
import { pollLease } from "./pollRequest.ts";
import { isDue } from "./polls.ts";
import type { Gateway } from "../gateway.ts";
import type { TrackingContext } from "./trackingContext.ts";
import type { RequestPolls } from "./requestPolls.ts";
import type { Lease } from "../../ports/persistencePort.ts";

const PAGE = 500; // leases read at once
const BLIND_AFTER_MS = 30 * MINUTE_MS;
const YOUNG_MS = 30 * MINUTE_MS;
const WATCHED_EVERY_MS = 10 * SECOND_MS;

/**
 * A slow poll of every open lease that the service may know more about than our own followers: each within
 * ten minutes, or within their number divided by the calls a minute that pending payments leave, which is
 * at least about half of the budget (pollRequests.ts has the other half). Leases with an open page come
 * first, every ten seconds, where only the service can see the payment. Reads one page of leases at most,
 * and those of open pages.
 */
export async function sweepRequests(gateway: TrackingContext): Promise<void> {
  const { requestPolls: looks } = gateway;
  const look = async (lease: Lease) => {
    const invoice = await gateway.persistence.invoices.load(lease.invoiceId);
    if (!invoice) return;
    await pollLease(gateway, invoice, lease, () => true); // the call is taken already
    looks.answered(lease.id);
  };
  await inParallel(
    gateway,
    "look for a waiting payer",
    takeSpare(gateway, await watchedLeases(gateway, looks)),
    look,
  );
  await readLeases(gateway, looks);
  await inParallel(gateway, "sweep requests", turns(gateway, looks), look);
}

/**
 * Young leases with an open page, on chains that only the service can see, whose next poll is due; the
 * longest waiting first.
 */
async function watchedLeases(
  gateway: Pick<Gateway, "clock" | "persistence" | "viewers" | "sensors">,
  { watched }: RequestPolls,
): Promise<readonly Lease[]> {
  const { clock, sensors, persistence, viewers } = gateway;
  const at = clock();
  const lastPoll = ({ id, fromAt }: Lease) => watched.get(id) ?? fromAt;
  const due: Lease[] = [];
  for (const invoiceId of viewers.watched()) {
    for (const lease of await persistence.leases.of(invoiceId)) {
      const isYoung = at - lease.fromAt < YOUNG_MS;
      if (!isYoung || sensors.isFollowed(lease.chainId)) continue;
      if (isDue(at, lastPoll(lease), WATCHED_EVERY_MS)) due.push(lease);
    }
  }
  for (const [id, lookedAt] of watched) if (at - lookedAt > YOUNG_MS) watched.delete(id);
  return due.toSorted((a, b) => lastPoll(a) - lastPoll(b));
}

function* takeSpare(
  { budgets, clock, requestPolls }: Pick<Gateway, "clock" | "budgets" | "requestPolls">,
  leases: readonly Lease[],
): Generator<Lease> {
  for (const lease of leases) {
    if (!budgets.service.takeSpare()) return;
    requestPolls.watched.set(lease.id, clock());
    yield lease;
  }
}

function* turns({ budgets }: Pick<Gateway, "budgets">, looks: RequestPolls): Generator<Lease> {
  while (looks.isTurn() && budgets.service.takeSpare()) {
    const lease = looks.nextTurn();
    if (lease) yield lease;
  }
}

async function readLeases(
  gateway: Pick<Gateway, "clock" | "log" | "persistence" | "sensors">,
  looks: RequestPolls,
): Promise<void> {
  const after = looks.laps.next();
  if (after === undefined) return;
  const page = await gateway.persistence.leases.open(after, PAGE);
  for (const lease of page) if (await needsPolls(gateway, looks, lease)) looks.keep(lease);
  looks.laps.goOn(page.at(-1)?.id); // a page may be short because rows were refused: only an empty one is the last
}

/**
 * Every lease but those of Bitcoin addresses without a deposit, because the chain shows those first. When
 * the chain has been unavailable for long, they are included.
 */
async function needsPolls(
  gateway: Pick<Gateway, "clock" | "log" | "persistence" | "sensors">,
  looks: RequestPolls,
  lease: Lease,
): Promise<boolean> {
  if (lease.chainId !== BITCOIN_CHAIN_ID) return true;
  // Deposits that come while this process runs are noted by pollRequests. Older ones may not be moving any more.
  const mayBeOlder = looks.laps.isFirst() && lease.fromAt <= looks.startedAt;
  if (looks.isPaid(lease.invoiceId) || (mayBeOlder && (await hasDeposit(gateway, lease)))) {
    looks.notePaid(lease.invoiceId);
    return true;
  }
  const seenAt = Math.max(looks.startedAt, gateway.sensors.seenAt(BITCOIN_CHAIN_ID));
  return gateway.clock() - seenAt >= BLIND_AFTER_MS;
}

async function hasDeposit(
  gateway: Pick<Gateway, "log" | "persistence">,
  { invoiceId, address }: Lease,
): Promise<boolean> {
  try {
    const invoice = await gateway.persistence.invoices.load(invoiceId);
    return invoice?.facts.deposits.some((deposit) => deposit.address === address) === true;
  } catch (error) {
    gateway.log.warn("item.failed", { what: "sweep requests", item: invoiceId, error });
    return true; // a look too many does no harm
  }
}
