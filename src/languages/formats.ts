import { punctuationOf, type Language } from "./languages.ts";
import { memoize } from "../runtime/memoize.ts";
import { isoTime, type Instant } from "../values/time.ts";

/**
 * The locale for numbers and dates of a language: English dates with the day first, as most of the world
 * writes them, and Arabic with the digits that amounts and addresses have.
 */
export function localeOf(language: Language): string {
  return { en: "en-GB", ar: "ar-u-nu-latn" }[language as string] ?? language;
}

/** An exact decimal such as "1234.50" as the language writes it, with all its digits: "1.234,50". For prices; a coin's amount stays as wallets take it. */
export function decimalIn(language: Language, text: string): string {
  const digits = text.split(".")[1]?.length ?? 0;
  return decimalFormat(language)(digits).format(text as Intl.StringNumericLiteral);
}

const decimalFormat = memoize((language: Language) =>
  memoize((digits: number) => {
    const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    return new Intl.NumberFormat(localeOf(language), options);
  }),
);

/** A moment in UTC, to the minute, e.g. "21 Nov 2026, 09:30 UTC". */
export function momentIn(language: Language, at: Instant): string {
  return momentFormat(language).format(at);
}

/** The same for a page: by `exact` its script shows the time zone of the reader (views/assets/localTimes.js). */
export function pageMoment(language: Language, at: Instant): PageMoment {
  return { exact: isoTime(at), words: momentIn(language, at) };
}

/** A moment for views/components/time.eta. */
export type PageMoment = Readonly<{ exact: string; words: string }>;

const momentFormat = memoize(
  (language: Language) =>
    new Intl.DateTimeFormat(localeOf(language), {
      ...({ year: "numeric", month: "short", day: "numeric" } as const),
      ...({ hour: "2-digit", minute: "2-digit", timeZone: "UTC", timeZoneName: "short" } as const),
    }),
);

/** A month such as "2026-11" by its name: "November 2026". */
export function monthIn(language: Language, month: string): string {
  return monthFormat(language).format(Date.parse(`${month}-01T00:00:00Z`));
}

const monthFormat = memoize(
  (language: Language) =>
    new Intl.DateTimeFormat(localeOf(language), { year: "numeric", month: "long", timeZone: "UTC" }),
);

/** Sentences as one text: with a space between them, where the language has one. What is undefined is left out. */
export function sentencesIn(language: Language, sentences: readonly (string | undefined)[]): string {
  return sentences.filter((one) => one !== undefined).join(punctuationOf(language).betweenSentences);
}
