import { count, inArray, ne } from "drizzle-orm";
import { APP_FEES_IN } from "../ledger/accounts.ts";
import type { NetworkStore } from "./open.ts";

/** How many requests have taken money in and not finished, by the chains that they come from and go to. */
export async function openRequestsByChain(store: NetworkStore): Promise<ReadonlyMap<number, number>> {
  const { requests } = store.tables;
  const { originChainId, destinationChainId } = requests;
  const found = await store.db
    .select({ from: originChainId, to: destinationChainId, times: count() })
    .from(requests)
    .where(inArray(requests.state, ["pending", "filling", "refunding"]))
    .groupBy(originChainId, destinationChainId);
  const open = new Map<number, number>();
  for (const { from, to, times } of found)
    for (const chainId of new Set([from, to])) open.set(chainId, (open.get(chainId) ?? 0) + times);
  return open;
}

/** The chains that the books have ever had to do with; the one of the application fees is none. */
export async function bookedChains(store: NetworkStore): Promise<readonly number[]> {
  const { ledger } = store.tables;
  const found = await store.db
    .selectDistinct({ chainId: ledger.chainId })
    .from(ledger)
    .where(ne(ledger.chainId, APP_FEES_IN.chainId));
  return found.map(({ chainId }) => chainId);
}
