import { lastChange } from "../../../evm/reader/evmBalances.ts";
import type { EvmHeader } from "../../../evm/reader/evmBlocks.ts";
import type { EvmArrival } from "../../../evm/reader/evmDeposits.ts";
import { checkEvmAddress, ZERO_ADDRESS, type EvmAddress } from "../../../evm/codec/address.ts";
import { isCurrencyIdentifier } from "../../../intents/identifiers.ts";
import { sum } from "../../../values/amount.ts";
import { creditArrivals } from "../crediting/creditArrivals.ts";
import { eachItem, pages } from "../eachItem.ts";
import type { Gateway } from "../gateway.ts";
import type { TrackingContext } from "./trackingContext.ts";
import type { HiddenReader } from "../../ports/chainPort.ts";
import type { Lease } from "../../ports/persistencePort.ts";
import { followedHeaders } from "./watchEvmDeposits.ts";

/** The block that was looked at last, and the balances that were looked into. In memory: after a restart all are new. */
export type HiddenMemory = { block: string; readonly seen: Map<string, bigint> };

const CHANGES_A_LOOK = 5; // of one balance
const MOST_REMEMBERED = 100_000;

/** An empty memory. */
export function newHiddenMemory(): HiddenMemory {
  return { block: "", seen: new Map() };
}

/**
 * Finds native coins that contracts send to open addresses of a chain in the middle of a call, which no block shows (smart
 * wallets, batch payouts): compares the balances with what was credited, once for each block that was followed. An EVM address
 * has one invoice for ever, so what is there beyond its deposits came unseen; what the service has moved on meanwhile only
 * hides it. Each payment is credited under the name that its transaction gives it, as any other arrival; where the node does
 * not show calls, it is left to the word of the service. Throws HttpFailure when the chain cannot be asked.
 */
export async function watchHiddenCoins(
  gateway: TrackingContext,
  chainId: number,
  memory: HiddenMemory,
): Promise<void> {
  const read = gateway.hidden.get(chainId);
  const headers = await followedHeaders(gateway, chainId);
  const tip = headers.at(-1);
  if (!read || !tip || tip.hash === memory.block) return;
  const { seen } = memory;
  if (seen.size > MOST_REMEMBERED) seen.clear();
  for await (const page of pages(gateway.persistence.leases.open)) {
    const leases = page.flatMap((lease) => placed(lease, chainId));
    const balances = await read.balancesAt(
      tip.hash,
      leases.map(({ address }) => address),
    );
    const changed = leases
      .map((one, index) => ({ ...one, balance: balances[index] ?? 0n }))
      .filter(({ address, balance }) => (seen.get(address) ?? 0n) !== balance);
    await eachItem(gateway, "hidden coins", changed, async ({ lease, address, balance }) => {
      await creditHidden(gateway, read, { lease, address, balance, headers });
      seen.set(address, balance);
    });
  }
  memory.block = tip.hash;
}

type Place = Readonly<{ lease: Lease; address: EvmAddress }>;

function placed(lease: Lease, chainId: number): readonly Place[] {
  const address = lease.chainId === chainId ? checkEvmAddress(lease.address) : undefined;
  return address ? [{ lease, address }] : [];
}

/** Looks into the blocks in which the balance has changed, the last one first, until all of it is explained. */
async function creditHidden(
  gateway: TrackingContext,
  read: HiddenReader,
  { lease, address, balance, headers }: Place & Readonly<{ balance: bigint; headers: readonly EvmHeader[] }>,
): Promise<void> {
  const { chainId, invoiceId } = lease;
  let blocks = headers;
  for (let change = 0; change < CHANGES_A_LOOK; change++) {
    const surplus = balance - (await creditedAt(gateway, lease));
    if (surplus <= 0n) return;
    const block = await lastChange(read.balancesAt, blocks, address);
    const hashes = block && (await read.payersInside(block.hash, address));
    if (!block || !hashes) {
      gateway.log.warn("evm.hidden_coins", {
        invoice: invoiceId,
        chain: chainId,
        address,
        amount: String(surplus),
      });
      return;
    }
    const arrivals: EvmArrival[] = [];
    for (const hash of hashes) arrivals.push(...(await arrivalsBy(gateway, lease, address, block, hash)));
    const failed = await creditArrivals(gateway, { chainId, headers, need: 1 }, arrivals);
    if (failed.length > 0) throw new Error(`${failed.length} payments to ${address} could not be credited.`);
    blocks = blocks.slice(0, blocks.indexOf(block));
  }
}

/** What the invoice was credited with of the chain's own coin at the address. */
async function creditedAt(
  { persistence }: Pick<Gateway, "persistence">,
  { invoiceId, chainId, address }: Lease,
): Promise<bigint> {
  const deposits = (await persistence.invoices.load(invoiceId))?.facts.deposits ?? [];
  const here = deposits.filter(
    (deposit) =>
      deposit.chainId === chainId &&
      deposit.address.toLowerCase() === address.toLowerCase() &&
      deposit.presence !== "gone" &&
      isCurrencyIdentifier(deposit.currency),
  );
  return sum(here.map(({ value }) => value));
}

async function arrivalsBy(
  { arrivals }: Pick<Gateway, "arrivals">,
  { chainId }: Lease,
  address: EvmAddress,
  { number: height, hash: blockHash }: EvmHeader,
  txHash: string,
): Promise<readonly EvmArrival[]> {
  const paid = (await arrivals.get(chainId)?.(txHash, ZERO_ADDRESS, address)) ?? [];
  return paid.flatMap(({ part, amount, at }): EvmArrival[] =>
    amount === undefined
      ? []
      : [{ id: `${txHash}:${part}`, address, currency: ZERO_ADDRESS, amount, height, blockHash, at }],
  );
}
