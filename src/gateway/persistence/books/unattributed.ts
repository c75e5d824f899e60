import { and, asc, eq, gt, gte, inArray, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import {
  closingEntry,
  unattributedEntry,
  UNATTRIBUTED_STATES,
  type UnattributedState,
} from "../../domain/books/ledger.ts";
import type { Write } from "../../../database/driver.ts";
import type { FundsBlock, FundsRefund, Unattributed, UnattributedFunds } from "../../ports/booksPort.ts";
import type { Instant } from "../../../values/time.ts";
import { addressKey } from "../invoices/leases.ts";
import { one, type PersistenceContext } from "../context.ts";
import { assetWrite } from "./bookLines.ts";
import { ledgerWrites } from "./ledger.ts";

const AT_ONCE = 500; // keys in one IN list

/** Money that no invoice explains. It is in the books from the moment it is found. */
export function unattributedQueries(context: PersistenceContext): UnattributedFunds {
  const { database, db, t } = context;
  const { unattributed, addresses, leases, invoices } = t;
  return {
    async formerHolders(chainId, list) {
      const holders = new Map<string, { storeId: string; lastInvoiceId: string | undefined }>();
      for (let from = 0; from < list.length; from += AT_ONCE) {
        const keys = list.slice(from, from + AT_ONCE).map((address) => addressKey(chainId, address));
        const rows = await db
          .select({
            address: addresses.address,
            invoiceId: leases.invoiceId,
            storeId: sql<string | null>`coalesce(${invoices.storeId}, ${leases.storeId})`,
          })
          .from(addresses)
          .leftJoin(leases, eq(leases.addressKey, addresses.key))
          .leftJoin(invoices, eq(invoices.id, leases.invoiceId))
          .where(inArray(addresses.key, keys))
          .orderBy(asc(leases.fromAt), asc(leases.id));
        for (const { address, storeId, invoiceId } of rows) {
          holders.set(address, { storeId: storeId ?? "", lastInvoiceId: invoiceId ?? undefined }); // the last one stays
        }
      }
      return holders;
    },

    async keep(found, coin) {
      const key = keyOf(found);
      const [row] = await db.select().from(unattributed).where(eq(unattributed.key, key));
      if (row && row.state !== "undone") return;
      const { height, blockHash, blockTime, seenAt } = found;
      const undone = row?.undone ?? 0;
      const write = row
        ? changing(context, key, ["undone"], { state: "open", height, blockHash, blockTime })
        : one((tx) =>
            tx
              .insert(unattributed)
              .values({
                ...found,
                key,
                lastInvoiceId: found.lastInvoiceId ?? null,
                sender: found.sender ?? null,
                state: "open",
                undone,
                decision: null,
              })
              .onConflictDoNothing()
              .returning({ key: unattributed.key }),
          );
      const entry = unattributedEntry({ ...found, undone });
      await database.commit([
        write,
        ...ledgerWrites(context, [entry], seenAt),
        ...(coin ? [assetWrite(context, { id: entry.currency, ...coin }, seenAt)] : []),
      ]);
    },

    async list(after, limit) {
      const isNext = and(eq(unattributed.state, "open"), gt(unattributed.key, after));
      const rows = await db
        .select()
        .from(unattributed)
        .where(isNext)
        .orderBy(asc(unattributed.key))
        .limit(limit);
      return rows.map(toUnattributed);
    },

    async recent(since, after, limit) {
      const rows = await db
        .select()
        .from(unattributed)
        .where(and(gt(unattributed.key, after), gte(unattributed.seenAt, since)))
        .orderBy(asc(unattributed.key))
        .limit(limit);
      return rows.map(toUnattributed);
    },

    async load(chainId, outpoint) {
      const [row] = await db
        .select()
        .from(unattributed)
        .where(eq(unattributed.key, keyOf({ chainId, outpoint })));
      return row && toUnattributed(row);
    },

    async inBlocks(chainId, blockHashes) {
      if (blockHashes.length === 0) return [];
      const isIn = and(eq(unattributed.chainId, chainId), inArray(unattributed.blockHash, [...blockHashes]));
      const rows = await db.select().from(unattributed).where(isIn);
      return rows.filter(({ state }) => state === "open" || state === "refunded").map(toUnattributed);
    },

    undo: (found, at) => {
      const undone = { state: "undone", undone: found.undone + 1 } as const;
      return database.commit(closingWrites(context, found, at, undone));
    },

    end: (found, { state, ...end }, at) =>
      database.commit(closingWrites(context, found, at, { state, decision: { ...end, at } })),
  };
}

/** Ends it in the table and in the books. Throws ConflictError when it is not open. */
export function closingWrites(
  context: PersistenceContext,
  found: Unattributed,
  at: Instant,
  change: Change & Readonly<{ state: UnattributedState }>,
): readonly Write[] {
  return [
    changing(context, keyOf(found), ["open"], change),
    ...ledgerWrites(context, [closingEntry(unattributedEntry(found), change.state)], at),
  ];
}

/**
 * Has open funds refunded by a payout, or opens them again unless their block has left the chain. The books change when the payout
 * is completed.
 */
export function refundWrite(context: PersistenceContext, { refund, ...name }: FundsRefund): Write {
  if (refund) return changing(context, keyOf(name), ["open"], { state: "refunded", decision: refund });
  const { state } = context.t.unattributed;
  const present = sql`case ${state} when 'refunded' then 'open' else ${state} end`;
  return changing(context, keyOf(name), ["refunded", "undone"], { state: present, decision: null });
}

/** Takes refunded funds back with their block, or puts them into another one; the refund stays theirs. */
export function blockWrite(context: PersistenceContext, { found, block }: FundsBlock): Write {
  const { state, undone } = found;
  const change = block
    ? ({ state: "refunded", ...block } as const)
    : ({ state: "undone", undone: undone + 1 } as const);
  return changing(context, keyOf(found), [state], change);
}

function keyOf({ chainId, outpoint }: Readonly<{ chainId: number; outpoint: string }>): string {
  return `${chainId}:${outpoint}`;
}

type Change = Partial<Omit<PersistenceContext["t"]["unattributed"]["$inferInsert"], "state">>;

function changing(
  { t }: PersistenceContext,
  key: string,
  from: readonly UnattributedState[],
  change: Change & Readonly<{ state: UnattributedState | SQL }>,
): Write {
  const { unattributed } = t;
  return one(
    (tx) =>
      tx
        .update(unattributed)
        .set(change)
        .where(and(eq(unattributed.key, key), inArray(unattributed.state, [...from])))
        .returning({ key: unattributed.key }),
    `${key} is no longer ${from.join(" or ")}.`,
  );
}

const stateSchema = z.enum(UNATTRIBUTED_STATES);
const decisionSchema = z.object({ refundId: z.string().optional() }).nullable();

/** A row as the rest of the gateway reads it. */
export function toUnattributed({
  key: _key,
  decision,
  lastInvoiceId,
  sender,
  ...row
}: PersistenceContext["t"]["unattributed"]["$inferSelect"]): Unattributed {
  const refundId = decisionSchema.parse(decision)?.refundId;
  return {
    ...row,
    lastInvoiceId: lastInvoiceId ?? undefined,
    state: stateSchema.parse(row.state),
    ...(sender === null ? {} : { sender }),
    ...(refundId === undefined ? {} : { refundId }),
  };
}
