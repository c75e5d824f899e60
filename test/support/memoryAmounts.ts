import { amountKey, type AmountLease, type AmountLeases } from "../../src/gateway/ports/directPort.ts";
import { ConflictError } from "../../src/database/driver.ts";
import type { SaveExtras } from "../../src/gateway/ports/persistencePort.ts";
import type { Instant } from "../../src/values/time.ts";

type Kept = AmountLease & { untilAt?: Instant };
export const emptyAmounts = () => ({ amounts: new Map<string, Kept>() });
type Tables = ReturnType<typeof emptyAmounts>;

const openIn = ({ amounts }: Tables): readonly Kept[] =>
  [...amounts.values()]
    .filter(({ untilAt }) => untilAt === undefined)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** Leases of exact amounts over a map. */
export function memoryAmounts(tables: Tables): AmountLeases {
  return {
    at: async (keys) => openIn(tables).filter((lease) => keys.includes(amountKey(lease))),
    open: async (after, limit) => openIn(tables).filter(({ id }) => id > after).slice(0, limit),
    addresses: async (chainId) => [
      ...new Set(openIn(tables).flatMap((one) => (one.chainId === chainId ? [one.address.toLowerCase()] : []))),
    ],
    async end({ id }, at) {
      const lease = tables.amounts.get(id);
      if (!lease || lease.untilAt !== undefined) throw new ConflictError("There is no such lease.");
      lease.untilAt = at;
    },
  };
} // prettier-ignore

/** Takes the lease once it is called; whether that may be is checked at once. */
export function checkedAmount(tables: Tables, { amount }: SaveExtras): () => void {
  if (amount && openIn(tables).some((lease) => amountKey(lease) === amountKey(amount)))
    throw new ConflictError(`The amount ${amount.amount} is leased to another invoice.`);
  return () => void (amount && tables.amounts.set(amount.id, { ...amount }));
}
