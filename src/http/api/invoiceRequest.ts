import { z } from "zod";
import type { InvoiceRequest } from "../../gateway/issueInvoice.ts";
import type { StoreSettings } from "../../gateway/storePort.ts";
import { SPEED_POLICIES, type CheckoutTerms } from "../../invoices/invoice.ts";
import { ValidationError, type Problem } from "../errors.ts";
import { nullish } from "./nullish.ts";
import { policyBodySchema, readPolicyBody } from "./policyBody.ts";
import { standsForAll } from "./presentSingleMethod.ts";
import { decimalText, problem, readAmount, readDecimals } from "./priceBody.ts";
import { problemsOf } from "./problems.ts";

/**
 * POST …/invoices (Greenfield). Plugins send every optional field as null, numbers as strings or numbers, and fields that
 * nobody here knows: null means absent, both forms are taken, and unknown fields are ignored.
 */

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

/**
 * Reads a request body, or throws ValidationError with everything that is wrong with it. No body at all is wrong: it may be one
 * that was not declared as JSON, and must not become an invoice for any amount.
 */
export function readInvoiceRequest(body: unknown, settings: StoreSettings): InvoiceRequest {
  const parsed = bodySchema.safeParse(body, { reportInput: true });
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
    ...{ amount: price, currency, decimals },
    metadata: metadata ?? {},
    expirationMinutes: checkout?.expirationMinutes,
    monitoringMinutes: checkout?.monitoringMinutes,
    policy,
    checkout: {
      redirectUrl,
      redirectAutomatically: checkout?.redirectAutomatically ?? settings.profile.redirectAutomatically,
      methods: methodsIn(checkout?.paymentMethods ?? [], settings),
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

/** The methods that a payer may choose from; none means all, and so does the one that stands for all. */
function methodsIn(ids: readonly string[], settings: StoreSettings): readonly string[] {
  return ids.some((id) => standsForAll(id, settings)) ? [] : ids.map(canonicalId);
}

/** Plugins turn method ids into class names and back; they get the true form in the answer. */
function canonicalId(methodId: string): string {
  return methodId.replaceAll("_", "-").toUpperCase();
}

/** Only http and https are ever redirected to. Placeholders such as {InvoiceId} stay; they are filled when the payer leaves. */
function readRedirect(text: string | undefined, problems: Problem[]): string | undefined {
  if (text === undefined || text === "") return undefined;
  if (/^https?:\/\//i.test(text)) return text;
  const message = `Expected a URL that starts with https:// or http://; got "${text.slice(0, 40)}".`;
  problems.push(problem("Checkout.RedirectURL", message));
  return undefined;
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
