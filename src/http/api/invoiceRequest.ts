import { z } from "zod";
import type { InvoiceRequest } from "../../gateway/issueInvoice.ts";
import type { StoreSettings } from "../../gateway/ports.ts";
import { AmountError, parseDecimal } from "../../money/amount.ts";
import { PRICE_CURRENCIES, priceDecimals } from "../../money/currency.ts";
import { ValidationError, type Problem } from "../errors.ts";

/**
 * POST …/invoices (Greenfield). Plugins send every optional field as null, numbers as strings or numbers, and fields that
 * nobody here knows: null means absent, both forms are taken, and unknown fields are ignored.
 */

const nullish = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => value ?? undefined, schema.optional());
const decimalText = z.union([z.string().trim().max(100), z.number().finite()]);
const minutes = z
  .number()
  .min(0.5, "Expected at least half a minute.")
  .max(525_600, "Expected at most a year.");

const checkoutSchema = z.object({
  paymentMethods: nullish(z.array(z.string().max(64)).max(50)),
  defaultPaymentMethod: nullish(z.string().max(64)),
  expirationMinutes: nullish(minutes),
  monitoringMinutes: nullish(z.number().min(0).max(525_600)),
  paymentTolerance: nullish(z.number().min(0).max(100)),
  redirectURL: nullish(z.string().max(2048)),
  redirectAutomatically: nullish(z.boolean()),
});

const bodySchema = z.object({
  amount: nullish(decimalText),
  currency: nullish(z.string().max(10)),
  metadata: nullish(z.record(z.string(), z.unknown())),
  checkout: nullish(checkoutSchema),
});

/** Reads a request body, or throws ValidationError with everything that is wrong with it. */
export function readInvoiceRequest(body: unknown, settings: StoreSettings): InvoiceRequest {
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) throw new ValidationError(parsed.error.issues.map(toProblem));
  const { amount, currency: code, metadata, checkout } = parsed.data;
  const currency = (code ?? settings.defaultCurrency).toUpperCase();
  const decimals = priceDecimals(currency);
  if (decimals === undefined) {
    throw invalid(
      "Currency",
      `Expected one of ${PRICE_CURRENCIES.join(", ")}; got "${currency.slice(0, 10)}".`,
    );
  }
  return {
    ...{ amount: readAmount(amount, decimals, currency), currency, decimals },
    metadata: metadata ?? {},
    expirationMinutes: checkout?.expirationMinutes,
    monitoringMinutes: checkout?.monitoringMinutes,
    toleranceBps:
      checkout?.paymentTolerance === undefined ? undefined : Math.round(checkout.paymentTolerance * 100),
    checkout: {
      redirectUrl: readRedirect(checkout?.redirectURL),
      redirectAutomatically: checkout?.redirectAutomatically ?? false,
      methods: checkout?.paymentMethods ?? [],
      defaultMethod: checkout?.defaultPaymentMethod,
    },
  };
}

/** Shops that calculate in floats send 19.989999999999998; a JSON number is rounded to the currency's decimals, a text is exact. */
function readAmount(value: string | number | undefined, decimals: number, currency: string): bigint {
  if (value === undefined) {
    throw invalid(
      "Amount",
      'Expected the price as a decimal string such as "25.00". Invoices without an amount are not supported.',
    );
  }
  const text =
    typeof value === "number" && value >= 0 && value < 1e15 ? value.toFixed(decimals) : String(value);
  try {
    const amount = parseDecimal(text, decimals);
    if (amount > 0n) return amount;
    throw new AmountError("Expected an amount above zero.");
  } catch (error) {
    if (error instanceof AmountError)
      throw invalid("Amount", `${error.message} ${currency} has ${decimals} decimals.`);
    throw error;
  }
}

/** Only http and https are ever redirected to. Placeholders such as {InvoiceId} stay; they are filled when the payer leaves. */
function readRedirect(text: string | undefined): string | undefined {
  if (text === undefined || text === "") return undefined;
  if (/^https?:\/\//i.test(text)) return text;
  throw invalid("Checkout.RedirectURL", "Expected a URL that starts with https:// or http://.");
}

function invalid(path: string, message: string): ValidationError {
  return new ValidationError([{ path, message, code: "invalid" }]);
}

function toProblem({ path, message }: z.core.$ZodIssue): Problem {
  const name = path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${capital(String(part))}`))
    .join("");
  return { path: name.replace(/^\./, ""), message, code: "invalid" };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
