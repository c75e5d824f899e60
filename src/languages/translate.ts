import { catalogs, type English, type Key } from "./catalogs/catalogs.ts";
import type { Entry, NamesIn } from "./entry.ts";
import { directionOf, type Language } from "./languages.ts";
import { localeOf } from "./formats.ts";
import { memoize } from "../runtime/memoize.ts";

export type { Key } from "./catalogs/catalogs.ts";

/** What stands for a key's placeholders: nothing where it has none. A `count` is a number, and decides the form of a plural. */
export type ValuesOf<K extends Key> = [NamesIn<English[K]>] extends [never]
  ? []
  : [values: Readonly<Record<NamesIn<English[K]>, string | number>>];

/** The keys of texts without placeholders. */
export type PlainKey = { [K in Key]: [NamesIn<English[K]>] extends [never] ? K : never }[Key];

export type Words = <K extends Key>(key: K, ...values: ValuesOf<K>) => string;

/**
 * The texts of a language: a function from a key of the English catalog, and its values, to plain text.
 * Values are inserted unchanged, numbers in the language's format; in a text from right to left each is
 * isolated, so that "0.5 BTC" keeps its order. Throws for an unknown key, or a missing value.
 */
export function wordsOf(language: Language): Words {
  return known(language);
}

/** Texts with their placeholders, for a script that fills them itself. */
export function textsFor(language: Language, keys: readonly Key[]): Readonly<Record<string, Entry>> {
  return Object.fromEntries(keys.map((key) => [key, entryOf(language, key)]));
}

/** The same texts for HTML: see markup.ts. */
export function fill(
  language: Language,
  key: Key,
  values: Readonly<Record<string, string | number>>,
  show: (value: string) => string,
): string {
  return fillEntry(language, entryOf(language, key), values, show);
}

/** A text with its values in place, in the form that a `count` asks for. Throws for a missing value. */
export function fillEntry(
  language: Language,
  entry: Entry,
  values: Readonly<Record<string, string | number>>,
  show: (value: string) => string,
): string {
  const text = formOf(language, entry, values);
  if (!text.includes("{")) return text; // most have no places, and a page has a hundred texts
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined)
      throw new Error(`Expected a value for {${name}} of the text "${text}", got ${JSON.stringify(values)}.`);
    return show(typeof value === "number" ? numbers(language).format(value) : value);
  });
}

function entryOf(language: Language, key: Key): Entry {
  const entry: Entry | undefined = catalogs[language][key];
  if (entry === undefined)
    throw new Error(`Expected a key of the catalog "${language}", got "${String(key)}".`);
  return entry;
}

function formOf(language: Language, entry: Entry, { count }: Readonly<Record<string, unknown>>): string {
  if (typeof entry === "string") return entry;
  return entry[plurals(language).select(Number(count))] ?? entry.other;
}

/** Unicode's first-strong isolate: what stands inside neither turns nor is turned by the text around it. */
export function isolated(value: string): string {
  return `\u2068${value}\u2069`;
}

function makeWords(language: Language): Words {
  const show = directionOf(language) === "rtl" ? isolated : (value: string) => value;
  return (key, ...[values]) => fill(language, key, values ?? {}, show);
}

const plurals = memoize((language: Language) => new Intl.PluralRules(localeOf(language)));
const numbers = memoize((language: Language) => new Intl.NumberFormat(localeOf(language)));
const known = memoize(makeWords);
