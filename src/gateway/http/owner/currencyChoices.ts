import type { Language } from "../../../languages/languages.ts";
import { isMoney, PRICE_CURRENCIES } from "../../../values/currency.ts";

/** A currency as a page offers it. Coins have no name beside their code. */
export type CurrencyChoice = Readonly<{ code: string; name: string | undefined }>;

const known = new Map<Language, readonly CurrencyChoice[]>();

/** Names every price currency in the reader's language. */
export function currencyChoices(language: Language): readonly CurrencyChoice[] {
  const made = known.get(language) ?? namedIn(language);
  known.set(language, made);
  return made;
}

/** The same as the choices of a select. */
export function currencyOptions(language: Language): readonly Readonly<{ value: string; label: string }>[] {
  return currencyChoices(language).map(({ code, name }) => {
    return { value: code, label: name === undefined ? code : `${code}, ${name}` };
  });
}

function namedIn(language: Language): readonly CurrencyChoice[] {
  const names = new Intl.DisplayNames(language, { type: "currency", fallback: "none" });
  return PRICE_CURRENCIES.map((code) => ({ code, name: isMoney(code) ? names.of(code) : undefined }));
}
