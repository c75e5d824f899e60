/** The languages of what payers read, in the order in which a page offers them; the first is the one of last resort. */
export const LANGUAGES = ["en", "de", "fr", "es", "pt", "ja", "ar"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language by the name that its readers know. */
export const OWN_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  pt: "Português",
  ja: "日本語",
  ar: "العربية",
};

/** Which way a language is written, for the attribute `dir`. */
export function directionOf(language: Language): "ltr" | "rtl" {
  return language === "ar" ? "rtl" : "ltr";
}

type Punctuation = Readonly<{ fullStop: string; betweenSentences: string; betweenItems: string }>;
const LATIN: Punctuation = { fullStop: ".", betweenSentences: " ", betweenItems: "; " };
const JAPANESE: Punctuation = { fullStop: "。", betweenSentences: "", betweenItems: "、" };

/** What ends a sentence, and what stands between sentences and between the items of a list. */
export function punctuationOf(language: Language): Punctuation {
  return language === "ja" ? JAPANESE : LATIN;
}

/** The language of a tag in any region: "pt-BR" and "PT_pt" are "pt". Undefined for an unsupported one. */
export function languageOf(tag: string | undefined): Language | undefined {
  const [name] = (tag ?? "").trim().toLowerCase().split(/[-_]/);
  return LANGUAGES.find((language) => language === name);
}

/** What is known of the reader's language, the strongest word first. Tags that we do not have count as nothing. */
export type Wishes = Readonly<{
  /** Of the address: `?lang=`. */
  asked?: string | undefined;
  invoice?: string | undefined;
  store?: string | undefined;
  /** The header Accept-Language. */
  browser?: string | undefined;
}>;

/** The language for a reader: as the address asks, else the invoice's, else the store's, else the browser's, else English. */
export function chooseLanguage({ asked, invoice, store, browser }: Wishes): Language {
  return languageOf(asked) ?? languageOf(invoice) ?? languageOf(store) ?? preferred(browser) ?? LANGUAGES[0];
}

const LONGEST_HEADER = 500; // characters; a browser's is below a hundred

/** The best supported language of an Accept-Language header (RFC 9110, 12.5.4); "*" has no effect. */
function preferred(header = ""): Language | undefined {
  const ranges = header.slice(0, LONGEST_HEADER).split(",").map(readRange);
  const known = ranges.filter(({ language, quality }) => language !== undefined && quality > 0);
  return known.sort((a, b) => b.quality - a.quality)[0]?.language; // a stable sort: of equals the first
}

function readRange(range: string): { language: Language | undefined; quality: number } {
  const [tag, ...parameters] = range.split(";");
  const said = parameters.map((one) => /^\s*q=([\d.]+)\s*$/i.exec(one)?.[1]).find((one) => one !== undefined);
  return { language: languageOf(tag), quality: said === undefined ? 1 : Number(said) };
}
