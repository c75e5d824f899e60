import type { Write } from "../../../database/driver.ts";
import { HttpFailure } from "../../../http-client/http.ts";
import type { Instant } from "../../../values/time.ts";
import type { EvmChain } from "../../chains/evm.ts";
import type { Observation } from "../../decide.ts";
import { draftOf, draftWrites, observe } from "../../observe.ts";
import { noteSent, type Attempt, type Outbound } from "../../persistence/outbound.ts";
import { requestById } from "../../persistence/requests.ts";
import type { SolverParts } from "../memory.ts";

/**
 * Broadcasts the stored bytes, and notes it. Throws HttpFailure: "refused" when the chain refused them, otherwise it gave
 * no answer.
 */
export async function broadcast(parts: SolverParts, chain: EvmChain, attempt: Attempt): Promise<void> {
  const noted = await broadcastUnnoted(parts, chain, attempt);
  if (noted.length > 0) await parts.store.commit(noted);
}

/**
 * Broadcasts the stored bytes. Gives the writes that note it, for the caller to commit with others: lost in a crash, they cost
 * one more broadcast. Throws HttpFailure: "refused" when the chain refused them, otherwise it gave no answer.
 */
export async function broadcastUnnoted(
  { memory, clock, store }: SolverParts,
  chain: EvmChain,
  { hash, raw, sentAt }: Attempt,
): Promise<readonly Write[]> {
  try {
    await chain.broadcast(hash, raw);
  } catch (error) {
    const isNo = error instanceof HttpFailure && error.kind === "refused";
    if (isNo) memory.broadcasts.set(hash, { at: clock(), taken: false });
    throw error;
  }
  memory.broadcasts.set(hash, { at: clock(), taken: true });
  return sentAt === null ? [noteSent(store, hash, clock())] : [];
}

/** The observation that a request's payment has another transaction. */
export async function tellSigned(
  { store, clock }: Pick<SolverParts, "store" | "clock">,
  { requestId, kind, amount }: Outbound,
  hash: string,
): Promise<readonly Write[]> {
  const seen = signedObservation(kind, hash, amount, clock());
  if (requestId === null || !seen) return [];
  const request = await requestById(store, requestId);
  if (!request) throw new Error(`Request ${requestId} has a payment and is not in the database.`);
  if (kind === "execute" && request.sighted === undefined) return []; // it was not shown before either
  return draftWrites(store, observe(draftOf(request), seen).draft);
}

function signedObservation(kind: string, hash: string, amount: bigint, at: Instant): Observation | undefined {
  switch (kind) {
    case "fill":
      return { kind: "fill-signed", hash, at };
    case "refund":
      return { kind: "refund-signed", hash, amount, at };
    case "permit":
    case "execute":
      return { kind: "deposit-sighted", hash, at };
    default:
      return undefined;
  }
}
