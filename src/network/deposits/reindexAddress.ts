import { HttpFailure } from "../../http-client/http.ts";
import { ConflictError } from "../../database/driver.ts";
import type { EvmAddress } from "../../evm/codec/address.ts";
import { isToken, type Currency } from "../catalog.ts";
import { requireChain, type NetworkParts } from "../parts.ts";
import { issuedAddress } from "../persistence/addresses.ts";
import { followedHeaders } from "../persistence/headers.ts";
import { creditSurplus } from "./creditSurplus.ts";
import { indexBitcoin } from "./indexBitcoin.ts";
import { indexEvm } from "./indexEvm.ts";

/** What lies at a deposit address: the currencies that were asked for, those that are there, and those that gave no answer. */
export type Reindexed = Readonly<{
  checked: readonly Currency[];
  triggered: readonly Readonly<{ currency: Currency; balance: bigint }>[];
  failed: readonly Currency[];
}>;

/**
 * Checks an issued address on a chain at once, and credits what it holds beyond the known deposits, once
 * that is final. Idempotent. Throws ConflictError only under continuous concurrent changes.
 */
export async function reindexAddress(
  parts: NetworkParts,
  chainId: number,
  address: string,
  currencies: readonly Currency[],
): Promise<Reindexed> {
  const triggered: { currency: Currency; balance: bigint }[] = [];
  const failed: Currency[] = [];
  await pollNow(parts, chainId);
  for (const currency of currencies) {
    try {
      const balance =
        (await surplusOf(parts, address, currency)) || (await balanceOf(parts, currency, address));
      if (balance > 0n) triggered.push({ currency, balance });
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error;
      failed.push(currency);
    }
  }
  return { checked: currencies, triggered, failed };
}

/** What was credited beyond the deposits that were known. */
async function surplusOf(parts: NetworkParts, address: string, currency: Currency): Promise<bigint> {
  const issued = await issuedAddress(parts.store, address);
  if (issued?.family !== "evm" || currency.kind === "bitcoin") return 0n;
  const tip = (await followedHeaders(parts.store, currency.chainId)).at(-1);
  if (tip) parts.hidden.note({ issued, currency, named: undefined, height: tip.height });
  try {
    return await creditSurplus(parts, issued, currency);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    return creditSurplus(parts, issued, currency); // the job had looked in between
  }
}

function balanceOf({ evm, bitcoin }: NetworkParts, currency: Currency, address: string): Promise<bigint> {
  if (currency.kind === "bitcoin") return bitcoin.balance(address);
  const chain = requireChain(evm, currency.chainId);
  const owner = address as EvmAddress; // issued for EVM chains
  return isToken(currency) ? chain.tokenBalance(currency.address, owner) : chain.nativeBalance(owner);
}

async function pollNow(parts: NetworkParts, chainId: number): Promise<void> {
  try {
    await (parts.evm.has(chainId) ? indexEvm(parts, chainId) : indexBitcoin(parts));
  } catch (error) {
    parts.log.warn("network.reindex_failed", { chain: chainId, error }); // the job looks again in a second
  }
}
