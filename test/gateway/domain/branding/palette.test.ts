import fs from "node:fs";
import { expect } from "chai";
import fc from "fast-check";
import {
  contrast,
  lightnessOf,
  readColor,
  withLightness,
  writeColor,
} from "../../../../src/gateway/domain/branding/color.ts";
import {
  GROUNDS,
  LEAST_CONTRAST,
  paletteOf,
  type Theme,
} from "../../../../src/gateway/domain/branding/palette.ts";
import { runs } from "../../../support/sizes.ts";

const THEMES: readonly Theme[] = ["light", "dark"];
const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`); // prettier-ignore
const between = (one: string, other: string) => contrast(readColor(one), readColor(other));

/** What is read on what, of all that the pages write in or on a store's colour. */
function pairsOf(color: string, theme: Theme): Readonly<Record<string, number>> {
  const { brand, brandPress, onBrand, brandWash } = paletteOf(color, theme);
  const { card, sunk, paper } = GROUNDS[theme];
  return {
    ...{ "text on a button": between(onBrand, brand), "on a pressed one": between(onBrand, brandPress) },
    ...{ "a link on a card": between(brand, card), "on a sunk field": between(brand, sunk) },
    ...{ "on the page": between(brand, paper), "a chosen coin": between(brand, brandWash) },
  };
}

describe("a store's colour", () => {
  it("is legible wherever the pages use it, whatever the colour and in both themes", () => {
    fc.assert(
      fc.property(anyColor, fc.constantFrom(...THEMES), (color, theme) => {
        for (const [what, found] of Object.entries(pairsOf(color, theme)))
          expect(found, `${what} of ${color}, ${theme}`).to.be.at.least(LEAST_CONTRAST);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it("stays as it is where it can be read", () => {
    expect(paletteOf("#0B5D4E", "light").brand).to.equal("#0b5d4e");
    expect(paletteOf("#ffb3c7", "dark").brand).to.equal("#ffb3c7");
  });

  it("moves no farther than it must: a little lighter or darker would be illegible", () => {
    for (const color of ["#ffd400", "#f7931a", "#ff2d55", "#00c2ff", "#3b3bff", "#777777"]) {
      for (const theme of THEMES) {
        const { brand, brandWash } = paletteOf(color, theme);
        if (brand === color) continue;
        const back = lightnessOf(readColor(brand)) + (theme === "light" ? 0.02 : -0.02);
        const nearer = writeColor(withLightness(readColor(color), back));
        const { card, sunk, paper } = GROUNDS[theme];
        const least = Math.min(...[card, sunk, paper, brandWash].map((ground) => between(nearer, ground)));
        expect(least, `${color} could be ${nearer}, ${theme}`).to.be.below(LEAST_CONTRAST);
      }
    }
  });

  it("keeps its hue", () => {
    for (const [color, greatest] of [["#ffd400", 0], ["#00c2ff", 2], ["#1e7a1e", 1]] as const) {
      for (const theme of THEMES) {
        const parts = readColor(paletteOf(color, theme).brand);
        expect(parts.indexOf(Math.max(...parts)), `${color}, ${theme}`).to.equal(greatest);
      }
    }
  }); // prettier-ignore

  it("lies on the grounds that the pages have", () => {
    const sheet = (name: string) =>
      fs.readFileSync(new URL(`../../../../views/assets/${name}`, import.meta.url), "utf8");
    const [light, dark] = [sheet("tokens.css"), sheet("dark.css")];
    for (const [name, color] of Object.entries(GROUNDS.light))
      expect(light).to.include(`--${name}: ${color};`);
    for (const [name, color] of Object.entries(GROUNDS.dark)) expect(dark).to.include(`--${name}: ${color};`);
  });

  it("is six hexadecimal digits, and nothing else", () => {
    for (const text of ["", "red", "#fff", "#12345g", "#0B5D4E;}", "0b5d4e"])
      expect(() => paletteOf(text, "light"), text).to.throw("Expected a colour such as #0F3B21");
  });
});
