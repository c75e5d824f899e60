import type { Columns } from "../../database/columns.ts";

/** Applications that pay for their users, the calls that they pay, and the quotes whose fees they pay. */
export const defineSponsorTables = (c: Columns) => ({
  /** What an application may spend, in dollars of 6 decimals. What it has is in the books (app-balance:<owner>). */
  sponsors: c.table("network_sponsors", {
    owner: c.text("owner").primaryKey(), // the hash of its API key
    name: c.text("name"), // the beginning of that key
    perCall: c.amount("per_call"),
    perDay: c.amount("per_day"),
    updatedAt: c.instant("updated_at"),
    turn: c.count("turn").default(0), // moves with everything that takes a part of the balance, so that no two take the same
  }),

  /**
   * Calls that the service submitted for an application. `number` counts those of an application: of two concurrent calls only
   * one can have the next number, so that neither overlooks what the other may cost. The payment has the outcome
   * (network_outbound, execute/<id>). Never removed.
   */
  executions: c.table(
    "network_executions",
    {
      id: c.text("id").primaryKey(),
      owner: c.text("owner"),
      number: c.count("number"),
      requestId: c.optionalText("request_id"), // of the quote that the call pays, if it pays one
      chainId: c.instant("chain_id"),
      digest: c.text("digest"), // of the call: the same one again is not submitted twice
      most: c.amount("most"), // what it may cost, in dollars of 6 decimals: not spent otherwise meanwhile
      coinUsd: c.amount("coin_usd"), // 10^-8 dollars for one of the chain's coins, when it was submitted
      charged: c.optionalAmount("charged"), // in dollars of 6 decimals, once it is in a block
      failure: c.optionalText("failure"), // why it did nothing although it is in a block
      createdAt: c.instant("created_at"),
    },
    (t) => [
      c.unique("network_executions_number").on(t.owner, t.number),
      c.index("network_executions_owner").on(t.owner, t.createdAt),
      c.index("network_executions_digest").on(t.digest, t.number),
      c.index("network_executions_request").on(t.requestId, t.number),
    ],
  ),

  /**
   * Fees of quotes that an application pays, in dollars of 6 decimals: held from the quote on, charged when its fill is signed.
   * state: held, charged, settled (filled) or released (nothing is charged). Never removed.
   */
  sponsoredFees: c.table(
    "network_sponsored_fees",
    {
      requestId: c.text("request_id").primaryKey(),
      owner: c.text("owner"),
      held: c.amount("held"), // what it may cost
      charged: c.optionalAmount("charged"), // what the fill cost
      state: c.text("state"),
      expiresAt: c.instant("expires_at"), // released then, unless a deposit was seen
      createdAt: c.instant("created_at"),
    },
    (t) => [
      c.index("network_sponsored_fees_owner").on(t.owner, t.createdAt),
      c.index("network_sponsored_fees_state").on(t.state, t.expiresAt),
    ],
  ),
});
