import {
  closingEntry,
  unattributedEntry,
  type Entry,
  type UnattributedState,
} from "../../src/gateway/domain/books/ledger.ts";
import { ConflictError } from "../../src/database/driver.ts";
import type {
  FundsBlock,
  FundsRefund,
  Ledger,
  Unattributed,
  UnattributedFunds,
} from "../../src/gateway/ports/booksPort.ts";
import { isoTime, type Instant } from "../../src/values/time.ts";

import { byId, keyOf, page, refuse, type Tables } from "./memoryTables.ts";

/** Entries of the ledger, and their totals by day. */
export function ledger({ ledger, rollups }: Tables) {
  return {
    entriesOf: async (invoiceId) =>
      [...ledger.values()].filter((entry) => entry.invoiceId === invoiceId).toSorted(byId),
    ledgerPage: async (after, limit) => page(ledger, after, limit),
    rollups: async (after, limit) => page(rollups, after, limit),
    proofRecord: async () => ({ decided: [], quotes: [] }), // no test of a thousand stores looks at it
  } satisfies Ledger;
}

export function unattributedFunds(tables: Tables) {
  const { unattributed, addresses, leases, invoices } = tables;
  return {
    async formerHolders(chainId, list) {
      const ours = list.filter((address) => addresses.has(keyOf(chainId, address)));
      return new Map(
        ours.map((address) => {
          const held = [...leases.values()].filter(
            (one) => one.chainId === chainId && one.address === address,
          );
          const last = held.toSorted((a, b) => a.fromAt - b.fromAt || byId(a, b)).at(-1)?.invoiceId;
          return [address, { storeId: invoices.get(last ?? "")?.storeId ?? "", lastInvoiceId: last }];
        }),
      );
    },
    async keep(found) {
      const key = keyOf(found.chainId, found.outpoint);
      const known = unattributed.get(key);
      if (known && known.state !== "undone") return;
      const { height, blockHash, blockTime } = found;
      const row: Unattributed = known
        ? { ...known, state: "open", height, blockHash, blockTime }
        : { ...found, state: "open", undone: 0 };
      const book = checkedEntries(tables, [unattributedEntry(row)], found.seenAt);
      book();
      unattributed.set(key, row);
    },
    list: async (after, limit) => page(unattributed, after, limit, ({ state }) => state === "open"),
    recent: async (since, after, limit) => page(unattributed, after, limit, ({ seenAt }) => seenAt >= since),
    load: async (chainId, outpoint) => unattributed.get(keyOf(chainId, outpoint)),
    inBlocks: async (chainId, blockHashes) =>
      [...unattributed.values()].filter(
        ({ state, chainId: on, blockHash }) =>
          (state === "open" || state === "refunded") && on === chainId && blockHashes.includes(blockHash),
      ),
    undo: async (found, at) =>
      closedUnattributed(tables, found, at, { state: "undone", undone: found.undone + 1 })(),
    end: async (found, { state }, at) => closedUnattributed(tables, found, at, { state })(),
  } satisfies UnattributedFunds;
}

/** Has open funds refunded, or opens them again, once it is called; whether that may be is checked at once. */
export function checkedRefund(
  { unattributed }: Tables,
  { chainId, outpoint, refund }: FundsRefund,
): () => void {
  const key = keyOf(chainId, outpoint);
  const row = unattributed.get(key);
  const isAsExpected = refund ? row?.state === "open" : row?.state === "refunded" || row?.state === "undone";
  if (!row || !isAsExpected) throw new ConflictError(`${key} has moved on.`);
  const { refundId: _, ...rest } = row;
  const present = row.state === "refunded" ? "open" : row.state;
  return () =>
    void unattributed.set(
      key,
      refund ? { ...rest, state: "refunded", refundId: refund.refundId } : { ...rest, state: present },
    );
}

/** Takes refunded funds out of their block, or puts them into another one, once it is called; whether that may be is checked at once. */
export function checkedBlock({ unattributed }: Tables, { found, block }: FundsBlock): () => void {
  const key = keyOf(found.chainId, found.outpoint);
  const row = unattributed.get(key);
  if (row?.state !== found.state) throw new ConflictError(`${key} has moved on.`);
  const change = block
    ? ({ ...block, state: "refunded" } as const)
    : ({ state: "undone", undone: row.undone + 1 } as const);
  return () => void unattributed.set(key, { ...row, ...change });
}

/** Ends it in the table and in the books, once it is called; whether it is open is checked at once. */
export function closedUnattributed(
  tables: Tables,
  found: Unattributed,
  at: Instant,
  change: Partial<Unattributed> & Readonly<{ state: UnattributedState }>,
): () => void {
  const key = keyOf(found.chainId, found.outpoint);
  const row = tables.unattributed.get(key);
  if (row?.state !== "open") throw new ConflictError(`${key} is no longer open.`);
  const book = checkedEntries(tables, [closingEntry(unattributedEntry(found), change.state)], at);
  return () => {
    book();
    tables.unattributed.set(key, { ...row, ...change });
  };
}

/** Books the entries and their day's totals, once it is called; whether that may be is checked at once. */
export function checkedEntries(
  { ledger, rollups }: Tables,
  entries: readonly Entry[],
  at: Instant,
): () => void {
  const ids = entries.map(({ id }) => id);
  for (const [index, id] of ids.entries())
    refuse(ledger.has(id) || ids.indexOf(id) < index, `The books have ${id} already.`);
  const day = isoTime(at).slice(0, 10);
  const add = ({ storeId, currency }: Entry, account: Entry["from"], out: bigint, into: bigint) => {
    const key = [day, storeId, account, currency].join("|");
    const old = rollups.get(key) ?? { key, day, storeId, account, currency, out: 0n, into: 0n };
    rollups.set(key, { ...old, out: old.out + out, into: old.into + into });
  };
  return () => {
    for (const entry of entries) {
      ledger.set(entry.id, { ...entry, at });
      add(entry, entry.from, entry.amount, 0n);
      add(entry, entry.to, 0n, entry.amount);
    }
  };
}
