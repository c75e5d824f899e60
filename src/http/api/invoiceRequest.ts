import { z } from "zod";
import type { InvoiceRequest } from "../../gateway/issueInvoice.ts";
import type { StoreSettings } from "../../gateway/storePort.ts";
import { SPEED_POLICIES, type CheckoutTerms } from "../../invoices/invoice.ts";
import { AmountError, parseDecimal } from "../../money/amount.ts";
import { PRICE_CURRENCIES, priceDecimals } from "../../money/currency.ts";
import { ValidationError, type Problem } from "../errors.ts";
import { nullish } from "./nullish.ts";
import { policyBodySchema, readPolicyBody } from "./policyBody.ts";
import { problemsOf } from "./problems.ts";

/**
 * POST …/invoices (Greenfield). Plugins send every optional field as null, numbers as strings or numbers, and fields that
 * nobody here knows: null means absent, both forms are taken, and unknown fields are ignored.
 */

const decimalText = z.union(
  [z.string().trim().max(100), z.number().finite()],
  'Expected the price as a decimal string such as "25.00"',
);
const minutes = z
  .number()
  .min(0.5, "Expected at least half a minute (0.5)")
  .max(525_600, "Expected at most a year (525600)");

/** What is only given back: a value that makes no sense is as good as none. */
const lenient = <T extends z.ZodType>(schema: T) => nullish(schema).catch(undefined);
const isOn = lenient(z.boolean());
const speedPolicy = z
  .string()
  .transform((text) => SPEED_POLICIES.find((word) => word.toLowerCase() === text.toLowerCase()));

const checkoutSchema = z.object({
  paymentMethods: nullish(z.array(z.string().max(64)).max(50)),
  defaultPaymentMethod: nullish(z.string().max(64)),
  expirationMinutes: nullish(minutes),
  monitoringMinutes: nullish(z.number().min(0).max(525_600)),
  paymentTolerance: nullish(z.number().min(0).max(100)),
  redirectURL: nullish(z.string().max(2048)),
  redirectAutomatically: nullish(z.boolean()),
  speedPolicy: lenient(speedPolicy),
  defaultLanguage: lenient(z.string().max(20)),
});

const DEEPEST_METADATA = 32;

/** True when nothing in the value lies deeper than that many levels. */
function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((part) => isShallow(part, levels - 1));
}

const metadataSchema = nullish(
  z.record(z.string(), z.unknown()).refine((value) => isShallow(value, DEEPEST_METADATA), {
    message: `Expected at most ${DEEPEST_METADATA} levels of nesting.`,
  }),
);

const bodySchema = z.object({
  amount: nullish(decimalText),
  currency: nullish(z.string().max(10)),
  metadata: metadataSchema,
  receipt: lenient(z.object({ enabled: isOn, showQR: isOn, showPayments: isOn })),
  additionalSearchTerms: lenient(z.array(z.string().max(200)).max(20)),
  checkout: nullish(checkoutSchema),
  crosstill: nullish(z.strictObject({ policy: nullish(policyBodySchema) })), // our own: a slip there is no plugin's
});

const LARGEST_PRICE = 10n ** 15n; // whole units; nobody could pay it, and its smallest units outgrow the contract's 78 digits

/** Reads a request body, or throws ValidationError with everything that is wrong with it. */
export function readInvoiceRequest(body: unknown, settings: StoreSettings): InvoiceRequest {
  const parsed = bodySchema.safeParse(body, { reportInput: true });
  if (!parsed.success) throw new ValidationError(problemsOf(parsed.error));
  const { amount, currency: code, metadata, checkout, crosstill } = parsed.data;
  const problems: Problem[] = [];
  const currency = (code ?? settings.defaultCurrency).toUpperCase();
  const decimals = readDecimals(currency, problems);
  const price = readAmount(amount, decimals, currency, problems);
  const redirectUrl = readRedirect(checkout?.redirectURL, problems);
  const policy = readPolicyBody(
    { ...crosstill?.policy, tolerance: crosstill?.policy?.tolerance ?? checkout?.paymentTolerance },
    settings.settlement.decimals,
    problems,
  );
  if (problems.length > 0) throw new ValidationError(problems);
  return {
    ...{ amount: price, currency, decimals },
    metadata: metadata ?? {},
    expirationMinutes: checkout?.expirationMinutes,
    monitoringMinutes: checkout?.monitoringMinutes,
    policy,
    checkout: {
      redirectUrl,
      redirectAutomatically: checkout?.redirectAutomatically ?? false,
      methods: checkout?.paymentMethods?.map(canonicalId) ?? [],
      defaultMethod: checkout?.defaultPaymentMethod ? canonicalId(checkout.defaultPaymentMethod) : undefined,
      ...echoOf(parsed.data),
    },
  };
}

function echoOf({ checkout, receipt, additionalSearchTerms }: z.infer<typeof bodySchema>): Pick<CheckoutTerms, "echo"> {
  const { speedPolicy, defaultLanguage } = checkout ?? {};
  const searchTerms = additionalSearchTerms?.length ? additionalSearchTerms : undefined;
  const said = Object.entries({ speedPolicy, defaultLanguage, receipt, searchTerms }).filter(([, value]) => value !== undefined);
  return said.length > 0 ? { echo: Object.fromEntries(said) } : {};
} // prettier-ignore

/** PUT …/invoices/{id}: the metadata that takes the old one's place, or undefined to leave it. Throws ValidationError. */
export function readMetadata(body: unknown): Readonly<Record<string, unknown>> | undefined {
  const parsed = z.object({ metadata: metadataSchema }).safeParse(body ?? {}, { reportInput: true });
  if (!parsed.success) throw new ValidationError(problemsOf(parsed.error));
  return parsed.data.metadata;
}

/** Plugins turn method ids into class names and back; they get the true form in the answer. */
function canonicalId(methodId: string): string {
  return methodId.replaceAll("_", "-").toUpperCase();
}

function readDecimals(currency: string, problems: Problem[]): number {
  const decimals = priceDecimals(currency);
  if (decimals === undefined) {
    const expected = `Expected one of ${PRICE_CURRENCIES.join(", ")}`;
    problems.push(problem("Currency", `${expected}; got "${currency.slice(0, 10)}".`));
  }
  return decimals ?? 2; // only so that the amount can be looked at as well
}

/** Shops that calculate in floats send 19.989999999999998; a JSON number is rounded to the currency's decimals, a text is exact. */
function readAmount(
  value: string | number | undefined,
  decimals: number,
  currency: string,
  problems: Problem[],
): bigint {
  if (value === undefined) {
    const message = 'Expected the price as a decimal string such as "25.00"; got none.';
    problems.push(problem("Amount", `${message} Invoices without an amount are not supported.`));
    return 0n;
  }
  const text =
    typeof value === "number" && value >= 0 && value < 1e15 ? value.toFixed(decimals) : String(value);
  try {
    const amount = parseDecimal(text, decimals);
    if (amount > 0n && amount <= LARGEST_PRICE * 10n ** BigInt(decimals)) return amount;
    const expected = amount > 0n ? `of at most ${LARGEST_PRICE}` : "above zero";
    throw new AmountError(`Expected an amount ${expected}, got "${text.slice(0, 40)}".`);
  } catch (error) {
    if (!(error instanceof AmountError)) throw error;
    problems.push(problem("Amount", `${error.message} ${currency} has ${decimals} decimals.`));
    return 0n;
  }
}

/** Only http and https are ever redirected to. Placeholders such as {InvoiceId} stay; they are filled when the payer leaves. */
function readRedirect(text: string | undefined, problems: Problem[]): string | undefined {
  if (text === undefined || text === "") return undefined;
  if (/^https?:\/\//i.test(text)) return text;
  const message = `Expected a URL that starts with https:// or http://; got "${text.slice(0, 40)}".`;
  problems.push(problem("Checkout.RedirectURL", message));
  return undefined;
}

function problem(path: string, message: string): Problem {
  return { path, message, code: "invalid" };
}

const markSchema = z.object({ status: z.string().max(64) });

/** POST …/invoices/{id}/status: the word is read like every closed list of the API, whatever its letters. */
export function readMark(body: unknown): "Settled" | "Invalid" {
  const { data } = markSchema.safeParse(body ?? {});
  const word = data?.status.toLowerCase();
  if (word === "settled") return "Settled";
  if (word === "invalid") return "Invalid";
  const message = `Expected Settled or Invalid; got ${JSON.stringify(data?.status ?? null)}.`;
  throw new ValidationError([{ path: "Status", message, code: "invalid" }]);
}
