import { z } from "zod";
import type { ApiKey } from "../ports/accessPort.ts";
import type { LogoFacts } from "../domain/branding/logo.ts";
import type { Webhook } from "../ports/outboxPort.ts";
import type { MerchantStore, StoreSettings } from "../usecases/stores/merchantStore.ts";
import type { Lease } from "../ports/persistencePort.ts";
import { SPEED_POLICIES } from "../domain/invoices/invoice.ts";
import { STRICT_BOUNDS } from "../domain/invoices/policyBounds.ts";
import { check, evidenceSchema, maybe, settlementSchema, text, units } from "./invoices/invoiceRows.ts";
import type { Tables } from "./tables.ts";

/** Rows to domain objects. A row that cannot be true is refused, loudly and with its id: guessing would move money. */

const bps = z.number().int().min(0).max(10_000);

const policySettingsSchema = z.object({
  preset: maybe(z.enum(["shop", "top-up"])),
  toleranceBps: maybe(bps),
  toleranceFloor: maybe(units),
  forgiveBps: maybe(bps),
  underpaid: maybe(z.enum(["keepOpen", "accept", "hold"])),
  overpaid: maybe(z.enum(["accept", "hold"])),
  lateFromBps: maybe(bps),
  evidence: maybe(evidenceSchema),
  confirmations: maybe(z.array(z.object({ from: units, need: z.number().int().positive() }))),
});

const boundsSchema = z.object({
  toleranceBps: bps,
  acceptUnderpaid: z.boolean(),
  weakerEvidence: z.boolean(),
});

const profileSchema = z.object({
  website: maybe(text),
  supportUrl: maybe(text),
  brandColor: maybe(text),
  defaultLang: maybe(text),
  speedPolicy: maybe(z.enum(SPEED_POLICIES)),
  redirectAutomatically: z.boolean(),
});
const compatibilitySchema = z.object({
  oneInvoicePerOrder: z.boolean(),
});

const mailSchema = z.object({
  invoices: z.boolean(),
  remindMinutes: maybe(z.number().positive()),
  keepDays: z.number().positive(),
});

const accountantSchema = z.object({ address: text, since: z.number().int().nonnegative() });
const booksSchema = z.object({
  tracked: z.array(text),
  zone: text,
  accountant: maybe(z.union([accountantSchema, text.transform((address) => ({ address, since: 0 }))])), // rows from before it was kept since when
});

const payoutLimitSchema = z.object({ amount: z.string().regex(/^\d+(\.\d+)?$/), currency: text });

const pendingSchema = z.object({ userId: text, userName: text, at: z.number().int() });

const storeSettingsSchema = z.object({
  settlement: settlementSchema,
  refunds: z.record(text, text),
  feeBearer: z.enum(["payer", "merchant"]),
  marginBps: maybe(z.number().int().min(0).max(10_000)),
  toleranceBps: maybe(bps), // rows from before there were policies
  policy: maybe(policySettingsSchema),
  bounds: boundsSchema.default(STRICT_BOUNDS), // rows from before there were bounds
  strictAddresses: maybe(z.boolean()),
  directPayments: z.boolean().default(true), // rows from before there were any
  invoiceMinutes: z.number().positive(),
  monitoringMinutes: z.number().nonnegative(),
  defaultCurrency: text,
  defaultMethod: maybe(text),
  methodsOff: z.array(text).default([]), // rows from before coins could be switched off
  profile: maybe(profileSchema), // rows from before there were these three
  compatibility: maybe(compatibilitySchema),
  mail: maybe(mailSchema),
  books: maybe(booksSchema),
  payoutLimit: maybe(payoutLimitSchema),
  pending: maybe(
    z.object({
      settlement: maybe(pendingSchema.extend({ after: settlementSchema })),
      refunds: maybe(pendingSchema.extend({ after: z.record(text, text) })),
      payoutLimit: maybe(pendingSchema.extend({ after: maybe(payoutLimitSchema) })),
    }),
  ),
  formerSettlements: maybe(z.array(z.object({ settlement: settlementSchema, until: z.number().int() }))),
  archivedAt: maybe(z.number().int().nonnegative()),
  ignoredSenders: maybe(z.array(text)),
  publicInvoices: maybe(
    z.object({ currency: text, decimals: z.number().int().min(0).max(77), least: units, most: units }),
  ),
});

const logoSchema = z.object({
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  hiddenIn: z.enum(["light", "dark"]).nullable(),
});

const webhookSettingsSchema = z.object({
  automaticRedelivery: z.boolean(),
  everything: z.boolean(),
  specificEvents: z.array(text),
  changedAt: z.number().optional(),
  retry: z.enum(["greenfield", "standard"]).optional(),
  formerSecret: z.object({ secret: text, until: z.number() }).optional(),
});

type Row<Name extends keyof Tables> = Tables[Name]["$inferSelect"];

/** A store from its row, with defaults for settings that older versions did not write. Throws for invalid settings. */
export function toStore(row: Row<"stores">): MerchantStore {
  const { toleranceBps, policy, strictAddresses, ...rest } = check(
    storeSettingsSchema,
    row.settings,
    `store ${row.id}`,
  );
  const settings = {
    ...rest,
    policy: policy ?? { toleranceBps },
    strictAddresses: strictAddresses ?? false,
    profile: rest.profile ?? { redirectAutomatically: false },
    compatibility: rest.compatibility ?? { oneInvoicePerOrder: false },
    mail: rest.mail ?? { invoices: false, keepDays: 90 },
    books: rest.books ?? { tracked: [], zone: "UTC" },
  } as StoreSettings; // only "may be missing" became "may be undefined"
  const domain = row.domain === null ? {} : { domain: row.domain };
  return { id: row.id, name: row.name, settings, ...domain, createdAt: row.createdAt };
}

/** The facts about a logo, without its bytes. */
export function toLogoFacts(
  row: Pick<Row<"logos">, "hash" | "width" | "height" | "hiddenIn">,
  storeId: string,
): LogoFacts {
  const { hiddenIn, ...facts } = check(logoSchema, row, `logo of store ${storeId}`);
  return { ...facts, hiddenIn: hiddenIn ?? undefined };
}

/** An API key from its row. */
export function toKey(row: Row<"apiKeys">): ApiKey {
  return {
    id: row.id,
    storeId: row.storeId,
    label: row.label,
    permissions: check(z.array(text), row.permissions, `API key ${row.id}`),
    createdAt: row.createdAt,
    hint: row.hint ?? undefined,
    purpose: row.purpose ?? undefined,
    userId: row.userId ?? undefined,
    shop: row.shop ?? undefined,
    sentTo: row.sentTo ?? undefined,
    expiresAt: row.expiresAt ?? undefined,
    lastUsedAt: row.lastUsedAt ?? undefined,
    revokedAt: row.revokedAt ?? undefined,
  };
}

/** A webhook from its row. */
export function toWebhook(row: Row<"webhooks">): Webhook {
  const { id, storeId, url, secret, enabled, createdAt, failingSince, disabledReason } = row;
  return {
    id,
    storeId,
    url,
    secret,
    enabled,
    createdAt,
    ...check(webhookSettingsSchema, row.settings, `webhook ${id}`),
    ...(failingSince === null ? {} : { failingSince }),
    ...(disabledReason === null ? {} : { disabledReason }),
  };
}

/** A lease from its row. */
export function toLease(row: Row<"leases">): Lease {
  const { id, chainId, address, invoiceId, methodId, requestId, fromAt } = row;
  return { id, chainId, address, invoiceId, methodId, requestId, fromAt };
}
