import type { Columns } from "../../db/columns.ts";
import { defineBitcoinTables } from "./bitcoinTables.ts";

/** The intent service's tables, declared once for both databases. */
export const defineTables = (c: Columns) => ({
  requests: c.table(
    "network_requests",
    {
      id: c.text("id").primaryKey(),
      version: c.count("version"),
      state: c.text("state"),
      parent: c.optionalText("parent"),
      method: c.text("method"),
      operation: c.text("operation"),
      user: c.text("user_address"),
      recipient: c.text("recipient"),
      refundTo: c.optionalText("refund_to"),
      referrer: c.optionalText("referrer"),
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
      promised: c.optionalAmount("promised"),
      quote: c.json("quote"),
      sighted: c.optionalText("sighted"),
      depositId: c.optionalText("deposit_id"),
      fillHash: c.optionalText("fill_hash"),
      refundHash: c.optionalText("refund_hash"),
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
      c.index("network_requests_user").on(t.user, t.place),
      c.index("network_requests_recipient").on(t.recipient, t.place),
      c.index("network_requests_origin").on(t.originChainId, t.place),
      c.index("network_requests_destination").on(t.destinationChainId, t.place),
      c.index("network_requests_referrer").on(t.referrer, t.place),
      c.index("network_requests_updated").on(t.updatedAt, t.id),
      c.index("network_requests_deposit").on(t.depositId),
      c.index("network_requests_fill").on(t.fillHash),
      c.index("network_requests_refund").on(t.refundHash),
      c.index("network_requests_sighted").on(t.state, t.sighted),
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
    ],
  ),

  /** What left deposit addresses for the depository, as the depository told it: anybody may have an address swept. */
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
    (t) => [c.index("network_sweeps_address").on(t.address), c.index("network_sweeps_block").on(t.blockHash)],
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

  /**
   * Payments that were decided and signed: what for, and the slot that they use up. A row and its first attempt are on disk
   * before anything leaves. state: open, included, reverted or cancelled.
   */
  outbound: c.table(
    "network_outbound",
    {
      id: c.text("id").primaryKey(), // requestId/kind, or another name that can exist once
      requestId: c.optionalText("request_id"),
      kind: c.text("kind"), // fill, refund, sweep, permit, withdraw, approve, top-up
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
      c.index("network_outbound_request").on(t.requestId),
    ],
  ),

  /** The transactions that were signed for a payment: one, and a dearer one each time it was stuck. Sent as stored. */
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

  /** The next nonce of the solver's account on each EVM chain. */
  nonces: c.table("network_nonces", {
    chainId: c.instant("chain_id").primaryKey(),
    next: c.count("next"),
  }),

  ...defineBitcoinTables(c),

  /** Double entry: the lines of one booking sum to zero per currency. Never changed, never removed. */
  ledger: c.table(
    "network_ledger",
    {
      id: c.serial("id"),
      booking: c.text("booking"), // what happened, e.g. deposit/<id> or fill/<outbound id>: booked once
      line: c.count("line"),
      requestId: c.optionalText("request_id"),
      account: c.text("account"),
      chainId: c.instant("chain_id"),
      currency: c.text("currency"),
      amount: c.amount("amount"), // signed
      at: c.instant("at"),
    },
    (t) => [
      c.unique("network_ledger_line").on(t.booking, t.line),
      c.index("network_ledger_account").on(t.account, t.chainId, t.currency),
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

  /** API keys of callers: their SHA-256 only. The prefix, a key's first characters, names it in lists. */
  apiKeys: c.table(
    "network_api_keys",
    {
      hash: c.text("hash").primaryKey(),
      prefix: c.text("prefix"),
      name: c.text("name"),
      createdAt: c.instant("created_at"),
      revokedAt: c.optionalInstant("revoked_at"),
      lastUsedAt: c.optionalInstant("last_used_at"),
    },
    (t) => [
      c.unique("network_api_keys_prefix").on(t.prefix),
      c.index("network_api_keys_created").on(t.createdAt, t.prefix),
    ],
  ),

  /** What the database belongs to: the seed's account, the Bitcoin network, early blocks of each chain. Written once each. */
  bindings: c.table("network_bindings", { name: c.text("name").primaryKey(), value: c.text("value") }),

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
