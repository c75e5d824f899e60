import { postgresColumns } from "../db/columns.ts";
import { defineTables } from "./tables.ts";

/** The tables as PostgreSQL sees them; drizzle-kit reads this file to write the migrations. */
export const {
  stores,
  logos,
  apiKeys,
  owners,
  sessions,
  calls,
  invoices,
  paymentRequests,
  openings,
  quotes,
  addresses,
  leases,
  deposits,
  settlements,
  transfers,
  observations,
  ledger,
  rollups,
  unattributed,
  pullPayments,
  payouts,
  events,
  webhooks,
  deliveries,
  attempts,
  mailRecipients,
  mails,
  notes,
} = defineTables(postgresColumns);
