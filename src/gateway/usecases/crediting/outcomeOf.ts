import type { Arrival } from "../../../evm/reader/evmRpc.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import type { Outcome } from "../../domain/invoices/observation.ts";
import { isCurrencyIdentifier } from "../../../intents/identifiers.ts";
import { statusMeaning } from "../../../intents/status.ts";
import { MINUTE_MS } from "../../../values/time.ts";
import { forgetSeen, isFinalArrival } from "./awaitFinality.ts";
import type { Gateway } from "../gateway.ts";
import type { CreditingContext } from "./creditingContext.ts";
import type { RequestNews } from "../../ports/servicePort.ts";
import { newestFirst, refundOf } from "./refundOf.ts";
import type { Lease } from "../../ports/persistencePort.ts";
import { formerProofOf, freeArrivals, proofOf, type Proven } from "./transferProofs.ts";

const CLOCK_SLACK_MS = 2 * MINUTE_MS; // between our clock and a chain's block times

/** What a request's news proves about its deposit: settled, sent back, or (undefined) nothing yet. */
export async function outcomeOf(
  gateway: CreditingContext,
  invoice: Invoice,
  lease: Lease,
  news: RequestNews,
): Promise<Proven | undefined> {
  switch (statusMeaning(news.word)) {
    case "success": {
      const outcome = await settledOutcome(gateway, invoice, lease, news);
      return outcome && { outcome };
    }
    case "refund":
      return refundOf(gateway, invoice, lease, news);
    case "waiting":
    case "moving":
    case "failure": // alone it ends nothing: a refund may follow
    case "unknown":
      return undefined;
  }
}

/**
 * How well a success is proven. Where the destination chain can be read, the transaction must really have paid the
 * merchant, since the lease began, by a transfer that has settled nothing else and is final (awaitFinality.ts); until it has,
 * nothing is settled.
 * Elsewhere a hash is better than a word, and so it is for a transaction that succeeded and may have paid native coins by a
 * call that the node does not show.
 */
async function settledOutcome(
  gateway: CreditingContext,
  invoice: Invoice,
  lease: Lease,
  news: RequestNews,
): Promise<Outcome | undefined> {
  const { settlement } = invoice.terms;
  const txHash = news.outHashes.at(-1);
  const reader = gateway.arrivals.get(settlement.chainId);
  // A report proves nothing where the chain can be read: creditTransfers.ts finds the transfer. A native
  // coin leaves no log, and a change of balance is ambiguous, so a report without a transaction is accepted
  // there.
  if (reader && txHash === undefined && !isCurrencyIdentifier(settlement.currency)) return undefined;
  if (!reader || txHash === undefined) return claimed(news, txHash);
  const arrivals = await arrivalsOfAny(news.outHashes, (hash) =>
    reader(hash, settlement.currency, settlement.recipient),
  );
  const inTime = arrivals.filter(({ at }) => at >= lease.fromAt - CLOCK_SLACK_MS);
  if (inTime.length < arrivals.length) {
    gateway.log.error("settlement.older_than_lease", {
      invoice: invoice.id,
      requestId: news.requestId,
      txHash,
    });
  }
  const known = ownSettlement(invoice, news, inTime);
  const arrival = known?.arrival ?? (await freeArrival(gateway, invoice, news, inTime));
  if (!arrival) {
    forgetSeen(gateway, invoice, news.outHashes);
    return undefined;
  }
  if (arrival.amount === undefined) return claimed(news, arrival.txHash);
  if (!known && !(await isFinalArrival(gateway, invoice, arrival))) return undefined;
  const proof = known?.proof ?? proofOf(settlement.chainId, arrival);
  return { kind: "settled", amount: arrival.amount, txHash: arrival.txHash, evidence: "verified", proof };
}

/** What the last of the named transactions paid that paid anything: a request may have several, in any order. */
async function arrivalsOfAny(
  hashes: readonly string[],
  read: (txHash: string) => Promise<readonly Arrival[]>,
): Promise<readonly Arrival[]> {
  for (const txHash of newestFirst(hashes)) {
    const arrivals = await read(txHash);
    if (arrivals.length > 0) return arrivals;
  }
  return [];
}

/** The service's report, with its transaction at best; unverified. */
function claimed({ requestId, output }: RequestNews, txHash: string | undefined): Outcome {
  const evidence = txHash === undefined ? "reported" : "hash";
  return { kind: "settled", amount: output, txHash, evidence, proof: `request:${requestId}` };
}

/** The transfer that has settled this request at an earlier look, under the name that it was given then. */
function ownSettlement(
  { terms, facts }: Invoice,
  { requestId }: RequestNews,
  arrivals: readonly Arrival[],
): Readonly<{ arrival: Arrival; proof: string }> | undefined {
  const { chainId } = terms.settlement;
  const proof = facts.settlements.find((settled) => settled.requestId === requestId)?.proof;
  const arrival = arrivals.find((one) =>
    [proofOf(chainId, one), formerProofOf(chainId, one)].includes(proof ?? ""),
  );
  return arrival && proof !== undefined ? { arrival, proof } : undefined;
}

/** The transfer of this request among those of one transaction that have settled nothing: the one that fits best. */
async function freeArrival(
  gateway: Pick<Gateway, "log" | "persistence">,
  invoice: Invoice,
  news: RequestNews,
  arrivals: readonly Arrival[],
): Promise<Arrival | undefined> {
  const { requestId, output } = news;
  const free = await freeArrivals(gateway, invoice.terms.settlement.chainId, arrivals);
  if (free.length === 0 && arrivals.length > 0) {
    const now = await gateway.persistence.invoices.load(invoice.id);
    if (now && ownSettlement(now, news, arrivals)) return undefined; // another look at the same request was quicker
    gateway.log.error("settlement.claimed_twice", { invoice: invoice.id, requestId });
  }
  return free.find(({ amount }) => amount === output) ?? free[0];
}
