import { sql, type SQL } from "drizzle-orm";
import type { Columns } from "../../database/columns.ts";

/** The condition of a partial index: rows without a value are left out. Most quotes are never paid and have none of these values. */
function present(column: string): SQL {
  return sql.raw(`${column} is not null`); // SQLite refuses the table's name here
}

/** Requests, their issued addresses, observations and status changes. */
export const defineRequestTables = (c: Columns) => ({
  requests: c.table(
    "network_requests",
    {
      id: c.text("id").primaryKey(),
      version: c.count("version"),
      state: c.text("state"),
      parent: c.optionalText("parent"),
      successor: c.optionalText("successor"),
      successorState: c.optionalText("successor_state"),
      method: c.text("method"),
      operation: c.text("operation"),
      user: c.text("user_address"),
      recipient: c.text("recipient"),
      refundTo: c.optionalText("refund_to"),
      recoveryAddress: c.optionalText("recovery_address"),
      referrer: c.optionalText("referrer"),
      owner: c.optionalText("owner"),
      originChainId: c.instant("origin_chain_id"), // chain ids may exceed 32 bits, as instants do
      originCurrency: c.text("origin_currency"),
      destinationChainId: c.instant("destination_chain_id"),
      destinationCurrency: c.text("destination_currency"),
      tradeType: c.text("trade_type"),
      strict: c.flag("strict"),
      expiresAt: c.optionalInstant("expires_at"),
      appFees: c.json("app_fees"),
      calls: c.json("calls"),
      depositAddress: c.optionalText("deposit_address"),
      addressIndex: c.optionalInstant("address_index"),
      slippageBps: c.count("slippage_bps"),
      floorInput: c.optionalAmount("floor_input"),
      floorOutput: c.optionalAmount("floor_output"),
      floorFlat: c.optionalAmount("floor_flat"),
      promised: c.optionalAmount("promised"),
      taken: c.optionalAmount("taken"),
      quote: c.json("quote"),
      sighted: c.optionalText("sighted"),
      depositId: c.optionalText("deposit_id"),
      fillHash: c.optionalText("fill_hash"),
      refundHash: c.optionalText("refund_hash"),
      refundAmount: c.optionalAmount("refund_amount"),
      failReason: c.optionalText("fail_reason"),
      refundFailReason: c.optionalText("refund_fail_reason"),
      held: c.optionalText("held"), // by which check (network_checks), until the operator decides; or by the daily limit (limit), until it has room
      createdAt: c.instant("created_at"),
      updatedAt: c.instant("updated_at"),
      /** created_at and id as one sortable text: the cursor of lists. */
      place: c.text("place"),
    },
    (t) => [
      c.unique("network_requests_place").on(t.place),
      c.index("network_requests_state").on(t.state, t.place),
      c.index("network_requests_address").on(t.depositAddress, t.place),
      c.index("network_requests_parent").on(t.parent, t.place).where(present("parent")),
      c.index("network_requests_successor").on(t.successorState, t.place).where(present("successor_state")),
      c.index("network_requests_user").on(t.user, t.place),
      c.index("network_requests_recipient").on(t.recipient, t.place),
      c.index("network_requests_origin").on(t.originChainId, t.place),
      c.index("network_requests_destination").on(t.destinationChainId, t.place),
      c.index("network_requests_referrer").on(t.referrer, t.place).where(present("referrer")),
      c.index("network_requests_owner").on(t.owner, t.place).where(present("owner")),
      c.index("network_requests_updated").on(t.updatedAt, t.id),
      c.index("network_requests_deposit").on(t.depositId).where(present("deposit_id")),
      c.index("network_requests_fill").on(t.fillHash).where(present("fill_hash")),
      c.index("network_requests_refund").on(t.refundHash).where(present("refund_hash")),
      c.index("network_requests_sighted").on(t.state, t.sighted).where(present("sighted")),
      c.index("network_requests_pending").on(t.state, t.destinationChainId, t.place),
      c.index("network_requests_direct").on(t.state, t.method, t.place),
    ],
  ),

  /**
   * Issued deposit addresses; the index is the place in the seed's row, so no two quotes share one. `watch` is what blocks
   * are matched by: an output script on Bitcoin, the address in lower case on every EVM chain.
   */
  addresses: c.table(
    "network_addresses",
    {
      addressIndex: c.instant("address_index").primaryKey(),
      family: c.text("family"),
      address: c.text("address"),
      watch: c.text("watch"),
      salt: c.optionalText("salt"), // of the address's contract (CREATE2)
      requestId: c.text("request_id"),
    },
    (t) => [
      c.unique("network_addresses_address").on(t.address),
      c.unique("network_addresses_watch").on(t.watch),
    ],
  ),

  /** Every change of a status that a poller can see, in order: what the stream sends. */
  statusChanges: c.table(
    "network_status_changes",
    {
      requestId: c.text("request_id"),
      ordinal: c.count("ordinal"), // the request's version after the change
      at: c.instant("at"),
      body: c.json("body"),
    },
    (t) => [c.primaryKey({ columns: [t.requestId, t.ordinal] })],
  ),

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
