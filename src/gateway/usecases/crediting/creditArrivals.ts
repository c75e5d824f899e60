import { z } from "zod";
import type { EvmHeader } from "../../../evm/reader/evmBlocks.ts";
import type { EvmArrival } from "../../../evm/reader/evmDeposits.ts";
import type { EvmAddress } from "../../../evm/codec/address.ts";
import type { OutputSeen } from "../../domain/invoices/observation.ts";
import { isTurnedAway } from "../../domain/invoices/factChanges.ts";
import { advanceInvoice } from "../invoices/advanceInvoice.ts";
import { amountHolders } from "./creditDirect.ts";
import type { AmountLease } from "../../ports/directPort.ts";
import { holdersOf, type Holder } from "../tracking/evmHolders.ts";
import { keepStray, type Stray } from "./noteUnattributed.ts";
import type { Gateway } from "../../ports/ports.ts";

/** An arrival as it is kept in a note while it could not be credited. */
export const arrivalSchema = z.object({
  id: z.string(),
  address: z.string().transform((text) => text as EvmAddress), // written by us
  currency: z.string().transform((text) => text as EvmAddress), // likewise
  amount: z.string().regex(/^\d{1,78}$/).transform(BigInt),
  height: z.number(),
  blockHash: z.string(),
  at: z.number(),
}); // prettier-ignore

/** A chain as far as it is followed: its last headers, lowest first, and how many blocks make a deposit on it confirmed. */
export type FollowedChain = Readonly<{ chainId: number; headers: readonly EvmHeader[]; need: number }>;

/**
 * Credits arrivals to the invoices that lease their addresses, or exactly their amounts at a merchant's own, and writes down as unattributed what came to an address that
 * nobody leases any more. Gives those that failed (a database that is full, a row that cannot be true), to be tried again:
 * they neither hold up the others nor get lost.
 */
export async function creditArrivals(
  gateway: Gateway,
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
    if (holder && !(await isCredited(gateway, chain, holder, arrival))) failed.push(arrival);
  }
  return failed;
}

/** False once the arrival's block has left the best chain: its transaction comes again in another block, or never. */
function isOnChain({ headers }: FollowedChain, { height, blockHash }: EvmArrival): boolean {
  const [oldest] = headers;
  return oldest === undefined || height < oldest.number || headers.some(({ hash }) => hash === blockHash);
}

async function isCredited(
  gateway: Gateway,
  chain: FollowedChain,
  holder: Holder | Readonly<{ kind: "amount"; lease: AmountLease }>,
  arrival: EvmArrival,
): Promise<boolean> {
  const { chainId } = chain;
  try {
    if (holder.kind === "amount" && (await gateway.store.settlementOwner(`${chainId}:${arrival.id}`)))
      return true; // a fill of just this amount
    const owner = await gateway.store.depositOwner(chainId, arrival.id); // credited once, to one invoice, for ever
    if (owner === undefined && holder.kind === "former") {
      await keepStray(gateway, strayOf(chainId, arrival), holder);
      return true;
    }
    const { id: outpoint, currency, amount: value, height, blockHash } = arrival;
    const observation = { source: "block", body: { chainId, outpoint, currency, value, height, blockHash } };
    const lease = holder.kind === "former" ? undefined : holder.lease;
    const seen = observeArrival(gateway, chain, lease?.address ?? arrival.address, arrival);
    const after = await advanceInvoice(gateway, owner ?? lease?.invoiceId ?? "", seen, { observation }); // one of the two is there
    if (holder.kind !== "amount" && isTurnedAway(after.facts, outpoint)) {
      await keepStray(gateway, strayOf(chainId, arrival), {
        storeId: after.storeId,
        lastInvoiceId: after.id,
      });
    }
    return true;
  } catch (error) {
    gateway.log.error("evm.arrival_not_credited", { chain: chainId, arrival: arrival.id, error });
    return false;
  }
}

/** An arrival as news of the invoice that leases the address (as its offer writes it). Whether it is the right coin on the right chain, decide() says. */
export function observeArrival(
  { clock }: Pick<Gateway, "clock">,
  { chainId, headers, need }: FollowedChain,
  address: string,
  { id: outpoint, currency, amount: value, height, blockHash, at: blockTime }: EvmArrival,
): OutputSeen {
  const at = clock();
  const tipHeight = headers.at(-1)?.number ?? height;
  return {
    ...{ kind: "output", at, sentBy: Math.min(at, blockTime), outpoint, chainId, currency, address, value },
    ...{ confirmations: confirmationsAt(height, tipHeight, need), blockHash, tipHeight },
  };
}

/** None while a chain's deposits need more blocks than that to be safe, then one, and one more with every further block. */
export function confirmationsAt(height: number, tipHeight: number, need: number): number {
  return Math.max(0, tipHeight - height + 1 - (need - 1));
}

function strayOf(
  chainId: number,
  { id: outpoint, address, currency, amount: value, height, blockHash, at: blockTime }: EvmArrival,
): Stray {
  return { chainId, outpoint, address, currency, value, height, blockHash, blockTime };
}
