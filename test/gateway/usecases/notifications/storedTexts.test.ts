import fs from "node:fs";
import { expect } from "chai";
import { storedText } from "../../../../src/gateway/usecases/notifications/storedTexts.ts";
import { merchantWords } from "../../../../src/languages/merchantWords.ts";

const de = merchantWords("de");
const WRITERS = [
  "notifications/notifyWaiting.ts",
  "notifications/notifyPaid.ts",
  "webhooks/deliverWebhooks.ts",
];
const WRITTEN = /`((?:The|Invoice|An|A|On|Payout|For) [^`]*\.)`|"((?:Money|The receiver)[^"]*)"/g;

describe("texts that are kept in English", () => {
  it("are read in the user's language, with their values, also one within another", () => {
    expect(storedText(de, "Payout p1 is to be paid.")).to.equal("Auszahlung p1 ist zu bezahlen.");
    expect(
      storedText(de, "For five days nothing was taken. Last: The receiver answered with status 500."),
    ).to.equal(
      "Fünf Tage lang wurde nichts angenommen. Zuletzt: Der Empfänger hat mit Status 500 geantwortet.",
    );
    expect(storedText(de, "Ada (1.0) has changed where {shop} is paid.")).to.equal(
      "Ada (1.0) hat geändert, wo {shop} bezahlt wird.",
    );
  });

  it("name payouts, refunds and lost invoices by amount and order in the user's language", () => {
    const texts = {
      "The refund of 8.00 EUR for order A-7 waits for an approval.":
        "Die Erstattung von 8.00 EUR für Bestellung A-7 wartet auf eine Genehmigung.",
      "The payout of 8.00 EUR is to be paid.": "Die Auszahlung von 8.00 EUR ist zu bezahlen.",
      "The refund of 8.00 EUR is more than the shop has of its invoice.":
        "Die Erstattung von 8.00 EUR ist mehr, als der Shop von ihrer Rechnung hat.",
      "An invoice of 12.5 USDC was lost with the database.":
        "Eine Rechnung über 12.5 USDC ging mit der Datenbank verloren.",
      "On 2026-11-27 Shop received 50.00 EUR. Number of payments: 2.":
        "Am 2026-11-27 hat Shop 50.00 EUR erhalten. Anzahl der Zahlungen: 2.",
    };
    for (const [english, german] of Object.entries(texts)) expect(storedText(de, english)).to.equal(german);
  });

  it("stay as they are where they are not known", () => {
    expect(storedText(de, "Payout p1 is lost.")).to.equal("Payout p1 is lost.");
  });

  it("are those that the jobs write", () => {
    const sources = WRITERS.map((file) =>
      fs.readFileSync(new URL(`../../../../src/gateway/usecases/${file}`, import.meta.url), "utf8"),
    ).join("\n");
    const written = [...sources.matchAll(WRITTEN)].map(([, template, plain]) =>
      (template ?? plain ?? "").replace(/\$\{[^}]*\}/g, "X"),
    );
    expect(written.length).to.be.above(6);
    for (const text of written) expect(storedText(de, text), text).not.to.equal(text);
  });
});
