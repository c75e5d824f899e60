import { logNotCredited } from "./logNotCredited.ts";
import { z } from "zod";
import { LeaseLost } from "../../../runtime/jobs/jobLeases.ts";
import type { EvmHeader } from "../../../evm/reader/evmBlocks.ts";
import type { EvmArrival } from "../../../evm/reader/evmDeposits.ts";
import type { EvmAddress } from "../../../evm/codec/address.ts";
import type { OutputSeen } from "../../domain/invoices/observation.ts";
import { isRejectedDeposit } from "../../domain/invoices/factChanges.ts";
import { advanceInvoice } from "../invoices/advanceInvoice.ts";
import { amountHolders } from "./creditDirect.ts";
import type { AmountLease } from "../../ports/directPort.ts";
import { findCoin } from "./findCoin.ts";
import { holdersOf, type Holder } from "../tracking/evmHolders.ts";
import { recordUnattributed, type UnattributedPayment } from "./noteUnattributed.ts";
import type { Gateway } from "../gateway.ts";
import type { CreditingContext } from "./creditingContext.ts";

/** An arrival as stored in a checkpoint while it could not be credited. */
export const arrivalSchema = z.object({
  id: z.string(),
  address: z.string().transform((text) => text as EvmAddress), // written by us
  currency: z.string().transform((text) => text as EvmAddress), // as above
  amount: z
    .string()
    .regex(/^\d{1,78}$/)
    .transform(BigInt),
  height: z.number(),
  blockHash: z.string(),
  at: z.number(),
});

/**
 * The followed part of a chain: its last headers, lowest first, and the number of blocks that confirm a
 * deposit on it.
 */
export type FollowedChain = Readonly<{ chainId: number; headers: readonly EvmHeader[]; need: number }>;

/**
 * Credits arrivals to the invoices that lease their addresses, or that lease exactly their amounts at a
 * merchant's own address, and records as unattributed what came to an address without a lease. Returns the
 * arrivals that failed (a full database, an invalid row) for a retry: they neither block the others nor get
 * lost.
 */
export async function creditArrivals(
  gateway: CreditingContext,
  chain: FollowedChain,
  arrivals: readonly EvmArrival[],
): Promise<readonly EvmArrival[]> {
  const there = arrivals.filter((arrival) => isOnChain(chain, arrival));
  if (there.length === 0) return [];
  const addresses = [...new Set(there.map(({ address }) => address))];
  const holders = await holdersOf(gateway, chain.chainId, addresses);
  const amounts = await amountHolders(gateway, chain.chainId, there);
  const failed: EvmArrival[] = [];
  for (const arrival of there) {
    const amount = amounts.get(arrival.id);
    const holder = amount ? ({ kind: "amount", lease: amount } as const) : holders.get(arrival.address);
    if (holder && !(await creditOne(gateway, chain, holder, arrival))) failed.push(arrival);
  }
  return failed;
}

/** False once the arrival's block has left the best chain: its transaction comes again in another block, or never. */
function isOnChain({ headers }: FollowedChain, { height, blockHash }: EvmArrival): boolean {
  const [oldest] = headers;
  return oldest === undefined || height < oldest.number || headers.some(({ hash }) => hash === blockHash);
}

async function creditOne(
  gateway: CreditingContext,
  chain: FollowedChain,
  holder: Holder | Readonly<{ kind: "amount"; lease: AmountLease }>,
  arrival: EvmArrival,
): Promise<boolean> {
  const { chainId } = chain;
  try {
    if (
      holder.kind === "amount" &&
      (await gateway.persistence.deposits.settlementOwner(`${chainId}:${arrival.id}`))
    )
      return true; // a fill of just this amount
    const noted = await gateway.persistence.unattributed.load(chainId, arrival.id);
    if (noted?.refundId !== undefined || noted?.state === "dismissed") return true; // a person was first
    const owner = await gateway.persistence.deposits.owner(chainId, arrival.id); // credited once, to one invoice, for ever
    if (owner === undefined && holder.kind === "former") {
      await recordUnattributed(gateway, strayOf(chainId, arrival), holder);
      return true;
    }
    const { id: outpoint, currency, amount: value, height, blockHash } = arrival;
    const observation = { source: "block", body: { chainId, outpoint, currency, value, height, blockHash } };
    const lease = holder.kind === "former" ? undefined : holder.lease;
    const coin = await findCoin(gateway, chainId, currency);
    const seen = { ...observeArrival(gateway, chain, lease?.address ?? arrival.address, arrival), coin };
    const after = await advanceInvoice(gateway, owner ?? lease?.invoiceId ?? "", seen, { observation }); // one of the two is there
    if (holder.kind !== "amount" && isRejectedDeposit(after.facts, outpoint)) {
      await recordUnattributed(gateway, strayOf(chainId, arrival), {
        storeId: after.storeId,
        lastInvoiceId: after.id,
      });
    }
    return true;
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    logNotCredited(gateway, "evm.arrival_not_credited", { chain: chainId, arrival: arrival.id, error });
    return false;
  }
}

/**
 * An arrival as an observation of the invoice that leases the address (in the spelling of its offer).
 * decide() checks coin and chain.
 */
export function observeArrival(
  { clock }: Pick<Gateway, "clock">,
  { chainId, headers, need }: FollowedChain,
  address: string,
  { id: outpoint, currency, amount: value, height, blockHash, at: blockTime }: EvmArrival,
): OutputSeen {
  const at = clock();
  const tipHeight = headers.at(-1)?.number ?? height;
  return {
    kind: "output",
    at,
    sentBy: Math.min(at, blockTime),
    outpoint,
    chainId,
    currency,
    address,
    value,
    confirmations: confirmationsAt(height, tipHeight, need),
    blockHash,
    tipHeight,
  };
}

/** None while a chain's deposits need more blocks than that to be safe, then one, and one more with every further block. */
export function confirmationsAt(height: number, tipHeight: number, need: number): number {
  return Math.max(0, tipHeight - height + 1 - (need - 1));
}

function strayOf(
  chainId: number,
  { id: outpoint, address, currency, amount: value, height, blockHash, at: blockTime }: EvmArrival,
): UnattributedPayment {
  return { chainId, outpoint, address, currency, value, height, blockHash, blockTime };
}
