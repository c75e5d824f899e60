import { expect } from "chai";
import { catalogs, type Key } from "../../src/languages/catalogs/catalogs.ts";
import type { Entry } from "../../src/languages/entry.ts";
import { localeOf } from "../../src/languages/formats.ts";
import { LANGUAGES } from "../../src/languages/languages.ts";

/** A tenth of a catalog may be as in English: names, and words that languages share. */
const EQUAL_AT_MOST = 0.1;
const TAGS = /<\/?(?:strong|s|a|span|time)>/g;

/** Nobody counts to a million here, where some languages have one more form. */
const COUNTS = Array.from({ length: 200 }, (_, count) => count);

const english = catalogs.en;
const keys = Object.keys(english) as Key[];

describe("The catalogs", () => {
  for (const language of LANGUAGES) {
    const catalog = catalogs[language];

    it(`of "${language}" has each key of the English one, and no other`, () => {
      expect(Object.keys(catalog).sort()).to.deep.equal([...keys].sort());
    });

    it(`of "${language}" keeps the placeholders and the markup of every text`, () => {
      for (const key of keys)
        for (const form of formsOf(catalog[key])) {
          expect(placeholders(english[key]), `${language} ${key}`).to.include.members([
            ...placeholders(form),
          ]);
          expect(tags(form), `${language} ${key}`).to.deep.equal(tags(formsOf(english[key])[0] ?? ""));
          expect(form.replace(TAGS, ""), `${language} ${key}`).not.to.match(/[<>]/);
        }
      const lost = keys.filter((key) =>
        placeholders(english[key]).some((name) => !placeholders(catalog[key]).includes(name)),
      );
      expect(lost).to.deep.equal([]);
    });

    it(`of "${language}" has a text for every form of its plurals`, () => {
      const rules = new Intl.PluralRules(localeOf(language));
      const forms = [...new Set(COUNTS.map((count) => rules.select(count)))];
      const plurals = keys.filter((key) => typeof catalog[key] === "object");
      expect(plurals.sort()).to.deep.equal(keys.filter((key) => typeof english[key] === "object").sort());
      for (const key of plurals)
        expect(Object.keys(catalog[key]), `${language} ${key}`).to.have.members([
          ...new Set([...forms, "other"]),
        ]);
    });

    if (language !== "en")
      it(`of "${language}" is translated`, () => {
        const equal = keys.filter((key) => JSON.stringify(catalog[key]) === JSON.stringify(english[key]));
        expect(equal.length / keys.length, equal.join(", ")).to.be.at.most(EQUAL_AT_MOST);
      });
  }
});

function formsOf(entry: Entry): readonly string[] {
  return typeof entry === "string" ? [entry] : Object.values(entry);
}

function placeholders(entry: Entry): readonly string[] {
  const names = formsOf(entry).flatMap((form) =>
    [...form.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
  );
  return [...new Set(names)].sort();
}

function tags(form: string): readonly string[] {
  return (form.match(TAGS) ?? []).sort();
}
