import { z } from "zod";
import type { StoreSettings } from "../../usecases/stores/merchantStore.ts";
import {
  receivedBy,
  statusOf,
  type PaymentRequest,
  type PaymentRequestSettings,
} from "../../domain/invoices/paymentRequest.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { formatFixed } from "../../../values/amount.ts";
import { SECOND_MS, unixSeconds, type Instant } from "../../../values/time.ts";
import type { paymentRequestAnswer } from "../answers/payout.ts";
import type { Answer } from "../answers/scalars.ts";
import { ValidationError, type Problem } from "../errors.ts";
import { nullish } from "./nullish.ts";
import { decimalText, readAmount, readDecimals } from "./priceBody.ts";
import { problemsOf } from "./problems.ts";
import { shownName } from "./shownName.ts";
import { english } from "../../../languages/merchantWords.ts";

/** Payment requests in the words of the merchant API (section d). What its forms would ask is taken and ignored. */

const LATEST = 253_402_300_799; // unix seconds: the year 9999

/** Empty is as good as absent: some clients send every field of their form. */
const words = (longest: number) =>
  nullish(z.string().trim().max(longest)).transform((text) => (text === "" ? undefined : text));

/** ISO 8601 with a zone, as BTCPay Server takes it beside unix seconds; a date alone begins in UTC. */
const isoDate = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .transform((text) => Math.floor(Date.parse(text) / SECOND_MS));

/** Unix seconds as text, as forms send them. */
const unixText = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform((text) => Number(text))
  .refine((seconds) => seconds <= LATEST);

/** POST and PUT …/payment-requests. */
export const paymentRequestBody = z.object({
  amount: nullish(decimalText).describe("What it asks for; it is needed"),
  currency: words(10).describe("Its currency; none: the store's"),
  title: shownName(200, english("Expected a title, which the payer sees")),
  description: words(20_000),
  email: words(320).refine(
    (text) => text === undefined || /^\S+@\S+$/.test(text),
    english("Expected an e-mail address"),
  ),
  expiryDate: nullish(
    z.union(
      [z.literal("").transform(() => undefined), z.number().int().min(0).max(LATEST), unixText, isoDate],
      english("Expected unix seconds, or a date such as 2027-01-31T18:00:00Z"),
    ),
  ).describe("When it ends, in unix seconds or as an ISO 8601 date with its zone; none: never"),
  referenceId: words(200).describe("Yours"),
  allowCustomPaymentAmounts: nullish(z.boolean()).describe("The payer says how much"),
});

/** Reads a body, or throws ValidationError with everything that is wrong with it. */
export function readPaymentRequest(body: unknown, settings: StoreSettings): PaymentRequestSettings {
  const parsed = paymentRequestBody.safeParse(body ?? {}, { reportInput: true });
  if (!parsed.success) throw new ValidationError(problemsOf(parsed.error));
  const { amount, title, description, email, referenceId, expiryDate } = parsed.data;
  const problems: Problem[] = [];
  const currency = (parsed.data.currency ?? settings.defaultCurrency).toUpperCase();
  const decimals = readDecimals(currency, problems);
  const price = readAmount(amount, decimals, currency, problems);
  if (problems.length > 0) throw new ValidationError(problems);
  return {
    amount: price,
    currency,
    decimals,
    title,
    description,
    email,
    referenceId,
    expiresAt: expiryDate === undefined ? undefined : expiryDate * SECOND_MS,
    allowCustomAmounts: parsed.data.allowCustomPaymentAmounts ?? false,
  };
}

/** POST …/payment-requests/{id}/pay. */
export const payBody = z.object({
  amount: nullish(decimalText).describe("How much, where not all that is left"),
  allowPendingInvoiceReuse: nullish(z.boolean()).describe("An invoice that is open will do"),
});

/** How much, where not all that is left, and whether an open invoice will do. Throws ValidationError. */
export function readPaying(
  body: unknown,
  { settings: { currency, decimals } }: PaymentRequest,
): Readonly<{ amount: bigint | undefined; reuse: boolean }> {
  const parsed = payBody.safeParse(body ?? {}, { reportInput: true });
  if (!parsed.success) throw new ValidationError(problemsOf(parsed.error));
  const { amount, allowPendingInvoiceReuse } = parsed.data;
  const problems: Problem[] = [];
  const wanted = amount === undefined ? undefined : readAmount(amount, decimals, currency, problems);
  if (problems.length > 0) throw new ValidationError(problems);
  return { amount: wanted, reuse: allowPendingInvoiceReuse ?? false };
}

/** The public page of a payment request. */
export function linkOf(publicUrl: string, id: string): string {
  return `${publicUrl}/payment-requests/${id}`;
}

/** A payment request as the merchant API shows it; what it has received, and its link, under `crosstill`. */
export function presentPaymentRequest(
  request: PaymentRequest,
  invoices: readonly Invoice[],
  now: Instant,
  publicUrl: string,
): Answer<typeof paymentRequestAnswer> {
  const { id, storeId, settings, createdAt, archivedAt } = request;
  const { amount, currency, decimals, title, expiresAt } = settings;
  const { settled, moving } = receivedBy(invoices);
  return {
    id,
    storeId,
    status: statusOf(request, invoices, now),
    createdTime: unixSeconds(createdAt),
    archived: archivedAt !== undefined,
    amount: formatFixed(amount, decimals),
    currency,
    title,
    description: settings.description ?? null,
    email: settings.email ?? null,
    expiryDate: expiresAt === undefined ? null : unixSeconds(expiresAt),
    referenceId: settings.referenceId ?? null,
    allowCustomPaymentAmounts: settings.allowCustomAmounts,
    formId: null,
    formResponse: null,
    crosstill: {
      link: linkOf(publicUrl, id),
      settled: formatFixed(settled, decimals),
      processing: formatFixed(moving, decimals),
    },
  };
}
