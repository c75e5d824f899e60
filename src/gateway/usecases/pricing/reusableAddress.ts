import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { MINUTE_MS, type Instant } from "../../../values/time.ts";
import type { Gateway } from "../gateway.ts";
import type { PricingContext } from "./pricingContext.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";
import type { CachedAddress } from "../../ports/persistencePort.ts";
import { isOfAmount } from "./quotedRate.ts";

const RESERVED_MS = MINUTE_MS; // longer than pricing takes

/** Returns the key under which a store's reusable deposit addresses of a route are stored. Two stores never share an address. */
export function addressRoute({ id }: Pick<MerchantStore, "id">, route: string): string {
  return `${id}>${route}`;
}

/**
 * Finds a free deposit address of the route that was quoted for about the price, newest first because its rate is the likeliest
 * to hold. Undefined where there is none. An address that ever received a deposit is reused only where the operator allows it,
 * because its payer may have saved it and pay a stranger's invoice later; and only when the service lists requests by address,
 * because the deposits could not be told apart otherwise. It must also be idle: every deposit is accounted for, and none is
 * pending.
 */
export async function reusableAddress(
  gateway: PricingContext,
  route: string,
  due: bigint,
): Promise<CachedAddress | undefined> {
  const kind = gateway.service.listKind();
  const canTellApart = kind === "v2" || kind === "v3";
  const unpaidOnly = !gateway.settings.reusesPaidAddresses || !canTellApart;
  const at = gateway.clock();
  const free = await gateway.persistence.leases.freeAddresses(route, at, unpaidOnly);
  const address = free.find(
    (candidate) =>
      candidate.quoted && isOfAmount(candidate.quoted, due) && reserve(gateway.reserved, candidate, at),
  );
  if (!address) return undefined;
  return (await isQuiet(gateway, address)) ? address : undefined;
}

/** Takes an address for this process' next invoice. Between processes the database decides, and the loser looks again. */
function reserve(reserved: Map<string, Instant>, { chainId, address }: CachedAddress, at: Instant): boolean {
  const key = `${chainId}:${address}`;
  if ((reserved.get(key) ?? 0) > at) return false;
  for (const [other, until] of reserved) if (until <= at) reserved.delete(other);
  reserved.set(key, at + RESERVED_MS);
  return true;
}

async function isQuiet(
  gateway: Pick<Gateway, "log" | "persistence" | "explorer">,
  { chainId, address }: CachedAddress,
): Promise<boolean> {
  if (chainId !== BITCOIN_CHAIN_ID) return false; // without eyes on the chain a fresh address is the safe choice
  try {
    const sums = await gateway.explorer.addressSums(address);
    return (
      sums.mempoolFunded === 0n &&
      sums.funded === (await gateway.persistence.deposits.sumTo(chainId, address))
    );
  } catch (error) {
    gateway.log.debug("address.not_checked", { address, error });
    return false;
  }
}
