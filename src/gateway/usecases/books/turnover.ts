import type { LRUCache } from "lru-cache";
import type { CoinAmount, PaymentLine } from "../../domain/books/lines/line.ts";
import { createWorth, type WorthSums } from "../../domain/books/statement/monthWorth.ts";
import { priceDecimals } from "../../../values/currency.ts";
import { DAY_MS, HOUR_MS, type Instant } from "../../../values/time.ts";
import { startOfDay, zonedTime } from "../../../values/zone.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";
import { accountingCurrency } from "./bookSettings.ts";
import { requireFilled } from "./fillBookLines.ts";
import { SETTLED_AFTER_MS, type Bookkeeping } from "./makeStatement.ts";
import { eachPage } from "./sumBooks.ts";

/** The amount of a coin in which payers paid, and how many payments. */
export type CoinTurnover = Readonly<{ coin: CoinAmount; units: bigint; payments: number }>;

/** What was booked on a day of the store's time zone ("2026-11-21"). */
export type DayTurnover = Readonly<{
  day: string;
  from: Instant;
  to: Instant;
  worth: WorthSums;
  coins: readonly CoinTurnover[];
}>;

/** The days up to now, the oldest first, in the store's accounting currency. */
export type Turnover = Readonly<{ currency: string; decimals: number; days: readonly DayTurnover[] }>;

/** Days that have ended never change, so they are read once. */
export type KnownDays = LRUCache<string, DayTurnover>;

/**
 * What the payments of a store were worth on each of the last `count` days, added up from the lines that exports and statements
 * have: the days of a month come to its statement, but for unattributed funds that were refunded. Today has what was booked
 * until now. Throws GatewayError books_not_ready.
 */
export async function turnover(
  gateway: Pick<Bookkeeping, "persistence" | "clock">,
  { id, settings }: MerchantStore,
  count: number,
  known: KnownDays,
): Promise<Turnover> {
  await requireFilled(gateway.persistence.checkpoints);
  const currency = accountingCurrency(settings);
  const { zone } = settings.books;
  const until = gateway.clock() - SETTLED_AFTER_MS;
  const days: DayTurnover[] = [];
  for (const { day, from, to } of daysUntil(gateway.clock(), zone, count)) {
    const key = [id, zone, currency, day].join(" ");
    const kept = known.get(key);
    const read = kept ?? (await dayTurnover(gateway, id, { day, from, to }, currency));
    if (to <= until) known.set(key, read);
    days.push(read);
  }
  return { currency, decimals: priceDecimals(currency) ?? 2, days };
}

type Span = Pick<DayTurnover, "day" | "from" | "to">;

/** The last days of a zone's calendar, the oldest first; today is the last, and ends in the future. */
function daysUntil(now: Instant, zone: string, count: number): readonly Span[] {
  const dayAt = (at: Instant) => zonedTime(zone)(at).slice(0, "2026-11-21".length);
  const days: Span[] = [];
  for (let at = now; days.length < count;) {
    const day = dayAt(at);
    const from = startOfDay(day, zone) ?? at;
    const next = dayAt(from + DAY_MS + 2 * HOUR_MS); // a day has up to 25 hours
    days.unshift({ day, from, to: startOfDay(next, zone) ?? from + DAY_MS });
    at = from - 1;
  }
  return days;
}

async function dayTurnover(
  { persistence }: Pick<Bookkeeping, "persistence">,
  storeId: string,
  { day, from, to }: Span,
  currency: string,
): Promise<DayTurnover> {
  const worth = createWorth(currency);
  const coins = new Map<string, CoinTurnover>();
  await eachPage(
    (place) => persistence.books.linesIn("payments", { storeId, from, to, ...place }),
    ({ kind, body }) => {
      const line = body as PaymentLine; // of this file
      const sign = kind === "reversed" ? -1 : 1;
      worth.add(line, BigInt(sign));
      if (line.outcome === "settled") addCoin(coins, line.paid, sign);
    },
  );
  return { day, from, to, worth: worth.sums(), coins: [...coins.values()] };
}

function addCoin(coins: Map<string, CoinTurnover>, paid: CoinAmount, sign: number): void {
  const key = `${paid.chainId}:${paid.currency}`;
  const { units, payments } = coins.get(key) ?? { units: 0n, payments: 0 };
  coins.set(key, { coin: paid, units: units + BigInt(sign) * BigInt(paid.units), payments: payments + sign });
}

/** The sums of some days. */
export function sumOfDays(days: readonly DayTurnover[]): WorthSums {
  const total = { payments: 0, unvalued: 0, settled: 0n, cost: 0n, costUnknown: 0, refunded: 0n };
  for (const { worth } of days) {
    total.payments += worth.payments;
    total.unvalued += worth.unvalued;
    total.settled += worth.settled;
    total.cost += worth.cost;
    total.costUnknown += worth.costUnknown;
    total.refunded += worth.refunded;
  }
  return total;
}

/** The coins of some days, most payments first. */
export function coinsOfDays(days: readonly DayTurnover[]): readonly CoinTurnover[] {
  const coins = new Map<string, CoinTurnover>();
  for (const { coin, units, payments } of days.flatMap((day) => day.coins)) {
    const key = `${coin.chainId}:${coin.currency}`;
    const before = coins.get(key) ?? { units: 0n, payments: 0 };
    coins.set(key, { coin, units: before.units + units, payments: before.payments + payments });
  }
  return [...coins.values()].toSorted((a, b) => b.payments - a.payments);
}
