import { monthIn } from "../../../languages/formats.ts";
import type { Language } from "../../../languages/languages.ts";
import { wordsOf } from "../../../languages/translate.ts";
import type { Letter } from "./letter.ts";

/** What the message about a month is written of. The store's name is the merchant's: nothing in it is trusted. */
export type StatementFacts = Readonly<{
  language: Language;
  storeName: string;
  host: string; // of the gateway
  month: string; // "2026-11"
  zone: string; // in which it began and ended
  url: string;
  days: number; // for which the link leads somewhere
  sandbox: boolean;
}>;

/**
 * The message to an accountant that a month has ended: its link, its expiry, and why the accountant gets
 * it. It has no figures.
 */
export function statementLetter({
  language,
  storeName: store,
  host,
  month: name,
  zone,
  url,
  days,
  sandbox,
}: StatementFacts): Letter {
  const words = wordsOf(language);
  const month = monthIn(language, name);
  return {
    language,
    subject: words("mail.statement.subject", { store, month }),
    lead: words("mail.statement.lead", { store, month }),
    facts: [
      [words("mail.fact.store"), store],
      [words("mail.fact.month"), month],
      [words("mail.fact.zone"), zone],
    ],
    link: { label: words("mail.statement.link"), url },
    notes: [
      ...(sandbox ? [words("mail.sandbox")] : []),
      words("mail.statement.expires", { count: days }),
      words("mail.statement.secret"),
      words("mail.whyAccountant", { store }),
      words("mail.sender", { store, host }),
    ],
  };
}
