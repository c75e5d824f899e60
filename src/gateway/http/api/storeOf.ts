import type { Stores } from "../../ports/persistencePort.ts";
import { GatewayError } from "../../errors.ts";
import type { MerchantStore } from "../../usecases/stores/merchantStore.ts";

/** The store of a path. Throws store_not_found. */
export async function storeOf(
  { persistence }: Readonly<{ persistence: Readonly<{ stores: Pick<Stores, "load"> }> }>,
  id: unknown,
): Promise<MerchantStore> {
  const found = await persistence.stores.load(String(id));
  if (!found) throw new GatewayError("store_not_found", `There is no store ${String(id).slice(0, 64)}.`);
  return found;
}
