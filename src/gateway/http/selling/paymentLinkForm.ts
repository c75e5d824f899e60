import type { Request } from "express";
import type { PaymentRequest, PaymentRequestSettings } from "../../domain/invoices/paymentRequest.ts";
import type { MerchantStore } from "../../usecases/stores/merchantStore.ts";
import { formatFixed } from "../../../values/amount.ts";
import { isoTime, type Instant } from "../../../values/time.ts";
import { sentence } from "../../../values/sentence.ts";
import { momentIn, zonedTime } from "../../../values/zone.ts";
import { readPaymentRequest } from "../api/paymentRequestBody.ts";
import { problem } from "../api/priceBody.ts";
import { ValidationError } from "../errors.ts";
import { amountOf, fieldOf } from "../owner/fields.ts";

const FIELDS = ["title", "amount", "currency", "description", "email", "referenceId", "expiry"] as const;

/** The form of a payment link as it was typed. */
export type TypedLink = Readonly<Record<(typeof FIELDS)[number], string> & { isCustom: boolean }>;

/** The API's names of the fields beside which a problem can stand. */
export const LINK_FIELDS = [
  "Title",
  "Amount",
  "Currency",
  "Description",
  "Email",
  "ReferenceId",
  "ExpiryDate",
];

/** What a visitor has typed. */
export function typedLink(request: Request): TypedLink {
  const texts = FIELDS.map((name) => [
    name,
    (name === "amount" ? amountOf : fieldOf)(request, name)?.trim() ?? "",
  ]);
  return {
    ...(Object.fromEntries(texts) as Record<(typeof FIELDS)[number], string>),
    isCustom: fieldOf(request, "isCustom") !== undefined,
  };
}

/** The same form for a link that there is. */
export function knownLink({ settings }: PaymentRequest, zone: string): TypedLink {
  const { title, amount, decimals, currency, description, email, referenceId, expiresAt } = settings;
  return {
    title,
    amount: formatFixed(amount, decimals),
    currency,
    description: description ?? "",
    email: email ?? "",
    referenceId: referenceId ?? "",
    expiry: expiresAt === undefined ? "" : zonedTime(zone)(expiresAt).slice(0, 16),
    isCustom: settings.allowCustomAmounts,
  };
}

/**
 * Reads the form as a call of the merchant API is read, but for an end that is over at `now`: that would be a slip. The end that a
 * link has already may stay. Throws ValidationError.
 */
export function readLink(
  typed: TypedLink,
  { settings }: MerchantStore,
  now: Instant,
  known?: PaymentRequest,
): PaymentRequestSettings {
  const { amount, expiry, isCustom, ...texts } = typed;
  const body = {
    ...texts,
    amount: amount === "" ? null : amount,
    expiryDate: expiry === "" ? null : momentOf(expiry, settings.books.zone),
    allowCustomPaymentAmounts: isCustom,
  };
  const read = readPaymentRequest(body, settings);
  const isKept = known !== undefined && typed.expiry === knownLink(known, settings.books.zone).expiry;
  if (read.expiresAt !== undefined && read.expiresAt <= now && !isKept)
    throw new ValidationError([
      problem("ExpiryDate", sentence("Expected a time to come; this one is over.")),
    ]);
  return isKept ? { ...read, expiresAt: known.settings.expiresAt } : read;
}

/** A form's moment ("2027-01-31T18:00") has no zone: the page says that it is the store's. What is none is refused as it was typed. */
function momentOf(typed: string, zone: string): string {
  const at = momentIn(typed, zone);
  return at === undefined ? typed : isoTime(at);
}
