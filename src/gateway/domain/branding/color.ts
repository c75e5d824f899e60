/** A colour of the screen: red, green and blue from 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number];

/** Reads `#rrggbb`, in any case. Throws for everything else. */
export function readColor(text: string): Color {
  const [, digits] = /^#([0-9a-f]{6})$/i.exec(text) ?? [];
  if (digits === undefined) throw new Error(`Expected a colour such as #0F3B21, got "${text.slice(0, 80)}".`);
  const value = Number.parseInt(digits, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** A colour as `#rrggbb`. */
export function writeColor(color: Color): string {
  return `#${color.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** The contrast ratio of two colours, from 1 to 21, as WCAG 2.2 defines it. Text needs 4.5. */
export function contrast(one: Color, other: Color): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The relative luminance of WCAG 2.2, from 0 to 1. */
export function luminance(color: Color): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** One colour with a share (0 to 1) of another in it. */
export function mix(ground: Color, other: Color, share: number): Color {
  return ground.map((part, index) => Math.round(part + ((other[index] ?? 0) - part) * share)) as never;
}

/** The lightness of a colour (HSL), from 0 for black to 1 for white. */
export function lightnessOf(color: Color): number {
  return (Math.max(...color) + Math.min(...color)) / 510;
}

/** The colour with another lightness: its hue and its saturation (HSL) stay. */
export function withLightness(color: Color, lightness: number): Color {
  const [least, most] = [Math.min(...color), Math.max(...color)];
  const before = lightnessOf(color);
  const spread = most - least;
  const saturation = spread === 0 ? 0 : spread / 255 / (1 - Math.abs(2 * before - 1));
  const reach = saturation * (1 - Math.abs(2 * lightness - 1)); // between its least and its greatest part
  return color.map((part) => {
    const place = spread === 0 ? 0 : (part - least) / spread - 0.5; // -0.5 for its least part, 0.5 for its greatest
    return Math.round(255 * Math.min(1, Math.max(0, lightness + reach * place)));
  }) as never;
}
