import { txOf } from "../../domain/invoices/outpoint.ts";
import type { Evidence } from "../../domain/invoices/evidence.ts";
import type { Outcome } from "../../domain/invoices/observation.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { MINUTE_MS, SECOND_MS, type Instant } from "../../../values/time.ts";
import { advanceInvoice } from "../invoices/advanceInvoice.ts";
import { forgetSeen, isFinalArrival } from "./awaitFinality.ts";
import { attribute, attributeByBestFit, fits, type Candidate, type Pair } from "./attribution.ts";
import { eachItem } from "../eachItem.ts";
import { openClaims, type OpenClaim } from "./openClaims.ts";
import { bitcoinScript } from "./refundOf.ts";
import type { Gateway } from "../gateway.ts";
import type { CreditingContext } from "./creditingContext.ts";
import type { Transfer } from "../../ports/persistencePort.ts";
import { formerProofOf, freeArrivals, proofOf } from "./transferProofs.ts";
import { isDue } from "../tracking/polls.ts";
import { watchTransfers } from "../tracking/watchTransfers.ts";

const AWAITED_EVERY_MS = 2 * SECOND_MS; // about a block of a fast chain
const IDLE_EVERY_MS = MINUTE_MS; // so that there is never much to catch up with
const BLIND_AFTER_MS = MINUTE_MS;

/** How long an assignment that is open to doubt waits for what would clear it up: the two or three blocks of the contract (8). */
const AMBIGUOUS_FOR_MS = 30 * MINUTE_MS;

/** When each chain was last read, and which claims were logged as waiting. In memory. */
export type TransferMemory = Readonly<{ looks: Map<number, Instant>; told: Set<string> }>;

/**
 * For services that report "success" or "refund" without a transaction: finds the transfer at the place
 * where it was to arrive. A settlement needs both the report and a final transfer (awaitFinality.ts); each
 * transfer settles one deposit only. A transfer that fits several deposits waits (attribution.ts). When
 * half an hour does not resolve it, and the policy accepts the service's report, the deposit takes a
 * transfer that fits, with evidence "reported".
 */
export async function creditTransfers(gateway: CreditingContext, memory: TransferMemory): Promise<void> {
  const claims = mayHaveReady(gateway) ? await openClaims(gateway) : [];
  forgetAwaited(gateway, claims);
  const ready = claims.filter(({ ready }) => ready);
  await followChains(
    gateway,
    memory.looks,
    new Set(ready.map(({ invoice }) => invoice.terms.settlement.chainId)),
  );
  await eachItem(gateway, "credit transfers", new Set(ready.map(({ place }) => place)), async (place) => {
    await creditPlace(
      gateway,
      memory,
      claims.filter((claim) => claim.place === place),
    );
  });
}

/** A service that names its transactions and lists its requests leaves nothing to find: then no invoice is read here. */
function mayHaveReady({ awaiting, service }: Pick<Gateway, "service" | "awaiting">): boolean {
  return awaiting.size > 0 || service.listKind() === "none";
}

function forgetAwaited({ awaiting }: Pick<Gateway, "awaiting">, claims: readonly OpenClaim[]): void {
  const open = new Set(claims.map(({ request }) => request.requestId));
  for (const requestId of awaiting.keys()) if (!open.has(requestId)) awaiting.delete(requestId);
}

async function followChains(
  gateway: CreditingContext,
  looks: TransferMemory["looks"],
  awaited: ReadonlySet<number>,
): Promise<void> {
  const at = gateway.clock();
  // While Bitcoin cannot be read, a transfer would be seen before the deposit that it pays, and be taken for one from before it.
  if (at - gateway.sensors.seenAt(BITCOIN_CHAIN_ID) > BLIND_AFTER_MS) return;
  await eachItem(gateway, "watch transfers", gateway.transfers, async ([chainId, read]) => {
    const every = awaited.has(chainId) ? AWAITED_EVERY_MS : IDLE_EVERY_MS;
    if (!isDue(at, looks.get(chainId) ?? 0, every)) return;
    looks.set(chainId, at);
    await watchTransfers(gateway, chainId, read);
  });
}

async function creditPlace(
  gateway: CreditingContext,
  { told }: TransferMemory,
  claims: readonly OpenClaim[],
): Promise<void> {
  const [first] = claims;
  if (!first) return;
  const since = Math.min(...claims.map(({ seenFrom }) => seenFrom));
  const free = await gateway.persistence.transfers.free(first.place, since, amountsOf(claims));
  const candidates = first.kind === "settled" ? free : await bitcoinCandidates(gateway, claims, free);
  forgetLost(gateway, claims, free);
  const pairs = attribute(claims, candidates);
  await eachItem(gateway, "credit transfer", pairs, (pair) => book(gateway, pair, "verified"));
  const done = new Set<unknown>(pairs.flatMap(({ claim, transfer }) => [claim, transfer]));
  const left = candidates.filter((transfer) => !done.has(transfer));
  const waiting = claims.filter(
    (claim) => claim.ready && !done.has(claim) && left.some((transfer) => fits(claim, transfer)),
  );
  for (const { id, invoice, place } of waiting) {
    if (!told.has(id)) gateway.log.warn("transfer.ambiguous", { invoice: invoice.id, outpoint: id, place });
    told.add(id);
  }
  const overdue = waiting.filter(
    (claim) => takesGuesses(claim) && gateway.clock() - claim.readySince >= AMBIGUOUS_FOR_MS,
  );
  const guessed = attributeByBestFit(overdue, left);
  await eachItem(gateway, "credit transfer", guessed, (pair) => book(gateway, pair, "reported"));
}

/**
 * A guess settles only what the service's word settles. For an invoice that needs more it would use up a transfer that may be
 * another's and prove nothing: that one waits, for what clears it up or for a person.
 */
function takesGuesses({ kind, invoice }: OpenClaim): boolean {
  return kind === "refunded" || invoice.terms.policy.evidence === "reported";
}

function amountsOf(claims: readonly OpenClaim[]): Readonly<{ least: bigint; most: bigint }> {
  return claims.reduce(
    (span, { least, most }) => ({
      least: least < span.least ? least : span.least,
      most: most > span.most ? most : span.most,
    }),
    { least: claims[0]?.least ?? 0n, most: 0n },
  );
}

/** What was seen and waited for, and is no transfer of the chain any more. */
function forgetLost(
  gateway: Pick<Gateway, "viewers" | "seenSettlements">,
  claims: readonly OpenClaim[],
  free: readonly Transfer[],
): void {
  const there = new Set(free.map(({ txHash }) => txHash));
  for (const { invoice, ready, kind } of claims) {
    const seen = gateway.seenSettlements.get(invoice.id);
    if (ready && kind === "settled" && seen && !there.has(seen.txHash))
      forgetSeen(gateway, invoice, [seen.txHash]);
  }
}

type RefundCandidate = Candidate & Transfer;

/** Payments to a refund address that are on the chain still, with the deposits that they spend, if any of ours. */
async function bitcoinCandidates(
  gateway: Pick<Gateway, "explorer" | "budgets" | "settings">,
  claims: readonly OpenClaim[],
  free: readonly Transfer[],
): Promise<readonly RefundCandidate[]> {
  const deposits = new Set(claims.map(({ id }) => id));
  const ready = claims.filter((claim) => claim.ready);
  const candidates: RefundCandidate[] = [];
  for (const transfer of free) {
    if (!ready.some((claim) => fits(claim, transfer)) || !gateway.budgets.explorer.take()) continue;
    const tx = await gateway.explorer.tx(transfer.txHash);
    const output = tx?.vout[transfer.position];
    const script = bitcoinScript(gateway, addressIn(transfer));
    if (!tx?.status.confirmed || output?.scriptpubkey !== script || output?.value !== transfer.amount)
      continue;
    const spends = tx.vin.map(({ txid, vout }) => `${txid}:${vout}`);
    candidates.push(spends.some((outpoint) => deposits.has(outpoint)) ? { ...transfer, spends } : transfer);
  }
  return candidates;
}

function addressIn({ place }: Transfer): string {
  return place.split(":").at(-1) ?? "";
}

async function book(
  gateway: CreditingContext,
  { claim, transfer }: Pair<OpenClaim, Transfer>,
  evidence: Evidence,
): Promise<void> {
  const { invoice, deposit, request, kind } = claim;
  const { key: proof, amount, txHash } = transfer;
  if (kind === "settled" && !(await isThereForGood(gateway, claim, transfer))) return;
  const outcome: Outcome =
    kind === "settled" ? { kind, amount, txHash, evidence, proof } : { kind, amount, txHash };
  await advanceInvoice(
    gateway,
    invoice.id,
    {
      kind: "request",
      at: gateway.clock(),
      ...request,
      outcome,
      depositAddress: deposit.address,
      depositTxid: txOf(deposit.outpoint),
      input: deposit.value,
    },
    {
      observation: { source: "transfer", body: { ...transfer, outpoint: deposit.outpoint } },
      ...(kind === "refunded" ? { claim: { proof, outpoint: deposit.outpoint } } : {}), // a settlement is claimed by its fact
    },
  );
}

/** True when the transaction's receipt still shows the very transfer, that has settled nothing yet, and it is final. */
async function isThereForGood(
  gateway: CreditingContext,
  { invoice }: OpenClaim,
  transfer: Transfer,
): Promise<boolean> {
  const { chainId, currency, recipient } = invoice.terms.settlement;
  const arrivals = (await gateway.arrivals.get(chainId)?.(transfer.txHash, currency, recipient)) ?? [];
  const free = await freeArrivals(gateway, chainId, arrivals);
  const found = free.find(
    (arrival) =>
      arrival.amount === transfer.amount &&
      [proofOf(chainId, arrival), formerProofOf(chainId, arrival)].includes(transfer.key),
  );
  if (found) return isFinalArrival(gateway, invoice, found);
  forgetSeen(gateway, invoice, [transfer.txHash]);
  return false;
}
