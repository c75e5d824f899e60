import { checkBitcoinAddress, scriptOf } from "../bitcoin/address.ts";
import type { Arrival } from "../chain/evmRpc.ts";
import type { Invoice } from "../invoices/invoice.ts";
import type { Outcome } from "../invoices/observation.ts";
import { BITCOIN_CHAIN_ID, isCurrencyIdentifier } from "../protocol/identifiers.ts";
import { statusMeaning } from "../protocol/status.ts";
import { MINUTE_MS } from "../time.ts";
import type { Gateway, RequestNews } from "./ports.ts";
import type { Lease } from "./storePort.ts";

const CLOCK_SLACK_MS = 2 * MINUTE_MS; // between our clock and a chain's block times

/** What a request's news proves about its deposit: settled, sent back, or (undefined) nothing yet. */
export async function outcomeOf(
  gateway: Gateway,
  invoice: Invoice,
  lease: Lease,
  news: RequestNews,
): Promise<Outcome | undefined> {
  switch (statusMeaning(news.word)) {
    case "success":
      return settledOutcome(gateway, invoice, lease, news);
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
 * merchant, since the lease began, by a transfer that has settled nothing else; until it has, nothing is settled.
 * Elsewhere a hash is better than a word.
 */
async function settledOutcome(
  gateway: Gateway,
  invoice: Invoice,
  lease: Lease,
  news: RequestNews,
): Promise<Outcome | undefined> {
  const { settlement } = invoice.terms;
  const txHash = news.outHashes.at(-1);
  const reader = gateway.arrivals.get(settlement.chainId);
  // A word proves nothing where the chain can be asked: the transfer is found by creditTransfers.ts. A native coin leaves
  // no log, and a balance does not say whose a change is, so there the word has to do.
  if (reader && txHash === undefined && !isCurrencyIdentifier(settlement.currency)) return undefined;
  if (!reader || txHash === undefined) {
    const evidence = txHash === undefined ? "reported" : "hash";
    return { kind: "settled", amount: news.output, txHash, evidence, proof: `request:${news.requestId}` };
  }
  const arrivals = await reader(txHash, settlement.currency, settlement.recipient);
  const inTime = arrivals.filter(({ at }) => at >= lease.fromAt - CLOCK_SLACK_MS);
  if (inTime.length < arrivals.length) {
    gateway.log.error("settlement.older_than_lease", {
      invoice: invoice.id,
      requestId: news.requestId,
      txHash,
    });
  }
  const arrival = await freeArrival(gateway, invoice, news, inTime);
  if (!arrival) return undefined;
  const { amount } = arrival;
  return {
    kind: "settled",
    amount,
    txHash: arrival.txHash,
    evidence: "verified",
    proof: proofOf(invoice, arrival),
  };
}

function proofOf({ terms }: Invoice, { txHash, logIndex }: Arrival): string {
  return `${terms.settlement.chainId}:${txHash}:${logIndex}`;
}

/** The transfer of this request among those of one transaction: its own from an earlier look, else a free one that fits best. */
async function freeArrival(
  gateway: Gateway,
  invoice: Invoice,
  news: RequestNews,
  arrivals: readonly Arrival[],
): Promise<Arrival | undefined> {
  const own = invoice.facts.settlements.find(({ requestId }) => requestId === news.requestId);
  const known = arrivals.find((arrival) => own?.proof === proofOf(invoice, arrival));
  if (known) return known;
  const free: Arrival[] = [];
  for (const arrival of arrivals) {
    if (!(await gateway.store.settlementOwner(proofOf(invoice, arrival)))) free.push(arrival);
  }
  if (free.length === 0 && arrivals.length > 0) {
    gateway.log.error("settlement.claimed_twice", { invoice: invoice.id, requestId: news.requestId });
  }
  return free.find(({ amount }) => amount === news.output) ?? free[0];
}

/**
 * A refund counts once its transaction can be read and pays the refund address. On Bitcoin the bare word does not: the
 * invoice would ask for the money again while it may still be converted. Elsewhere it has to do, and gives way to a
 * settlement that the chain proves.
 */
async function refundedOutcome(
  gateway: Gateway,
  invoice: Invoice,
  lease: Lease,
  news: RequestNews,
): Promise<Outcome | undefined> {
  const txHash = news.outHashes.at(-1);
  if (lease.chainId !== BITCOIN_CHAIN_ID) return { kind: "refunded", amount: undefined, txHash };
  if (txHash === undefined) return undefined; // the payment is found by creditTransfers.ts
  const known = invoice.facts.refunds.find((refund) => refund.txHash === txHash);
  if (known) return { kind: "refunded", amount: known.amount, txHash };
  const amount = await refundedAmount(gateway, invoice, lease, txHash);
  return amount === 0n ? undefined : { kind: "refunded", amount, txHash };
}

/** What a Bitcoin transaction pays to the refund address, in sats; 0 when it is unknown or pays somebody else. */
async function refundedAmount(
  gateway: Gateway,
  invoice: Invoice,
  lease: Lease,
  txHash: string,
): Promise<bigint> {
  const offer = invoice.facts.offers.find(({ depositAddress }) => depositAddress === lease.address);
  const script = bitcoinScript(gateway, offer?.refundTo ?? "");
  const tx = script && (await gateway.explorer.tx(txHash));
  if (!tx) return 0n;
  return tx.vout
    .filter(({ scriptpubkey }) => scriptpubkey === script)
    .reduce((total, { value }) => total + value, 0n);
}

/** The script of a Bitcoin address (hex), or undefined when it is none. */
export function bitcoinScript({ settings }: Pick<Gateway, "settings">, address: string): string | undefined {
  const checked = checkBitcoinAddress(settings.bitcoinNetwork, address);
  return checked && scriptOf(settings.bitcoinNetwork, checked);
}
