import type { Request } from "express";
import {
  chooseLanguage,
  LANGUAGES,
  languageOf,
  OWN_NAMES,
  type Language,
} from "../../languages/languages.ts";

/** The language of a page, and the one that its address asks for, which its own links keep. */
export type Spoken = Readonly<{ language: Language; asked: Language | undefined }>;

/**
 * The language for a request: `?lang=`, else the tag of the invoice or of the store, else the browser's.
 * The answer varies by Accept-Language.
 */
export function readLanguage(
  request: Request,
  known: Readonly<{ invoice?: string | undefined; store?: string | undefined }> = {},
): Spoken {
  const asked = askedLanguage(request);
  return { language: chooseLanguage({ asked, ...known, browser: request.get("accept-language") }), asked };
}

/** The language that an address asks for with `?lang=`, if it is one that we have. */
export function askedLanguage({ query }: Request): Language | undefined {
  const { lang } = query;
  return typeof lang === "string" ? languageOf(lang) : undefined;
}

/** An address of ours that keeps the language that was asked for. */
export function inLanguage(url: string, asked: Language | undefined): string {
  if (!asked) return url;
  const [path = "", fragment] = url.split("#");
  const kept = `${path}${path.includes("?") ? "&" : "?"}lang=${asked}`;
  return fragment === undefined ? kept : `${kept}#${fragment}`;
}

/** What a page has with each of its addresses that is ours: `change` applied to every field of an object that ends in "Url", at any depth. */
export function withOwnAddresses<Page>(page: Page, change: (url: string) => string): Page {
  const inside = (value: unknown, name = ""): unknown => {
    if (typeof value === "string") return /url$/i.test(name) && OWN.test(value) ? change(value) : value;
    if (Array.isArray(value)) return value.map((item) => inside(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inside(item, key)]));
  };
  return inside(page) as Page; // the same shape: only texts were changed
}

const OWN = /^\/(i|payment-requests|pull-payments|pos|pay)\//;

/** A link to the same page in one of the languages. */
export type LanguageLink = Readonly<{
  language: Language;
  name: string;
  href: string;
  current: boolean;
}>;

/** Links from a page (its path and query) to itself in all languages. In a frame it is the same page again (modal.js). */
export function languageLinks(page: string, current: Language): readonly LanguageLink[] {
  const [path = "", search] = page.split("?");
  return LANGUAGES.map((language) => {
    const query = new URLSearchParams(search);
    query.set("lang", language);
    if (query.get("view") === "modal") query.set("again", "");
    return { language, name: OWN_NAMES[language], href: `${path}?${query}`, current: language === current };
  });
}
