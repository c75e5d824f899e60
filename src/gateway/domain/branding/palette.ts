import { contrast, lightnessOf, mix, readColor, withLightness, writeColor, type Color } from "./color.ts";

/** Text needs this much contrast with what it stands on (WCAG 2.2, 1.4.3). */
export const LEAST_CONTRAST = 4.5;

/** What the pages lie on, lightest to darkest, in each theme (views/assets/tokens.css, dark.css). */
export const GROUNDS = {
  light: { card: "#ffffff", sunk: "#f6f7f4", paper: "#f4f5f2" },
  dark: { card: "#151d1b", sunk: "#1b2522", paper: "#0d1312" },
} as const;

/** What is written on the store's colour. */
const ON_BRAND = { light: "#ffffff", dark: "#0d1312" } as const;

const STEP = 0.005; // of lightness: too little for the eye to see
const WASH = { light: 0.1, dark: 0.15 } as const; // how much of the colour is in a washed ground
const PRESSED = 0.07;

export type Theme = keyof typeof GROUNDS;

/** A store's colour as the pages use it, each `#rrggbb`. */
export type Palette = Readonly<{ brand: string; brandPress: string; onBrand: string; brandWash: string }>;

/**
 * What the pages make of a store's colour (`#rrggbb`) in a theme. Hue and saturation stay; the lightness moves, no farther than
 * it must, until the colour is legible on every ground, and the text on it too. Throws for what is no colour.
 */
export function paletteOf(color: string, theme: Theme): Palette {
  const asked = readColor(color);
  const card = readColor(GROUNDS[theme].card);
  const onBrand = readColor(ON_BRAND[theme]);
  const grounds = [...Object.values(GROUNDS[theme]).map(readColor), onBrand];
  const washed = (brand: Color) => mix(card, brand, WASH[theme]);
  const isLegible = (brand: Color) =>
    [...grounds, washed(brand)].every((ground) => contrast(brand, ground) >= LEAST_CONTRAST);

  const brand = moved(asked, theme, isLegible);
  return {
    brand: writeColor(brand),
    brandPress: writeColor(pressed(brand, theme)),
    onBrand: writeColor(onBrand),
    brandWash: writeColor(washed(brand)),
  };
}

/** The colour itself, or the first that is good on the way to black (on light grounds) or to white (on dark ones). */
function moved(color: Color, theme: Theme, isGood: (color: Color) => boolean): Color {
  if (isGood(color)) return color;
  const [end, step] = theme === "light" ? [0, -STEP] : [1, STEP];
  const steps = Math.ceil(Math.abs(end - lightnessOf(color)) / STEP);
  for (let taken = 1; taken < steps; taken++) {
    const candidate = withLightness(color, lightnessOf(color) + taken * step);
    if (isGood(candidate)) return candidate;
  }
  return withLightness(color, end);
}

/** A button under the pointer: a little farther from its text, or nearer where there is no farther. */
function pressed(brand: Color, theme: Theme): Color {
  const lightness = lightnessOf(brand);
  const [away, back] = theme === "light" ? [-PRESSED, 2 * PRESSED] : [PRESSED, -2 * PRESSED];
  const isAtTheEnd = lightness + away < 0 || lightness + away > 1;
  return withLightness(brand, lightness + (isAtTheEnd ? back : away));
}
