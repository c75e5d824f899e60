import { answeredOffer } from "../../domain/invoices/credit.ts";
import { z } from "zod";
import {
  SPEED_POLICIES,
  type Deposit,
  type Facts,
  type Invoice,
  type Offer,
  type Terms,
} from "../../domain/invoices/invoice.ts";
import type { Observation } from "../../domain/invoices/observation.ts";
import { policyFor } from "../../domain/invoices/policy.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../intents/identifiers.ts";
import type { Tables } from "../tables.ts";

/**
 * Rows to invoices, and to what they were decided upon. A row that cannot be true is refused, loudly and with its id: guessing
 * would move money. Defaults stand for what older versions did not write.
 */

export const units = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt);
export const text = z.string();
export const maybe = <T extends z.ZodType>(schema: T) => schema.optional();
export const evidenceSchema = z.enum(["reported", "hash", "verified"]);
const instant = z.number().int().nonnegative();
const bps = z.number().int().min(0).max(10_000);
const decimals = z.number().int().min(0).max(77);

export const settlementSchema = z.object({
  chainId: z.number().int(),
  chainName: text,
  currency: text,
  symbol: text,
  decimals,
  recipient: text,
});

const policySchema = z.object({
  tolerance: z.object({ bps, floor: units }),
  underpaid: z.enum(["keepOpen", "accept", "hold"]),
  overpaid: z.enum(["accept", "hold"]),
  forgiveBps: maybe(bps),
  lateFromBps: bps,
  evidence: evidenceSchema,
  confirmations: z.number().int().positive(),
});

const flag = maybe(z.boolean());
const echoSchema = z.object({
  speedPolicy: maybe(z.enum(SPEED_POLICIES)),
  defaultLanguage: maybe(text),
  receipt: maybe(z.object({ enabled: flag, showQR: flag, showPayments: flag })),
  searchTerms: maybe(z.array(text)),
});

const termsSchema = z.object({
  price: units,
  currency: text,
  decimals,
  due: units,
  settlement: settlementSchema,
  policy: maybe(policySchema),
  toleranceBps: maybe(bps),
  createdAt: instant,
  expiresAt: instant,
  monitoringUntil: instant,
  metadata: z.unknown().optional(),
  checkout: z.object({
    redirectUrl: maybe(text),
    redirectAutomatically: z.boolean(),
    methods: z.array(text),
    defaultMethod: maybe(text),
    echo: maybe(echoSchema),
  }),
  topUp: maybe(z.literal(true)),
  byVisitor: maybe(z.literal(true)),
  paymentRequestId: maybe(text),
});

const offerSchema = z.object({
  quoteId: text,
  methodId: text,
  chainId: z.number().int(),
  currency: text,
  decimals,
  symbol: text,
  requestId: text,
  depositAddress: text,
  refundTo: text,
  input: units,
  floor: units,
  from: instant,
  covers: maybe(units),
  cost: maybe(z.object({ gross: units, fees: z.record(text, units) })),
  direct: maybe(z.literal(true)),
  journal: maybe(text),
});

const coinSchema = z.object({ symbol: text, decimals: z.number().int() });

const depositSchema = z.object({
  outpoint: text,
  methodId: text,
  quoteId: maybe(text),
  address: text,
  value: units,
  seenAt: instant,
  firstSeenAt: maybe(instant),
  chainId: z.number().int().default(BITCOIN_CHAIN_ID),
  currency: text.default(BTC_CURRENCY),
  seenHeight: maybe(z.number().int()),
  presence: z.enum(["mempool", "block", "gone"]),
  confirmations: z.number().int().nonnegative(),
  blockHash: maybe(text),
  undone: z.number().int().nonnegative().default(0),
  spends: z.array(text).default([]),
  credit: units,
  floor: units,
  late: z.boolean(),
  appraised: maybe(z.literal(true)),
  mismatch: maybe(z.enum(["asset", "chain", "address"])),
  delayed: z.boolean().default(false),
  stalled: z.boolean().default(false),
  unconverted: maybe(z.literal(true)),
  direct: maybe(z.literal(true)),
  coin: maybe(coinSchema),
});

const requestSchema = z.object({
  requestId: text,
  depositAddress: text,
  parent: maybe(text),
  word: text,
  reason: maybe(text),
  outpoint: maybe(text),
  seenAt: instant,
  understood: maybe(text),
});
const settlementFactSchema = z.object({
  requestId: text,
  outpoint: text,
  amount: maybe(units),
  txHash: maybe(text),
  proof: text,
  evidence: evidenceSchema,
  proven: z.boolean().default(true),
  at: instant,
});
const refundSchema = z.object({
  requestId: text,
  outpoint: text,
  amount: maybe(units),
  txHash: maybe(text),
  at: instant,
});
const stateSchema = z.enum(["New", "Processing", "Settled", "Expired", "Invalid"]);
const additionalSchema = z.enum(["None", "PaidPartial", "PaidOver", "PaidLate", "Marked"]);
const markedSchema = z.enum(["Settled", "Invalid"]);

const smallRestFields = { methodId: text, rest: units, dust: units, otherCoin: maybe(z.literal(true)) };

const factsSchema = z.object({
  offers: z.array(offerSchema),
  shown: maybe(text),
  deposits: z.array(depositSchema),
  requests: z.array(requestSchema),
  settlements: z.array(settlementFactSchema),
  refunds: z.array(refundSchema),
  anomalies: z.array(z.object({ kind: text, detail: text, at: instant })),
  smallRests: maybe(z.array(z.object({ ...smallRestFields, at: instant }))),
  refundTo: z.record(text, text).default({}),
  marks: z
    .array(z.object({ as: markedSchema, from: stateSchema, by: text, reason: text, at: instant }))
    .default([]),
  resolved: z.array(z.object({ key: text, by: text, reason: text, at: instant })).default([]),
});
const changedFactsSchema = factsSchema.partial();

const outcomeSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("settled"),
    amount: maybe(units),
    txHash: maybe(text),
    evidence: evidenceSchema,
    proof: text,
  }),
  z.object({ kind: z.literal("refunded"), amount: maybe(units), txHash: maybe(text) }),
]);

const observationSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("offer"), at: instant, offer: offerSchema }),
  z.object({
    kind: z.literal("output"),
    at: instant,
    outpoint: text,
    chainId: z.number().int(),
    currency: text,
    address: text,
    value: units,
    sentBy: instant,
    firstSeenAt: maybe(instant),
    confirmations: z.number().int(),
    blockHash: maybe(text),
    tipHeight: maybe(z.number().int()),
    spends: maybe(z.array(text)),
    assigned: maybe(z.object({ methodId: text, by: text, reason: text, direct: maybe(z.literal(true)) })),
    coin: maybe(coinSchema),
  }),
  z.object({ kind: z.literal("appraised"), at: instant, outpoint: text, credit: units, floor: units }),
  z.object({ kind: z.literal("unconverted"), at: instant, outpoint: text }),
  z.object({ kind: z.literal("restTooSmall"), at: instant, ...smallRestFields }),
  z.object({ kind: z.literal("gone"), at: instant, outpoint: text }),
  z.object({
    kind: z.literal("request"),
    at: instant,
    requestId: text,
    depositAddress: text,
    parent: maybe(text),
    word: text,
    reason: maybe(text),
    depositTxid: maybe(text),
    input: maybe(units),
    outcome: maybe(outcomeSchema),
  }),
  z.object({
    kind: z.literal("tick"),
    at: instant,
    sightedAt: instant,
    heights: maybe(z.record(text, z.number().int())),
  }),
  z.object({ kind: z.literal("chosen"), at: instant, quoteId: text }),
  z.object({ kind: z.literal("refundTo"), at: instant, chainId: z.number().int(), address: text }),
  z.object({ kind: z.literal("anomaly"), at: instant, what: text, detail: text }),
  z.object({ kind: z.literal("marked"), at: instant, as: markedSchema, by: text, reason: text }),
  z.object({ kind: z.literal("resolved"), at: instant, keys: z.array(text), by: text, reason: text }),
]);

/** An invoice. Throws, with its id, when the row cannot be true. */
export function toInvoice(row: Tables["invoices"]["$inferSelect"]): Invoice {
  const what = `invoice ${row.id}`;
  const { toleranceBps, ...written } = check(termsSchema, row.terms, what);
  // The casts below only turn "may be missing" into "may be undefined": the schemas have checked everything else.
  const terms = {
    ...written,
    ...(row.metadata === null || row.metadata === undefined ? {} : { metadata: row.metadata }),
    policy: written.policy ?? policyFor({ toleranceBps }, written.due, "reported"),
  } as Terms;
  const facts = check(factsSchema, row.facts, what);
  const offers = facts.offers.map((offer) => ({ ...offer, covers: offer.covers ?? terms.due }));
  const deposits = facts.deposits.map((deposit) => {
    return { ...deposit, quoteId: deposit.quoteId ?? formerQuoteId(offers as Offer[], deposit as Deposit) };
  });
  const requests = facts.requests.map((request) => {
    return { ...request, understood: request.understood ?? request.word };
  });
  return {
    id: row.id,
    storeId: row.storeId,
    terms,
    facts: { ...facts, offers, deposits, requests } as Facts,
    state: check(stateSchema, row.state, what),
    additional: check(additionalSchema, row.additional, what),
    version: row.version,
    ...(typeof row.archivedAt === "number" ? { archivedAt: row.archivedAt } : {}),
  };
}

/** The offer of a deposit that a version before `quoteId` wrote, by the rule that it is stored by now. */
function formerQuoteId(offers: readonly Offer[], deposit: Deposit): string | undefined {
  const isKnown = ({ from }: Offer) => from <= deposit.seenAt;
  return answeredOffer(deposit.mismatch ? offers.filter(isKnown) : offers, deposit)?.quoteId;
}

/**
 * Throws when the invoice could not be read back: a row like that would be lost to every reader, the audit included. What is the
 * identical object in the version `before`, which was read or checked, is not checked again.
 */
export function refuseUnreadable(invoice: Invoice, before?: Invoice): void {
  const what = `invoice ${invoice.id}`;
  check(stateSchema, invoice.state, what);
  check(additionalSchema, invoice.additional, what);
  if (invoice.terms !== before?.terms) check(termsSchema, asKept(invoice.terms), what);
  if (!before) {
    check(factsSchema, asKept(invoice.facts), what);
    return;
  }
  const known: Readonly<Record<string, unknown>> = before.facts;
  const changed = Object.entries(invoice.facts).filter(([name, fact]) => fact !== known[name]);
  check(changedFactsSchema, asKept(Object.fromEntries(changed)), what);
}

/** JSON columns as they are read again. */
export function asKept(columns: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const withTexts = (_: string, part: unknown) => (typeof part === "bigint" ? String(part) : part);
  return JSON.parse(JSON.stringify(columns, withTexts)) as Record<string, unknown>;
}

/** What a version of an invoice was decided upon. Throws when it cannot be true. */
export function toObservation(value: unknown, what: string): Observation {
  return check(observationSchema, value, what) as Observation; // as above
}

/** The value, if it has the shape. Throws with what it is of. */
export function check<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(`The stored ${what} cannot be true: ${z.prettifyError(parsed.error)}`);
}
