import { z } from "zod";
import { HOUR_MS } from "../../values/time.ts";
import { Refusal } from "../api/refusals.ts";
import { requireCurrency } from "../catalog.ts";
import type { EvmChain, EvmTransaction, Receipt } from "../chains/evm.ts";
import type { Observation } from "../decide.ts";
import { draftOf, draftWrites, observe } from "../observe.ts";
import { requireChain, type NetworkParts } from "../parts.ts";
import { callOf } from "../quote/steps/direct.ts";
import type { BridgeRequest, Deposit } from "../request.ts";
import { isolateFailure } from "../solver/isolateFailure.ts";
import { depositsByIds, insertDeposit } from "../persistence/deposits.ts";
import { sightedDirectRequests } from "../persistence/requests.ts";
import { placeOf } from "../persistence/rows.ts";

/**
 * Direct requests (send, wrap, unwrap) are one transaction of the user's own wallet. It is not followed: the client reports
 * its hash, and the chain says the rest.
 *
 *   reported ── in no block ──► remembered (request.sighted) ── looked at every second ──► executed | execution-reverted
 *                                        └── not there within an hour, older, or another than quoted ──► forgotten
 */
const LOOKS_PER_TICK = 50;
const FORGOTTEN_AFTER_MS = HOUR_MS;

/**
 * Takes in the hash that a client reports for a direct request. Only the chain is believed: the transaction must be the quoted
 * one, and serves one request only. Throws Refusal when it is not, HttpFailure when the chain gave no answer.
 */
export async function reportDirect(parts: NetworkParts, request: BridgeRequest, hash: string): Promise<void> {
  if (request.state !== "waiting") return; // reported before
  const others = await depositsByIds(parts.store, [depositId(request, hash)]);
  if (others.some(({ requestId }) => requestId !== request.id)) {
    throw new Refusal("INVALID_REQUEST", "This transaction has served another request. Send another one.");
  }
  const chain = requireChain(parts.evm, request.origin.chainId);
  const sent = await chain.transaction(hash);
  const misfit = sent && whyNotTheQuoted(parts, request, sent);
  if (misfit) throw new Refusal("INVALID_REQUEST", misfit);
  const receipt = sent && (await deepReceipt(chain, hash));
  const older = receipt && whyTooOld(request, receipt);
  if (older) throw new Refusal("INVALID_REQUEST", older);
  await tell(parts, request, receipt ? outcomeOf(parts, request, hash, receipt) : sighted(parts, hash));
}

/** The job that looks again at reported transactions that were in no block, or not deep enough: some of them at a time, in turn. */
export function createDirectFollower(parts: NetworkParts): () => Promise<void> {
  let place = "";
  return async () => {
    const some = await sightedDirectRequests(parts.store, place, LOOKS_PER_TICK);
    const last = some.at(-1);
    place = last && some.length === LOOKS_PER_TICK ? placeOf(last) : "";
    for (const request of some) {
      const { sighted: hash } = request;
      if (hash === undefined) continue;
      await isolateFailure(parts, { request: request.id }, () => follow(parts, request, hash));
    }
  };
}

async function follow(parts: NetworkParts, request: BridgeRequest, hash: string): Promise<void> {
  const chain = requireChain(parts.evm, request.origin.chainId);
  const sent = await chain.transaction(hash);
  const isLate = parts.clock() - request.updatedAt > FORGOTTEN_AFTER_MS;
  if (sent ? whyNotTheQuoted(parts, request, sent) !== undefined : isLate) {
    return tell(parts, request, sighted(parts, undefined));
  }
  const receipt = sent && (await deepReceipt(chain, hash));
  if (receipt && whyTooOld(request, receipt) !== undefined) {
    return tell(parts, request, sighted(parts, undefined));
  }
  if (receipt) await tell(parts, request, outcomeOf(parts, request, hash, receipt));
}

function sighted({ clock }: NetworkParts, hash: string | undefined): Observation {
  return { kind: "deposit-sighted", hash, at: clock() };
}

/** The receipt once the chain's configured number of blocks stands on it. */
async function deepReceipt(chain: EvmChain, hash: string): Promise<Receipt | undefined> {
  const receipt = await chain.agreed.receipt(hash);
  if (!receipt || chain.confirmations <= 1) return receipt;
  return receipt.height <= (await chain.agreed.tipHeight()) - chain.confirmations + 1 ? receipt : undefined;
}

function whyNotTheQuoted(
  { catalog }: NetworkParts,
  request: BridgeRequest,
  sent: EvmTransaction,
): string | undefined {
  const { floor, operation, recipient } = request;
  if (!floor) throw new Error(`Direct request ${request.id} was stored without its amount.`);
  const origin = requireCurrency(catalog, request.origin);
  const destination = requireCurrency(catalog, request.destination);
  const asked = callOf({ terms: { origin, destination, operation, recipient }, price: floor });
  if (sent.from !== request.user)
    return `Expected a transaction from ${request.user}, got one from ${sent.from}.`;
  if (sent.to !== asked.to)
    return `Expected a transaction to ${asked.to}, got one to ${sent.to ?? "no address"}.`;
  if (sent.value !== asked.value) return `Expected the value ${asked.value}, got ${sent.value}.`;
  if (sent.data.toLowerCase() !== asked.data.toLowerCase())
    return "Expected the call data of the quote's step.";
  return undefined;
}

const sinceSchema = z.object({ since: z.number() });

/** The same transfer, made before the quote was given out, was for something else. */
function whyTooOld({ quote }: BridgeRequest, { height }: Receipt): string | undefined {
  const parsed = sinceSchema.safeParse(quote);
  if (!parsed.success)
    return "This quote is too old: it does not say at which block it was given. Ask for another.";
  const { since } = parsed.data;
  if (height > since) return undefined;
  return `Expected a transaction after the quote, got one in block ${height}; the quote was given at block ${since}. Send another one.`;
}

function outcomeOf(
  { clock }: NetworkParts,
  request: BridgeRequest,
  hash: string,
  receipt: Receipt,
): Observation {
  const { floor, origin, user } = request;
  if (!receipt.success || !floor) return { kind: "execution-reverted", hash, at: clock() };
  const { height, blockHash } = receipt;
  const deposit: Deposit = {
    ...origin,
    id: depositId(request, hash),
    txHash: hash,
    height,
    blockHash,
    sender: user,
    amount: floor.input,
  };
  return { kind: "executed", deposit, output: floor.output, at: clock() };
}

/** Not the id of a transfer: what is sent may be a deposit of another request as well. The primary key lets it in once. */
function depositId({ origin }: BridgeRequest, hash: string): string {
  return `${origin.chainId}:${hash}:direct`;
}

async function tell(parts: NetworkParts, request: BridgeRequest, seen: Observation): Promise<void> {
  const { store, log, clock } = parts;
  const { draft } = observe(draftOf(request), seen);
  const writes = draftWrites(store, draft);
  if (writes.length === 0) return;
  const { deposit } = draft.now;
  const row = deposit && {
    ...deposit,
    requestId: request.id,
    address: null,
    sender: request.user,
    state: "confirmed",
    seenAt: clock(),
    custody: null,
    movedBy: null,
  };
  await store.commit([...writes, ...(row ? [insertDeposit(store, row)] : [])]);
  log.info("network.direct", { request: request.id, seen: seen.kind });
}
