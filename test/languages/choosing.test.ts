import { expect } from "chai";
import { decimalIn, momentIn } from "../../src/languages/formats.ts";
import { chooseLanguage } from "../../src/languages/languages.ts";
import { markupOf } from "../../src/languages/markup.ts";
import { wordsOf } from "../../src/languages/translate.ts";

describe("The language of a page", () => {
  it("is what the address asks for, then the invoice's, the store's, the browser's, English", () => {
    const all = { asked: "de", invoice: "fr", store: "es", browser: "ja" };
    expect(chooseLanguage(all)).to.equal("de");
    expect(chooseLanguage({ ...all, asked: undefined })).to.equal("fr");
    expect(chooseLanguage({ store: "es", browser: "ja" })).to.equal("es");
    expect(chooseLanguage({ browser: "ja" })).to.equal("ja");
    expect(chooseLanguage({})).to.equal("en");
  });

  it("passes over what we do not have, and takes a region's language", () => {
    expect(chooseLanguage({ asked: "tlh", invoice: "", store: "xx-XX", browser: "pt-BR" })).to.equal("pt");
    expect(chooseLanguage({ asked: "DE_at" })).to.equal("de");
  });

  it("is the browser's by quality, of equals the first; quality 0 is a refusal", () => {
    expect(chooseLanguage({ browser: "nl, fr;q=0.5, es;q=0.8" })).to.equal("es");
    expect(chooseLanguage({ browser: "fr,es" })).to.equal("fr");
    expect(chooseLanguage({ browser: "fr;q=0, *;q=0.1" })).to.equal("en");
    expect(chooseLanguage({ browser: ";;q=x,,=".repeat(1000) })).to.equal("en");
  });
});

describe("The texts of a language", () => {
  it("carry their values, in Arabic each isolated from the direction of the text", () => {
    expect(wordsOf("de")("common.contact", { store: "Café" })).to.equal("Café kontaktieren");
    expect(wordsOf("ar")("common.contact", { store: "Café" })).to.equal("التواصل مع \u2068Café\u2069");
  });

  it("escape their values in HTML", () => {
    expect(markupOf("en")("common.contact", { store: "<b>&\"'" })).to.equal(
      "Contact &lt;b&gt;&amp;&quot;&#39;",
    );
    expect(markupOf("ar")("common.contact", { store: "<b>" })).to.contain("<bdi>&lt;b&gt;</bdi>");
  });

  it("write prices and moments as their readers do, with all digits", () => {
    expect(decimalIn("de", "1234567890123456789.10")).to.equal("1.234.567.890.123.456.789,10");
    expect(decimalIn("ar", "25.00")).to.equal("25.00");
    expect(momentIn("en", Date.UTC(2026, 10, 21, 9, 30))).to.equal("21 Nov 2026, 09:30 UTC");
  });
});
