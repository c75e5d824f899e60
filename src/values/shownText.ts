/** Control characters, and those that change how the text around them is shown, but for the joiners that scripts and emoji need. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}]/u;

/** The rule for every name that people see, whether of a store, an item, a user or a key: no character that is not seen. */
export function hasUnseen(text: string): boolean {
  return UNSEEN.test(text);
}
