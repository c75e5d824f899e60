import { sql } from "drizzle-orm";
import type { Columns } from "../../database/columns.ts";
import { defineLeaseTables } from "../../database/leaseTables.ts";
import { defineAccessTables } from "./access/accessTables.ts";
import { defineBookLineTables } from "./books/bookLineTables.ts";
import { defineCounterTables } from "./counterTables.ts";
import { defineKeyTables } from "./keys/keyTables.ts";
import { defineLedgerTables } from "./books/ledgerTables.ts";
import { defineLogoTables } from "./logoTables.ts";
import { defineMailTables } from "./mail/mailTables.ts";
import { defineOutboxTables } from "./webhooks/outboxTables.ts";
import { defineNotificationTables } from "./notifications/notificationTables.ts";
import { definePaymentRequestTables } from "./payment-requests/paymentRequestTables.ts";
import { defineSellingTables } from "./selling/sellingTables.ts";
import { definePayoutTables } from "./payouts/payoutTables.ts";
import { defineWordTables } from "./invoices/wordTables.ts";

/** The gateway's tables, declared once for both dialects. Invoices, offers, deposits and observations are never deleted. */
export function defineTables(c: Columns) {
  return {
    stores: c.table(
      "stores",
      {
        id: c.text("id").primaryKey(),
        name: c.text("name"),
        settings: c.json("settings"),
        createdAt: c.instant("created_at"),
        domain: c.optionalText("domain"), // that it has proven to be its own
      },
      (t) => [c.unique("stores_one_domain").on(t.domain)],
    ),

    ...defineLogoTables(c),
    ...defineAccessTables(c),
    ...defineNotificationTables(c),
    ...defineCounterTables(c),
    ...defineKeyTables(c),

    invoices: c.table(
      "invoices",
      {
        id: c.text("id").primaryKey(),
        storeId: c.text("store_id"),
        version: c.count("version"),
        state: c.text("state"),
        additional: c.text("additional"),
        moving: c.flag("moving"), // money was seen and is neither settled nor refunded
        orderId: c.optionalText("order_id"),
        terms: c.packed("terms"),
        facts: c.packed("facts"),
        createdAt: c.instant("created_at"),
        expiresAt: c.instant("expires_at"),
        changedAt: c.instant("changed_at"),
        attention: c.optionalText("attention"), // the kinds of what needs a person, or nothing
        unpricedSince: c.optionalInstant("unpriced_since"), // what is missing has no price (due.ts); empty while it has one
        metadata: c.optionalPacked("metadata"), // what the merchant has put in the place of the terms' own
        archivedAt: c.optionalInstant("archived_at"),
        priceKey: c.text("price_key").default(""), // sorts by price within a currency (priceKey.ts)
        words: c.optionalText("words"), // what the merchant may look for, beside its id and its order
        paymentRequestId: c.optionalText("payment_request_id"),
      },
      (t) => [
        c.index("invoices_by_store").on(t.storeId, t.createdAt, t.id),
        c
          .index("invoices_listed") // what a page passes over is counted here, and not read
          .on(t.storeId, t.createdAt, t.id)
          .where(sql`archived_at is null`),
        c.index("invoices_by_order").on(t.storeId, t.orderId, t.createdAt, t.id), // in the order of the list
        c.index("invoices_by_state").on(t.storeId, t.state, t.createdAt, t.id, t.archivedAt), // the same, and the list of all stores
        c.index("invoices_of_state").on(t.state, t.id),
        c.index("invoices_by_expiry").on(t.state, t.expiresAt),
        c.index("invoices_moving").on(t.moving, t.id),
        c
          .index("invoices_unpriced")
          .on(t.id)
          .where(sql`unpriced_since is not null`),
        c
          .index("invoices_attention")
          .on(t.storeId, t.id)
          .where(sql`attention is not null`),
        c
          .index("invoices_waiting") // in the order of the list; what is archived stands first, or SQLite takes invoices_listed
          .on(t.storeId, t.archivedAt, t.createdAt, t.id)
          .where(sql`attention is not null`),
        c
          .index("invoices_archived")
          .on(t.storeId, t.createdAt, t.id)
          .where(sql`archived_at is not null`),
        c
          .index("invoices_odd")
          .on(t.storeId, t.additional, t.state, t.createdAt, t.id, t.archivedAt)
          .where(sql`additional <> 'None'`),
        c.index("invoices_by_price").on(t.storeId, t.state, t.priceKey, t.id, t.archivedAt, t.createdAt), // of each state, for filters
        c
          .index("invoices_by_payment_request")
          .on(t.paymentRequestId, t.id)
          .where(sql`payment_request_id is not null`),
      ],
    ),

    ...defineWordTables(c),
    ...definePaymentRequestTables(c),
    ...defineSellingTables(c),

    /** Which invoice was opened last for an order, or for a link: of two that are made at once by two processes one is kept. */
    openings: c.table("openings", {
      subject: c.text("subject").primaryKey(),
      invoiceId: c.text("invoice_id"),
    }),

    /** Every quote as it was asked and answered, with time and source. */
    quotes: c.table(
      "quotes",
      {
        id: c.text("id").primaryKey(),
        invoiceId: c.text("invoice_id"),
        methodId: c.text("method_id"),
        kind: c.text("kind"), // deposit | indicative
        requestId: c.text("request_id"),
        input: c.amount("input"),
        raw: c.packed("raw"),
        at: c.instant("at"),
      },
      (t) => [c.index("quotes_by_invoice").on(t.invoiceId)],
    ),

    /** The cache of reusable deposit addresses. */
    addresses: c.table(
      "addresses",
      {
        key: c.text("key").primaryKey(), // "<chain id>:<address>"
        chainId: c.count("chain_id"),
        address: c.text("address"),
        route: c.text("route"),
        requestId: c.text("request_id"),
        deposits: c.count("deposits"), // how many outputs it ever received
        quotedInput: c.optionalAmount("quoted_input"), // by the quote that made it, what it was worth then, and the least it brings
        quotedWorth: c.optionalAmount("quoted_worth"),
        quotedLeast: c.optionalAmount("quoted_least"),
        freedAt: c.instant("freed_at"), // newest first
        createdAt: c.instant("created_at"),
      },
      (t) => [
        c.index("addresses_free").on(t.route, t.freedAt),
        c.unique("addresses_one_request").on(t.requestId),
      ],
    ),

    /**
     * The holder of an address, from when until when. At most one open lease per address, by a unique
     * index.
     */
    leases: c.table(
      "leases",
      {
        id: c.text("id").primaryKey(),
        addressKey: c.text("address_key"),
        chainId: c.count("chain_id"),
        address: c.text("address"),
        invoiceId: c.text("invoice_id"),
        storeId: c.optionalText("store_id"), // of an invoice that a restored database does not have
        methodId: c.text("method_id"),
        requestId: c.text("request_id"),
        fromAt: c.instant("from_at"),
        untilAt: c.optionalInstant("until_at"),
      },
      (t) => [
        c
          .unique("leases_one_open")
          .on(t.addressKey)
          .where(sql`until_at is null`),
        c.index("leases_open").on(t.untilAt, t.id),
        c.index("leases_by_invoice").on(t.invoiceId),
        c.index("leases_by_request").on(t.requestId, t.addressKey),
        c.index("leases_by_address").on(t.addressKey, t.fromAt),
      ],
    ),

    /** Which invoice an exact amount at a merchant's own address belongs to, from when until when. At most one open lease of each. */
    amountLeases: c.table(
      "amount_leases",
      {
        id: c.text("id").primaryKey(),
        key: c.text("key"), // "<chain id>:<currency>:<address>:<amount>", in lower case
        chainId: c.count("chain_id"),
        currency: c.text("currency"),
        address: c.text("address"),
        amount: c.amount("amount"),
        invoiceId: c.text("invoice_id"),
        requestId: c.text("request_id"),
        fromAt: c.instant("from_at"),
        untilAt: c.optionalInstant("until_at"),
      },
      (t) => [
        c
          .unique("amount_leases_one_open")
          .on(t.key)
          .where(sql`until_at is null`),
        c
          .index("amount_leases_open")
          .on(t.chainId, t.address)
          .where(sql`until_at is null`),
        c.index("amount_leases_by_invoice").on(t.invoiceId),
      ],
    ),

    /** The claim that makes an output countable once: its outpoint is the primary key. */
    deposits: c.table(
      "deposits",
      {
        key: c.text("key").primaryKey(), // "<chain id>:<txid>:<vout>"
        invoiceId: c.text("invoice_id"),
        value: c.amount("value"),
        at: c.instant("at"),
        blockHash: c.optionalText("block_hash"), // where the invoice has it now
      },
      (t) => [
        c.index("deposits_by_invoice").on(t.invoiceId),
        c.index("deposits_by_block").on(t.blockHash),
        c.index("deposits_by_time").on(t.at),
      ],
    ),

    /**
     * The same for transfers to a merchant, or refunds: one proof settles (or refunds) one deposit of one
     * invoice.
     */
    settlements: c.table("settlements", {
      proof: c.text("proof").primaryKey(),
      invoiceId: c.text("invoice_id"),
      outpoint: c.text("outpoint"),
      at: c.instant("at"),
    }),

    /**
     * Transfers to places where a store is paid or refunded, from any sender. A row of `settlements` with
     * the same key names what it settled. Needed for services that name no transactions.
     */
    transfers: c.table(
      "transfers",
      {
        key: c.text("key").primaryKey(), // "<chain id>:<tx>:<log or output>"
        chainId: c.count("chain_id"),
        place: c.text("place"), // "<chain id>:<currency>:<recipient>"
        txHash: c.text("tx_hash"),
        position: c.count("position"), // of the log in its block, or of the output in its transaction
        amount: c.amount("amount"),
        height: c.count("height"),
        at: c.instant("at"), // its block's time
        seenAt: c.instant("seen_at"),
      },
      (t) => [
        c.index("transfers_by_place").on(t.place, t.seenAt),
        c.index("transfers_by_height").on(t.chainId, t.height),
      ],
    ),

    /**
     * Observations as received, with time and source. One that changed an invoice has the resulting version
     * and the exact input of the decision (`seen`), so that every decision can be replayed.
     */
    observations: c.table(
      "observations",
      {
        id: c.serial("id"),
        invoiceId: c.text("invoice_id"),
        source: c.text("source"),
        at: c.instant("at"),
        body: c.packed("body"),
        version: c.optionalCount("version"),
        seen: c.optionalPacked("seen"),
      },
      (t) => [
        c
          .unique("observations_one_a_version")
          .on(t.invoiceId, t.version)
          .where(sql`version is not null`),
      ],
    ),

    ...defineOutboxTables(c),

    ...defineLedgerTables(c),
    ...defineBookLineTables(c),

    ...definePayoutTables(c),

    ...defineMailTables(c),

    /** Idempotency records: the first call creates, the others get the same answer. */
    calls: c.table(
      "calls",
      {
        key: c.text("key").primaryKey(), // "<store id>:<Idempotency-Key>"
        digest: c.text("digest"), // of what was asked
        resourceId: c.text("resource_id"), // of the created resource: a call that takes over creates the same id
        leaseUntil: c.instant("lease_until"), // in progress until then
        status: c.optionalCount("status"), // of the answer, once there is one
        body: c.optionalText("body"),
        at: c.instant("at"),
      },
      (t) => [c.index("calls_by_time").on(t.at)],
    ),

    ...defineLeaseTables(c, "gateway"),

    /** Small things with one current value: the followed headers, the last rate of a route. */
    notes: c.table("notes", {
      name: c.text("name").primaryKey(),
      version: c.count("version"),
      body: c.json("body"),
      at: c.instant("at"),
    }),
  };
}

export type Tables = ReturnType<typeof defineTables>;
