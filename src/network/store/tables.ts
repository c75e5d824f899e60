import type { Columns } from "../../db/columns.ts";

/** The intent service's tables, declared once for both databases. */
export const defineTables = (c: Columns) => ({
  requests: c.table(
    "network_requests",
    {
      id: c.text("id").primaryKey(),
      version: c.count("version"),
      state: c.text("state"),
      parent: c.optionalText("parent"),
      user: c.text("user_address"),
      recipient: c.text("recipient"),
      refundTo: c.optionalText("refund_to"),
      referrer: c.optionalText("referrer"),
      destinationChainId: c.count("destination_chain_id"),
      destinationCurrency: c.text("destination_currency"),
      depositAddress: c.text("deposit_address"),
      addressIndex: c.count("address_index"),
      slippageBps: c.count("slippage_bps"),
      floorInput: c.optionalAmount("floor_input"),
      floorOutput: c.optionalAmount("floor_output"),
      promised: c.optionalAmount("promised"),
      quote: c.json("quote"),
      depositOutpoint: c.optionalText("deposit_outpoint"),
      fillHash: c.optionalText("fill_hash"),
      refundTxid: c.optionalText("refund_txid"),
      refundAmount: c.optionalAmount("refund_amount"),
      failReason: c.optionalText("fail_reason"),
      refundFailReason: c.optionalText("refund_fail_reason"),
      createdAt: c.instant("created_at"),
      updatedAt: c.instant("updated_at"),
      /** created_at and id as one sortable text: the cursor of lists. */
      place: c.text("place"),
    },
    (t) => [
      c.unique("network_requests_place").on(t.place),
      c.index("network_requests_state").on(t.state, t.place),
      c.index("network_requests_address").on(t.depositAddress, t.place),
      c.index("network_requests_parent").on(t.parent, t.place),
    ],
  ),

  /** Issued deposit addresses; the index is the place in the seed's row, so no two quotes share one. */
  addresses: c.table(
    "network_addresses",
    {
      addressIndex: c.count("address_index").primaryKey(),
      address: c.text("address"),
      script: c.text("script"),
      requestId: c.text("request_id"),
    },
    (t) => [
      c.unique("network_addresses_address").on(t.address),
      c.unique("network_addresses_script").on(t.script),
    ],
  ),

  /** One output, one row, for ever: what was processed once is never processed again. state: seen, confirmed or undone. */
  deposits: c.table(
    "network_deposits",
    {
      outpoint: c.text("outpoint").primaryKey(),
      requestId: c.text("request_id"),
      address: c.text("address"),
      amount: c.amount("amount"),
      height: c.count("height"),
      blockHash: c.text("block_hash"),
      state: c.text("state"),
      seenAt: c.instant("seen_at"),
    },
    (t) => [
      c.index("network_deposits_block").on(t.blockHash),
      c.index("network_deposits_state").on(t.state, t.height),
      c.index("network_deposits_request").on(t.requestId),
    ],
  ),

  /** The last headers of the Bitcoin chain that was followed. */
  headers: c.table("network_headers", {
    height: c.count("height").primaryKey(),
    hash: c.text("hash"),
    previous: c.text("previous"),
  }),

  /** Transactions that were signed to be sent. A row is on disk before anything leaves. state: open, included or reverted. */
  outbound: c.table(
    "network_outbound",
    {
      hash: c.text("hash").primaryKey(),
      requestId: c.text("request_id"),
      kind: c.text("kind"),
      chainId: c.count("chain_id"),
      /** What the transaction uses up (an account's nonce, an output): two of them can never both be valid. */
      slot: c.text("slot"),
      raw: c.text("raw"),
      amount: c.amount("amount"),
      state: c.text("state"),
      createdAt: c.instant("created_at"),
      sentAt: c.optionalInstant("sent_at"),
    },
    (t) => [
      c.unique("network_outbound_once").on(t.requestId, t.kind),
      c.unique("network_outbound_slot").on(t.slot),
      c.index("network_outbound_open").on(t.kind, t.state, t.createdAt),
    ],
  ),

  /** The next nonce of the solver's account on each chain. */
  nonces: c.table("network_nonces", { chainId: c.count("chain_id").primaryKey(), next: c.count("next") }),

  /** Everything that was ever found out about a request, as it was found. */
  observations: c.table(
    "network_observations",
    {
      id: c.serial("id"),
      requestId: c.text("request_id"),
      at: c.instant("at"),
      kind: c.text("kind"),
      body: c.json("body"),
    },
    (t) => [c.index("network_observations_request").on(t.requestId, t.id)],
  ),
});

export type NetworkTables = ReturnType<typeof defineTables>;
