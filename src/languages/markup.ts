import { directionOf, type Language } from "./languages.ts";
import { fill, type Key } from "./translate.ts";

/** Attributes for the `<a>` of a text, as they are before escaping; undefined leaves one out. */
export type Link = Readonly<Record<string, string | undefined>>;

/**
 * The texts of a language as HTML: what a catalog marks with `<strong>`, `<s>` and `<a>` is markup, and values are escaped, and in a
 * text from right to left isolated in a `<bdi>`. `link` gives the attributes of the text's `<a>`. Keys are not checked by types, because templates have none:
 * an unknown one throws.
 */
export function markupOf(
  language: Language,
): (key: string, values?: Readonly<Record<string, string | number>>, link?: Link) => string {
  const isolate =
    directionOf(language) === "rtl" ? (html: string) => `<bdi>${html}</bdi>` : (html: string) => html;
  const show = (value: string) => isolate(escapeHtml(value));
  return (key, values = {}, link = {}) =>
    fill(language, key as Key, values, show).replace("<a>", () => `<a${attributes(link)}>`);
}

function attributes(link: Link): string {
  const given = Object.entries(link).filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => ` ${name}="${escapeHtml(value ?? "")}"`).join("");
}

/** A text for HTML, also inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
