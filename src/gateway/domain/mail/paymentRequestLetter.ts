import { decimalIn, momentIn } from "../../../languages/formats.ts";
import type { Language } from "../../../languages/languages.ts";
import { wordsOf } from "../../../languages/translate.ts";
import type { Instant } from "../../../values/time.ts";
import type { Letter, Sum } from "./letter.ts";

/** What the message with a payment link is written of. Store and title are the merchant's: nothing in them is trusted. */
export type PaymentRequestFacts = Readonly<{
  language: Language;
  storeName: string;
  host: string; // of the gateway
  url: string;
  title: string;
  sum: Sum;
  referenceId: string | undefined;
  expiresAt: Instant | undefined;
  sandbox: boolean;
}>;

/** The message that asks for a payment by its link. */
export function paymentRequestLetter(facts: PaymentRequestFacts): Letter {
  const { language, storeName: store, host, url, title, sum, referenceId, expiresAt, sandbox } = facts;
  const words = wordsOf(language);
  const amount = `${decimalIn(language, sum.amount)} ${sum.currency}`;
  const rows: readonly (readonly [string, string | undefined])[] = [
    [words("mail.fact.what"), title],
    [words("mail.fact.order"), referenceId],
    [words("mail.fact.amount"), amount],
    [words("mail.fact.payUntil"), expiresAt === undefined ? undefined : momentIn(language, expiresAt)],
  ];
  return {
    language,
    subject: words("mail.request.subject", { store, amount }),
    lead: words("mail.invoice.lead", { store, amount }),
    facts: rows.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const])),
    link: { label: words("mail.pay", { amount }), url },
    notes: [
      ...(sandbox ? [words("mail.sandbox")] : []),
      words("mail.whyRequest", { store }),
      words("mail.sender", { store, host }),
    ],
  };
}
