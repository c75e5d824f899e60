import { sameCurrency } from "../../../intents/identifiers.ts";
import { MINUTE_MS, type Instant } from "../../../values/time.ts";
import type { BookedLine } from "../../domain/books/lines/line.ts";
import { FORMER_WATCHED_MS } from "../crediting/transferPlaces.ts";
import type { Gateway } from "../gateway.ts";
import type { MerchantStore } from "./merchantStore.ts";
import { settlementSpans, type SettlementSpan } from "./settlements.ts";

const CLOCK_SLACK_MS = 2 * MINUTE_MS; // between our clock and a chain's block times
const AT_ONCE = 50; // lines

type Reading = Pick<Gateway, "persistence">;

/** A settlement address, on one chain or on all. `at` limits it to stores that used the address at that time. */
export type StoreAddress = Readonly<{ address: string; chainId?: number; at?: Instant }>;

/**
 * Finds the store that gets unattributed funds at an address. If several stores use the address, it is the store with the first paid
 * invoice there, because anyone can enter any address. Before the first paid invoice it is the store that entered the address first.
 */
export async function findAddressOwner(
  gateway: Reading,
  stores: readonly MerchantStore[],
  place: StoreAddress,
): Promise<MerchantStore | undefined> {
  const naming = stores
    .map((store) => ({ store, spans: spansAt(store, place) }))
    .filter(({ spans }) => spans.length > 0)
    .toSorted((one, other) => (one.spans[0]?.from ?? 0) - (other.spans[0]?.from ?? 0));
  const [earliest] = naming;
  if (naming.length < 2) return earliest?.store;
  const paid = await Promise.all(
    naming.map(async ({ store, spans }) => ({ store, at: await findFirstPayment(gateway, store, spans) })),
  );
  return paid.reduce((first, next) => (next.at < first.at ? next : first)).store;
}

/** Returns whether this store or another one owns a shared address. Undefined if no other store uses the address. */
export async function findSharing(
  gateway: Reading,
  store: Pick<MerchantStore, "id">,
  address: string,
): Promise<"own" | "other" | undefined> {
  const all = await gateway.persistence.stores.list();
  const isOther = (one: MerchantStore) => one.id !== store.id && spansAt(one, { address }).length > 0;
  if (!all.some(isOther)) return undefined;
  const owner = await findAddressOwner(gateway, all, { address });
  return owner?.id === store.id ? "own" : "other";
}

function spansAt(store: MerchantStore, { address, chainId, at }: StoreAddress): readonly SettlementSpan[] {
  return settlementSpans(store).filter(
    ({ settlement, from, until }) =>
      sameCurrency(settlement.recipient, address) &&
      (chainId === undefined || settlement.chainId === chainId) &&
      (at === undefined || (at >= from - CLOCK_SLACK_MS && at < until + FORMER_WATCHED_MS)),
  );
}

/** Returns the time of a store's first paid invoice in these spans; Infinity if there is none. */
async function findFirstPayment(
  { persistence: { books } }: Reading,
  { id: storeId }: MerchantStore,
  spans: readonly SettlementSpan[],
): Promise<Instant> {
  for (const { settlement, from, until } of spans) {
    const range = { storeId, from, to: Math.min(until + FORMER_WATCHED_MS, Number.MAX_SAFE_INTEGER) };
    let after: Readonly<{ at: Instant; id: string }> | undefined;
    do {
      const page = await books.linesIn("payments", { ...range, after, limit: AT_ONCE });
      const found = page.find((line) => isPaidAt(line, settlement.recipient));
      if (found) return found.at;
      after = page.at(-1);
    } while (after);
  }
  return Infinity;
}

/** Returns true for a settled payment to the address. Payments that a person assigned do not show who owns the address. */
function isPaidAt(line: BookedLine, address: string): boolean {
  if (line.file !== "payments" || line.kind === "reversed") return false;
  const { outcome, recipient, assignedAt } = line.body;
  return outcome === "settled" && assignedAt === undefined && sameCurrency(recipient ?? "", address);
}
