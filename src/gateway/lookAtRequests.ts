import { checkBitcoinAddress, scriptOf } from "../bitcoin/address.ts";
import type { Invoice } from "../invoices/invoice.ts";
import type { Outcome } from "../invoices/observation.ts";
import { BITCOIN_CHAIN_ID } from "../protocol/identifiers.ts";
import { statusMeaning } from "../protocol/status.ts";
import { advanceInvoice } from "./advanceInvoice.ts";
import type { Gateway, RequestNews } from "./ports.ts";
import type { Lease } from "./storePort.ts";

/**
 * Asks the service about the requests of an invoice's addresses and passes on what it says. A request that belongs to a
 * deposit from before the lease, or to another invoice's, is not passed on: it can never settle this one.
 */
export async function lookAtRequests(gateway: Gateway, invoice: Invoice): Promise<void> {
  for (const lease of await gateway.store.leasesOf(invoice.id)) {
    const list = await requestsAt(gateway, lease);
    gateway.sensors.saw("service", gateway.clock());
    for (const news of list) {
      if (concerns(invoice, lease, news)) await passOn(gateway, invoice, lease, news);
    }
  }
}

/** The service's list by deposit address where it keeps one, else the one request that the lease came with. */
async function requestsAt(gateway: Gateway, lease: Lease): Promise<readonly RequestNews[]> {
  const list = await gateway.service.requestsOf(lease.address);
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

async function outcomeOf(
  gateway: Gateway,
  invoice: Invoice,
  lease: Lease,
  news: RequestNews,
): Promise<Outcome | undefined> {
  switch (statusMeaning(news.word)) {
    case "success":
      return settledOutcome(gateway, invoice, news);
    case "refund":
      return refundedOutcome(gateway, invoice, lease, news);
    case "waiting":
    case "moving":
    case "failure": // alone it ends nothing: a refund may follow
    case "unknown":
      return undefined;
  }
}

/**
 * How well a success is proven. Where the destination chain can be read, the transaction must really have paid the
 * merchant; until it has, nothing is settled. Elsewhere a hash is better than a word.
 */
async function settledOutcome(
  gateway: Gateway,
  invoice: Invoice,
  news: RequestNews,
): Promise<Outcome | undefined> {
  const { settlement } = invoice.terms;
  const txHash = news.outHashes.at(-1);
  const reader = gateway.arrivals.get(settlement.chainId);
  if (reader && txHash === undefined) return undefined; // a word proves nothing where the chain can be asked
  if (!reader || txHash === undefined) {
    const evidence = txHash === undefined ? "reported" : "hash";
    return { kind: "settled", amount: news.output, txHash, evidence, proof: `request:${news.requestId}` };
  }
  const arrival = await reader(txHash, settlement.currency, settlement.recipient);
  if (!arrival) return undefined;
  const proof = `${settlement.chainId}:${txHash}:${arrival.logIndex}`;
  if (await isTaken(gateway, invoice, news, proof)) return undefined;
  return { kind: "settled", amount: arrival.amount, txHash, evidence: "verified", proof };
}

/** One transfer settles one deposit. A service that names the same one twice has paid once. */
async function isTaken(
  gateway: Gateway,
  invoice: Invoice,
  news: RequestNews,
  proof: string,
): Promise<boolean> {
  const owner = await gateway.store.settlementOwner(proof);
  if (!owner) return false;
  const own = invoice.facts.settlements.find((settlement) => settlement.proof === proof);
  if (owner.invoiceId === invoice.id && own?.requestId === news.requestId) return false;
  gateway.log.error("settlement.claimed_twice", { proof, invoice: invoice.id, owner: owner.invoiceId });
  return true;
}

async function refundedOutcome(
  gateway: Gateway,
  invoice: Invoice,
  lease: Lease,
  news: RequestNews,
): Promise<Outcome> {
  const txHash = news.outHashes.at(-1);
  const known = invoice.facts.refunds.find(({ requestId }) => requestId === news.requestId);
  const amount = known?.amount ?? (await refundedAmount(gateway, invoice, lease, txHash));
  return { kind: "refunded", amount, txHash };
}

/** What a Bitcoin refund really paid to the refund address; undefined when it cannot be read now. */
async function refundedAmount(
  gateway: Gateway,
  invoice: Invoice,
  lease: Lease,
  txHash: string | undefined,
): Promise<bigint | undefined> {
  if (lease.chainId !== BITCOIN_CHAIN_ID || txHash === undefined) return undefined;
  const offer = invoice.facts.offers.find(({ depositAddress }) => depositAddress === lease.address);
  const { bitcoinNetwork } = gateway.settings;
  const refundTo = checkBitcoinAddress(bitcoinNetwork, offer?.refundTo ?? "");
  const tx = refundTo && (await gateway.explorer.tx(txHash).catch(() => undefined));
  if (!tx) return undefined;
  const script = scriptOf(bitcoinNetwork, refundTo);
  return tx.vout
    .filter(({ scriptpubkey }) => scriptpubkey === script)
    .reduce((total, { value }) => total + value, 0n);
}
