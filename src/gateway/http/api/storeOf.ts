import { GatewayError } from "../../errors.ts";
import type { MerchantStore } from "../../usecases/stores/merchantStore.ts";
import type { Store } from "../../ports/storePort.ts";

/** The store of a path. Throws store_not_found. */
export async function storeOf(
  { store }: Readonly<{ store: Pick<Store, "loadStore"> }>,
  id: unknown,
): Promise<MerchantStore> {
  const found = await store.loadStore(String(id));
  if (!found) throw new GatewayError("store_not_found", `There is no store ${String(id).slice(0, 64)}.`);
  return found;
}
