import { expect } from "chai";
import type { Entry } from "../../src/languages/entry.ts";
import { localeOf } from "../../src/languages/formats.ts";
import type { Language } from "../../src/languages/languages.ts";
import { MERCHANT_CATALOGS, merchantMarkup, merchantWords } from "../../src/languages/merchantWords.ts";
import { merchantTexts } from "./merchantTexts.ts";

/** Names and words that languages share may be as in English. */
const EQUAL_AT_MOST = 0.1;
const TAGS = /<\/?(?:strong|s|a|span|code|em)>/g;
const COUNTS = Array.from({ length: 200 }, (_, count) => count);

describe("the texts of merchant pages", () => {
  const texts = merchantTexts();
  const keys = [...new Set(texts.map(({ key }) => key))];

  it("are found in views and in code", () => {
    expect(keys).to.include.members(["Invoices", "Payment links"]);
    expect(keys.length).to.be.above(300);
  });

  for (const [name, catalog] of Object.entries(MERCHANT_CATALOGS)) {
    const language = name as Language;
    const translations = Object.entries(catalog);

    it(`are all in the catalog of "${name}", and nothing else is`, () => {
      const missing = texts.filter(({ key }) => catalog[key] === undefined);
      expect(missing.map(({ key, place }) => `${place} ${key}`)).to.deep.equal([]);
      expect(Object.keys(catalog).filter((key) => !keys.includes(key))).to.deep.equal([]);
    });

    it(`keep their placeholders and their markup in "${name}"`, () => {
      const isKept = (key: string, form: string) =>
        placeholders(key).every((one) => one === "{count}" || form.includes(one)) &&
        placeholders(form).every((one) => placeholders(key).includes(one)) &&
        tags(form).toSorted().join(" ") === tags(key).toSorted().join(" ");
      const broken = translations.filter(
        ([key, entry]) => !formsOf(entry).every((form) => isKept(key, form)),
      );
      expect(broken).to.deep.equal([]);
    });

    it(`have every form of their plurals in "${name}"`, () => {
      const rules = new Intl.PluralRules(localeOf(language));
      const forms = new Set<string>(["other", ...COUNTS.map((count) => rules.select(count))]);
      const plurals = new Set(texts.filter((text) => text.forms.length > 1).map(({ key }) => key));
      const others = translations.filter(([key, entry]) => (typeof entry === "object") !== plurals.has(key));
      expect(others).to.deep.equal([]);
      for (const [key, entry] of translations)
        if (typeof entry === "object")
          expect(Object.keys(entry), `${name}: ${key}`).to.have.members([...forms]);
    });

    it(`are translated in "${name}"`, () => {
      const equal = translations.filter(([key, entry]) => entry === key).map(([key]) => key);
      expect(equal.length / translations.length, equal.join(", ")).to.be.at.most(EQUAL_AT_MOST);
    });
  }

  it("stay English where a language has no translation, and escape values in markup", () => {
    expect(merchantWords("de")("No such text {name}", { name: "<b>" })).to.equal("No such text <b>");
    const markup = merchantMarkup("en")("<a>{name}</a>", { name: "<b>" }, { href: "/x?a=1&b" });
    expect(markup).to.equal('<a href="/x?a=1&amp;b">&lt;b&gt;</a>');
    expect(merchantMarkup("ar")("{name}", { name: "x" })).to.equal("<bdi>x</bdi>");
  });

  it("count by the number", () => {
    const said = (count: number) =>
      merchantWords("en")({ one: "{count} payment", other: "{count} payments" }, { count });
    expect([said(1), said(2), said(1_000)]).to.deep.equal(["1 payment", "2 payments", "1,000 payments"]);
  });
});

function formsOf(entry: Entry): readonly string[] {
  return typeof entry === "string" ? [entry] : Object.values(entry);
}

function placeholders(text: string): readonly string[] {
  return text.match(/\{\w+\}/g) ?? [];
}

function tags(text: string): readonly string[] {
  return text.match(TAGS) ?? [];
}
