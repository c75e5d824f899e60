import { type Entry } from "../../src/gateway/domain/books/ledger.ts";
import { ConflictError } from "../../src/database/driver.ts";
import type { Decided, Rollup, Unattributed } from "../../src/gateway/ports/booksPort.ts";
import type { MerchantStore } from "../../src/gateway/usecases/stores/merchantStore.ts";
import type { Lease, NewAddress, Transfer } from "../../src/gateway/ports/persistencePort.ts";
import type { Logo } from "../../src/gateway/domain/branding/logo.ts";
import type { Invoice } from "../../src/gateway/domain/invoices/invoice.ts";
import type { PaymentRequest } from "../../src/gateway/domain/invoices/paymentRequest.ts";
import { type Instant } from "../../src/values/time.ts";
import { emptyAmounts } from "./memoryAmounts.ts";
import { emptyOutbox } from "./memoryOutbox.ts";
import { emptyMails } from "./memoryMails.ts";
import { emptyBookLines } from "./memoryBookLines.ts";

type Address = NewAddress & { freedAt: number; deposits: number };

/** What the port keeps, as maps. */
export function emptyTables() {
  return {
    stores: new Map<string, MerchantStore>(),
    logos: new Map<string, Logo>(),
    invoices: new Map<string, Invoice>(),
    labels: new Map<string, { terms: { metadata: unknown }; archivedAt?: Instant }>(), // what a stale decision must not undo
    moving: new Set<string>(), // ids, as the flag of their rows
    decided: new Map<string, Decided[]>(),
    addresses: new Map<string, Address>(),
    leases: new Map<string, Lease & { untilAt: Instant | undefined }>(),
    deposits: new Map<string, { invoiceId: string; value: bigint }>(),
    settlements: new Map<string, { invoiceId: string; outpoint: string }>(),
    transfers: new Map<string, Transfer>(),
    ...emptyAmounts(),
    ...emptyOutbox(),
    ...emptyMails(),
    ...emptyBookLines(),
    paymentRequests: new Map<string, PaymentRequest>(),
    openings: new Map<string, string>(),
    notes: new Map<string, { version: number; body: unknown; at: Instant }>(),
    ledger: new Map<string, Entry & { at: Instant }>(),
    rollups: new Map<string, Rollup & { key: string }>(),
    unattributed: new Map<string, Unattributed>(),
  };
}

export type Tables = ReturnType<typeof emptyTables>;

export const NEVER = Number.MAX_SAFE_INTEGER;
export const keyOf = (chainId: number, name: string): string => `${chainId}:${name}`;
export const before = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
export const byId = (a: { id: string }, b: { id: string }): number => before(a.id, b.id);

/** Throws what a database throws when a write meets a row that it must not meet. */
export function refuse(isRefused: boolean, why: string): void {
  if (isRefused) throw new ConflictError(why);
}

/** The rows of a page, in the order of their keys. */
export function page<T>(
  rows: ReadonlyMap<string, T>,
  after: string,
  limit: number,
  keep = (_: T) => true,
): readonly T[] {
  return [...rows]
    .filter(([key, row]) => key > after && keep(row))
    .toSorted(([a], [b]) => before(a, b))
    .slice(0, limit)
    .map(([, row]) => row);
}
