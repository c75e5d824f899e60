import type { Translate } from "../../../../languages/merchantWords.ts";

/** A browser and its system, in two words, from what it says that it is. */
export function browserName(agent: string, tr: Translate): string {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(agent)?.[1];
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(agent)?.[1];
  const names: Readonly<Record<string, string>> = { Edg: "Edge", OPR: "Opera", "Mac OS X": "macOS" };
  const words = [browser, system].flatMap((word) => (word === undefined ? [] : (names[word] ?? word)));
  const [first, second] = words;
  if (first === undefined) return tr("Unknown browser");
  return second === undefined ? first : tr("{browser} on {system}", { browser: first, system: second });
}
