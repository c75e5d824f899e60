import type { Columns } from "../../database/columns.ts";

/** What applications have asked to be paid of their shares. */
export const defineClaimTables = (c: Columns) => ({
  /**
   * `number` counts the claims of a wallet: of two concurrent claims only one can have the next number, so
   * that neither overlooks the other. The payment of a signed claim has its result (network_outbound,
   * claim/<id>). Never removed.
   */
  claims: c.table(
    "network_claims",
    {
      id: c.text("id").primaryKey(),
      wallet: c.text("wallet"),
      number: c.count("number"),
      chainId: c.instant("chain_id"),
      currency: c.text("currency"),
      recipient: c.text("recipient"),
      amount: c.amount("amount"), // of the share, in dollars of 6 decimals
      state: c.text("state"), // requested, signed or refused
      reason: c.optionalText("reason"), // why it was refused
      createdAt: c.instant("created_at"),
    },
    (t) => [
      c.unique("network_claims_number").on(t.wallet, t.number),
      c.index("network_claims_state").on(t.state, t.chainId, t.createdAt),
    ],
  ),
});
