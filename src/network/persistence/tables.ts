import type { Columns } from "../../database/columns.ts";
import { defineLeaseTables } from "../../database/leaseTables.ts";
import { defineArrivalTables } from "./arrivalTables.ts";
import { defineBitcoinTables } from "./bitcoinTables.ts";
import { defineCheckTables } from "./checkTables.ts";
import { defineClaimTables } from "./claimTables.ts";
import { defineOutboundTables } from "./outboundTables.ts";
import { defineRequestTables } from "./requestTables.ts";
import { defineWebhookTables } from "./webhookTables.ts";
import { defineSponsorTables } from "./sponsorTables.ts";

/** The intent service's tables, declared once for both databases. */
export const defineTables = (c: Columns) => ({
  ...defineRequestTables(c),
  ...defineArrivalTables(c),
  ...defineOutboundTables(c),
  ...defineBitcoinTables(c),
  ...defineClaimTables(c),
  ...defineCheckTables(c),
  ...defineWebhookTables(c),
  ...defineSponsorTables(c),
  ...defineLeaseTables(c, "network"),

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
});

export type NetworkTables = ReturnType<typeof defineTables>;
