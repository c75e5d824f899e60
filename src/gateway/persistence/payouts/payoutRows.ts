import { z } from "zod";
import { PAYOUT_STATES, type Payout, type PayoutState } from "../../domain/payouts/payout.ts";
import type { PullPayment } from "../../domain/payouts/pullPayment.ts";
import { asKept, check, maybe, text, units } from "../invoices/invoiceRows.ts";
import type { Tables } from "../tables.ts";

/** Rows to pull payments and payouts, and back. A row that cannot be true is refused, loudly and with its id. */

const instant = z.number().int().nonnegative();
const decimals = z.number().int().min(0).max(77);

const pullPaymentSchema = z.object({
  name: text,
  description: text,
  currency: text,
  decimals,
  amount: units,
  claimed: units,
  autoApprove: z.boolean(),
  startsAt: maybe(instant),
  expiresAt: maybe(instant),
  methods: z.array(text),
  madeBy: maybe(text),
  worth: maybe(units),
});

const coinSchema = z.object({ chainId: z.number().int(), currency: text, symbol: text, decimals });
const worthSchema = z.object({ currency: text, value: text, rate: text, source: text, at: instant });

const departureSchema = z.object({
  coin: coinSchema,
  amount: units,
  txHash: maybe(text),
  evidence: z.enum(["verified", "service"]),
});

const serviceSchema = z.object({
  requestId: text,
  user: text,
  input: units,
  expected: maybe(units),
  minimum: maybe(units),
  quote: z.unknown(),
  word: text,
  short: maybe(units),
  at: instant,
  coin: maybe(coinSchema),
  gross: maybe(units),
  sent: maybe(z.array(text)),
  sending: maybe(z.boolean()),
  handed: maybe(z.array(z.object({ hash: maybe(text) }))),
});

const payoutSchema = z.object({
  destination: text,
  originalCurrency: text,
  originalDecimals: decimals,
  originalAmount: units,
  coin: coinSchema.extend({ methodId: text }),
  payoutAmount: maybe(units),
  worth: maybe(units),
  revision: z.number().int().nonnegative(),
  proof: maybe(
    z.object({
      evidence: z.enum(["verified", "service", "merchant"]),
      txHash: maybe(text),
      key: maybe(text),
      amount: maybe(units),
      said: z.unknown().optional(),
    }),
  ),
  service: maybe(serviceSchema),
  named: maybe(
    z.object({
      txHash: text,
      paysSeveral: z.boolean(),
      said: z.unknown().optional(),
      at: instant,
      isRefused: maybe(z.boolean()),
      missingSince: maybe(instant),
    }),
  ),
  formerRequests: maybe(z.array(text)),
  lastTriedAt: maybe(instant),
  departure: maybe(departureSchema),
  worths: maybe(z.array(worthSchema)),
  unattributed: maybe(
    z.object({ chainId: z.number().int(), outpoint: text, worths: maybe(z.array(worthSchema)) }),
  ),
  metadata: z.unknown().optional(),
});

type Row<Name extends keyof Tables> = Tables[Name]["$inferSelect"];

/** A pull payment from its row. */
export function toPullPayment(row: Row<"pullPayments">): PullPayment {
  const { id, storeId, version, archived, invoiceId, ordinal, createdAt } = row;
  const { worth, ...body } = check(pullPaymentSchema, row.body, `pull payment ${id}`);
  const refund =
    invoiceId !== null && ordinal !== null && worth !== undefined ? { invoiceId, ordinal, worth } : undefined;
  return { ...body, id, storeId, version, archived, createdAt, refund } as PullPayment; // only "may be missing" became "may be undefined"
}

/** The row to be written. Throws when it could not be read again. */
export function fromPullPayment(pullPayment: PullPayment): Row<"pullPayments"> {
  const { id, storeId, version, archived, createdAt, refund, ...body } = pullPayment;
  const { invoiceId = null, ordinal = null, worth } = refund ?? {};
  const row = { id, storeId, version, archived, createdAt, invoiceId, ordinal, body: { ...body, worth } };
  toPullPayment({ ...row, body: asKept(row.body) });
  return row;
}

const stateSchema = z.enum(PAYOUT_STATES as [PayoutState, ...PayoutState[]]); // it has five

/** A payout from its row. Throws for an invalid one. */
export function toPayout(row: Row<"payouts">): Payout {
  const { id, storeId, pullPaymentId, version, createdAt } = row;
  const body = check(payoutSchema, row.body, `payout ${id}`);
  const state = check(stateSchema, row.state, `payout ${id}`);
  return {
    ...body,
    id,
    storeId,
    version,
    createdAt,
    state,
    pullPaymentId: pullPaymentId ?? undefined,
  } as Payout; // as above
}

/**
 * The row to be written. Throws when it could not be read back: such a payout could not be paid, cancelled
 * or found.
 */
export function fromPayout(payout: Payout): Row<"payouts"> {
  const { id, storeId, pullPaymentId = null, version, state, createdAt, ...body } = payout;
  const row = {
    id,
    storeId,
    pullPaymentId,
    version,
    state,
    createdAt,
    proof: payout.proof?.key ?? null,
    body,
  };
  toPayout({ ...row, body: asKept(row.body) });
  return row;
}
