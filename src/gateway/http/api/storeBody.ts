import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { MOST_TRACKED, namedAccountant, readTracked } from "../../usecases/books/bookSettings.ts";
import type { MerchantStore, StoreSettings } from "../../usecases/stores/merchantStore.ts";
import { SPEED_POLICIES } from "../../domain/invoices/invoice.ts";
import { MOST_ADDRESS_DAYS, MOST_REMINDER_MINUTES } from "../../domain/mail/mail.ts";
import { CURRENCY_EXAMPLES, priceDecimals } from "../../../values/currency.ts";
import { readEmailAddress } from "../../domain/mail/emailAddress.ts";
import { MINUTE_MS, SECOND_MS, type Instant } from "../../../values/time.ts";
import { isZone } from "../../../values/zone.ts";
import { ValidationError, type Problem } from "../errors.ts";
import { nullish } from "./nullish.ts";
import { NO_LANGUAGE, presentStore } from "./present/presentStore.ts";
import { problemsOf } from "./problems.ts";
import { shownName } from "./shownName.ts";
import { english } from "../../../languages/merchantWords.ts";

/**
 * PUT …/stores/{id}. Null means absent, and absent fields stay. Fields of the merchant API without effect
 * here are accepted and ignored; our own, under `crosstill`, are strict. A field with the value that GET
 * shows is a no-op, so sending back what was read changes nothing, also where a default is shown.
 */

const SECONDS_PER_MINUTE = MINUTE_MS / SECOND_MS;
const LONGEST_SECONDS = 365 * 24 * 3600;

const link = z
  .string()
  .trim()
  .max(2048)
  .regex(
    /^(https?:\/\/\S+|mailto:\S+|)$/i,
    english("Expected an address that starts with https://, http:// or mailto:"),
  )
  .refine(
    (text) => text === "" || URL.canParse(text),
    english("Expected an address that starts with https://, http:// or mailto:"),
  );
const color = z
  .string()
  .trim()
  .regex(/^(#[0-9a-f]{6}|)$/i, english("Expected a colour such as #0F3B21"));
const seconds = (least: number) => z.number().int().min(least).max(LONGEST_SECONDS);
const isCurrency = (code: string) => priceDecimals(code.toUpperCase()) !== undefined;

/** Shown under `crosstill`, and changed on the server alone: over the API money must not find another way. */
const FIXED = ["settlement", "feeBearer", "strictAddresses", "directPayments"] as const;
const anything = z.unknown().optional().describe("As it is shown: the API does not change it");

const booksBody = z.strictObject({
  trackedCurrencies: nullish(
    z
      .array(z.string().max(12))
      .refine((codes) => readTracked(codes), `Expected at most ${MOST_TRACKED} of ${CURRENCY_EXAMPLES}`),
  ).describe("In which each payment is valued when it is first seen"),
  zone: nullish(z.string().max(64).refine(isZone, "Expected a time zone such as Europe/Berlin")).describe(
    "In which months begin",
  ),
  accountantEmail: nullish(
    z
      .string()
      .trim()
      .refine((text) => text === "" || readEmailAddress(text), "Expected one e-mail address"),
  ).describe(
    "Who gets an e-mail with a link to each month that has ended; an empty text: no e-mail. Links of before a change are dead",
  ),
});

/** PUT …/stores/{id}. */
export const storeBody = z.object({
  name: nullish(shownName(100, english("Expected a name"))).describe("What payers see"),
  website: nullish(link),
  supportUrl: nullish(link),
  brandColor: nullish(color),
  defaultLang: nullish(z.string().max(20)).describe(
    "What payers read, by its tag; an empty text: what their browsers ask for",
  ),
  autoDetectLanguage: nullish(z.boolean()).describe(
    "True: what their browsers ask for. False: what is shown as `defaultLang`",
  ),
  speedPolicy: nullish(z.enum(SPEED_POLICIES)).describe("Given back"),
  redirectAutomatically: nullish(z.boolean()),
  defaultCurrency: nullish(z.string().refine(isCurrency, `Expected one of ${CURRENCY_EXAMPLES}`)),
  defaultPaymentMethod: nullish(z.string().max(64)),
  invoiceExpiration: nullish(seconds(SECONDS_PER_MINUTE)).describe(
    "For how many seconds a price is promised",
  ),
  monitoringExpiration: nullish(seconds(0)).describe(
    "For how many seconds after that late money is looked for",
  ),
  paymentTolerance: nullish(z.number().min(0).max(100)).describe("How much may be missing, in percent"),
  crosstill: nullish(
    z.strictObject({
      oneInvoicePerOrder: nullish(z.boolean()).describe(
        "A second invoice for an order that is open gives the first",
      ),
      mailInvoices: nullish(z.boolean()).describe("Each invoice is mailed to its metadata's `buyerEmail`"),
      mailReminderMinutes: nullish(z.number().int().min(0).max(MOST_REMINDER_MINUTES)).describe(
        "One reminder, so long before the price promise ends; 0: none",
      ),
      mailAddressDays: nullish(z.number().int().min(1).max(MOST_ADDRESS_DAYS)).describe(
        "For how many days after an invoice has ended its addresses are kept",
      ),
      books: nullish(booksBody).describe("What accountants want to see"),
      settlement: anything,
      feeBearer: anything,
      strictAddresses: anything,
      directPayments: anything,
    }),
  ),
});

/** A new store from the body and the defaults; a name is required. Throws ValidationError. */
export function readNewStore(
  body: unknown,
  blank: MerchantStore,
  at: Instant,
): Pick<MerchantStore, "name" | "settings"> {
  const read = readStore(body, blank, at);
  if (read.name !== "") return read;
  throw new ValidationError([
    { path: "Name", message: "Expected a name, which payers see.", code: "invalid" },
  ]);
}

/** The store with the body's changes. Throws ValidationError. */
export function readStore(
  body: unknown,
  store: MerchantStore,
  at: Instant,
): Pick<MerchantStore, "name" | "settings"> {
  const parsed = storeBody.safeParse(withoutShown(body ?? {}, store), { reportInput: true });
  if (!parsed.success) throw new ValidationError(problemsOf(parsed.error));
  const { data } = parsed;
  const { settings } = store;
  refuseFixed(data.crosstill ?? {});
  const { compatibility } = settings;
  const tolerance = data.paymentTolerance;
  refuseLaxer(tolerance, settings);
  return {
    name: data.name ?? store.name,
    settings: {
      ...settings,
      defaultCurrency: data.defaultCurrency?.toUpperCase() ?? settings.defaultCurrency,
      defaultMethod: textOf(methodId(data.defaultPaymentMethod), settings.defaultMethod),
      invoiceMinutes: minutesOf(data.invoiceExpiration) ?? settings.invoiceMinutes,
      monitoringMinutes: minutesOf(data.monitoringExpiration) ?? settings.monitoringMinutes,
      policy:
        tolerance === undefined
          ? settings.policy
          : { ...settings.policy, toleranceBps: Math.round(tolerance * 100) },
      profile: profileOf(data, settings),
      compatibility: {
        oneInvoicePerOrder: data.crosstill?.oneInvoicePerOrder ?? compatibility.oneInvoicePerOrder,
      },
      mail: mailOf(data.crosstill, settings),
      books: booksOf(data.crosstill?.books, settings, at),
    },
  };
}

/** The body without the fields that equal what is shown. */
function withoutShown(body: unknown, store: MerchantStore): unknown {
  const shown = JSON.parse(JSON.stringify(presentStore(store, ""))) as Fields;
  const said = differing(body, shown);
  return isFields(said) && "crosstill" in said
    ? { ...said, crosstill: differing(said["crosstill"], shown["crosstill"] as Fields) }
    : said;
}

type Fields = Readonly<Record<string, unknown>>;

function differing(said: unknown, shown: Fields): unknown {
  if (!isFields(said)) return said;
  return Object.fromEntries(
    Object.entries(said).filter(([name, value]) => !isDeepStrictEqual(value, shown[name])),
  );
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function profileOf(data: z.infer<typeof storeBody>, { profile }: StoreSettings): StoreSettings["profile"] {
  return {
    website: textOf(data.website, profile.website),
    supportUrl: textOf(data.supportUrl, profile.supportUrl),
    brandColor: textOf(data.brandColor, profile.brandColor),
    defaultLang: languageOf(data, profile.defaultLang),
    speedPolicy: data.speedPolicy ?? profile.speedPolicy,
    redirectAutomatically: data.redirectAutomatically ?? profile.redirectAutomatically,
  };
}

function mailOf(
  said: z.infer<typeof storeBody>["crosstill"],
  { mail }: StoreSettings,
): StoreSettings["mail"] {
  const { mailInvoices, mailReminderMinutes, mailAddressDays } = said ?? {};
  return {
    invoices: mailInvoices ?? mail.invoices,
    remindMinutes: mailReminderMinutes === undefined ? mail.remindMinutes : mailReminderMinutes || undefined,
    keepDays: mailAddressDays ?? mail.keepDays,
  };
}

function booksOf(
  said: z.infer<typeof booksBody> | undefined,
  { books }: StoreSettings,
  at: Instant,
): StoreSettings["books"] {
  const accountant = textOf(said?.accountantEmail, books.accountant?.address);
  return {
    tracked: readTracked(said?.trackedCurrencies ?? books.tracked) ?? books.tracked,
    zone: said?.zone ?? books.zone,
    accountant: namedAccountant(accountant, books.accountant, at),
  };
}

/** Refuses changes of fixed fields. Throws ValidationError. */
function refuseFixed(said: Fields): void {
  const problems = FIXED.filter((name) => (said[name] ?? undefined) !== undefined).map((name): Problem => {
    const message = `Expected what the store has, or nothing: the API does not change it, "crosstill stores" does.`;
    return { path: `Crosstill.${name.charAt(0).toUpperCase()}${name.slice(1)}`, message, code: "invalid" };
  });
  if (problems.length > 0) throw new ValidationError(problems);
}

/** A key cannot exceed for all invoices what a single invoice may not: the bound is set on the server. */
function refuseLaxer(percent: number | undefined, { policy, bounds }: StoreSettings): void {
  const most = Math.max(bounds.toleranceBps, policy.toleranceBps ?? 0) / 100;
  if (percent === undefined || percent <= most) return;
  const message = `Expected at most ${most}; got ${percent}. "crosstill stores set --tolerance" on the server sets more.`;
  throw new ValidationError([{ path: "PaymentTolerance", message, code: "invalid" }]);
}

/** The fixed language for payers; undefined where their browsers decide. */
function languageOf(
  { defaultLang, autoDetectLanguage }: z.infer<typeof storeBody>,
  known: string | undefined,
): string | undefined {
  if (autoDetectLanguage === true) return undefined;
  if (autoDetectLanguage === false && defaultLang === undefined) return NO_LANGUAGE;
  return textOf(defaultLang, known);
}

/** Absent text stays; an empty text clears the field. */
function textOf(said: string | undefined, known: string | undefined): string | undefined {
  return said === undefined ? known : said || undefined;
}

function methodId(said: string | undefined): string | undefined {
  return said?.replaceAll("_", "-").toUpperCase();
}

function minutesOf(duration: number | undefined): number | undefined {
  return duration === undefined ? undefined : duration / SECONDS_PER_MINUTE;
}
