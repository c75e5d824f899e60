import type { Columns } from "../../database/columns.ts";

/** What goes out: payments, the transactions that carry them, nonces. */
export const defineOutboundTables = (c: Columns) => ({
  /**
   * Payments that were decided and signed: what for, and the slot that they use up. A row and its first attempt are on disk
   * before anything leaves. state: open, included, reverted or cancelled.
   */
  outbound: c.table(
    "network_outbound",
    {
      id: c.text("id").primaryKey(), // requestId/kind, or another name that can exist once
      requestId: c.optionalText("request_id"),
      kind: c.text("kind"), // fill, refund, sweep, permit, withdraw, approve, top-up, claim, execute, rebalance, treasury
      chainId: c.instant("chain_id"),
      currency: c.text("currency"),
      /** What the transaction uses up (an account's nonce, an outpoint): two of them can never both be valid. */
      slot: c.text("slot"),
      amount: c.amount("amount"),
      order: c.json("payload"), // what to sign again when it is stuck
      state: c.text("state"),
      hash: c.optionalText("hash"), // of the attempt that was included or reverted
      fee: c.optionalAmount("fee"), // what the chain took for it, in the chain's coin
      createdAt: c.instant("created_at"),
      closedAt: c.optionalInstant("closed_at"),
    },
    (t) => [
      c.unique("network_outbound_slot").on(t.slot),
      c.index("network_outbound_open").on(t.state, t.chainId, t.slot),
      c.index("network_outbound_request").on(t.requestId, t.kind),
      c.index("network_outbound_kind").on(t.kind, t.createdAt),
    ],
  ),

  /** The transactions that were signed for a payment: one, and one with higher fees each time it was stuck. Sent as stored. */
  attempts: c.table(
    "network_attempts",
    {
      hash: c.text("hash").primaryKey(),
      outboundId: c.text("outbound_id"),
      number: c.count("number"), // 1, 2, 3 …
      raw: c.text("raw"),
      price: c.amount("price"), // wei per gas, or sats per 1,000 vbytes
      createdAt: c.instant("created_at"),
      sentAt: c.optionalInstant("sent_at"),
    },
    (t) => [c.unique("network_attempts_number").on(t.outboundId, t.number)],
  ),

  /**
   * What the operator has ordered for the service's own coins: swaps between two coins of a chain, and transfers to the treasury.
   * The payment of a signed one has its result (network_outbound, <kind>/<id>). Never removed.
   */
  ownOrders: c.table(
    "network_own_orders",
    {
      id: c.text("id").primaryKey(),
      kind: c.text("kind"), // rebalance or treasury
      chainId: c.instant("chain_id"),
      currency: c.text("currency"), // that is given
      target: c.text("target"), // the currency that is wanted, or the treasury that the operator has seen: no other is paid
      amount: c.amount("amount"), // of the currency that is given
      state: c.text("state"), // requested, signed or refused
      reason: c.optionalText("reason"), // why it was refused
      createdAt: c.instant("created_at"),
    },
    (t) => [c.index("network_own_orders_next").on(t.kind, t.chainId, t.state, t.createdAt)],
  ),

  /**
   * What the payments of a role were worth when they were signed, where it has a daily limit. `number` counts those of the role: of
   * two that are signed at once only one can have the next number, so that neither overlooks the other. Never removed.
   */
  spendings: c.table(
    "network_spendings",
    {
      role: c.text("role"), // filler or refunder
      number: c.count("number"),
      requestId: c.text("request_id"),
      usd: c.amount("usd"), // in 10^-8 US dollars, rounded up
      at: c.instant("at"),
    },
    (t) => [c.primaryKey({ columns: [t.role, t.number] }), c.index("network_spendings_at").on(t.role, t.at)],
  ),

  /** The next nonce of the solver's account on each EVM chain. */
  nonces: c.table("network_nonces", {
    chainId: c.instant("chain_id").primaryKey(),
    next: c.count("next"),
  }),
});
