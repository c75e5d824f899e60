import { z } from "zod";
import type { Additional, Facts, Invoice, InvoiceState, Terms } from "../invoices/invoice.ts";
import type { ApiKey, Lease, MerchantStore, StoreSettings, Webhook } from "../gateway/storePort.ts";
import type { Tables } from "./tables.ts";

/** Rows to domain objects. A row that cannot be true is refused, loudly and with its id: guessing would move money. */

const units = z.string().regex(/^\d{1,78}$/).transform(BigInt); // prettier-ignore
const instant = z.number().int().nonnegative();
const text = z.string();
const maybe = <T extends z.ZodType>(schema: T) => schema.optional();

const settlementSchema = z.object({
  chainId: z.number().int(),
  chainName: text,
  currency: text,
  symbol: text,
  decimals: z.number().int().min(0).max(77),
  recipient: text,
});

const termsSchema = z.object({
  price: units,
  currency: text,
  decimals: z.number().int().min(0).max(77),
  due: units,
  settlement: settlementSchema,
  toleranceBps: z.number().int().min(0).max(10_000),
  createdAt: instant,
  expiresAt: instant,
  monitoringUntil: instant,
  metadata: z.unknown().optional(),
  checkout: z.object({
    redirectUrl: maybe(text),
    redirectAutomatically: z.boolean(),
    methods: z.array(text),
    defaultMethod: maybe(text),
  }),
});

const offerSchema = z.object({
  quoteId: text,
  methodId: text,
  chainId: z.number().int(),
  currency: text,
  decimals: z.number().int(),
  symbol: text,
  requestId: text,
  depositAddress: text,
  refundTo: text,
  input: units,
  floor: units,
  from: instant,
});

const depositSchema = z.object({
  outpoint: text,
  methodId: text,
  address: text,
  value: units,
  seenAt: instant,
  presence: z.enum(["mempool", "block", "gone"]),
  confirmations: z.number().int().nonnegative(),
  blockHash: maybe(text),
  credit: units,
  floor: units,
  late: z.boolean(),
});

const factsSchema = z.object({
  offers: z.array(offerSchema),
  deposits: z.array(depositSchema),
  requests: z.array(
    z.object({
      requestId: text,
      depositAddress: text,
      parent: maybe(text),
      word: text,
      outpoint: maybe(text),
      seenAt: instant,
    }),
  ),
  settlements: z.array(
    z.object({
      requestId: text,
      outpoint: text,
      amount: maybe(units),
      txHash: maybe(text),
      proof: text,
      evidence: z.enum(["reported", "hash", "verified"]),
      at: instant,
    }),
  ),
  refunds: z.array(
    z.object({ requestId: text, outpoint: text, amount: maybe(units), txHash: maybe(text), at: instant }),
  ),
  anomalies: z.array(z.object({ kind: text, detail: text, at: instant })),
  marked: maybe(z.enum(["Settled", "Invalid"])),
});

const stateSchema = z.enum(["New", "Processing", "Settled", "Expired", "Invalid"]);
const additionalSchema = z.enum(["None", "PaidPartial", "PaidOver", "PaidLate", "Marked"]);

const storeSettingsSchema = z.object({
  settlement: settlementSchema,
  refunds: z.record(text, text),
  feeBearer: z.enum(["payer", "merchant"]),
  marginBps: maybe(z.number().int().min(0).max(10_000)),
  toleranceBps: z.number().int().min(0).max(10_000),
  invoiceMinutes: z.number().positive(),
  monitoringMinutes: z.number().nonnegative(),
  defaultCurrency: text,
  defaultMethod: maybe(text),
});

const webhookSettingsSchema = z.object({
  automaticRedelivery: z.boolean(),
  everything: z.boolean(),
  specificEvents: z.array(text),
});

type Row<Name extends keyof Tables> = Tables[Name]["$inferSelect"];

export function toInvoice(row: Row<"invoices">): Invoice {
  const what = `invoice ${row.id}`;
  return {
    id: row.id,
    storeId: row.storeId,
    // The casts below only turn "may be missing" into "may be undefined": the schemas have checked everything else.
    terms: check(termsSchema, row.terms, what) as Terms,
    facts: check(factsSchema, row.facts, what) as Facts,
    state: check(stateSchema, row.state, what) satisfies InvoiceState,
    additional: check(additionalSchema, row.additional, what) satisfies Additional,
    version: row.version,
  };
}

export function toStore(row: Row<"stores">): MerchantStore {
  const settings = check(storeSettingsSchema, row.settings, `store ${row.id}`) as StoreSettings;
  return { id: row.id, name: row.name, settings, createdAt: row.createdAt };
}

export function toKey(row: Row<"apiKeys">): ApiKey {
  return {
    id: row.id,
    storeId: row.storeId,
    label: row.label,
    permissions: check(z.array(text), row.permissions, `API key ${row.id}`),
    revokedAt: row.revokedAt ?? undefined,
  };
}

export function toWebhook(row: Row<"webhooks">): Webhook {
  const { id, storeId, url, secret, enabled, createdAt } = row;
  return {
    id,
    storeId,
    url,
    secret,
    enabled,
    createdAt,
    ...check(webhookSettingsSchema, row.settings, `webhook ${id}`),
  };
}

export function toLease(row: Row<"leases">): Lease {
  const { id, chainId, address, invoiceId, methodId, requestId, fromAt } = row;
  return { id, chainId, address, invoiceId, methodId, requestId, fromAt };
}

function check<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(`The stored ${what} cannot be true: ${z.prettifyError(parsed.error)}`);
}
