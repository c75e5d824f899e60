import { displayEvmAddress, type EvmAddress } from "../../../evm/codec/address.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import type { FormerHolder } from "../../ports/booksPort.ts";
import type { Gateway } from "../gateway.ts";
import type { Lease } from "../../ports/persistencePort.ts";

/** The holder of an EVM address: the invoice that leases it now, or the last one. */
export type Holder = Readonly<{ kind: "lease"; lease: Lease }> | Readonly<{ kind: "former" } & FormerHolder>;

/**
 * The addresses (lower case) that were ever issued, on any chain: an EVM address is the same on all of
 * them.
 */
export async function everIssued(
  gateway: Pick<Gateway, "persistence"> & Watching,
  chainId: number,
  addresses: readonly EvmAddress[],
): Promise<ReadonlySet<string>> {
  const ours = new Set<string>();
  for (const chain of await chainsToAsk(gateway, chainId)) {
    const holders = await gateway.persistence.unattributed.formerHolders(chain, inBothForms(addresses));
    for (const address of holders.keys()) ours.add(address.toLowerCase());
  }
  return ours;
}

/**
 * The holders of these addresses (lower case), for money that arrived on a chain. A lease there comes
 * first, then one on another chain: that money came to the right address on the wrong chain. Leases of two
 * invoices on two other chains are ambiguous.
 */
export async function holdersOf(
  gateway: Pick<Gateway, "persistence" | "settings">,
  chainId: number,
  addresses: readonly EvmAddress[],
): Promise<ReadonlyMap<string, Holder>> {
  const spelled = inBothForms(addresses);
  const chains = await chainsToAsk(gateway, chainId);
  const [here, ...others] = await Promise.all(
    chains.map((chain) => gateway.persistence.leases.openAt(chain, spelled)),
  );
  const elsewhere = others.flat();
  const holders = new Map<string, Holder>();
  for (const address of addresses) {
    const isAt = (lease: Lease) => lease.address.toLowerCase() === address;
    const own = here?.find(isAt);
    const away = elsewhere.filter(isAt);
    const lease = own ?? (new Set(away.map(({ invoiceId }) => invoiceId)).size === 1 ? away[0] : undefined);
    if (lease) holders.set(address, { kind: "lease", lease });
  }
  for (const chain of chains) {
    const former = await gateway.persistence.unattributed.formerHolders(
      chain,
      spelled.filter((one) => !holders.has(one.toLowerCase())),
    );
    for (const [address, holder] of former) holders.set(address.toLowerCase(), { kind: "former", ...holder });
  }
  return holders;
}

/** Every EVM chain on which a store may have had addresses, whether we can look at it or not; the one where something arrived comes first. */
type Watching = Readonly<{ settings: Pick<Gateway["settings"], "watchedChains"> }>;

async function chainsToAsk(
  { settings, persistence }: Pick<Gateway, "persistence"> & Watching,
  chainId: number,
): Promise<readonly number[]> {
  const stores = await persistence.stores.list();
  const payable = stores.flatMap((one) => Object.keys(one.settings.refunds).map(Number)); // without a refund address nothing is offered
  const all = new Set([chainId, ...settings.watchedChains, ...payable]);
  all.delete(BITCOIN_CHAIN_ID);
  return [...all];
}

/** Addresses are kept as the service wrote them: in lower case or with a checksum. */
function inBothForms(addresses: readonly EvmAddress[]): readonly string[] {
  return addresses.flatMap((address) => [address, displayEvmAddress(address)]);
}
