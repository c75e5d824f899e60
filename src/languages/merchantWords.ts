import type { Entry } from "./entry.ts";
import { directionOf, type Language } from "./languages.ts";
import { escapedValue, withLink, type Link } from "./markup.ts";
import { ar } from "./merchant/ar.ts";
import { de } from "./merchant/de.ts";
import { es } from "./merchant/es.ts";
import { fr } from "./merchant/fr.ts";
import { ja } from "./merchant/ja.ts";
import { pt } from "./merchant/pt.ts";
import { fillEntry, isolated } from "./translate.ts";
import type { Sentence } from "../values/sentence.ts";
import { UTC } from "../values/zone.ts";
import { clockTime } from "./clockTime.ts";

/**
 * The texts of the merchant's pages. Their English stands where it is used and is the key of the catalogs (gettext's way):
 * a thousand texts that one page each needs stay readable in their templates.
 */
export const MERCHANT_CATALOGS: Readonly<Record<Exclude<Language, "en">, Readonly<Record<string, Entry>>>> = {
  de,
  fr,
  es,
  pt,
  ja,
  ar,
};

type Values = Readonly<Record<string, string | number>>;

/** A text, or its forms by number: `{ one: "{count} payment", other: "{count} payments" }` with a value `count`. */
export type Translate = (english: Entry, values?: Values) => string;

/** Marks an English text that is translated where it is shown, such as a label in a table of constants. Gives it back. */
export function english<T extends Entry>(text: T): T {
  return text;
}

/** From English to a language, as plain text. A text without a translation stays English. Throws for a missing value. */
export function merchantWords(language: Language): Translate {
  const show = directionOf(language) === "rtl" ? isolated : (value: string) => value;
  return (english, values = {}) => fillEntry(language, translationOf(language, english), values, show);
}

/** A sentence in the language of `tr`, its parts too, with its moments in a time zone. */
export function inWords(tr: Translate, { template, values }: Sentence, zone: string = UTC): string {
  const words = Object.entries(values).map(([name, value]): [string, string | number] => [
    name,
    typeof value !== "object"
      ? value
      : "moment" in value
        ? clockTime(value.moment, zone)
        : inWords(tr, value, zone),
  ]);
  return tr(template, Object.fromEntries(words));
}

/** The same as HTML: `<strong>`, `<a>` and `<span>` in a text are markup, values are escaped, `link` gives the attributes of the `<a>` or `<span>`. */
export function merchantMarkup(language: Language): (english: Entry, values?: Values, link?: Link) => string {
  const show = escapedValue(language);
  return (english, values = {}, link = {}) =>
    withLink(fillEntry(language, translationOf(language, english), values, show), link);
}

function translationOf(language: Language, english: Entry): Entry {
  if (language === "en") return english;
  const catalog = MERCHANT_CATALOGS[language];
  const key = typeof english === "string" ? english : english.other;
  return Object.hasOwn(catalog, key) ? (catalog[key] ?? english) : english;
}
