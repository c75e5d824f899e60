import { directionOf, type Language } from "./languages.ts";
import { fill, type Key } from "./translate.ts";

/** Attributes for the `<a>`, `<span>` or `<time>` of a text, as they are before escaping; undefined leaves one out. */
export type Link = Readonly<Record<string, string | undefined>>;

/**
 * The texts of a language as HTML: what a catalog marks with `<strong>`, `<s>`, `<a>`, `<span>` and `<time>` is markup, and values are escaped, and in a
 * text from right to left isolated in a `<bdi>`. `link` gives the attributes of the text's `<a>`, `<span>` or `<time>`. Keys are not checked by types, because templates have none:
 * an unknown one throws.
 */
export function markupOf(
  language: Language,
): (key: string, values?: Readonly<Record<string, string | number>>, link?: Link) => string {
  const show = escapedValue(language);
  return (key, values = {}, link = {}) => withLink(fill(language, key as Key, values, show), link);
}

/** How a value stands in a text of HTML: escaped, and isolated where the text runs from right to left. */
export function escapedValue(language: Language): (value: string) => string {
  const isolate =
    directionOf(language) === "rtl" ? (html: string) => `<bdi>${html}</bdi>` : (html: string) => html;
  return (value) => isolate(escapeHtml(value));
}

/** A text of a catalog with attributes for its first `<a>`, `<span>` or `<time>`. */
export function withLink(html: string, link: Link): string {
  return html.replace(/<(a|span|time)>/, (_, tag: string) => `<${tag}${attributes(link)}>`);
}

function attributes(link: Link): string {
  const given = Object.entries(link).filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => ` ${name}="${escapeHtml(value ?? "")}"`).join("");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text for HTML, also inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
