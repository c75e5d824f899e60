import { isUnfinished } from "../../domain/invoices/credit.ts";
import type { Deposit, Invoice } from "../../domain/invoices/invoice.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { statusMeaning } from "../../../intents/status.ts";
import { advanceInvoice } from "../invoices/advanceInvoice.ts";
import { creditReported } from "../crediting/creditReported.ts";
import { outcomeOf } from "../crediting/outcomeOf.ts";
import type { Gateway } from "../gateway.ts";
import { GatewayError } from "../../errors.ts";
import type { CreditingContext } from "../crediting/creditingContext.ts";
import type { RequestNews } from "../../ports/servicePort.ts";
import type { Lease } from "../../ports/persistencePort.ts";

/** What became of a look at one lease: nothing was asked because the budget is used up, or the service has answered. */
export type PollTarget = "no budget" | "no news" | "news";

/**
 * Asks the service about the requests of an invoice's addresses, as far as it can know more than the chain shows and the
 * budget of calls reaches. True when a request that was known has a new word.
 */
export async function pollRequestsOf(gateway: CreditingContext, invoice: Invoice): Promise<boolean> {
  const leases = await gateway.persistence.leases.of(invoice.id);
  let isNews = false;
  for (const lease of leases.filter((one) => mayHaveNews(invoice, one))) {
    if ((await pollLease(gateway, invoice, lease, gateway.budgets.service.take)) === "news") isNews = true;
  }
  return isNews;
}

/** False for a Bitcoin address without a deposit: the service can know of none that the chain does not show. */
export function mayHaveNews({ facts }: Invoice, { chainId, address }: Lease): boolean {
  return (
    chainId !== BITCOIN_CHAIN_ID ||
    facts.deposits.some((deposit) => deposit.address === address && deposit.presence !== "gone")
  );
}

/**
 * Polls the requests of one address and passes on the answers. A request that belongs to a deposit from
 * before the lease, or to another invoice, is not passed on: it can never settle this one. `take` takes the
 * call from the budget.
 */
export async function pollLease(
  gateway: CreditingContext,
  invoice: Invoice,
  lease: Lease,
  take: () => boolean,
): Promise<PollTarget> {
  const list = await requestsAt(gateway, invoice, lease, take);
  if (list === undefined) return "no budget";
  gateway.sensors.saw("service", gateway.clock());
  let look: PollTarget = "no news";
  let current = invoice;
  for (const news of list) {
    current = await creditReported(gateway, current, lease, news);
    if (!concerns(current, lease, news)) continue;
    const known = current.facts.requests.find(({ requestId }) => requestId === news.requestId);
    if (known !== undefined && known.word !== news.word) look = "news";
    await passOn(gateway, current, lease, news);
  }
  return look;
}

/**
 * Asks for the requests of an address: by the list where the service has one, with the requests of further deposits and of
 * successors (up to 50 a call), and by the id of the lease's request where the list lacks it. A list that is empty, late, refused
 * or about other payments hides nothing: the contract's status is by id. Without a list the result of a further deposit is found
 * by its transfer (creditTransfers.ts). Undefined without a call left; throws the list's failure where the id has no answer either.
 */
async function requestsAt(
  gateway: Pick<Gateway, "service" | "persistence" | "budgets">,
  invoice: Invoice,
  lease: Lease,
  take: () => boolean,
): Promise<readonly RequestNews[] | undefined> {
  const { service, budgets } = gateway;
  if (!take()) return undefined;
  const wanted = unfinishedAt(invoice, lease).map(({ outpoint }) => txOf(outpoint));
  const list = await service.requestsOf(lease.address, wanted, lease.requestId).catch(failureOf);
  if (list === undefined) return [await service.status(lease.requestId)];
  const listed = list instanceof GatewayError ? [] : list;
  if (listed.some((news) => isAbout(lease, wanted, news))) return listed;
  const mayAsk = wanted.length > 0 ? budgets.service.take() : budgets.service.takeSpare();
  const status = mayAsk ? await statusOf(gateway, lease, wanted).catch(failureOf) : undefined;
  if (status !== undefined && !(status instanceof GatewayError)) return [...listed, status];
  if (list instanceof GatewayError) throw list;
  return listed;
}

/** A failure of the service as a value; anything else is rethrown. */
function failureOf(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  throw error;
}

function isAbout(
  { requestId }: Lease,
  wanted: readonly string[],
  { requestId: id, parent, depositTxid }: RequestNews,
): boolean {
  return (
    id === requestId || parent === requestId || (depositTxid !== undefined && wanted.includes(depositTxid))
  );
}

/**
 * The status of a lease's request. At an address that was leased before, it may be about an earlier payment: then it counts only
 * where it names a transaction of this one.
 */
async function statusOf(
  { service, persistence }: Pick<Gateway, "service" | "persistence">,
  lease: Lease,
  wanted: readonly string[],
): Promise<RequestNews | undefined> {
  const status = await service.status(lease.requestId);
  if (status.inHashes?.some((hash) => wanted.includes(hash.toLowerCase()))) return status;
  return (await persistence.leases.isFirst(lease)) ? status : undefined;
}

/** The deposits of an address that are neither settled nor refunded yet. */
export function unfinishedAt({ facts }: Invoice, { address }: Lease): readonly Deposit[] {
  return facts.deposits.filter((deposit) => deposit.address === address && isUnfinished(facts, deposit));
}

function txOf(outpoint: string): string {
  return outpoint.slice(0, outpoint.indexOf(":"));
}

function concerns(invoice: Invoice, lease: Lease, news: RequestNews): boolean {
  if (news.depositTxid === undefined) return news.requestId === lease.requestId;
  return invoice.facts.deposits.some(({ outpoint }) => txOf(outpoint) === news.depositTxid);
}

async function passOn(
  gateway: CreditingContext,
  invoice: Invoice,
  lease: Lease,
  news: RequestNews,
): Promise<void> {
  const { requestId, word, reason, parent, depositTxid, input } = news;
  const known = invoice.facts.requests.find((request) => request.requestId === requestId);
  // Logged once: the status is stored as a fact, and has no effect.
  if (statusMeaning(word) === "unknown" && known?.word !== word) {
    gateway.log.warn("request.unknown_status", { invoice: invoice.id, requestId, word });
  }
  noteAwaited(gateway, news);
  const proven = await outcomeOf(gateway, invoice, lease, news);
  if (known?.word === word && proven === undefined) return;
  await advanceInvoice(
    gateway,
    invoice.id,
    {
      kind: "request",
      at: gateway.clock(),
      requestId,
      depositAddress: lease.address,
      parent,
      word,
      reason,
      depositTxid,
      input,
      outcome: proven?.outcome,
    },
    {
      observation: { source: "service", body: news.raw },
      ...(proven?.claim ? { claim: proven.claim } : {}),
    },
  );
}

/** Remembers which requests are done by the service's word alone, and since when: their transfers have to be found. */
function noteAwaited(
  { awaiting, clock }: Pick<Gateway, "clock" | "awaiting">,
  { requestId, word, outHashes }: RequestNews,
): void {
  const meaning = statusMeaning(word);
  const isDone = meaning === "success" || meaning === "refund";
  if (!isDone || outHashes.length > 0) awaiting.delete(requestId);
  else if (!awaiting.has(requestId)) awaiting.set(requestId, clock());
}
