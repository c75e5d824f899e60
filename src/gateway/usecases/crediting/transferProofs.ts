import type { Arrival } from "../../../evm/reader/evmRpc.ts";
import type { Outcome } from "../../domain/invoices/observation.ts";
import type { Gateway } from "../gateway.ts";
import { isRefundUnpaid } from "./isRefundUnpaid.ts";

/** An outcome, and what it uses up: a refund's transfer pays no other refund (a settlement is claimed by its own fact). */
export type Proven = Readonly<{ outcome: Outcome; claim?: Readonly<{ proof: string; outpoint: string }> }>;

/** A transfer as its transaction has it. */
type Named = Pick<Arrival, "txHash" | "part">;

/**
 * What proves that a transfer settled something: the name of the transfer, which no reorganisation changes. It is the primary
 * key of what it settled, so that it settles once.
 */
export function proofOf(chainId: number, { txHash, part }: Named): string {
  return `${chainId}:${txHash}:${part}`;
}

/** What earlier versions of the gateway called it: by the number of its log in its block, which a reorganisation may change. */
export function formerProofOf(
  chainId: number,
  { txHash, logIndex }: Pick<Arrival, "txHash" | "logIndex">,
): string {
  return `${chainId}:${txHash}:${logIndex}`;
}

const FORMER = /^\d+:0x[0-9a-f]{64}:(-1|\d+)$/;

/** True for a transfer that was unattributed and whose refund was paid or is being paid: it settles nothing. */
async function isRefunded(
  persistence: Gateway["persistence"],
  chainId: number,
  { txHash, part }: Named,
): Promise<boolean> {
  const noted = await persistence.unattributed.load(chainId, `${txHash}:${part}`);
  return noted?.refundId !== undefined && !(await isRefundUnpaid({ persistence }, noted));
}

/**
 * The arrivals of one transaction that have settled nothing yet, under either name. Empty when something
 * was settled under a log index that none of them has: the transaction has moved since, and which arrival
 * that was is unknown.
 */
export async function freeArrivals(
  { persistence, log }: Pick<Gateway, "log" | "persistence">,
  chainId: number,
  arrivals: readonly Arrival[],
): Promise<readonly Arrival[]> {
  const [first] = arrivals;
  if (!first) return [];
  const numbers = new Set(arrivals.map((arrival) => formerProofOf(chainId, arrival)));
  const settled = await persistence.transfers.orphanProofs(chainId, first.txHash);
  const moved = settled.filter((proof) => FORMER.test(proof) && !numbers.has(proof));
  if (moved.length > 0) {
    log.error("transfer.moved_after_settlement", { chain: chainId, txHash: first.txHash, moved });
    return [];
  }
  const free: Arrival[] = [];
  for (const arrival of arrivals) {
    const names = [proofOf(chainId, arrival), formerProofOf(chainId, arrival)];
    const owners = await Promise.all(names.map((name) => persistence.deposits.settlementOwner(name)));
    const isFree = owners.every((owner) => owner === undefined);
    if (isFree && !(await isRefunded(persistence, chainId, arrival))) free.push(arrival);
  }
  return free;
}
