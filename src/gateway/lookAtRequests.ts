import { fateOf } from "../invoices/credit.ts";
import type { Invoice } from "../invoices/invoice.ts";
import { statusMeaning } from "../protocol/status.ts";
import { advanceInvoice } from "./advanceInvoice.ts";
import { outcomeOf } from "./outcomeOf.ts";
import type { Gateway, RequestNews } from "./ports.ts";
import type { Lease } from "./storePort.ts";

/**
 * Asks the service about the requests of an invoice's addresses and passes on what it says. A request that belongs to a
 * deposit from before the lease, or to another invoice's, is not passed on: it can never settle this one.
 * True when a request that was known has a new word.
 */
export async function lookAtRequests(gateway: Gateway, invoice: Invoice): Promise<boolean> {
  let isNews = false;
  for (const lease of await gateway.store.leasesOf(invoice.id)) {
    const list = await requestsAt(gateway, invoice, lease);
    gateway.sensors.saw("service", gateway.clock());
    for (const news of list) {
      if (!concerns(invoice, lease, news)) continue;
      const known = invoice.facts.requests.find(({ requestId }) => requestId === news.requestId);
      isNews ||= known !== undefined && known.word !== news.word;
      await passOn(gateway, invoice, lease, news);
    }
  }
  return isNews;
}

/** The service's list by deposit address where it keeps one, else the one request that the lease came with. */
async function requestsAt(gateway: Gateway, invoice: Invoice, lease: Lease): Promise<readonly RequestNews[]> {
  const moving = invoice.facts.deposits.filter((deposit) => fateOf(invoice.facts, deposit) === "moving");
  const wanted = moving
    .filter(({ address }) => address === lease.address)
    .map(({ outpoint }) => outpoint.slice(0, 64));
  const list = await gateway.service.requestsOf(lease.address, wanted);
  return list ?? [await gateway.service.status(lease.requestId)];
}

function concerns(invoice: Invoice, lease: Lease, news: RequestNews): boolean {
  if (news.depositTxid === undefined) return news.requestId === lease.requestId;
  return invoice.facts.deposits.some(({ outpoint }) => outpoint.startsWith(`${news.depositTxid}:`));
}

async function passOn(gateway: Gateway, invoice: Invoice, lease: Lease, news: RequestNews): Promise<void> {
  const { requestId, word, parent, depositTxid, input } = news;
  const meaning = statusMeaning(word);
  if (meaning === "unknown") gateway.log.warn("request.unknown_status", { requestId, word });
  noteAwaited(gateway, news);
  const outcome = await outcomeOf(gateway, invoice, lease, news);
  const known = invoice.facts.requests.find((request) => request.requestId === requestId);
  if (known?.word === word && outcome === undefined) return;
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
      depositTxid,
      input,
      outcome,
    },
    { observation: { source: "service", body: news.raw } },
  );
}

/** Remembers which requests are done by the service's word alone, and since when: their transfers have to be found. */
function noteAwaited({ awaiting, clock }: Gateway, { requestId, word, outHashes }: RequestNews): void {
  const meaning = statusMeaning(word);
  const isDone = meaning === "success" || meaning === "refund";
  if (!isDone || outHashes.length > 0) awaiting.delete(requestId);
  else if (!awaiting.has(requestId)) awaiting.set(requestId, clock());
}
