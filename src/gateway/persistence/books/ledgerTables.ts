import { sql } from "drizzle-orm";
import type { Columns } from "../../../database/columns.ts";

/** The books, and money that is in them without an invoice. Nothing here is ever deleted. */
export function defineLedgerTables(c: Columns) {
  return {
    /** The books (gateway/domain/books/ledger.ts): append-only. A row moves an amount from one account to another. */
    ledger: c.table(
      "ledger",
      {
        id: c.text("id").primaryKey(), // "<chain id>:<outpoint>:<kind>"
        storeId: c.text("store_id"),
        invoiceId: c.optionalText("invoice_id"),
        from: c.text("from_account"),
        to: c.text("to_account"),
        currency: c.text("currency"), // "<chain id>:<currency>"
        amount: c.amount("amount"),
        at: c.instant("at"),
      },
      (t) => [
        c.index("ledger_by_store").on(t.storeId, t.at), // ids are long, and few entries share a time
        c.index("ledger_by_time").on(t.at),
        c.index("ledger_by_invoice").on(t.invoiceId),
        c
          .index("ledger_of_nobody")
          .on(t.id)
          .where(sql`invoice_id is null`),
      ],
    ),

    /** What went out of and into each account on each day (UTC), kept in the same commit as the entries. */
    rollups: c.table(
      "rollups",
      {
        key: c.text("key").primaryKey(), // "<day>|<store>|<account>|<currency>"
        day: c.text("day"), // 2026-11-21
        storeId: c.text("store_id"),
        account: c.text("account"),
        currency: c.text("currency"),
        out: c.amount("out"),
        into: c.amount("into"),
      },
      (t) => [c.index("rollups_by_store").on(t.storeId, t.day)],
    ),

    /** Money that no invoice explains, until a person decides about it. */
    unattributed: c.table(
      "unattributed",
      {
        key: c.text("key").primaryKey(), // "<chain id>:<outpoint>"
        chainId: c.count("chain_id"),
        outpoint: c.text("outpoint"),
        address: c.text("address"),
        currency: c.text("currency"),
        value: c.amount("value"),
        storeId: c.text("store_id"), // last holder of the address
        lastInvoiceId: c.optionalText("last_invoice_id"),
        height: c.count("height"),
        blockHash: c.text("block_hash"),
        blockTime: c.instant("block_time"),
        seenAt: c.instant("seen_at"),
        sender: c.optionalText("sender"), // of a transfer to a store's own address
        state: c.text("state"), // UNATTRIBUTED_STATES; undone: its block has left the best chain
        undone: c.count("undone"), // how often its block has left the best chain
        decision: c.optionalJson("decision"), // how it ended: person, time and reason, and the invoice or the refund
      },
      (t) => [
        c.index("unattributed_by_store").on(t.storeId, t.state, t.key),
        c.index("unattributed_by_block").on(t.chainId, t.blockHash),
      ],
    ),
  };
}
