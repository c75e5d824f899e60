import type { Translate } from "../../../languages/merchantWords.ts";

/** What a form has done, by the key with which its redirect ends. An address cannot put other words on a page. */
const WORDS = {
  asked: (tr: Translate) => tr("A second person must confirm it."),
  added: (tr: Translate) => tr("Added."),
  archived: (tr: Translate) => tr("The invoice is archived."),
  assigned: (tr: Translate) => tr("The funds are assigned to the invoice."),
  ended: (tr: Translate) => tr("Signed out."),
  invalid: (tr: Translate) => tr("The invoice is marked invalid."),
  pushed: (tr: Translate) => tr("Sent: it shows in that browser in a moment."),
  refunded: (tr: Translate) => tr("The refund is made. Send the customer its link."),
  removed: (tr: Translate) => tr("Removed."),
  repeated: (tr: Translate) =>
    tr("That was done already. The secret is shown only once: make a new one if you did not copy it."),
  resolved: (tr: Translate) => tr("Taken off the list."),
  saved: (tr: Translate) => tr("Saved."),
  sent: (tr: Translate) => tr("Sent."),
  settled: (tr: Translate) => tr("The invoice is marked settled."),
  storeMade: (tr: Translate) => tr("Store made."),
  payoutValued: (tr: Translate) => tr("The payout is valued. The books have a corrected line."),
  valued: (tr: Translate) => tr("The payment is valued. The books have a corrected line."),
  unarchived: (tr: Translate) => tr("The invoice is in the lists again."),
} as const;

export type Done = keyof typeof WORDS;

/** The path of a page with the result of a form: "/owner/account" and "saved" give "/owner/account?done=saved". */
export function donePath(path: string, done: Done): string {
  const [before = "", fragment] = path.split("#");
  const query = `${before.includes("?") ? "&" : "?"}done=${done}`;
  return `${before}${query}${fragment === undefined ? "" : `#${fragment}`}`;
}

/** The words of a key in an address; undefined for an unknown one. */
export function doneWords(key: unknown, tr: Translate): string | undefined {
  return typeof key === "string" && Object.hasOwn(WORDS, key) ? WORDS[key as Done](tr) : undefined;
}
