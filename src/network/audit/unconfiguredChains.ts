import type { Catalog } from "../catalog.ts";
import { isHeld } from "../ledger/accounts.ts";
import { bookedChains, openRequestsByChain } from "../persistence/bookedChains.ts";
import type { NetworkStore } from "../persistence/open.ts";
import { readBooks, type Books } from "./books.ts";

type Unconfigured = Readonly<{ chainId: number; why: string }>;

/** Chains on which the books have money, and which are not configured any more. */
export function unconfiguredChains(catalog: Catalog, { accounts }: Books): readonly Unconfigured[] {
  const held = accounts.filter(({ account }) => isHeld(account)).map(({ chainId }) => chainId);
  return [...new Set(held)]
    .filter((chainId) => catalog.family(chainId) === undefined)
    .map((chainId) => ({ chainId, why: `Chain ${chainId} is not configured any more, but money is there.` }));
}

/** A sentence for every chain that is not configured any more although money or open requests are there. */
export async function findUnconfiguredChains(
  store: NetworkStore,
  catalog: Catalog,
): Promise<readonly string[]> {
  const isGone = (chainId: number) => catalog.family(chainId) === undefined;
  const open = [...(await openRequestsByChain(store))].filter(([chainId]) => isGone(chainId));
  const needed = open.map(
    ([chainId, times]) =>
      `Chain ${chainId} is not configured any more, but ${times === 1 ? "an open request needs" : `${times} open requests need`} it.`,
  );
  if (!(await bookedChains(store)).some(isGone)) return needed; // the sums of a large ledger take their time
  const money = unconfiguredChains(catalog, await readBooks(store)).map(({ why }) => why);
  return [...money, ...needed];
}
