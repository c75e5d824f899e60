import type { Translate } from "../../../languages/merchantWords.ts";

/** What a form has done, by the key with which its redirect ends. An address cannot put other words on a page. */
const WORDS = {
  added: (tr: Translate) => tr("Added."),
  ended: (tr: Translate) => tr("Signed out."),
  removed: (tr: Translate) => tr("Removed."),
  saved: (tr: Translate) => tr("Saved."),
  sent: (tr: Translate) => tr("Sent."),
} as const;

export type Done = keyof typeof WORDS;

/** The path of a page that says what a form has done: "/owner/account" and "saved" give "/owner/account?done=saved". */
export function donePath(path: string, done: Done): string {
  const [before = "", fragment] = path.split("#");
  const query = `${before.includes("?") ? "&" : "?"}done=${done}`;
  return `${before}${query}${fragment === undefined ? "" : `#${fragment}`}`;
}

/** The words of a key in an address; undefined for an unknown one. */
export function doneWords(key: unknown, tr: Translate): string | undefined {
  return typeof key === "string" && Object.hasOwn(WORDS, key) ? WORDS[key as Done](tr) : undefined;
}
