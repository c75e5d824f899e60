import { HttpFailure } from "../chain/http.ts";
import { ConflictError, type Write } from "../db/driver.ts";
import { MINUTE_MS, SECOND_MS } from "../time.ts";
import type { Token } from "./catalog.ts";
import { signTransfer, type EvmChain, type GasFees } from "./chains/evm.ts";
import { draftOf, draftWrites, observe, type Draft } from "./observe.ts";
import type { NetworkParts } from "./parts.ts";
import { priceInput } from "./pricing.ts";
import { quoteRecord } from "./quote.ts";
import type { BridgeRequest } from "./request.ts";
import {
  closeOutbound,
  insertOutbound,
  moveNonce,
  noteSent,
  openOutbound,
  outboundToSend,
  storedNonce,
  type Outbound,
} from "./store/outbound.ts";
import { requestById, requestsIn } from "./store/requests.ts";

type Parts = Pick<
  NetworkParts,
  "store" | "keys" | "catalog" | "market" | "evm" | "clock" | "log" | "revertedSince"
>;

const FILLS_PER_TICK = 200;
const RESEND_MS = 15 * SECOND_MS; // a transaction that is in no block by then is handed over once more, unchanged
const REVERT_CERTAIN_MS = 5 * MINUTE_MS;
const ASKED_AT_ONCE = 50;

/**
 * Moves every confirmed deposit on: re-quoted, signed, on disk, sent, and followed until its receipt is in a block.
 * One chain, or one request, that cannot be served now never holds up the others.
 */
export async function fillRequests(parts: Parts): Promise<void> {
  await followFills(parts); // first, so that what has landed no longer counts as promised
  const pending = await requestsIn(parts.store, "pending", FILLS_PER_TICK);
  const chains = new Set(pending.map(({ destinationChainId }) => destinationChainId));
  for (const chainId of chains) {
    const mine = pending.filter((request) => request.destinationChainId === chainId);
    await isolated(parts, { chain: chainId }, () => signFills(parts, chainId, mine));
  }
  await sendFills(parts);
  await followFills(parts);
}

/** What a chain's fills of one tick share. The nonce and the capacities shrink as fills are signed. */
type Run = {
  readonly chain: EvmChain;
  readonly fees: GasFees;
  stored: number | undefined;
  nonce: number;
  readonly left: Map<string, bigint>;
};

async function signFills(parts: Parts, chainId: number, requests: readonly BridgeRequest[]): Promise<void> {
  const chain = parts.evm.get(chainId);
  if (!chain)
    throw new Error(
      `Chain ${chainId} is not configured any more, but ${requests.length} request(s) need it.`,
    );
  const [fees, counted, stored] = await Promise.all([
    chain.gasFees(),
    chain.nextNonce(parts.keys.solverEvmAddress),
    storedNonce(parts.store, chainId),
  ]);
  const run: Run = { chain, fees, stored, nonce: Math.max(counted, stored ?? 0), left: new Map() };
  for (const request of requests) {
    if (!(await isolated(parts, { request: request.id }, () => signFill(parts, run, request)))) return;
  }
}

async function signFill(parts: Parts, run: Run, request: BridgeRequest): Promise<void> {
  const { store, catalog, clock } = parts;
  const token = catalog.token(request.destinationChainId, request.destinationCurrency);
  if (!token || !request.deposit)
    throw new Error(`Request ${request.id} wants a token that is not configured any more.`);
  const market = await parts.market.market(token);
  const capacity = run.left.get(token.address) ?? (await parts.market.capacity(token, ["filling"]));
  const price = priceInput(request.deposit.amount, market, request.slippageBps);
  const worth = price.output + price.fees.relayerGas + price.fees.relayerService;
  const offer = { output: price.output, worth, capacity, quote: quoteRecord(price, market) };
  const { draft, effects } = observe(draftOf(request), { kind: "requoted", offer, at: clock() });
  run.left.set(token.address, capacity);
  const order = effects.find((effect) => effect.kind === "sign-fill");
  if (!order) {
    await store.commit(draftWrites(store, draft));
    parts.log.warn("network.not_filled", {
      request: request.id,
      state: draft.now.state,
      reason: draft.now.failReason,
    });
    return;
  }
  await signAndKeep(parts, run, token, draft, order.amount);
  run.left.set(token.address, capacity - order.amount);
}

/** Request, raw transaction and nonce reach the disk together, before anything leaves. */
async function signAndKeep(
  parts: Parts,
  run: Run,
  token: Token,
  draft: Draft,
  amount: bigint,
): Promise<void> {
  const { store, clock } = parts;
  const { id: requestId, recipient } = draft.now;
  const { nonce, stored, fees } = run;
  const transfer = { chainId: token.chainId, nonce, token: token.address, to: recipient, amount, fees };
  const { hash, raw } = await signTransfer(parts.keys.solverEvm, transfer);
  const signed = observe(draft, { kind: "fill-signed", hash, at: clock() });
  const row: Outbound = {
    hash,
    requestId,
    kind: "fill",
    chainId: token.chainId,
    slot: `evm:${token.chainId}:${String(nonce).padStart(12, "0")}`, // sorts by nonce
    raw,
    amount,
    state: "open",
    createdAt: clock(),
    sentAt: null,
  };
  const writes = [
    ...draftWrites(store, signed.draft),
    insertOutbound(store, row),
    moveNonce(store, token.chainId, stored, nonce + 1),
  ];
  await store.commit(writes);
  run.stored = nonce + 1;
  run.nonce = nonce + 1;
}

/**
 * Hands over what was never sent, and once more what is in no block for a while: always the stored bytes, in the order of
 * their nonces, because a chain need not keep a transaction whose predecessor it has not seen.
 */
async function sendFills(parts: Parts): Promise<void> {
  const due = await outboundToSend(parts.store, "fill", parts.clock() - RESEND_MS, FILLS_PER_TICK);
  await chainByChain(parts, due, 1, async ({ hash, raw }, chain) => {
    await chain.broadcast(hash, raw);
    await parts.store.commit([noteSent(parts.store, hash, parts.clock())]);
  });
}

/** Success is a receipt with status 1 in a block; a reverted fill moved nothing, so the deposit goes back. */
async function followFills(parts: Parts): Promise<void> {
  const open = await openOutbound(parts.store, "fill", 2 * FILLS_PER_TICK);
  await chainByChain(parts, open, ASKED_AT_ONCE, async (row, chain) => {
    const outcome = await chain.outcome(row.hash);
    if (outcome && isCertain(parts, row, outcome)) await closeFill(parts, row, outcome);
  });
}

/** A success is believed at once; "reverted" only when it has been said for a while, because the deposit is given back for it. */
function isCertain(
  { revertedSince, clock }: Parts,
  { hash }: Outbound,
  outcome: "included" | "reverted",
): boolean {
  if (outcome === "included") {
    revertedSince.delete(hash);
    return true;
  }
  const since = revertedSince.get(hash) ?? clock();
  revertedSince.set(hash, since);
  return clock() - since >= REVERT_CERTAIN_MS;
}

async function closeFill(parts: Parts, row: Outbound, outcome: "included" | "reverted"): Promise<void> {
  const { store, clock, log } = parts;
  const request = await requestById(store, row.requestId);
  const kind = outcome === "included" ? "fill-included" : "fill-reverted";
  const writes: readonly Write[] = request
    ? draftWrites(store, observe(draftOf(request), { kind, hash: row.hash, at: clock() }).draft)
    : [];
  await store.commit([...writes, closeOutbound(store, row.hash, outcome)]);
  log.info(`network.fill_${outcome}`, { request: row.requestId, hash: row.hash, amount: String(row.amount) });
}

/** Works on the rows of every chain at the same time, `atOnce` of one chain together; a chain that fails waits for the next tick. */
async function chainByChain(
  parts: Parts,
  rows: readonly Outbound[],
  atOnce: number,
  work: (row: Outbound, chain: EvmChain) => Promise<void>,
): Promise<void> {
  const one = async (chain: EvmChain) => {
    const mine = rows.filter(({ chainId }) => chainId === chain.id);
    for (let from = 0; from < mine.length; from += atOnce) {
      const group = mine.slice(from, from + atOnce);
      const done = await Promise.all(
        group.map((row) => isolated(parts, { fill: row.hash }, () => work(row, chain))),
      );
      if (done.includes(false)) return;
    }
  };
  await Promise.all([...parts.evm.values()].map(one));
}

/**
 * Runs one item's work. False when it makes no sense to go on with the list: the chain does not answer, or the rows had
 * changed under it. The next tick starts afresh.
 */
async function isolated(
  parts: Parts,
  what: Record<string, unknown>,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    parts.log.warn("network.fill_postponed", { ...what, error });
    return !(error instanceof ConflictError || error instanceof HttpFailure);
  }
}
