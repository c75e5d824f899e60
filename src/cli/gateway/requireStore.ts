import type { Gateway } from "../../gateway/usecases/gateway.ts";
import type { MerchantStore } from "../../gateway/usecases/stores/merchantStore.ts";

const MOST_LISTED = 10;

/** The store of that id. Throws with the stores that there are. */
export async function requireStore(
  persistence: Pick<Gateway["persistence"], "stores">,
  id: string,
): Promise<MerchantStore> {
  return (await persistence.stores.load(id)) ?? noStore(id, await persistence.stores.list());
}

/** Throws with the stores that there are. */
export function noStore(id: string, stores: readonly MerchantStore[]): never {
  if (stores.length === 0)
    throw new Error(`There is no store ${id}, and no other yet. Make one with "crosstill stores create".`);
  const listed = stores.slice(0, MOST_LISTED).map((store) => `  ${store.id}  ${store.name}`);
  const more = stores.length - listed.length;
  if (more > 0) listed.push(`  and ${more} more`);
  throw new Error([`There is no store ${id}. The stores are:`, ...listed].join("\n"));
}
