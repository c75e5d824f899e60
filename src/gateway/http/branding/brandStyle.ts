import { createHash } from "node:crypto";
import { paletteOf, type Theme } from "../../domain/branding/palette.ts";
import { memoizeRecent } from "../../../runtime/memoize.ts";

const MOST_COLORS = 500;
const cssByColor = memoizeRecent(MOST_COLORS, makeCss);

/** The stylesheet that puts a store's colour (`#rrggbb`) in the place of ours: a few custom properties, on screens only. */
export function brandStyle(color: string): Readonly<{ css: string; hash: string }> {
  const css = cssByColor(color.toLowerCase());
  return { css, hash: createHash("sha256").update(css).digest("hex").slice(0, 12) };
}

/** Its address, with the hash of its content. */
export function styleUrl(color: string): string {
  return `/brand/${color.slice(1).toLowerCase()}.css?v=${brandStyle(color).hash}`;
}

/** Light, dark where the reader's system is, and dark where a page has that theme (views/assets/dark.css). */
function makeCss(color: string): string {
  const [light, dark] = [properties(color, "light"), properties(color, "dark")];
  const bySystem = `@media (prefers-color-scheme:dark){:root:where(:not([data-theme=light])){${dark}}}`;
  return `@media screen{:root{${light}}${bySystem}[data-theme=dark]{${dark}}}`;
}

function properties(color: string, theme: Theme): string {
  const { brand, brandPress, onBrand, brandWash } = paletteOf(color, theme);
  return `--brand:${brand};--brand-press:${brandPress};--on-brand:${onBrand};--brand-wash:${brandWash}`;
}
