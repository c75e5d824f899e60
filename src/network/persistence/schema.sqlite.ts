import { sqliteColumns } from "../../database/columns.ts";
import { defineTables } from "./tables.ts";

/** The tables as drizzle-kit and the store read them. */
export const tables = defineTables(sqliteColumns);
export const {
  requests,
  addresses,
  deposits,
  strays,
  sweeps,
  headers,
  outbound,
  attempts,
  ownOrders,
  spendings,
  nonces,
  landings,
  coins,
  ledger,
  statusChanges,
  observations,
  apiKeys,
  claims,
  checks,
  webhooks,
  deliveries,
  sponsors,
  executions,
  sponsoredFees,
  bindings,
  jobLeases,
  processes,
} = tables;
