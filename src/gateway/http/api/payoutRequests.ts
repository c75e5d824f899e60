import { z } from "zod";
import type { PayoutRequest } from "../../usecases/payouts/claimPayout.ts";
import type { PullPaymentRequest } from "../../usecases/payouts/createPullPayment.ts";
import type { PayoutMark } from "../../usecases/payouts/managePayouts.ts";
import { REFUND_VARIANTS, type RefundRequest } from "../../usecases/payouts/refundInvoice.ts";
import { AmountError, parseDecimal } from "../../../values/amount.ts";
import { CURRENCY_EXAMPLES, priceDecimals } from "../../../values/currency.ts";
import { PAYOUT_STATES, type PayoutState } from "../../domain/payouts/payout.ts";
import { SECOND_MS } from "../../../values/time.ts";
import { ValidationError } from "../errors.ts";
import { nullish } from "./nullish.ts";
import { LARGEST_PRICE } from "./priceBody.ts";
import { problemsOf } from "./problems.ts";
import { optionalName } from "./shownName.ts";

/** Bodies of refunds, pull payments and payouts (Greenfield). Each reader throws ValidationError with what is wrong. */

const decimal = z.union([z.string().trim().max(100), z.number().finite().nonnegative()]);
const moment = z.number().int().nonnegative().max(1e11);
const methods = nullish(z.array(z.string().max(64)).max(50));
const word = z.string().max(64);

/** POST …/pull-payments. */
export const pullPaymentBody = z.object({
  name: nullish(optionalName(500)),
  description: nullish(z.string().max(5000)),
  amount: decimal,
  currency: nullish(z.string().max(16)),
  autoApproveClaims: nullish(z.boolean()),
  startsAt: nullish(moment),
  expiresAt: nullish(moment),
  payoutMethods: methods,
  paymentMethods: methods,
  metadata: nullish(z.looseObject({ orderId: nullish(z.union([z.string(), z.number()])) })).describe(
    "`orderId` names the order that it refunds",
  ),
});

/** A pull payment that is wanted. Without a currency it is the store's. */
export function readPullPayment(
  body: unknown,
  defaultCurrency: string,
): PullPaymentRequest & Readonly<{ metadata: unknown }> {
  const read = parse(pullPaymentBody, body);
  const { code: currency, decimals } = readCurrency("Currency", read.currency ?? defaultCurrency);
  const startsAt = read.startsAt === undefined ? undefined : read.startsAt * SECOND_MS;
  const expiresAt = read.expiresAt === undefined ? undefined : read.expiresAt * SECOND_MS;
  if (startsAt !== undefined && expiresAt !== undefined && startsAt >= expiresAt)
    throw invalid("ExpiresAt", `Expected an end after the start, got ${read.expiresAt}.`);
  return {
    name: read.name ?? "",
    description: read.description ?? "",
    currency,
    decimals,
    startsAt,
    expiresAt,
    amount: readAmount("Amount", read.amount, decimals),
    autoApprove: read.autoApproveClaims ?? false,
    methods: read.payoutMethods ?? read.paymentMethods ?? [],
    metadata: read.metadata,
  };
}

/** POST …/refund. */
export const refundBody = z.object({
  name: nullish(optionalName(500)),
  description: nullish(z.string().max(5000)),
  payoutMethods: methods,
  payoutMethodId: nullish(word),
  refundVariant: word,
  subtractPercentage: nullish(decimal),
  customAmount: nullish(decimal),
  customCurrency: nullish(z.string().max(16)),
});

/**
 * The body of a refund. The old field paymentMethod is ignored, as everywhere today: clients send "BTC" for
 * any payment.
 */
export function readRefund(body: unknown): Omit<RefundRequest, "mayApprove"> {
  const read = parse(refundBody, body);
  const variant = REFUND_VARIANTS.find((one) => one.toLowerCase() === read.refundVariant.toLowerCase());
  if (!variant)
    throw invalid(
      "RefundVariant",
      `Expected one of ${REFUND_VARIANTS.join(", ")}; got "${read.refundVariant}".`,
    );
  const { customAmount, customCurrency, payoutMethodId } = read;
  if (variant !== "Custom" && customAmount !== undefined && !isNothing(customAmount))
    throw invalid("CustomAmount", "Expected an amount only with the variant Custom.");
  return {
    name: read.name,
    description: read.description,
    variant,
    methods: read.payoutMethods ?? (payoutMethodId === undefined ? [] : [payoutMethodId]),
    subtractBps: readAmount("SubtractPercentage", read.subtractPercentage ?? "0", 2, PERCENTAGE),
    custom: variant === "Custom" ? readCustom(customAmount, customCurrency) : undefined,
  };
}

function readCustom(amount: string | number | undefined, code: string | undefined): RefundRequest["custom"] {
  if (amount === undefined) throw invalid("CustomAmount", "Expected an amount with the variant Custom.");
  if (code === undefined) throw invalid("CustomCurrency", "Expected a currency with the variant Custom.");
  const { code: currency, decimals } = readCurrency("CustomCurrency", code);
  return { amount: readAmount("CustomAmount", amount, decimals), currency, decimals };
}

/** POST …/payouts, of a store and of a pull payment. */
export const payoutBody = z.object({
  destination: z.string().max(500),
  amount: nullish(decimal),
  metadata: nullish(z.record(z.string(), z.unknown())),
  payoutMethodId: nullish(word),
  paymentMethod: nullish(word),
  pullPaymentId: nullish(z.string().max(100)),
  approved: nullish(z.boolean()),
});

export type WantedPayout = Omit<PayoutRequest, "amount"> &
  Readonly<{ amount: string | number | undefined; pullPaymentId: string | undefined }>;

/** A claim, or a payout that the merchant makes; its amount is read once its currency is known (readPayoutAmount). */
export function readPayout(body: unknown): WantedPayout {
  const { payoutMethodId, paymentMethod, approved, amount, pullPaymentId, ...rest } = parse(payoutBody, body);
  const methodId = payoutMethodId ?? paymentMethod;
  if (methodId === undefined) throw invalid("PayoutMethodId", "Expected a payout method such as BTC-CHAIN.");
  return { ...rest, methodId, amount, pullPaymentId, ...(approved === undefined ? {} : { approved }) };
}

/** An amount of a claim; undefined, as clients that want everything leave it, stays undefined. */
export function readPayoutAmount(amount: WantedPayout["amount"], decimals: number): bigint | undefined {
  return amount === undefined || amount === "" ? undefined : readAmount("Amount", amount, decimals);
}

/** POST …/payouts/{id}. */
export const approvalBody = z.object({ revision: nullish(z.number().int().nonnegative()) });

/** The revision that the merchant saw. A rateRule is ignored: the store's rates count. */
export function readRevision(body: unknown): number | undefined {
  return parse(approvalBody, body).revision;
}

/** POST …/payouts/{id}/mark. */
export const markPayoutBody = z.object({
  state: word,
  paymentProof: nullish(
    z.looseObject({ id: nullish(z.string().max(200)), link: nullish(z.string().max(2048)) }),
  ),
  crosstill: nullish(
    z.strictObject({
      nothingUnderWay: nullish(z.boolean()).describe(
        "No transaction that a wallet has sent for it can be mined any more",
      ),
      paysSeveral: nullish(z.boolean()).describe("The transaction has truly paid another payout as well"),
    }),
  ),
});

/** The state, and a proof that may contain the transaction in its id or link. */
export function readMarkPayout(body: unknown): PayoutMark {
  const { state, paymentProof, crosstill } = parse(markPayoutBody, body);
  const known = PAYOUT_STATES.find((one) => one.toLowerCase() === state.toLowerCase());
  if (!known) throw invalid("State", `Expected one of ${PAYOUT_STATES.join(", ")}; got "${state}".`);
  const text = `${paymentProof?.id ?? ""} ${paymentProof?.link ?? ""}`;
  const txHash = /(?<![0-9a-f])(?:0x)?[0-9a-f]{64}(?![0-9a-f])/i.exec(text)?.[0];
  const { nothingUnderWay = false, paysSeveral = false } = crosstill ?? {};
  return { state: known as PayoutState, txHash, proof: paymentProof, nothingUnderWay, paysSeveral };
}

function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(body ?? {}, { reportInput: true });
  if (!parsed.success) throw new ValidationError(problemsOf(parsed.error));
  return parsed.data;
}

function readCurrency(path: string, text: string): Readonly<{ code: string; decimals: number }> {
  const code = text.trim().toUpperCase();
  const decimals = priceDecimals(code);
  if (decimals !== undefined) return { code, decimals };
  throw invalid(path, `Expected one of ${CURRENCY_EXAMPLES}; got "${code}".`);
}

type Range = Readonly<{ least: bigint; most: bigint; expected: string }>;
const PERCENTAGE: Range = { least: 0n, most: 100_00n, expected: "at most 100" };

/** The range of a payout: as for the price of an invoice, which stays readable in any coin. */
function payable(decimals: number): Range {
  const expected = `an amount above zero and of at most ${LARGEST_PRICE}`;
  return { least: 1n, most: LARGEST_PRICE * 10n ** BigInt(decimals), expected };
}

/** A text is exact; a JSON number is rounded to the currency's decimals, because some clients calculate in floats. */
function readAmount(
  path: string,
  value: string | number,
  decimals: number,
  range = payable(decimals),
): bigint {
  try {
    const text = typeof value === "number" && value < 1e15 ? value.toFixed(decimals) : String(value);
    const amount = parseDecimal(text, decimals);
    if (amount >= range.least && amount <= range.most) return amount;
    throw new AmountError(`Expected ${range.expected}, got "${text}".`);
  } catch (error) {
    if (!(error instanceof AmountError)) throw error;
    throw invalid(path, error.message);
  }
}

function isNothing(amount: string | number): boolean {
  return amount === 0 || /^[0.]*$/.test(String(amount));
}

function invalid(path: string, message: string): ValidationError {
  return new ValidationError([{ path, message, code: "invalid" }]);
}
