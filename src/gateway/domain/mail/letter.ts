import { decimalIn, momentIn } from "../../../languages/formats.ts";
import type { Language } from "../../../languages/languages.ts";
import { wordsOf, type Words } from "../../../languages/translate.ts";
import type { Instant } from "../../../values/time.ts";
import type { MailKind, MailRole } from "./mail.ts";

/** An amount of money as it stands in a message: an exact decimal, and its currency or coin. */
export type Sum = Readonly<{ amount: string; currency: string }>;

/** What a message is written of. Texts are the merchant's and the payer's: nothing in them is trusted. */
export type LetterFacts = Readonly<{
  kind: MailKind;
  role: MailRole;
  language: Language;
  storeName: string;
  host: string; // of the gateway
  url: string; // of the page that the message is about
  invoiceId: string;
  price: Sum | undefined; // none where any amount will do
  what: string | undefined;
  orderId: string | undefined;
  heldUntil: Instant;
  missing: Sum | undefined;
  sentBack: Readonly<{ sum: Sum | undefined; txHash: string | undefined; toPayer: boolean }> | undefined;
  refund: Sum | undefined;
  keepDays: number;
  sandbox: boolean;
}>;

/** A message before it becomes text or HTML: its content, subject and link. */
export type Letter = Readonly<{
  language: Language;
  subject: string;
  lead: string;
  facts: readonly (readonly [label: string, value: string])[];
  link: Readonly<{ label: string; url: string }>;
  notes: readonly string[]; // sender and reason
}>;

/**
 * The texts of a message in its reader's language: sender, purpose, amount, link, and why the reader gets
 * it.
 */
export function letterOf(facts: LetterFacts): Letter {
  const { kind, language, storeName: store, url } = facts;
  const words = wordsOf(language);
  const price = facts.price ? show(language, facts.price) : words("mail.anyAmount");
  const { subject, lead, link } = sayings(words, facts, {
    store,
    price,
    missing: facts.missing ? show(language, facts.missing) : "",
    refund: facts.refund ? show(language, facts.refund) : "",
  })[kind]();
  return {
    language,
    subject,
    lead,
    link: { label: link ?? words("mail.open"), url },
    facts: factsOf(words, facts, price),
    notes: notesOf(words, facts),
  };
}

type Said = Readonly<{ subject: string; lead: string; link?: string }>;
type Values = Readonly<Record<"store" | "price" | "missing" | "refund", string>>;

function sayings(
  words: Words,
  { sentBack }: LetterFacts,
  { store, price: amount, missing, refund }: Values,
): Readonly<Record<MailKind, () => Said>> {
  const pay = () => words("mail.pay", { amount });
  return {
    invoice: () => ({
      subject: words("mail.invoice.subject", { store, amount }),
      lead: words("mail.invoice.lead", { store, amount }),
      link: pay(),
    }),
    reminder: () => ({
      subject: words("mail.reminder.subject", { store, amount }),
      lead: words("mail.reminder.lead", { store, amount }),
      link: pay(),
    }),
    confirmed: () => ({
      subject: words("mail.confirmed.subject", { store }),
      lead: words("mail.confirmed.lead", { store }),
    }),
    underpaid: () => ({
      subject: words("mail.underpaid.subject", { store, missing }),
      lead: words("mail.underpaid.lead", { store, missing, amount }),
      link: words("mail.pay", { amount: missing }),
    }),
    settled: () => ({
      subject: words("mail.settled.subject", { store, amount }),
      lead: words("mail.settled.lead", { store }),
      link: words("mail.settled.link"),
    }),
    expired: () => ({
      subject: words("mail.expired.subject", { store }),
      lead: words("mail.expired.lead", { store, amount }),
    }),
    refunded: () => ({
      subject: words("mail.refunded.subject", { store }),
      lead: sentBack?.toPayer ? words("mail.refunded.payer") : words("mail.refunded.shop", { store }),
    }),
    refund: () => ({
      subject: words("mail.refund.subject", { store }),
      lead: words("mail.refund.lead", { store, amount: refund }),
      link: words("mail.refund.link"),
    }),
  };
}

function factsOf(words: Words, facts: LetterFacts, price: string): Letter["facts"] {
  const { kind, language, what, orderId, missing, sentBack, heldUntil, invoiceId } = facts;
  const isOpen = kind === "invoice" || kind === "reminder" || kind === "underpaid";
  const rows: readonly (readonly [string, string | undefined])[] = [
    [words("mail.fact.what"), what],
    [words("mail.fact.order"), orderId],
    [words("mail.fact.amount"), price],
    [words("mail.fact.missing"), missing && show(language, missing)],
    [words("mail.fact.until"), isOpen ? momentIn(language, heldUntil) : undefined],
    [words("mail.fact.sentBack"), sentBack?.sum && `${sentBack.sum.amount} ${sentBack.sum.currency}`],
    [words("mail.fact.transaction"), sentBack?.txHash],
    [words("mail.fact.invoice"), invoiceId],
  ];
  return rows.flatMap(([label, value]) => (value === undefined || value === "" ? [] : [[label, value]]));
}

function notesOf(
  words: Words,
  { role, storeName: store, host, keepDays, sandbox }: LetterFacts,
): readonly string[] {
  return [
    ...(sandbox ? [words("mail.sandbox")] : []),
    role === "customer" ? words("mail.whyCustomer", { store }) : words("mail.whyPayer", { store }),
    words("mail.sender", { store, host }),
    words("mail.kept", { count: keepDays }),
  ];
}

/** A price as the language writes it. */
function show(language: Language, { amount, currency }: Sum): string {
  return `${decimalIn(language, amount)} ${currency}`;
}
