import { inCoins, type Catalog, type Currency } from "../../network/catalog.ts";
import { newRequestId } from "../../network/parts.ts";
import type { NetworkStore } from "../../network/persistence/open.ts";
import type { Outbound } from "../../network/persistence/outbound.ts";
import {
  insertOwnOrder,
  ownOrdersOf,
  type OwnOrder,
  type OwnOrderKind,
} from "../../network/persistence/ownOrders.ts";
import { parseDecimal } from "../../values/amount.ts";
import { isoTime } from "../../values/time.ts";
import type { Arguments } from "../arguments.ts";
import type { Invocation } from "../command.ts";

const LISTED = 5;
const VERBS = {
  rebalance: { would: "swap", service: "does" },
  treasury: { would: "send", service: "sends" },
} as const;

/**
 * True where the arguments ask for an order: one of its options is given. Throws with those that are missing then, and with
 * `nothingToOrder` for --yes without an order.
 */
export function asksForOrder(given: Arguments, options: readonly string[], nothingToOrder: string): boolean {
  const isOrder = options.some((name) => given.option(name) !== undefined);
  if (isOrder) given.requireAll("chain", ...options);
  if (given.has("yes") && !isOrder) throw new Error(nothingToOrder);
  return isOrder;
}

/** The coin of a chain that an option names. Throws with the coins that there are. */
export function readCoin(catalog: Catalog, given: Arguments, chainId: number, option: string): Currency {
  const text = given.require(option);
  const found = catalog.currency(chainId, text);
  if (found) return found;
  const known = catalog.currencies(chainId).map(({ symbol }) => symbol);
  throw new Error(`--${option}: expected one of ${known.join(", ")} (chain ${chainId}), got "${text}".`);
}

/** The amount of a coin that --amount gives, in smallest units. Throws for zero and for what is no amount. */
export function readAmount(given: Arguments, { decimals }: Currency): bigint {
  const amount = parseDecimal(given.require("amount"), decimals);
  if (amount <= 0n) throw new Error("--amount: expected more than zero.");
  return amount;
}

/** Places an order, and tells where to follow it; without --yes it only tells `what` would be ordered. */
export async function placeOrder(
  { clock, random, print }: Pick<Invocation, "clock" | "random" | "print">,
  store: NetworkStore,
  order: Pick<OwnOrder, "kind" | "chainId" | "currency" | "target" | "amount">,
  { what, isConfirmed }: Readonly<{ what: string; isConfirmed: boolean }>,
): Promise<void> {
  const { kind, chainId } = order;
  const { would, service } = VERBS[kind];
  if (!isConfirmed) return print(`Would ${would} ${what}. Nothing was ordered: say it again with --yes.`);
  const row = { ...order, id: newRequestId(random), state: "requested", reason: null, createdAt: clock() };
  await store.commit([insertOwnOrder(store, row)]);
  const again = `crosstill network ${kind} --chain ${chainId}`;
  print(`Ordered: ${what}. The running service ${service} it within a minute; see ${again}`);
}

/** The last orders of a chain and what became of them, for people. */
export async function storiesOf(
  store: NetworkStore,
  catalog: Catalog,
  chainId: number,
  kind: OwnOrderKind,
): Promise<readonly string[]> {
  const orders = await ownOrdersOf(store, chainId, kind, LISTED);
  return orders.map(({ order: { currency: address, target, amount, createdAt, reason }, payment }) => {
    const currency = catalog.currency(chainId, address);
    const coins = currency ? inCoins(currency, amount) : `${amount} of ${address}`; // one that is not served any more
    const wanted = kind === "rebalance" ? ` to ${catalog.currency(chainId, target)?.symbol ?? target}` : "";
    return `Ordered at ${isoTime(createdAt)}: ${coins}${wanted}, ${outcomeText(payment, reason)}`;
  });
}

function outcomeText(payment: Outbound | undefined, reason: string | null): string {
  if (payment) return payment.hash === null ? payment.state : `${payment.state} in ${payment.hash}`;
  return reason === null ? "waits for the running service" : `refused: ${reason}`;
}
