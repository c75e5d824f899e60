import type { Columns } from "../../database/columns.ts";

/** What the solver's payments on Bitcoin need beside those on every chain. */
export const defineBitcoinTables = (c: Columns) => ({
  /** Our Bitcoin transactions that are in blocks of the best chain. */
  landings: c.table(
    "network_landings",
    {
      hash: c.text("hash").primaryKey(), // of an attempt
      outboundId: c.text("outbound_id"),
      height: c.instant("height"),
      blockHash: c.text("block_hash"),
    },
    (t) => [
      c.index("network_landings_outbound").on(t.outboundId),
      c.index("network_landings_block").on(t.blockHash),
    ],
  ),

  /** Bitcoin outputs of ours: the solver's, from blocks, and deposits that a payment took. state: unspent, spent or undone. */
  coins: c.table(
    "network_coins",
    {
      outpoint: c.text("outpoint").primaryKey(),
      value: c.amount("value"),
      script: c.text("script"),
      height: c.instant("height"),
      blockHash: c.text("block_hash"),
      state: c.text("state"),
      spentBy: c.optionalText("spent_by"), // the outbound payment that uses it
    },
    (t) => [
      c.index("network_coins_state").on(t.state),
      c.index("network_coins_block").on(t.blockHash),
      c.index("network_coins_payment").on(t.spentBy),
    ],
  ),
});
