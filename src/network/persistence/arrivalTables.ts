import type { Columns } from "../../database/columns.ts";

/** What came in on the chains, and how far they were read. */
export const defineArrivalTables = (c: Columns) => ({
  /** The last headers of each followed chain. */
  headers: c.table(
    "network_headers",
    {
      chainId: c.instant("chain_id"),
      height: c.instant("height"),
      hash: c.text("hash"),
      previous: c.text("previous"),
    },
    (t) => [c.primaryKey({ columns: [t.chainId, t.height] })],
  ),

  /** One transfer, one row, for ever: what was processed once is never processed again. state: seen, confirmed or undone. */
  deposits: c.table(
    "network_deposits",
    {
      id: c.text("id").primaryKey(),
      requestId: c.text("request_id"),
      chainId: c.instant("chain_id"),
      currency: c.text("currency"),
      address: c.optionalText("address"), // where it arrived; none for the depository and for a user's own transaction
      txHash: c.text("tx_hash"),
      sender: c.optionalText("sender"),
      amount: c.amount("amount"),
      height: c.instant("height"),
      blockHash: c.text("block_hash"),
      state: c.text("state"),
      seenAt: c.instant("seen_at"),
      /** Where the money of a deposit on an EVM chain lies: address, depository, or (null) nowhere that it is moved from. */
      custody: c.optionalText("custody"),
      movedBy: c.optionalText("moved_by"), // the outbound payment that is moving it
    },
    (t) => [
      c.index("network_deposits_custody").on(t.custody, t.chainId, t.state, t.id),
      c.index("network_deposits_block").on(t.blockHash),
      c.index("network_deposits_state").on(t.state, t.chainId, t.height),
      c.index("network_deposits_request").on(t.requestId),
      c.index("network_deposits_tx").on(t.txHash),
      c.index("network_deposits_address").on(t.address),
      c.index("network_deposits_sender").on(t.sender),
    ],
  ),

  /** Sweeps of deposit addresses into the depository, by its events: any account may trigger a sweep. */
  sweeps: c.table(
    "network_sweeps",
    {
      id: c.text("id").primaryKey(),
      chainId: c.instant("chain_id"),
      address: c.text("address"),
      currency: c.text("currency"),
      amount: c.amount("amount"),
      height: c.instant("height"),
      blockHash: c.text("block_hash"),
    },
    (t) => [
      c.index("network_sweeps_address").on(t.address),
      c.index("network_sweeps_block").on(t.blockHash),
      c.index("network_sweeps_height").on(t.chainId, t.height),
    ],
  ),

  /**
   * What came and cannot be used: unsupported tokens and NFTs at issued addresses (interface specification 3, rule 5), and
   * what came to the depository for no request that we know or in an unsupported token.
   */
  strays: c.table(
    "network_strays",
    {
      id: c.text("id").primaryKey(),
      chainId: c.instant("chain_id"),
      address: c.text("address"),
      requestId: c.text("request_id"),
      standard: c.text("standard"), // native, erc20, erc721 or erc1155
      token: c.text("token"),
      tokenId: c.optionalText("token_id"),
      amount: c.amount("amount"),
      txHash: c.text("tx_hash"),
      blockHash: c.text("block_hash"),
      seenAt: c.instant("seen_at"),
    },
    (t) => [c.index("network_strays_address").on(t.address), c.index("network_strays_block").on(t.blockHash)],
  ),
});
