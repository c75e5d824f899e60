import pLimit from "p-limit";
import type { Write } from "../../database/driver.ts";
import type { Log } from "../../runtime/log.ts";
import { divCeil, divFloor, formatFixed, sum } from "../../values/amount.ts";
import { DAY_MS, isoTime, type Clock, type Instant } from "../../values/time.ts";
import type { Currency } from "../catalog.ts";
import type { NetworkStore } from "../persistence/open.ts";
import {
  countWaitingForRoom,
  insertSpending,
  latestSpending,
  spendingsAfter,
  type Role,
  type Spending,
} from "../persistence/spendings.ts";
import type { PriceSource } from "../prices/priceSource.ts";
import type { UsdPrice } from "../prices/usdPrice.ts";

export const ROLES = ["filler", "refunder"] as const satisfies readonly Role[];

/** What the payments of each role may be worth together within any 24 hours, in 10^-8 US dollars; undefined: any. */
export type DailyLimits = Readonly<Record<Role, UsdPrice | undefined>>;

/** Why a payment was not signed: what it is worth, and what was paid in the last 24 hours, in 10^-8 US dollars. */
export type NoRoom = Readonly<{
  usd: UsdPrice;
  used: UsdPrice;
  limit: UsdPrice;
  roomAt: Instant | undefined; // when there is room; undefined for a payment above the whole limit
}>;

/** A payment of a request that is about to be signed; the amount is in smallest units. */
export type LimitedPayment = Readonly<{ requestId: string; currency: Currency; amount: bigint }>;

/** What was paid of a limit, and how many payments wait for room. */
export type LimitUse = Readonly<{ role: Role; limit: UsdPrice; used: UsdPrice; waiting: number }>;

/** The daily limits of the roles, over all chains and all processes on the database. */
export type SpendingLimits = Readonly<{
  /**
   * Signs a payment within its role's limit: `sign` has to commit the writes that it is given together with the payment. Not
   * called where there is no room. Throws PriceUnavailable when the coin has no price.
   */
  within(
    role: Role,
    payment: LimitedPayment,
    sign: (writes: readonly Write[]) => Promise<unknown>,
  ): Promise<NoRoom | undefined>;
  /** The largest single payment that a limit allows, in smallest units; undefined without a limit. Throws PriceUnavailable. */
  most(role: Role, currency: Currency): Promise<bigint | undefined>;
  /** The limits that are set, with what of them is used. */
  use(): Promise<readonly LimitUse[]>;
}>;

type Parts = Readonly<{
  store: NetworkStore;
  prices: PriceSource;
  clock: Clock;
  log: Log;
  limits: DailyLimits;
}>;

/** The setting of each limit. */
export const LIMIT_SETTINGS: Readonly<Record<Role, string>> = {
  filler: "NETWORK_FILLER_DAILY_USD",
  refunder: "NETWORK_REFUNDER_DAILY_USD",
};

/**
 * Keeps the daily limits. What is spent is numbered in the database, and a payment is committed with the next number: another
 * signer that has read the same spendings commits nothing. A payment that is signed once more counts once, by its latest
 * signature: of the payments of one request in a role only one can ever be in a block.
 */
export function createSpendingLimits({ store, prices, clock, log, limits }: Parts): SpendingLimits {
  const known = new Map<Role, Readonly<{ last: number; spent: Map<string, Spending> }>>();
  const oneByOne: Readonly<Record<Role, ReturnType<typeof pLimit>>> = {
    filler: pLimit(1),
    refunder: pLimit(1),
  };
  const raised = new Set<string>();

  /** The spendings of the last 24 hours, the latest of each request, and the number of the last one. */
  async function readSpent(
    role: Role,
    now: Instant,
  ): Promise<Readonly<{ last: number; spent: readonly Spending[] }>> {
    const since = now - DAY_MS;
    const before = known.get(role);
    const { spent } = before ?? { spent: new Map<string, Spending>() };
    const latest = before?.last ?? (await latestSpending(store, role));
    const rows = await spendingsAfter(
      store,
      role,
      before ? { number: before.last, at: 0 } : { number: 0, at: since },
    );
    for (const { number: _, ...row } of rows) spent.set(row.requestId, row);
    for (const { requestId, at } of [...spent.values()]) if (at <= since) spent.delete(requestId);
    const last = Math.max(latest, rows.at(-1)?.number ?? 0);
    known.set(role, { last, spent });
    return { last, spent: [...spent.values()] };
  }

  async function worth({ currency, amount }: LimitedPayment, at: Instant): Promise<UsdPrice> {
    const usd = await prices.price(currency.symbol, at);
    return divCeil(amount * usd, 10n ** BigInt(currency.decimals));
  }

  async function signWithin(
    role: Role,
    limit: UsdPrice,
    payment: LimitedPayment,
    sign: (writes: readonly Write[]) => Promise<unknown>,
  ): Promise<NoRoom | undefined> {
    const { requestId } = payment;
    const at = clock();
    const usd = await worth(payment, at);
    const { last, spent } = await readSpent(role, at);
    const noRoom = findRoom(spent, { requestId, usd, at }, limit);
    if (noRoom) return noRoom;
    await sign([insertSpending(store, role, { number: last + 1, requestId, usd, at })]);
    return undefined;
  }

  function raise(role: Role, { requestId }: LimitedPayment, { usd, used, limit, roomAt }: NoRoom): void {
    const about = roomAt === undefined ? `${role} ${requestId}` : role;
    if (raised.has(about)) return;
    raised.add(about);
    const data = { role, request: requestId, usd: dollars(usd), used: dollars(used), limit: dollars(limit) };
    const room = roomAt === undefined ? `when ${LIMIT_SETTINGS[role]} is raised` : isoTime(roomAt);
    log.error("network.limit_reached", { ...data, room });
  }

  async function clear(role: Role, { requestId }: LimitedPayment): Promise<void> {
    raised.delete(`${role} ${requestId}`);
    if (!raised.has(role) || (await countWaitingForRoom(store, role)) > 0) return;
    raised.delete(role);
    log.info("network.limit_reached_over", { about: role });
  }

  return {
    async within(role, payment, sign) {
      const limit = limits[role];
      if (limit === undefined) return void (await sign([]));
      // One after the other: two payments of this process must not take each other's number.
      const noRoom = await oneByOne[role](() => signWithin(role, limit, payment, sign));
      if (noRoom) raise(role, payment, noRoom);
      else await clear(role, payment);
      return noRoom;
    },
    async most(role, { symbol, decimals }) {
      const limit = limits[role];
      if (limit === undefined) return undefined;
      return divFloor(limit * 10n ** BigInt(decimals), await prices.price(symbol, clock()));
    },
    async use() {
      const now = clock();
      const all = ROLES.map(async (role) => {
        const limit = limits[role];
        if (limit === undefined) return [];
        const spent = await spendingsAfter(store, role, { number: 0, at: now - DAY_MS });
        const latest = new Map(spent.map((one) => [one.requestId, one.usd]));
        return [{ role, limit, used: sum(latest.values()), waiting: await countWaitingForRoom(store, role) }];
      });
      return (await Promise.all(all)).flat();
    },
  };
}

/**
 * Why a payment has no room in a limit, or undefined where it has. `spent` is what was paid, at any time; of it counts what was
 * paid within 24 hours, and not what the payment takes the place of.
 */
export function findRoom(spent: readonly Spending[], payment: Spending, limit: UsdPrice): NoRoom | undefined {
  const { requestId, usd, at } = payment;
  const counted = spent.filter((one) => one.at > at - DAY_MS && one.requestId !== requestId);
  const used = sum(counted.map((one) => one.usd));
  if (used + usd <= limit) return undefined;
  const noRoom = { usd, used, limit };
  if (usd > limit) return { ...noRoom, roomAt: undefined };
  let over = used + usd - limit;
  const last = counted
    .toSorted((a, b) => a.at - b.at)
    .find((one) => {
      over -= one.usd;
      return over <= 0n;
    });
  return { ...noRoom, roomAt: last && last.at + DAY_MS };
}

/** To the cent and towards zero. */
function dollars(usd: UsdPrice): string {
  return formatFixed(usd / 1_000_000n, 2);
}
