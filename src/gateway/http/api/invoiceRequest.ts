import { z } from "zod";
import type { InvoiceRequest } from "../../usecases/invoices/issueInvoice.ts";
import { canonicalMethodId } from "../../usecases/pricing/methods.ts";
import type { StoreSettings } from "../../usecases/stores/merchantStore.ts";
import { SPEED_POLICIES, type CheckoutTerms } from "../../domain/invoices/invoice.ts";
import { ValidationError, type Problem } from "../errors.ts";
import { emailBody, mailToOf } from "./mailBody.ts";
import { nullish } from "./nullish.ts";
import { policyBody, readPolicyBody } from "./policyBody.ts";
import { standsForAll } from "./present/presentSingleMethod.ts";
import { decimalText, problem, readAmount, readDecimals } from "./priceBody.ts";
import { problemsOf } from "./problems.ts";
import { english } from "../../../languages/merchantWords.ts";

/**
 * POST …/invoices (Greenfield). Plugins send every optional field as null, numbers as strings or numbers,
 * and unknown fields: null means absent, both forms are accepted, and unknown fields are ignored.
 */

const minutes = z
  .number()
  .min(0.5, english("Expected at least half a minute (0.5)"))
  .max(525_600, english("Expected at most a year (525600)"));

const NO_BODY =
  'Expected a JSON object with the invoice, at least {}; none came. Send it with the header "Content-Type: application/json".';

/** What is only given back: a value that makes no sense is as good as none. */
const lenient = <T extends z.ZodType>(schema: T) => nullish(schema).catch(undefined);
const isOn = lenient(z.boolean());
const speedPolicy = z
  .string()
  .transform((text) => SPEED_POLICIES.find((word) => word.toLowerCase() === text.toLowerCase()));

const checkoutBody = z.object({
  paymentMethods: nullish(z.array(z.string().max(64)).max(50)).describe(
    "What the payer may choose from; none: all that the store has",
  ),
  defaultPaymentMethod: nullish(z.string().max(64)).describe("The method that is chosen first"),
  expirationMinutes: nullish(minutes).describe("For how long the price is promised"),
  monitoringMinutes: nullish(z.number().min(0).max(525_600)).describe(
    "For how long after that late money is looked for",
  ),
  paymentTolerance: nullish(z.number().min(0).max(100)).describe("How much may be missing, in percent"),
  redirectURL: nullish(z.string().max(2048)).describe(
    "Where the page leads back to; {InvoiceId} and {OrderId} are filled in",
  ),
  redirectAutomatically: nullish(z.boolean()).describe("It leads there by itself"),
  speedPolicy: lenient(speedPolicy).describe("Given back; `crosstill.policy` says what counts"),
  defaultLanguage: lenient(z.string().max(20)).describe("The language of its page, by its tag"),
});

const DEEPEST_METADATA = 32;

/** True when nothing in the value lies deeper than that many levels. */
function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((part) => isShallow(part, levels - 1));
}

const metadataBody = nullish(
  z.record(z.string(), z.unknown()).refine((value) => isShallow(value, DEEPEST_METADATA), {
    message: `Expected at most ${DEEPEST_METADATA} levels of nesting.`,
  }),
);

/** POST …/invoices. Our own fields are exact: a slip there is no plugin's. */
export const invoiceBody = z.object({
  amount: nullish(decimalText).describe(
    "The price; none: any amount will do, and the first payment makes the price",
  ),
  currency: nullish(z.string().max(10)).describe("Its currency; none: the store's"),
  metadata: metadataBody.describe(
    "Yours: it is kept and given back. orderId, buyerEmail and itemDesc are shown and searched",
  ),
  receipt: lenient(z.object({ enabled: isOn, showQR: isOn, showPayments: isOn })).describe("Given back"),
  additionalSearchTerms: lenient(z.array(z.string().max(200)).max(20)).describe(
    "Words to find the invoice by",
  ),
  checkout: nullish(checkoutBody),
  crosstill: nullish(
    z.strictObject({
      policy: nullish(policyBody),
      email: nullish(emailBody).describe("Mails the link to the customer"),
    }),
  ),
});

/**
 * Reads a request body, or throws ValidationError with everything that is wrong with it. No body at all is wrong: it may be one
 * that was not declared as JSON, and must not become an invoice for any amount.
 */
export function readInvoiceRequest(body: unknown, settings: StoreSettings): InvoiceRequest {
  if (body === undefined) throw new ValidationError([problem("", NO_BODY)]);
  const parsed = invoiceBody.safeParse(body, { reportInput: true });
  if (!parsed.success) throw new ValidationError(problemsOf(parsed.error));
  const { amount, currency: code, metadata, checkout, crosstill } = parsed.data;
  const problems: Problem[] = [];
  const currency = (code ?? settings.defaultCurrency).toUpperCase();
  const decimals = readDecimals(currency, problems);
  const price = amount === undefined ? undefined : readAmount(amount, decimals, currency, problems, true); // none: any amount will do
  const redirectUrl = readRedirect(checkout?.redirectURL, problems);
  const policy = readPolicyBody(
    { ...crosstill?.policy, tolerance: crosstill?.policy?.tolerance ?? checkout?.paymentTolerance },
    settings.settlement.decimals,
    problems,
  );
  if (problems.length > 0) throw new ValidationError(problems);
  return {
    amount: price,
    currency,
    decimals,
    metadata: metadata ?? {},
    expirationMinutes: checkout?.expirationMinutes,
    monitoringMinutes: checkout?.monitoringMinutes,
    policy,
    mailTo: mailToOf(crosstill?.email, { metadata, defaultLanguage: checkout?.defaultLanguage }, settings),
    checkout: {
      redirectUrl,
      redirectAutomatically: checkout?.redirectAutomatically ?? settings.profile.redirectAutomatically,
      methods: methodsIn(checkout?.paymentMethods ?? [], settings),
      defaultMethod: checkout?.defaultPaymentMethod
        ? canonicalMethodId(checkout.defaultPaymentMethod)
        : undefined,
      ...echoOf(parsed.data),
    },
  };
}

function echoOf({
  checkout,
  receipt,
  additionalSearchTerms,
}: z.infer<typeof invoiceBody>): Pick<CheckoutTerms, "echo"> {
  const { speedPolicy, defaultLanguage } = checkout ?? {};
  const searchTerms = additionalSearchTerms?.length ? additionalSearchTerms : undefined;
  const said = Object.entries({ speedPolicy, defaultLanguage, receipt, searchTerms }).filter(
    ([, value]) => value !== undefined,
  );
  return said.length > 0 ? { echo: Object.fromEntries(said) } : {};
}

/** PUT …/invoices/{id}. */
export const labelBody = z.object({ metadata: metadataBody.describe("What takes the place of the old") });

/** The metadata that takes the old one's place, or undefined to leave it. Throws ValidationError. */
export function readMetadata(body: unknown): Readonly<Record<string, unknown>> | undefined {
  const parsed = labelBody.safeParse(body ?? {}, { reportInput: true });
  if (!parsed.success) throw new ValidationError(problemsOf(parsed.error));
  return parsed.data.metadata;
}

/** The methods that a payer may choose from, by the ids that the answer has; none means all, and so does the one that stands for all. */
function methodsIn(ids: readonly string[], settings: StoreSettings): readonly string[] {
  return ids.some((id) => standsForAll(id, settings)) ? [] : ids.map(canonicalMethodId);
}

/** Only http and https are ever redirected to. Placeholders such as {InvoiceId} stay; they are filled when the payer leaves. */
function readRedirect(text: string | undefined, problems: Problem[]): string | undefined {
  if (text === undefined || text === "") return undefined;
  if (/^https?:\/\//i.test(text) && URL.canParse(text.replace(/\{\w+\}/g, "x"))) return text;
  const message = `Expected a URL that starts with https:// or http:// and can be opened; got "${text.slice(0, 40)}".`;
  problems.push(problem("Checkout.RedirectURL", message));
  return undefined;
}

/** POST …/invoices/{id}/status. */
export const markBody = z.object({ status: z.string().max(64).describe("Settled or Invalid") });

/** Case-insensitive, as every closed list of the API. */
export function readMark(body: unknown): "Settled" | "Invalid" {
  const { data } = markBody.safeParse(body ?? {});
  const word = data?.status.toLowerCase();
  if (word === "settled") return "Settled";
  if (word === "invalid") return "Invalid";
  const message = `Expected Settled or Invalid; got ${JSON.stringify(data?.status ?? null)}.`;
  throw new ValidationError([{ path: "Status", message, code: "invalid" }]);
}
